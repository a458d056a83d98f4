import { MapView } from "../map/map-view.tsx";

export function MapScreen() {
  return (
    <main class="stage">
      <MapView label="Map" />
    </main>
  );
}

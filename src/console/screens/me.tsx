import { MapView } from "../map/map-view.tsx";

export function MeScreen() {
  return (
    <main class="stage">
      <MapView label="Map" />
    </main>
  );
}

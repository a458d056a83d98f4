import { MapView } from "../map/map-view.tsx";

export function AlertsScreen() {
  return (
    <main class="stage">
      <MapView label="Map" />
    </main>
  );
}

import { MapView } from "../map/map-view.tsx";

export function UsersScreen() {
  return (
    <main class="stage">
      <MapView label="Map" />
    </main>
  );
}

import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lastingZones } from "../../map/lasting-layers.ts";
import { activeAlerts, followAlerts, zonesOf } from "../../state/alerts.ts";
import { draft } from "../../state/draft.ts";

/** Shows the zones of active alerts, except for the alert that the draft updates. */
export function useLastingAlerts(): void {
  useEffect(() => {
    const stop = followAlerts();
    return () => {
      stop();
      lastingZones.value = [];
    };
  }, []);
  const others = useComputed(() => {
    const { alertId } = draft.value;
    return activeAlerts.value.filter(({ id }) => id !== alertId);
  });
  // Drawn again only when an alert starts, ends or changes.
  const versions = useComputed(() =>
    others.value.map(({ id, version }) => `${id} ${version}`).join(),
  );
  useSignalEffect(() => {
    void versions.value;
    lastingZones.value = others.peek().flatMap(zonesOf);
  });
}

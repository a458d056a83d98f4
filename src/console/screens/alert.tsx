import { computed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { follow } from "../api/live.ts";
import { AlertDocument, AlertProgressDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { MapView } from "../map/map-view.tsx";
import { showAreas } from "../map/show.ts";
import { alertZones } from "../map/zone-layers.ts";
import { LiveMark } from "../parts/live-mark.tsx";
import { Panel } from "../parts/panel.tsx";
import { Problem } from "../parts/problem.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { stateOf, titleOf, zonesOf } from "../state/alerts.ts";
import { loaded } from "../state/loaded.ts";
import { now } from "../state/now.ts";
import { metres } from "../words/numbers.ts";
import { fromNow, moment } from "../words/time.ts";
import { PeopleTold } from "./alert/people-told.tsx";
import { Progress } from "./alert/progress.tsx";
import { Texts } from "./alert/texts.tsx";

/** One alert, followed as long as it is looked at. */
function makeAlert(id: number) {
  const alert = loaded(async (signal) => {
    const { alerts } = await request(AlertDocument, { id }, { signal });
    const [found] = alerts ?? [];
    if (!found) throw new RequestError("NOT_FOUND", `There is no alert ${id}: look in the list.`);
    return found;
  });
  const start = () =>
    follow(
      AlertProgressDocument,
      { id },
      ({ alertProgress }) => {
        const known = alert.data.value;
        if (known && alertProgress) alert.set({ ...known, ...alertProgress });
      },
      () => void alert.load(),
    );
  return { alert, start, reached: computed(() => alert.data.value?.reachedUsers ?? 0) };
}

/** Everything about one alert. */
export function AlertScreen({ id }: { id: number }) {
  const { alert, start, reached } = useMemo(() => makeAlert(id), [id]);
  useEffect(() => {
    void alert.load();
    return start();
  }, [alert, start]);
  const shown = alert.data.value;
  const zoneKey = shown?.areaLevel3;
  useEffect(() => {
    if (!shown) return;
    alertZones.value = zonesOf(shown);
    void showAreas(alertZones.value.map(({ geometry }) => geometry));
    return () => {
      alertZones.value = [];
    };
  }, [zoneKey]);

  return (
    <main class="stage">
      <MapView label="The alert's zones, and where people were told" />
      <Panel label="The alert">
        <Problem text={alert.error.value} retry={() => void alert.load()} />
        {shown && (
          <>
            <h1>
              {titleOf(shown)} <StateBadge state={stateOf(shown, now.value)} />
            </h1>
            <p class="hint">
              Alert {id}, published {moment(shown.createdAt)}
              {shown.user && ` by ${shown.user.name}`}.{" "}
              {stateOf(shown, now.value) === "ACTIVE" ? "Ends" : "Ended"}{" "}
              {fromNow(shown.expiresAt, now.value)} ({moment(shown.expiresAt)}). TWO reaches{" "}
              {metres(shown.level2Distance)}, THREE {metres(shown.level3Distance)}.
            </p>
            <LiveMark />
            <Progress alert={shown} />
            <Texts alert={shown} />
            <PeopleTold alertId={id} reached={reached} />
          </>
        )}
      </Panel>
    </main>
  );
}

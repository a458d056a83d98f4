import "../geo/unite.ts";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Alert } from "../api/alert.ts";
import type { AlertSummaryFragment, ProgressFragment } from "../api/operations.ts";
import { Panel } from "../components/panel.tsx";
import { Problem } from "../components/problem.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { StatusBand } from "../components/status-band.tsx";
import { Title } from "../components/title.tsx";
import { MapView } from "../map/map-view.tsx";
import { showAreas } from "../map/show-areas.ts";
import { alertZones } from "../map/zone-layers.ts";
import { stateOf, titleOf, zonesOf } from "../state/alerts.ts";
import { followedAlert } from "../state/followed-alert.ts";
import { now } from "../state/now.ts";
import { addressOf } from "../state/route.ts";
import { metres } from "../words/numbers.ts";
import { fromNow, moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { Cancel } from "./alert/cancel.tsx";
import { ExplainUser } from "./alert/explain-user.tsx";
import { History } from "./alert/history.tsx";
import { Progress } from "./alert/progress.tsx";
import { Recipients } from "./alert/recipients.tsx";
import { Texts } from "./alert/texts.tsx";
import { Timeline } from "./alert/timeline.tsx";
import { useSpeech } from "./alert/use-speech.ts";

/** Returns "Ends in 5 h (…)." or "Ended 5 h ago (…).". */
function ending(
  alert: Pick<AlertSummaryFragment & ProgressFragment, "state" | "expiresAt" | "cancelledAt">,
  now: number,
) {
  const at = alert.cancelledAt ?? alert.expiresAt;
  const values = { when: fromNow(at, now), time: moment(at) };
  return stateOf(alert, now) === "ACTIVE"
    ? t("Ends {when} ({time}).", values)
    : t("Ended {when} ({time}).", values);
}

/** Returns a sentence with the alert's id, and when and by whom it was published. */
function published({ id, createdAt, user }: Pick<Alert, "id" | "createdAt" | "user">) {
  const time = moment(createdAt);
  return user
    ? t("Alert {id}, published {time} by {name}.", { id, time, name: user.name })
    : t("Alert {id}, published {time}.", { id, time });
}

/** Shows one alert. */
export function AlertScreen({ id }: { id: number }) {
  const { alert, start, change } = useMemo(() => followedAlert(id), [id]);
  useEffect(() => {
    void alert.load();
    return start();
  }, [alert, start]);
  const [isEnding, setEnding] = useState(false);
  const shown = alert.data.value;
  useSpeech(shown, alert.load);
  const zoneKey =
    shown && JSON.stringify([shown.areaGeoJson, shown.areaLevel2GeoJson, shown.areaLevel3GeoJson]);
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
      <MapView label={t("The alert's zones, and where people were told")} />
      <Panel label={t("The alert")}>
        <Problem text={alert.error.value} retry={() => void alert.load()} />
        {shown && (
          <>
            <Title text={t("Alert {id}: {title}", { id, title: titleOf(shown) })}>
              {titleOf(shown)} <StateBadge state={stateOf(shown, now.value)} />
            </Title>
            <p class="hint">
              {published(shown)} {ending(shown, now.value)}{" "}
              {t("TWO reaches {two}, THREE {three}.", {
                two: metres(shown.level2Distance),
                three: metres(shown.level3Distance),
              })}
            </p>
            <StatusBand status={shown.status} />
            {shown.allClear && (
              <p dir="auto">
                <strong>{t("All-clear:")}</strong> {shown.allClear}
              </p>
            )}
            {stateOf(shown, now.value) === "ACTIVE" && (
              <div class="actions">
                <a class="button" href={addressOf({ screen: "update", id })}>
                  {t("Update…")}
                </a>
                <button type="button" class="danger" onClick={() => setEnding(true)}>
                  {t("End it…")}
                </button>
              </div>
            )}
            <p>
              <a href={addressOf({ screen: "report", id })}>{t("Report, to print or download")}</a>
            </p>
            <Progress alert={shown} />
            <Timeline
              alertId={id}
              publishedAt={shown.createdAt}
              history={shown.history}
              change={change}
            />
            <Texts alert={shown} />
            <Recipients alertId={id} change={change} />
            <ExplainUser alertId={id} />
            <History history={shown.history} />
            {isEnding && (
              <Cancel
                alert={shown}
                onClose={(isEnded) => {
                  setEnding(false);
                  if (isEnded) void alert.load();
                }}
              />
            )}
          </>
        )}
      </Panel>
    </main>
  );
}

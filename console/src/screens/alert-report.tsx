import "../geo/unite.ts";
import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Alert, loadAlert } from "../api/load-alert.ts";
import { LoadState } from "../components/load-state.tsx";
import { Organisation } from "../components/organisation.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { StatusBand } from "../components/status-band.tsx";
import { TimelinePlot } from "../components/timeline-plot.tsx";
import { TimelineTable } from "../components/timeline-table.tsx";
import { Title } from "../components/title.tsx";
import { ZonePicture } from "../components/zone-picture.tsx";
import type { Area } from "../geo/area.ts";
import { MapPicture } from "../map/map-picture.tsx";
import { MapView } from "../map/map-view.tsx";
import { usePlaceOf } from "../map/place-of-area.ts";
import { showAreas } from "../map/show-areas.ts";
import { alertZones } from "../map/zone-layers.ts";
import { stateOf, titleOf, zonesOf } from "../state/alert-list.ts";
import { askTimeline } from "../state/load-timeline.ts";
import { loaded } from "../state/loaded.ts";
import { addressOf } from "../state/route.ts";
import { serviceSeconds } from "../state/service-clock.ts";
import { languageName } from "../words/languages.ts";
import { metres } from "../words/numbers.ts";
import { reportCsv } from "../words/report-csv.ts";
import { exactMoment } from "../words/report-time.ts";
import { t } from "../words/translate.ts";
import { marksOf } from "../words/versions.ts";
import { Versions } from "./alert/alert-versions.tsx";
import { Figures, Progress } from "./alert/progress.tsx";
import { Recipients } from "./alert/recipients.tsx";

/** Loads an alert and its timeline as of one moment, for a report that may be printed. */
const reportOf = (id: number) =>
  loaded(async (signal) => {
    const [alert, steps] = await Promise.all([loadAlert(id, signal), askTimeline(id, signal)]);
    const at = serviceSeconds();
    return { alert: { ...alert, state: stateOf(alert, at) }, steps, at };
  });

/** The area in words, and on the map. On paper, the map is a picture. */
function Where({ alert }: { alert: Alert }) {
  const name = usePlaceOf(alert.areaGeoJson as Area);
  const areas = useMemo(() => zonesOf(alert).map(({ geometry }) => geometry), [alert]);
  useEffect(() => {
    alertZones.value = zonesOf(alert);
    void showAreas(areas);
    return () => {
      alertZones.value = [];
    };
  }, [alert]);
  return (
    <section aria-labelledby="where">
      <h2 id="where">{t("Where")}</h2>
      <p role="status">{name}</p>
      <div class="report-map not-printed">
        <MapView label={t("The map with the alert's zones")} />
      </div>
      <div class="only-printed">
        <MapPicture areas={areas} />
      </div>
      <ZonePicture alert={alert} />
    </section>
  );
}

/** Lists who was notified only when asked, because the audit log records whoever looks. */
function People({ id }: { id: number }) {
  const [isShown, setShown] = useState(false);
  const unchanging = useMemo(() => signal(""), [id]);
  return isShown ? (
    <Recipients alertId={id} change={unchanging} time={exactMoment} />
  ) : (
    <p class="not-printed">
      <button type="button" onClick={() => setShown(true)}>
        {t("Show who was notified")}
      </button>
    </p>
  );
}

/** Spreadsheets read a file as UTF-8 if it begins with this mark. */
const UTF8_MARK = "\uFEFF";
const fileOf = (csv: string) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(UTF8_MARK + csv)}`;

/** The report of an alert, to be read, printed or saved as PDF, with its figures as CSV. */
export function AlertReportScreen({ id }: { id: number }) {
  const report = useMemo(() => reportOf(id), [id]);
  useEffect(() => void report.load(), [report]);
  async function printNewest(): Promise<void> {
    await report.load();
    // Preact has drawn it by now.
    print();
  }
  const { alert: shown, steps, at } = report.data.value ?? {};
  const heading = shown && t("Report of alert id {id}: {title}", { id, title: titleOf(shown) });
  return (
    <main class="page alert-report">
      <LoadState of={report} />
      {shown && steps && at && heading && (
        <>
          <Title text={heading}>
            {heading}{" "}
            <StateBadge
              state={shown.state === "ACTIVE" ? "ACTIVE" : "EXPIRED"}
              status={shown.status}
            />
          </Title>
          <div class="actions not-printed">
            <button type="button" class="primary" onClick={() => void printNewest()}>
              {t("Print, or save as PDF")}
            </button>
            <a
              class="button"
              download={`alert-${id}.csv`}
              href={fileOf(reportCsv(shown, steps, at))}
            >
              {t("Download the figures as CSV")}
            </a>
            <a class="button" href={addressOf({ screen: "alert", id })}>
              {t("Back to the alert")}
            </a>
          </div>
          {(shown.state === "ACTIVE" || shown.status !== "ACTUAL") && (
            <StatusBand status={shown.status} />
          )}
          <Organisation />
          <dl>
            <dt>{t("Published")}</dt>
            <dd>
              {shown.user
                ? t("{time} by {name}", {
                    time: exactMoment(shown.createdAt),
                    name: shown.user.name,
                  })
                : exactMoment(shown.createdAt)}
            </dd>
            <dt>{shown.state === "ACTIVE" ? t("Ends") : t("Ended")}</dt>
            <dd>{exactMoment(shown.cancelledAt ?? shown.expiresAt)}</dd>
            {shown.event && (
              <>
                <dt>{t("What happened")}</dt>
                <dd dir="auto">{shown.event}</dd>
              </>
            )}
            <dt>{t("Zones")}</dt>
            <dd>
              {t("ONE is the area, TWO reaches {two}, THREE {three} around it.", {
                two: metres(shown.level2Distance),
                three: metres(shown.level3Distance),
              })}
            </dd>
            <dt>{t("Language")}</dt>
            <dd>{languageName(shown.language)}</dd>
            {shown.allClear && (
              <>
                <dt>{t("All-clear")}</dt>
                <dd dir="auto" lang={shown.language}>
                  {shown.allClear}
                </dd>
              </>
            )}
            <dt>{t("As of")}</dt>
            <dd>{exactMoment(at)}</dd>
          </dl>
          <Where alert={shown} />
          <Versions alert={shown} />
          <Figures alert={shown} />
          <Progress alert={shown} />
          <section aria-labelledby="timeline">
            <h2 id="timeline">{t("How fast it was")}</h2>
            <TimelinePlot
              steps={steps}
              marks={marksOf(shown.history)}
              publishedAt={shown.createdAt}
            />
            <TimelineTable steps={steps} marks={marksOf(shown.history)} />
          </section>
          <People id={id} />
        </>
      )}
    </main>
  );
}

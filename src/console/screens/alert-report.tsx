import { useEffect, useMemo } from "preact/hooks";
import { AlertDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { StatusBand } from "../components/status-band.tsx";
import { TimelinePlot } from "../components/timeline-plot.tsx";
import { TimelineTable } from "../components/timeline-table.tsx";
import { Title } from "../components/title.tsx";
import { ZonePicture } from "../components/zone-picture.tsx";
import { stateOf, titleOf } from "../state/alerts.ts";
import { timelineOf } from "../state/load-timeline.ts";
import { loaded } from "../state/loaded.ts";
import { now } from "../state/now.ts";
import { addressOf } from "../state/route.ts";
import { languageName } from "../words/languages.ts";
import { metres } from "../words/numbers.ts";
import { reportCsv } from "../words/report-csv.ts";
import { moment } from "../words/time.ts";
import { marksOf } from "../words/versions.ts";
import { History } from "./alert/history.tsx";
import { Progress } from "./alert/progress.tsx";
import { Texts } from "./alert/texts.tsx";

const alertOf = (id: number) =>
  loaded(async (signal) => {
    const { alerts } = await request(AlertDocument, { id }, { signal });
    const [found] = alerts ?? [];
    if (!found) throw new RequestError("NOT_FOUND", `There is no alert ${id}: look in the list.`);
    return found;
  });

/** Spreadsheets take a file for UTF-8 if it begins with this mark. */
const UTF8_MARK = "\uFEFF";
const fileOf = (csv: string) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(UTF8_MARK + csv)}`;

/** The report of an alert, to be read, printed or saved as PDF, with its figures as CSV. */
export function AlertReportScreen({ id }: { id: number }) {
  const { alert, timeline } = useMemo(
    () => ({ alert: alertOf(id), timeline: timelineOf(id) }),
    [id],
  );
  const load = () => {
    void alert.load();
    void timeline.load();
  };
  useEffect(load, [alert]);
  const shown = alert.data.value;
  const steps = timeline.data.value;
  return (
    <main class="page alert-report">
      <Problem text={alert.error.value || timeline.error.value} retry={load} />
      {shown && steps && (
        <>
          <Title text={`Report of alert ${id}: ${titleOf(shown)}`}>
            Report of alert {id}: {titleOf(shown)} <StateBadge state={stateOf(shown, now.value)} />
          </Title>
          <div class="actions not-printed">
            <button type="button" class="primary" onClick={() => print()}>
              Print, or save as PDF
            </button>
            <a class="button" download={`alert-${id}.csv`} href={fileOf(reportCsv(shown, steps))}>
              Download the figures as CSV
            </a>
            <a class="button" href={addressOf({ screen: "alert", id })}>
              Back to the alert
            </a>
          </div>
          <StatusBand status={shown.status} />
          <dl>
            <dt>Published</dt>
            <dd>
              {moment(shown.createdAt)}
              {shown.user && ` by ${shown.user.name}`}
            </dd>
            <dt>{stateOf(shown, now.value) === "ACTIVE" ? "Ends" : "Ended"}</dt>
            <dd>{moment(shown.cancelledAt ?? shown.expiresAt)}</dd>
            {shown.event && (
              <>
                <dt>What happened</dt>
                <dd>{shown.event}</dd>
              </>
            )}
            <dt>Zones</dt>
            <dd>
              ONE is the area, TWO reaches {metres(shown.level2Distance)}, THREE{" "}
              {metres(shown.level3Distance)} around it.
            </dd>
            <dt>Language</dt>
            <dd>{languageName(shown.language)}</dd>
            {shown.allClear && (
              <>
                <dt>All-clear</dt>
                <dd dir="auto">{shown.allClear}</dd>
              </>
            )}
            <dt>As of</dt>
            <dd>{moment(now.value)}</dd>
          </dl>
          <ZonePicture alert={shown} />
          <Texts alert={shown} />
          <Progress alert={shown} />
          <section aria-labelledby="timeline">
            <h2 id="timeline">How fast it was</h2>
            <TimelinePlot
              steps={steps}
              marks={marksOf(shown.history)}
              publishedAt={shown.createdAt}
            />
            <TimelineTable steps={steps} marks={marksOf(shown.history)} />
          </section>
          <History history={shown.history} />
        </>
      )}
    </main>
  );
}

import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { TimelinePlot } from "../../components/timeline-plot.tsx";
import { TimelineTable } from "../../components/timeline-table.tsx";
import { loadOnChange } from "../../state/load-on-change.ts";
import { timelineOf } from "../../state/load-timeline.ts";
import type { Version } from "../../words/changes.ts";
import { t } from "../../words/translate.ts";
import { marksOf } from "../../words/versions.ts";

/** Shows when people were told, got a push and have seen the notification, as a plot and as a table. */
export function Timeline(props: {
  alertId: number;
  publishedAt: number;
  history: readonly Version[];
  change: ReadonlySignal<string>;
}) {
  const { alertId, publishedAt, history, change } = props;
  const timeline = useMemo(() => timelineOf(alertId), [alertId]);
  useEffect(() => loadOnChange(change, timeline.load), [change, timeline]);
  const steps = timeline.data.value;
  const marks = marksOf(history);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t("How fast it was")}</h2>
      <Problem text={timeline.error.value} retry={() => void timeline.load()} />
      {steps && (
        <>
          <TimelinePlot steps={steps} marks={marks} publishedAt={publishedAt} />
          <details>
            <summary>{t("The same as a table")}</summary>
            <TimelineTable steps={steps} marks={marks} />
          </details>
        </>
      )}
    </section>
  );
}

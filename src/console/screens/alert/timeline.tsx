import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { TimelinePlot } from "../../components/timeline-plot.tsx";
import { TimelineTable } from "../../components/timeline-table.tsx";
import { timelineOf } from "../../state/load-timeline.ts";
import type { Version } from "../../words/changes.ts";
import { t } from "../../words/translate.ts";
import { marksOf } from "../../words/versions.ts";

/** Milliseconds between two requests during a publication. */
const REST = 1500;

/** Shows when people were told, pushed to and have seen it, as a plot and as a table. */
export function Timeline(props: {
  alertId: number;
  publishedAt: number;
  history: readonly Version[];
  change: ReadonlySignal<string>;
}) {
  const { alertId, publishedAt, history, change } = props;
  const timeline = useMemo(() => timelineOf(alertId), [alertId]);
  // Loads it at once, and again after each change.
  useSignalEffect(() => {
    void change.value;
    if (!timeline.data.peek()) void timeline.load();
    const timer = setTimeout(() => void timeline.load(), REST);
    return () => clearTimeout(timer);
  });
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

import { COURSES, type Step } from "../state/timeline.ts";
import { count } from "../words/numbers.ts";
import { exactMoment } from "../words/report-time.ts";
import { t } from "../words/translate.ts";
import type { Mark } from "../words/versions.ts";
import { COURSE_NAMES } from "./timeline-plot.tsx";

/** Lists what happened step by step: the versions of the alert, and the people of each step. */
export function TimelineTable({
  steps,
  marks,
}: {
  steps: readonly Step[];
  marks: readonly Mark[];
}) {
  const rows = [
    ...marks.map((mark) => ({ at: mark.at, mark, step: undefined })),
    ...steps.map((step) => ({ at: step.beganAt, mark: undefined, step })),
  ].sort((a, b) => a.at - b.at);
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("From")}</th>
            {COURSES.map((course) => (
              <th key={course} scope="col" class="number">
                {COURSE_NAMES[course]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, mark, step }) => (
            <tr key={`${at} ${mark?.text}`}>
              <th scope="row">{exactMoment(at)}</th>
              {step ? (
                COURSES.map((course) => (
                  <td key={course} class="number">
                    {count(step[course])}
                  </td>
                ))
              ) : (
                <td colSpan={COURSES.length}>{mark?.text}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

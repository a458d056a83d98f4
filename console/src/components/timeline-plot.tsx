import { COURSES, pointsOfCourse, type Step, spanSeconds } from "../state/timeline.ts";
import { count, people } from "../words/numbers.ts";
import { duration } from "../words/time.ts";
import { t } from "../words/translate.ts";
import type { Mark } from "../words/versions.ts";

/** The size of the plot, and the room for its numbers, in units that stretch with the page. */
const [WIDTH, HEIGHT] = [400, 170];
const [LEFT, TOP, BOTTOM] = [4, 34, 18];
/** The room for the name of a version. Names that would overlap are left out; the table has them. */
const NAME_WIDTH = 64;

/** The names of the courses, in the legend and the table. */
export const COURSE_NAMES = {
  told: t("In the zones"),
  pushed: t("Pushed"),
  seen: t("Seen"),
} as const;

/**
 * Draws how many people were in the zones, got a push and have seen the notification, from publication on. A table next to it
 * must give the numbers, because the plot is a single picture for screen readers.
 */
export function TimelinePlot(props: {
  steps: readonly Step[];
  marks: readonly Mark[];
  publishedAt: number;
}) {
  const { steps, marks, publishedAt } = props;
  const seconds = spanSeconds(
    steps,
    marks.map(({ at }) => at),
    publishedAt,
  );
  const most = Math.max(
    1,
    ...COURSES.map((course) => steps.reduce((sum, step) => sum + step[course], 0)),
  );
  const x = (after: number) => LEFT + (after / seconds) * (WIDTH - 2 * LEFT);
  const y = (number: number) => HEIGHT - BOTTOM - (number / most) * (HEIGHT - TOP - BOTTOM);
  let free = 0;
  const named = marks
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => {
      const place = x(at - publishedAt);
      const isNamed = place >= free;
      if (isNamed) free = place + NAME_WIDTH;
      return { place, text, isNamed };
    });
  return (
    <figure class="timeline">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t("How the numbers grew to {people} in {duration}. The table below has them.", {
          people: people(most),
          duration: duration(seconds),
        })}
      >
        <path
          class="axis"
          d={`M${LEFT} ${y(most)}H${WIDTH - LEFT}M${LEFT} ${y(0)}H${WIDTH - LEFT}`}
        />
        {named.map(({ place, text, isNamed }) => (
          <g key={`${place} ${text}`}>
            <path class="mark" d={`M${place} 16V${y(0)}`} />
            {isNamed && (
              <text x={place} y={12} text-anchor={place > WIDTH - NAME_WIDTH ? "end" : "start"}>
                {text}
              </text>
            )}
          </g>
        ))}
        {COURSES.map((course) => (
          <polyline
            key={course}
            class={`course-${course}`}
            points={[
              ...pointsOfCourse(steps, course, publishedAt),
              [seconds, steps.reduce((sum, step) => sum + step[course], 0)] as const,
            ]
              .map(([after, number]) => `${x(after).toFixed(1)},${y(number).toFixed(1)}`)
              .join(" ")}
          />
        ))}
        <text x={WIDTH - LEFT} y={y(most) - 4} text-anchor="end">
          {people(most)}
        </text>
        <text x={WIDTH - LEFT} y={HEIGHT - 4} text-anchor="end">
          {t("{duration} later", { duration: duration(seconds) })}
        </text>
      </svg>
      <figcaption>
        <ul class="legend">
          {COURSES.map((course) => (
            <li key={course}>
              <svg viewBox="0 0 32 8" class="sample" aria-hidden="true">
                <path class={`course-${course}`} d="M0 4H32" />
              </svg>{" "}
              {COURSE_NAMES[course]}: {count(steps.reduce((sum, step) => sum + step[course], 0))}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

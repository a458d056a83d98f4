import type { ProgressFragment } from "../../api/operations.ts";
import { LevelBadge } from "../../components/level-badge.tsx";
import { LEVELS } from "../../words/levels.ts";
import { count, people } from "../../words/numbers.ts";
import { duration } from "../../words/time.ts";

const COLUMNS = ["Told", "Pushed", "Delivered", "Failed", "Seen"];

/** Shows a share as a bar. Hidden from screen readers, because the number stands next to it. */
function Bar({ part, whole }: { part: number; whole: number }) {
  return <progress value={part} max={Math.max(whole, 1)} aria-hidden="true" />;
}

/** Shows the live counts of each level: notified, pushed, delivered, failed, seen. */
export function Progress({ alert }: { alert: ProgressFragment }) {
  const rows = LEVELS.map((level) => alert.delivery?.find((row) => row.level === level));
  const seen = rows.reduce((sum, row) => sum + (row?.seen ?? 0), 0);
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Whom it reached</h2>
      <p role="status" class="reached">
        <strong>{people(alert.reachedUsers)}</strong> told, {count(seen)}{" "}
        {seen === 1 ? "has" : "have"} seen it
      </p>
      <div class="table">
        <table class="progress">
          <thead>
            <tr>
              <th scope="col">Level</th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LEVELS.map((level, index) => {
              const {
                targeted = 0,
                sent = 0,
                accepted = 0,
                failed = 0,
                seen: read = 0,
              } = rows[index] ?? {};
              const median = rows[index]?.seenAfterMedian;
              return (
                <tr key={level}>
                  <th scope="row">
                    <LevelBadge level={level} />
                  </th>
                  <td class="number">{count(targeted)}</td>
                  <td class="number">{count(sent)}</td>
                  <td class="number">
                    {count(accepted)}
                    <Bar part={accepted} whole={targeted} />
                  </td>
                  <td class="number">{count(failed)}</td>
                  <td
                    class="number"
                    title={median == null ? undefined : `half within ${duration(median)}`}
                  >
                    {count(read)}
                    <Bar part={read} whole={targeted} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p class="hint">Who has no device is told in the app only: told, and not pushed.</p>
    </section>
  );
}

import type { ProgressFragment } from "../../api/operations.ts";
import { LevelBadge } from "../../components/level-badge.tsx";
import { PushReadiness } from "../../components/push-readiness.tsx";
import { stateOf } from "../../state/alert-list.ts";
import { now } from "../../state/now.ts";
import { LEVELS } from "../../words/levels.ts";
import { count, people } from "../../words/numbers.ts";
import { providerName, pushReason } from "../../words/push-words.ts";
import { duration } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

type PushFailure = NonNullable<ProgressFragment["pushFailures"]>[number];

/** Shows why pushes have failed or wait, and how many. */
function PushFailures({ failures }: { failures: readonly PushFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <>
      <h3>{t("Why pushes did not go out")}</h3>
      <ul class="cards">
        {failures.map(({ provider, reason, isFinal, pushes, users }) => (
          <li key={`${provider} ${reason} ${isFinal}`}>
            <strong>
              {t("{pushes, plural, one {# push} other {# pushes}} to {people}", {
                pushes,
                people: people(users),
              })}
            </strong>{" "}
            {isFinal
              ? t("failed")
              : t(
                  "{pushes, plural, one {waits and is tried again} other {wait and are tried again}}",
                  { pushes },
                )}
            : {pushReason(reason)} <span class="hint">{providerName(provider)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const COLUMNS = [t("Told"), t("Pushed"), t("Waiting"), t("Failed"), t("Seen")];

/** Shows a share as a bar. Hidden from screen readers, because the number stands next to it. */
function Bar({ part, whole }: { part: number; whole: number }) {
  return <progress value={part} max={Math.max(whole, 1)} aria-hidden="true" />;
}

/**
 * Shows live how many people were told, each counted at their most urgent level, and how many of them were pushed to,
 * wait for a push, have a push that failed, and have seen the notification.
 */
export function Progress({ alert }: { alert: ProgressFragment }) {
  const rows = LEVELS.map((level) => alert.delivery?.find((row) => row.level === level));
  const seen = rows.reduce((sum, row) => sum + (row?.usersSeen ?? 0), 0);
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">{t("People reached")}</h2>
      <p role="status" class="reached">
        {t("{people} told, {seen, plural, one {# person has} other {# people have}} seen it", {
          people: <strong>{people(alert.reachedUsers)}</strong>,
          seen,
        })}
      </p>
      <div class="table">
        <table class="progress">
          <thead>
            <tr>
              <th scope="col">{t("Level")}</th>
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
                users = 0,
                usersPushed = 0,
                usersWaiting = 0,
                usersFailed = 0,
                usersSeen = 0,
                seenAfterMedian: median = null,
              } = rows[index] ?? {};
              return (
                <tr key={level}>
                  <th scope="row">
                    <LevelBadge level={level} />
                  </th>
                  <td class="number">{count(users)}</td>
                  <td class="number">
                    {count(usersPushed)}
                    <Bar part={usersPushed} whole={users} />
                  </td>
                  <td class="number">{count(usersWaiting)}</td>
                  <td class="number">{count(usersFailed)}</td>
                  <td
                    class="number"
                    title={
                      median === null
                        ? undefined
                        : t("half within {duration}", { duration: duration(median) })
                    }
                  >
                    {count(usersSeen)}
                    <Bar part={usersSeen} whole={users} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p class="hint">
        {t(
          "Each person counts once. Pushed: a push has left the service for one of their devices. Who has no device is told in the app only: told, and not pushed.",
        )}
      </p>
      <PushFailures failures={alert.pushFailures ?? []} />
      {stateOf(alert, now.value) === "ACTIVE" && (
        <>
          <h3>{t("Whether pushes go out now")}</h3>
          <PushReadiness />
        </>
      )}
    </section>
  );
}

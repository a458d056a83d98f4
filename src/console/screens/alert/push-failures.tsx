import type { ProgressFragment } from "../../api/operations.ts";
import { count, people } from "../../words/numbers.ts";
import { providerName } from "../../words/push.ts";

type PushFailure = NonNullable<ProgressFragment["pushFailures"]>[number];

const pushes = (number: number) => `${count(number)} ${number === 1 ? "push" : "pushes"}`;

/** Says why pushes have failed or wait, with their number. */
export function PushFailures({ failures }: { failures: readonly PushFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <>
      <h3>Why pushes did not go out</h3>
      <ul class="cards">
        {failures.map(({ provider, reason, isFinal, pushes: number, users }) => (
          <li key={`${provider} ${reason} ${isFinal}`}>
            <strong>
              {pushes(number)} to {people(users)}
            </strong>{" "}
            {isFinal
              ? "failed"
              : number === 1
                ? "waits and is tried again"
                : "wait and are tried again"}
            : {reason} <span class="hint">{providerName(provider)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

import type { ProgressFragment } from "../../api/operations.ts";
import { people } from "../../words/numbers.ts";
import { providerName, pushReason } from "../../words/push.ts";
import { t } from "../../words/translate.ts";

type PushFailure = NonNullable<ProgressFragment["pushFailures"]>[number];

/** Shows why pushes have failed or wait, and how many. */
export function PushFailures({ failures }: { failures: readonly PushFailure[] }) {
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

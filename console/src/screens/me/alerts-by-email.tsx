import { useEffect } from "preact/hooks";
import {
  AlertsByEmailDocument,
  AlertsByEmailEditDocument,
  type EmailUse,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { t } from "../../words/translate.ts";

const mine = loaded((signal) => request(AlertsByEmailDocument, {}, { signal }));

const USES: readonly (readonly [EmailUse, string])[] = [
  ["WITHOUT_DEVICE", t("while nothing else warns me")],
  ["ALWAYS", t("always")],
  ["NEVER", t("never")],
];

/** Shows and changes when alerts come by email, and says why none does. */
export function AlertsByEmail() {
  useEffect(() => void mine.load(), []);
  const { me } = mine.data.value ?? {};
  const { run, problem } = useAction(async (alertsByEmail: EmailUse) => {
    await request(AlertsByEmailEditDocument, { id: me?.id ?? 0, alertsByEmail });
    await mine.load();
  });
  return (
    <section aria-labelledby="by-email">
      <h2 id="by-email">{t("Alerts by email")}</h2>
      <Problem text={mine.error.value} retry={() => void mine.load()} />
      {me && (
        <>
          <Select
            label={t("Alerts come by email")}
            value={me.alertsByEmail}
            options={USES}
            onChange={(use) => void run(use)}
          />
          {!me.emailVerified && <p class="hint">{t("Not before the email is confirmed.")}</p>}
          {me.emailRefusal !== null && (
            <Problem
              text={t(
                "The mail server refused {email}, so no alert comes by email. Change the email, or choose again. {reason}",
                { email: me.email, reason: me.emailRefusal },
              )}
            />
          )}
        </>
      )}
      <Problem text={problem} />
    </section>
  );
}

import { useState } from "preact/hooks";
import { EmailVerificationSendDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { useAction } from "../components/use-action.ts";
import { hostSettings } from "../state/host-settings.ts";
import { t } from "../words/translate.ts";
import { reachability } from "./reachability.ts";

/** Asks the user to confirm their email, if the service sends mail. */
export function UnverifiedEmail() {
  const [done, setDone] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    await request(EmailVerificationSendDocument, {});
    setDone(t("The mail is on its way."));
  });
  if (!hostSettings.value?.hasMail || reachability.data.value?.isVerified !== false) return null;
  return (
    <section>
      <p>
        {t("Confirm your email by the link that was mailed to you.")}{" "}
        <button type="button" class="plain" disabled={isBusy} onClick={() => void run()}>
          {t("Send it again")}
        </button>
      </p>
      <Problem text={problem} />
      <p role="status">{done}</p>
    </section>
  );
}

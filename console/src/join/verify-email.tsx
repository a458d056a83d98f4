import { useState } from "preact/hooks";
import { EmailVerifyDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { t } from "../words/translate.ts";
import { forgetSecret } from "./secret.ts";

/** The page of a mailed link. It waits for a click, because programs that check mails open links too. */
export function VerifyEmail({ token }: { token: string }) {
  const [email, setEmail] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    const { emailVerify } = await request(EmailVerifyDocument, { token });
    setEmail(emailVerify ?? "");
  });
  return (
    <>
      <Title text={t("Confirm your email")} />
      <p role="status">{email && t("{email} is confirmed.", { email })}</p>
      <Problem text={problem} />
      <div class="actions">
        {email ? (
          <button type="button" class="primary" onClick={forgetSecret}>
            {t("Go on")}
          </button>
        ) : (
          <button type="button" class="primary" disabled={isBusy} onClick={() => void run()}>
            {t("Confirm")}
          </button>
        )}
      </div>
    </>
  );
}

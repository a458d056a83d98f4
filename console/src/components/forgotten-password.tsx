import { useState } from "preact/hooks";
import { PasswordForgottenDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { t } from "../words/translate.ts";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

/** Asks for a mail with a link to set a new password. */
export function ForgottenPassword({ email }: { email: string }) {
  const [done, setDone] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    if (!email) throw new RequestError("BAD_USER_INPUT", t("Write your email first."));
    setDone("");
    await request(PasswordForgottenDocument, { email });
    setDone(t("If somebody has this email, a mail with a link is on its way."));
  });
  return (
    <>
      <button type="button" class="plain" disabled={isBusy} onClick={() => void run()}>
        {t("I forgot my password")}
      </button>
      <Problem text={problem} />
      <p role="status">{done}</p>
    </>
  );
}

import { useState } from "preact/hooks";
import { loadHostSettings } from "../api/load-host-settings.ts";
import { EmailVerifyDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { isExpired, session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { LogIn } from "./log-in.tsx";
import { asked, forgetSecret } from "./secret.ts";
import { SetPassword } from "./set-password.tsx";
import { SetUp } from "./set-up.tsx";
import { SignUp } from "./sign-up.tsx";

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

function Step() {
  const to = asked.value;
  const { kind } = to;
  if (to.kind === "verify") return <VerifyEmail token={to.token} />;
  if (to.kind === "password") return <SetPassword token={to.token} />;
  if (session.value && !isExpired.value && kind !== "join") return <SetUp />;
  return kind === "join" ? <SignUp /> : <LogIn />;
}

/** The settings tell what this service can do. */
void loadHostSettings();

/** The page on which people join by an invitation, and choose how they report and are warned. */
export function JoinPage() {
  return (
    <main class="join">
      <Step />
      <LanguageSelect />
    </main>
  );
}

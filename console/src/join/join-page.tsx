import { useState } from "preact/hooks";
import { beginSession } from "../api/begin-session.ts";
import { loadHostSettings } from "../api/load-host-settings.ts";
import { EmailVerifyDocument, PasswordSetDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { AskFactor } from "../components/ask-factor.tsx";
import { Field, NEW_PASSWORD, SAME_PASSWORD } from "../components/field.tsx";
import { Form, useFields } from "../components/form.tsx";
import { LanguageSelect } from "../components/language-select.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { isExpired, session } from "../state/session.ts";
import { requireSame } from "../words/passwords.ts";
import { t } from "../words/translate.ts";
import { LogIn } from "./log-in.tsx";
import { asked, forgetSecret } from "./secret.ts";
import { SetUp } from "./set-up.tsx";
import { SignUp } from "./sign-up.tsx";

/** The page of a link by which a user sets a password. It needs no login, and leads to the set-up of the phone. */
function SetPassword({ token }: { token: string }) {
  const { fields, field } = useFields({ password: "", again: "" });
  async function submit(): Promise<void> {
    const { password, again } = fields;
    requireSame(password, again);
    const { passwordSet: email } = await request(PasswordSetDocument, {
      input: { token, password },
    });
    // Without a session, the page shows the login.
    session.value = null;
    if (email) await beginSession({ email, password }, email).catch(console.warn);
    forgetSecret();
  }
  return (
    <>
      <Title text={t("Set your password")} />
      <p>{t("Then you set up your phone, and are warned where you are.")}</p>
      <Form action={t("Set the password")} submit={submit}>
        <Field {...NEW_PASSWORD} hint={t("8 characters at least.")} {...field("password")} />
        <Field {...SAME_PASSWORD} {...field("again")} />
      </Form>
      <Organisation />
    </>
  );
}

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
      <AskFactor />
      <LanguageSelect />
    </main>
  );
}

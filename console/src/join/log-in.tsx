import { useState } from "preact/hooks";
import { beginSession } from "../api/begin-session.ts";
import { Field } from "../components/field.tsx";
import { ForgottenPassword } from "../components/forgotten-password.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { hostSettings } from "../state/host-settings.ts";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";

/** The login form for people who have joined. */
export function LogIn() {
  const [email, setEmail] = useState(session.value?.email ?? "");
  const [password, setPassword] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    await beginSession(email.trim(), password);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Title text={t("Log in")}>{t("Location alerts")}</Title>
      <p>{t("To join, you need an invitation: scan its code, or open its link.")}</p>
      <Field
        label={t("Email")}
        type="email"
        required
        autocomplete="username"
        value={email}
        onInput={setEmail}
      />
      <Field
        label={t("Password")}
        type="password"
        required
        autocomplete="current-password"
        value={password}
        onInput={setPassword}
      />
      <Problem text={problem} />
      <button type="submit" class="primary" disabled={isBusy}>
        {t("Log in")}
      </button>
      <Organisation />
      {hostSettings.value?.hasMail && <ForgottenPassword email={email.trim()} />}
    </form>
  );
}

import { beginSession } from "../api/begin-session.ts";
import { LoginForm } from "../components/login-form.tsx";
import { Organisation } from "../components/organisation.tsx";
import { t } from "../words/translate.ts";

/** The login for people who have joined. */
export function LogIn() {
  return (
    <LoginForm
      text={t("To join, you need an invitation: scan its code, or open its link.")}
      logIn={beginSession}
    >
      <Organisation />
    </LoginForm>
  );
}

import { useState } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import { LoginDocument, MeDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { ForgottenPassword } from "../components/forgotten-password.tsx";
import { LanguageSelect } from "../components/language-select.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { hostSettings } from "../state/host-settings.ts";
import { isExpired, logOut, session } from "../state/session.ts";
import { t } from "../words/translate.ts";

const NOT_AN_ADMINISTRATOR = t(
  "This account is not an administrator's. Log in as an administrator, or ask one to make you one.",
);

/** The login form. It also appears over the page when the token has expired. */
export function Login() {
  const [email, setEmail] = useState(session.value?.email ?? "");
  const [password, setPassword] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    const { login } = await request(LoginDocument, { input: { email: email.trim(), password } });
    if (!login) throw new RequestError("UNAUTHENTICATED", t("Log in again."));
    const { accessToken: token, userId } = login;
    const { me } = await request(MeDocument, {}, { token });
    if (!me?.isAdmin) throw new RequestError("FORBIDDEN", NOT_AN_ADMINISTRATOR);
    session.value = { token, userId, email: me.email, isTraining: me.isTraining };
  });

  return (
    <form
      class="login"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Title text={t("Log in")}>{t("Location alerts")}</Title>
      <p>
        {isExpired.value
          ? t("Your session has ended. Log in again: what you drew and wrote is kept.")
          : t("For administrators: warn people where they are.")}
      </p>
      <Field
        label={t("Email")}
        type="email"
        autocomplete="username"
        required
        value={email}
        onInput={setEmail}
      />
      <Field
        label={t("Password")}
        type="password"
        autocomplete="current-password"
        required
        value={password}
        onInput={setPassword}
      />
      <Problem text={problem} />
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? t("Logging in…") : t("Log in")}
      </button>
      {isExpired.value && (
        <button type="button" class="plain" onClick={logOut}>
          {t("Log in as someone else")}
        </button>
      )}
      {hostSettings.value?.hasMail && <ForgottenPassword email={email.trim()} />}
      {!isExpired.value && (
        <>
          <p>
            <a href={hostUrl("").href}>{t("Your own page: what concerns you, and your data")}</a>
          </p>
          <Organisation />
          <LanguageSelect />
        </>
      )}
    </form>
  );
}

import { hostUrl } from "../api/host-url.ts";
import { LoginDocument, MeDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { LoginForm } from "../components/login-form.tsx";
import { Organisation } from "../components/organisation.tsx";
import { isExpired, logOut, session } from "../state/session.ts";
import { t } from "../words/translate.ts";

const NOT_AN_ADMINISTRATOR = t(
  "This account is not an administrator's. Log in as an administrator, or ask one to make you one.",
);

async function logIn(email: string, password: string): Promise<void> {
  const { login } = await request(LoginDocument, { input: { email, password } });
  if (!login) throw new RequestError("UNAUTHENTICATED", t("Log in again."));
  const { accessToken: token, userId } = login;
  const { me } = await request(MeDocument, {}, { token });
  if (!me?.isAdmin) throw new RequestError("FORBIDDEN", NOT_AN_ADMINISTRATOR);
  session.value = { token, userId, email: me.email, isTraining: me.isTraining };
}

/** The login form. It also appears over the page when the token has expired. */
export function Login() {
  return isExpired.value ? (
    <LoginForm
      text={t("Your session has ended. Log in again: what you drew and wrote is kept.")}
      logIn={logIn}
    >
      <button type="button" class="plain" onClick={logOut}>
        {t("Log in as someone else")}
      </button>
    </LoginForm>
  ) : (
    <LoginForm text={t("For administrators: warn people where they are.")} logIn={logIn}>
      <p>
        <a href={hostUrl("").href}>{t("Your own page: what concerns you, and your data")}</a>
      </p>
      <Organisation />
      <LanguageSelect />
    </LoginForm>
  );
}

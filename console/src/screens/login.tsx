import { endLogin } from "../api/end-login.ts";
import { hostUrl } from "../api/host-url.ts";
import { LoginDocument } from "../api/operations.ts";
import { tokensOf } from "../api/renew-session.ts";
import { RequestError, request } from "../api/request.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { type Given, LoginForm } from "../components/login-form.tsx";
import { LoginProviders } from "../components/login-providers.tsx";
import { Organisation } from "../components/organisation.tsx";
import { isExpired, logOut, type Session, session } from "../state/session.ts";
import { loadUser } from "../state/training.ts";
import { t } from "../words/translate.ts";

const NO_ROLE = t(
  "This account has no role here. Log in with another one, or ask a manager for a role.",
);

/** Opens the console to whoever has a role. */
async function enter({ token, ...login }: Pick<Session, "token" | "userId">): Promise<void> {
  const user = await loadUser({ token }).catch((error) => {
    throw error.code === "FORBIDDEN" ? new RequestError("FORBIDDEN", NO_ROLE) : error;
  });
  if (user) session.value = { token, ...login, ...user };
}

async function logIn(given: Given): Promise<void> {
  const login =
    "password" in given
      ? (await request(LoginDocument, { input: given })).login
      : await endLogin(given, false);
  if (!login) throw new RequestError("UNAUTHENTICATED", t("Log in again."));
  await enter({ token: login.accessToken, userId: login.userId });
}

const Providers = () => (
  <LoginProviders enter={(tokens) => enter({ ...tokensOf(tokens), userId: tokens.userId })} />
);

/** The login form. It also appears over the page when the token has expired. */
export function Login() {
  return isExpired.value ? (
    <LoginForm
      text={t("Your session has ended. Log in again: what you drew and wrote is kept.")}
      logIn={logIn}
    >
      <Providers />
      <button type="button" class="plain" onClick={logOut}>
        {t("Log in as someone else")}
      </button>
    </LoginForm>
  ) : (
    <LoginForm text={t("For authorities: warn people where they are.")} logIn={logIn}>
      <Providers />
      <p>
        <a href={hostUrl("").href}>{t("Your own page: what concerns you, and your data")}</a>
      </p>
      <Organisation />
      <LanguageSelect />
    </LoginForm>
  );
}

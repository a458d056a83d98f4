import { loadHostSettings } from "../api/load-host-settings.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { SetPasswordScreen } from "../screens/set-password.tsx";
import { isExpired, session } from "../state/session.ts";
import { LogIn } from "./log-in.tsx";
import { asked } from "./secret.ts";
import { SetUp } from "./set-up.tsx";
import { SignUp } from "./sign-up.tsx";
import { VerifyEmail } from "./verify-email.tsx";

function Step() {
  const { kind } = asked.value;
  if (session.value && !isExpired.value && kind !== "join") return <SetUp />;
  return kind === "join" ? <SignUp /> : <LogIn />;
}

/** The settings tell what this service can do. */
void loadHostSettings();

/** The page on which people join by an invitation, and choose how they report and are warned. */
export function JoinPage() {
  const to = asked.value;
  if (to.kind === "password") return <SetPasswordScreen token={to.token} />;
  return (
    <main class="join">
      {to.kind === "verify" ? <VerifyEmail token={to.token} /> : <Step />}
      <LanguageSelect />
    </main>
  );
}

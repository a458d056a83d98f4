import { useState } from "preact/hooks";
import { PasswordSetDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { PASSWORDS_DIFFER } from "../words/passwords.ts";
import { t } from "../words/translate.ts";

/** The page of a link by which an imported user sets a password. It needs no login. */
export function SetPasswordScreen({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [email, setEmail] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    if (password !== again) throw new RequestError("BAD_USER_INPUT", PASSWORDS_DIFFER);
    const { passwordSet } = await request(PasswordSetDocument, { input: { token, password } });
    setEmail(passwordSet ?? "");
  });
  return (
    <main class="alone">
      {email ? (
        <div class="login" role="status">
          <Title text={t("Your password is set")} />
          <p>
            {t("Log in to the app with {email} and your new password.", {
              email: <strong>{email}</strong>,
            })}
          </p>
        </div>
      ) : (
        <form
          class="login"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <Title text={t("Set your password")} />
          <p>{t("Then you can log in to Location alerts, and are warned where you are.")}</p>
          <Field
            label={t("New password")}
            type="password"
            autocomplete="new-password"
            required
            minLength={8}
            hint={t("8 characters at least.")}
            value={password}
            onInput={setPassword}
          />
          <Field
            label={t("The same again")}
            type="password"
            autocomplete="new-password"
            required
            value={again}
            onInput={setAgain}
          />
          <Problem text={problem} />
          <button type="submit" class="primary" disabled={isBusy}>
            {t("Set the password")}
          </button>
        </form>
      )}
    </main>
  );
}

import { useState } from "preact/hooks";
import { PasswordSetDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { PASSWORDS_DIFFER } from "../words/passwords.ts";

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
          <Title text="Your password is set" />
          <p>
            Log in to the app with <strong>{email}</strong> and your new password.
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
          <Title text="Set your password" />
          <p>Then you can log in to Location alerts, and are warned where you are.</p>
          <Field
            label="New password"
            type="password"
            autocomplete="new-password"
            required
            minLength={8}
            hint="8 characters at least."
            value={password}
            onInput={setPassword}
          />
          <Field
            label="The same again"
            type="password"
            autocomplete="new-password"
            required
            value={again}
            onInput={setAgain}
          />
          <Problem text={problem} />
          <button type="submit" class="primary" disabled={isBusy}>
            Set the password
          </button>
        </form>
      )}
    </main>
  );
}

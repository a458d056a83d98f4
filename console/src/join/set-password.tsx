import { useState } from "preact/hooks";
import { beginSession } from "../api/begin-session.ts";
import { PasswordSetDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { session } from "../state/session.ts";
import { PASSWORDS_DIFFER } from "../words/passwords.ts";
import { t } from "../words/translate.ts";
import { forgetSecret } from "./secret.ts";

/** The page of a link by which a user sets a password. It needs no login, and leads to the set-up of the phone. */
export function SetPassword({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    if (password !== again) throw new RequestError("BAD_USER_INPUT", PASSWORDS_DIFFER);
    const { passwordSet: email } = await request(PasswordSetDocument, {
      input: { token, password },
    });
    // Without a session, the page shows the login.
    session.value = null;
    if (email) await beginSession(email, password).catch(console.warn);
    forgetSecret();
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Title text={t("Set your password")} />
      <p>{t("Then you set up your phone, and are warned where you are.")}</p>
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
      <Organisation />
    </form>
  );
}

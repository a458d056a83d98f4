import { useState } from "preact/hooks";
import { UserPasswordEditDocument } from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { PASSWORDS_DIFFER } from "../../words/passwords.ts";
import { t } from "../../words/translate.ts";

/** Changes the user's password. The session stays. */
export function Password() {
  const [currentPassword, setCurrentPassword] = useState("");
  const [password1, setPassword1] = useState("");
  const [password2, setPassword2] = useState("");
  const [isDone, setDone] = useState(false);
  const { run, isBusy, problem } = useAction(async () => {
    setDone(false);
    if (password1 !== password2) throw new RequestError("BAD_USER_INPUT", PASSWORDS_DIFFER);
    await request(UserPasswordEditDocument, { input: { currentPassword, password1, password2 } });
    setCurrentPassword("");
    setPassword1("");
    setPassword2("");
    setDone(true);
  });
  return (
    <section aria-labelledby="password">
      <h2 id="password">{t("Password")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field
          label={t("Current password")}
          type="password"
          required
          autocomplete="current-password"
          value={currentPassword}
          onInput={setCurrentPassword}
        />
        <Field
          label={t("New password")}
          type="password"
          required
          minLength={8}
          autocomplete="new-password"
          hint={t("8 characters at least. It ends your sessions everywhere else.")}
          value={password1}
          onInput={setPassword1}
        />
        <Field
          label={t("The same again")}
          type="password"
          required
          autocomplete="new-password"
          value={password2}
          onInput={setPassword2}
        />
        <Problem text={problem} />
        <p role="status">{isDone && t("The password is changed.")}</p>
        <button type="submit" disabled={isBusy}>
          {t("Change the password")}
        </button>
      </form>
    </section>
  );
}

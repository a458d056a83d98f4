import { beginSession } from "../api/begin-session.ts";
import { PasswordSetDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Field, NEW_PASSWORD, SAME_PASSWORD } from "../components/field.tsx";
import { Form, useFields } from "../components/form.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Title } from "../components/title.tsx";
import { session } from "../state/session.ts";
import { requireSame } from "../words/passwords.ts";
import { t } from "../words/translate.ts";
import { forgetSecret } from "./secret.ts";

/** The page of a link by which a user sets a password. It needs no login, and leads to the set-up of the phone. */
export function SetPassword({ token }: { token: string }) {
  const { fields, field } = useFields({ password: "", again: "" });
  async function submit(): Promise<void> {
    const { password, again } = fields;
    requireSame(password, again);
    const { passwordSet: email } = await request(PasswordSetDocument, {
      input: { token, password },
    });
    // Without a session, the page shows the login.
    session.value = null;
    if (email) await beginSession(email, password).catch(console.warn);
    forgetSecret();
  }
  return (
    <>
      <Title text={t("Set your password")} />
      <p>{t("Then you set up your phone, and are warned where you are.")}</p>
      <Form action={t("Set the password")} submit={submit}>
        <Field {...NEW_PASSWORD} hint={t("8 characters at least.")} {...field("password")} />
        <Field {...SAME_PASSWORD} {...field("again")} />
      </Form>
      <Organisation />
    </>
  );
}

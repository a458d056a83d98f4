import { UserPasswordEditDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Field, NEW_PASSWORD, OWN_PASSWORD, SAME_PASSWORD } from "../../components/field.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { requireSame } from "../../words/passwords.ts";
import { t } from "../../words/translate.ts";

const EMPTY = { currentPassword: "", password: "", again: "" };

/** Changes the user's password. The session stays. */
export function Password() {
  const { fields, field, edit } = useFields(EMPTY);
  async function submit(): Promise<void> {
    const { currentPassword, password: password1, again: password2 } = fields;
    requireSame(password1, password2);
    await request(UserPasswordEditDocument, { input: { currentPassword, password1, password2 } });
    edit(EMPTY);
  }
  return (
    <section aria-labelledby="password">
      <h2 id="password">{t("Password")}</h2>
      <Form action={t("Change the password")} submit={submit} done={t("The password is changed.")}>
        <Field {...OWN_PASSWORD} label={t("Current password")} {...field("currentPassword")} />
        <Field
          {...NEW_PASSWORD}
          hint={t("8 characters at least. It ends your sessions everywhere else.")}
          {...field("password")}
        />
        <Field {...SAME_PASSWORD} {...field("again")} />
      </Form>
    </section>
  );
}

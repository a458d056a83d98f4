import { UserEditDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { EMAIL, Field, OWN_PASSWORD } from "../../components/field.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { session } from "../../state/session.ts";
import { t } from "../../words/translate.ts";

/** Shows and changes the user's own name, email and address. */
export function MyProfile(props: {
  me: { id: number; name: string; email: string; address: string };
  onChange: () => void;
}) {
  const { id, name, email, address } = props.me;
  const { fields, field, edit } = useFields({ name, email, address, currentPassword: "" });
  const changed = fields.email.trim();
  const isOther = changed !== email;
  async function submit(): Promise<void> {
    const { name, address, currentPassword } = fields;
    const credentials = isOther ? { email: changed, currentPassword } : {};
    await request(UserEditDocument, { id, input: { name, address, ...credentials } });
    if (session.value) session.value = { ...session.value, email: changed };
    edit({ currentPassword: "" });
    props.onChange();
  }
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{t("Name, email and address")}</h2>
      <Form action={t("Save")} submit={submit} done={t("It is saved.")}>
        <Field label={t("Name")} required autocomplete="name" {...field("name")} />
        <Field {...EMAIL} {...field("email")} />
        <Field label={t("Address")} autocomplete="street-address" {...field("address")} />
        {isOther && <Field {...OWN_PASSWORD} {...field("currentPassword")} />}
      </Form>
    </section>
  );
}

import type { ComponentChildren } from "preact";
import { hostSettings } from "../state/host-settings.ts";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { EMAIL, Field, OWN_PASSWORD } from "./field.tsx";
import { ForgottenPassword } from "./forgotten-password.tsx";
import { Form, useFields } from "./form.tsx";
import { Title } from "./title.tsx";

/** The form of a login. */
export function LoginForm(props: {
  /** What the page says above the form. */
  text: string;
  logIn: (email: string, password: string) => Promise<void>;
  /** Shown below the form. */
  children?: ComponentChildren;
}) {
  const { text, logIn, children } = props;
  const { fields, field } = useFields({ email: session.value?.email ?? "", password: "" });
  const email = fields.email.trim();
  return (
    <div class="login">
      <Title text={t("Log in")}>{t("Location alerts")}</Title>
      <p>{text}</p>
      <Form action={t("Log in")} submit={() => logIn(email, fields.password)}>
        <Field {...EMAIL} {...field("email")} />
        <Field {...OWN_PASSWORD} label={t("Password")} {...field("password")} />
      </Form>
      {hostSettings.value?.hasMail && <ForgottenPassword email={email} />}
      {children}
    </div>
  );
}

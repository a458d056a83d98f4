import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { PasswordForgottenDocument } from "../api/operations.ts";
import type { PasskeyAnswer } from "../api/passkeys.ts";
import { RequestError, request } from "../api/request.ts";
import { hostSettings } from "../state/host-settings.ts";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { CODE, EMAIL, Field, OWN_PASSWORD } from "./field.tsx";
import { Form, useFields } from "./form.tsx";
import { Later } from "./later.tsx";
import { Problem } from "./problem.tsx";
import { Title } from "./title.tsx";
import { useAction } from "./use-action.ts";

/** Asks for a mail with a link to set a new password. */
export function ForgottenPassword({ email }: { email: string }) {
  const [done, setDone] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    if (!email) throw new RequestError("BAD_USER_INPUT", t("Write your email first."));
    setDone("");
    await request(PasswordForgottenDocument, { email });
    setDone(t("If somebody has this email, a mail with a link is on its way."));
  });
  return (
    <>
      <button type="button" class="plain" disabled={isBusy} onClick={() => void run()}>
        {t("I forgot my password")}
      </button>
      <Problem text={problem} />
      <p role="status">{done}</p>
    </>
  );
}

/** What somebody logs in with: first the password, then the second factor with the ticket that it gave. */
export type Given =
  | { email: string; password: string }
  | { ticket: string; code: string }
  | PasskeyAnswer;

/** The form of a login. */
export function LoginForm(props: {
  /** What the page says above the form. */
  text: string;
  logIn: (given: Given, email: string) => Promise<void>;
  /** Shown below the form. */
  children?: ComponentChildren;
}) {
  const { text, logIn, children } = props;
  const begin = { email: session.value?.email ?? "", password: "", code: "" };
  const { fields, field } = useFields(begin);
  const [ticket, setTicket] = useState("");
  const email = fields.email.trim();
  async function submit(): Promise<void> {
    const { password, code } = fields;
    try {
      await logIn(ticket ? { ticket, code } : { email, password }, email);
    } catch (error) {
      const { facts } = error as RequestError;
      if (facts?.ticket) return setTicket(facts.ticket);
      if (facts?.reason === "TICKET_EXPIRED") setTicket("");
      throw error;
    }
  }
  /** Few log in by a passkey, so the page does not bring its code. */
  async function passkeyButton() {
    const { PasskeyButton } = await import("./passkey-button.tsx");
    return () => <PasskeyButton ticket={ticket} use={(answer) => logIn(answer, email)} />;
  }
  return (
    <div class="login">
      <Title text={t("Log in")}>{t("Location alerts")}</Title>
      <p>{text}</p>
      <Form action={t("Log in")} submit={submit}>
        {ticket ? (
          <Field {...CODE} {...field("code")} />
        ) : (
          <>
            <Field {...EMAIL} {...field("email")} />
            <Field {...OWN_PASSWORD} label={t("Password")} {...field("password")} />
          </>
        )}
      </Form>
      <Later key={ticket} load={passkeyButton} />
      {hostSettings.value?.hasMail && <ForgottenPassword email={email} />}
      {children}
    </div>
  );
}

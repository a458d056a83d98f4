import { useEffect, useState } from "preact/hooks";
import { beginSession } from "../api/begin-session.ts";
import {
  InvitationIsOpenDocument,
  InvitationTakeDocument,
  LogoutDocument,
} from "../api/operations.ts";
import { messageOf, RequestError, request } from "../api/request.ts";
import { EMAIL, Field, NEW_PASSWORD } from "../components/field.tsx";
import { Form, useFields } from "../components/form.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { asked, forgetSecret } from "./secret.ts";

const OVER = t(
  "This invitation is over, is full, was withdrawn or is not whole: ask for a new one.",
);

async function problemOf(secret: string): Promise<string> {
  try {
    const { invitationIsOpen } = await request(InvitationIsOpenDocument, { secret });
    return invitationIsOpen ? "" : OVER;
  } catch (error) {
    return messageOf(error);
  }
}

/** Exchanges the first session, which ends after two days, for one that lasts. If that fails, the first one stays. */
async function stayLoggedIn(token: string, email: string, password: string): Promise<void> {
  try {
    await beginSession({ email, password }, email);
    await request(LogoutDocument, {}, { token });
  } catch (error) {
    console.warn("Not exchanged:", error);
  }
}

/** The form by which somebody makes their own user by an invitation. */
export function SignUp() {
  const secret = asked.value.kind === "join" ? asked.value.secret : "";
  const [closed, setClosed] = useState("");
  const { fields, field } = useFields({ name: "", email: "", password: "", address: "" });
  useEffect(() => {
    let isGone = false;
    void problemOf(secret).then((found) => isGone || setClosed(found));
    return () => {
      isGone = true;
    };
  }, [secret]);
  async function submit(): Promise<void> {
    const input = { ...fields, secret };
    const { invitationTake } = await request(InvitationTakeDocument, { input });
    if (!invitationTake) throw new RequestError("NOT_FOUND", OVER);
    const { accessToken: token, userId } = invitationTake;
    const email = fields.email.trim();
    session.value = { token, userId, email };
    forgetSecret();
    await stayLoggedIn(token, email, fields.password);
  }
  return (
    <>
      <Title text={t("Join")}>{t("Be warned where you are")}</Title>
      <p>
        {t(
          "You were invited to join. Your phone reports where it is, and you are warned if a danger concerns that place.",
        )}
      </p>
      <Organisation />
      <Problem text={closed} />
      <Form
        action={t("Join")}
        submit={submit}
        buttons={
          <button type="button" class="plain" onClick={forgetSecret}>
            {t("I have joined already")}
          </button>
        }
      >
        <Field label={t("Name")} required autocomplete="name" {...field("name")} />
        <Field {...EMAIL} {...field("email")} />
        <Field
          {...NEW_PASSWORD}
          label={t("Password")}
          hint={t("8 characters at least.")}
          {...field("password")}
        />
        <Field
          label={t("Address")}
          hint={t("If you like.")}
          autocomplete="street-address"
          {...field("address")}
        />
      </Form>
    </>
  );
}

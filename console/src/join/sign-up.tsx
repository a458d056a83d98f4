import { useEffect, useState } from "preact/hooks";
import { beginSession } from "../api/begin-session.ts";
import {
  InvitationIsOpenDocument,
  InvitationTakeDocument,
  LogoutDocument,
} from "../api/operations.ts";
import { messageOf, RequestError, request } from "../api/request.ts";
import { Field } from "../components/field.tsx";
import { Organisation } from "../components/organisation.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
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
    await beginSession(email, password);
    await request(LogoutDocument, {}, { token });
  } catch (error) {
    console.warn("Not exchanged:", error);
  }
}

/** The form by which somebody makes their own user by an invitation. */
export function SignUp() {
  const secret = asked.value.kind === "join" ? asked.value.secret : "";
  const [closed, setClosed] = useState("");
  const [fields, setFields] = useState({ name: "", email: "", password: "", address: "" });
  const edit = (change: Partial<typeof fields>) => setFields((now) => ({ ...now, ...change }));
  useEffect(() => {
    let isGone = false;
    void problemOf(secret).then((found) => isGone || setClosed(found));
    return () => {
      isGone = true;
    };
  }, [secret]);
  const { run, isBusy, problem } = useAction(async () => {
    const input = { ...fields, secret };
    const { invitationTake } = await request(InvitationTakeDocument, { input });
    if (!invitationTake) throw new RequestError("NOT_FOUND", OVER);
    const { accessToken: token, userId } = invitationTake;
    const email = fields.email.trim();
    session.value = { token, userId, email };
    forgetSecret();
    await stayLoggedIn(token, email, fields.password);
  });
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field
          label={t("Name")}
          required
          autocomplete="name"
          value={fields.name}
          onInput={(name) => edit({ name })}
        />
        <Field
          label={t("Email")}
          type="email"
          required
          autocomplete="username"
          value={fields.email}
          onInput={(email) => edit({ email })}
        />
        <Field
          label={t("Password")}
          type="password"
          required
          minLength={8}
          hint={t("8 characters at least.")}
          autocomplete="new-password"
          value={fields.password}
          onInput={(password) => edit({ password })}
        />
        <Field
          label={t("Address")}
          hint={t("If you like.")}
          autocomplete="street-address"
          value={fields.address}
          onInput={(address) => edit({ address })}
        />
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {t("Join")}
          </button>
          <button type="button" class="plain" onClick={forgetSecret}>
            {t("I have joined already")}
          </button>
        </div>
      </form>
    </>
  );
}

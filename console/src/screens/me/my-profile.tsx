import { useState } from "preact/hooks";
import { UserEditDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { session } from "../../state/session.ts";
import { t } from "../../words/translate.ts";

/** Shows and changes the user's own name and email. */
export function MyProfile(props: {
  me: { id: number; name: string; email: string };
  onChange: () => void;
}) {
  const { id } = props.me;
  const [name, setName] = useState(props.me.name);
  const [email, setEmail] = useState(props.me.email);
  const [currentPassword, setPassword] = useState("");
  const [isSaved, setSaved] = useState(false);
  const isOther = email.trim() !== props.me.email;
  const { run, isBusy, problem } = useAction(async () => {
    setSaved(false);
    const changed = isOther ? { email: email.trim(), currentPassword } : {};
    const { userEdit } = await request(UserEditDocument, { id, input: { name, ...changed } });
    const { value } = session;
    if (value && userEdit && isOther) session.value = { ...value, email: email.trim() };
    setPassword("");
    setSaved(true);
    props.onChange();
  });
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{t("Name and email")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field label={t("Name")} required autocomplete="name" value={name} onInput={setName} />
        <Field
          label={t("Email")}
          type="email"
          required
          autocomplete="username"
          value={email}
          onInput={setEmail}
        />
        {isOther && (
          <Field
            label={t("Your own password")}
            type="password"
            required
            autocomplete="current-password"
            value={currentPassword}
            onInput={setPassword}
          />
        )}
        <Problem text={problem} />
        <button type="submit" disabled={isBusy}>
          {t("Save")}
        </button>
        <p role="status">{isSaved && t("Your name and email are saved.")}</p>
      </form>
    </section>
  );
}

import { useState } from "preact/hooks";
import { NewUserDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Check } from "../../parts/check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useAction } from "../../parts/use-action.ts";

/** Makes a user. */
export function NewUser({ onClose }: { onClose: (isChanged: boolean) => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");
  const [isAdmin, setAdmin] = useState(false);
  const { run, isBusy, problem } = useAction(async () => {
    await request(NewUserDocument, {
      input: { name, email: email.trim(), address, password, isAdmin },
    });
    onClose(true);
  });
  return (
    <Dialog label="New user" onClose={() => onClose(false)}>
      <h2>New user</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Field label="Name" required value={name} onInput={setName} autocomplete="off" />
        <Field
          label="Email"
          type="email"
          required
          value={email}
          onInput={setEmail}
          autocomplete="off"
        />
        <Field label="Address" value={address} onInput={setAddress} autocomplete="off" />
        <Field
          label="Password"
          type="password"
          required
          minLength={8}
          hint="8 characters at least. Tell it to them; they can change it."
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
        />
        <Check value={isAdmin} onChange={setAdmin}>
          Administrator: may warn people, and see where they are
        </Check>
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            Make the user
          </button>
          <button type="button" onClick={() => onClose(false)}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

import { useState } from "preact/hooks";
import { UserEditDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useAction } from "../../parts/use-action.ts";
import type { User } from "../users.tsx";

/** Edits a user. */
export function EditUser({ user, onClose }: { user: User; onClose: (isChanged: boolean) => void }) {
  const [name, setName] = useState(user.name);
  const [email, setEmail] = useState(user.email);
  const [address, setAddress] = useState(user.address);
  const { run, isBusy, problem } = useAction(async () => {
    await request(UserEditDocument, { id: user.id, input: { name, email: email.trim(), address } });
    onClose(true);
  });
  return (
    <Dialog label={`Edit ${user.name}`} onClose={() => onClose(false)}>
      <h2>{user.name}</h2>
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
        <Problem text={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy}>
            Save
          </button>
          <button type="button" onClick={() => onClose(false)}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

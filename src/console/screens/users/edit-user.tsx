import { useState } from "preact/hooks";
import {
  UserEditDocument,
  UserPasswordResetDocument,
  UserRightsDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Check } from "../../parts/check.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useAction } from "../../parts/use-action.ts";
import type { User } from "../../state/user-search.ts";

/** Edits a user: who they are, what they may do, and a new password where they lost theirs. */
export function EditUser({ user, onClose }: { user: User; onClose: (isChanged: boolean) => void }) {
  const { id } = user;
  const [name, setName] = useState(user.name);
  const [email, setEmail] = useState(user.email);
  const [address, setAddress] = useState(user.address);
  const [isAdmin, setAdmin] = useState(user.isAdmin);
  const [isTester, setTester] = useState(user.isTester);
  const [password, setPassword] = useState("");
  const { run, isBusy, problem } = useAction(async () => {
    await request(UserEditDocument, { id, input: { name, email: email.trim(), address } });
    if (password) {
      await request(UserPasswordResetDocument, {
        id,
        input: { password1: password, password2: password },
      });
    }
    // Last, as it may be one's own rights that are given away.
    if (isAdmin !== user.isAdmin || isTester !== user.isTester) {
      await request(UserRightsDocument, { id, input: { isAdmin, isTester } });
    }
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
        <Field
          label="New password"
          type="password"
          minLength={8}
          hint="Empty leaves it as it is. A new one ends their sessions: tell it to them."
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
        />
        <Check value={isAdmin} onChange={setAdmin}>
          Administrator: may warn people, and see where they are
        </Check>
        <Check value={isTester} onChange={setTester}>
          Tester: exercises and tests reach them
        </Check>
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

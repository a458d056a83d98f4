import { useState } from "preact/hooks";
import {
  UserEditDocument,
  UserPasswordResetDocument,
  UserRightsDocument,
  UserTrainingDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import type { User } from "../../state/user-search.ts";
import { t } from "../../words/translate.ts";
import { type Close, type UserFields, UserForm } from "./user-form.tsx";

/** Returns the fields whose values differ; undefined if all are the same. */
function changedFields<Fields extends object>(
  before: NoInfer<Fields>,
  after: Fields,
): Partial<Fields> | undefined {
  const names = Object.keys(after) as (keyof Fields)[];
  const changed = names.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Fields>;
}

const changesEmail = (user: User, { email }: UserFields) => email.trim() !== user.email;

/**
 * Sends only the fields that were changed here: someone else may have changed the others since the list was loaded.
 * @param user The user as last known to be stored.
 * @param keep Called with what has been stored, because a later request may fail.
 */
async function save(
  user: User,
  fields: UserFields,
  keep: (stored: Partial<User>) => void,
): Promise<number> {
  const { id } = user;
  const { name, email, address, password, isAdmin, currentPassword } = fields;
  const { isTester = user.isTester, isTraining = user.isTraining } = fields;
  const details = changedFields(user, { name, email, address });
  if (details) {
    const input = changesEmail(user, fields) ? { ...details, currentPassword } : details;
    await request(UserEditDocument, { id, input });
    keep(details);
  }
  if (password) {
    const input = { currentPassword, password1: password, password2: password };
    await request(UserPasswordResetDocument, { id, input });
  }
  // These requests come last, because they may take away the caller's own rights.
  if (isTraining !== user.isTraining) {
    await request(UserTrainingDocument, { id, isTraining });
    keep({ isTraining });
  }
  const rights = changedFields(user, { isAdmin, isTester });
  if (rights) await request(UserRightsDocument, { id, input: rights });
  return id;
}

/** Edits a user's details and rights, and sets a new password if needed. */
export function EditUser({ user, onClose }: { user: User; onClose: Close }) {
  const [stored, setStored] = useState(user);
  const keep = (changed: Partial<User>) => setStored((before) => ({ ...before, ...changed }));
  const { name, email, address, isAdmin, isTester, isTraining } = user;
  return (
    <UserForm
      title={t("Edit {name}", { name })}
      action={t("Save")}
      begin={{ name, email, address, password: "", isAdmin, isTester, isTraining }}
      password={{
        required: false,
        hint: t("Empty leaves it as it is. A new one ends their sessions: tell it to them."),
      }}
      needsPassword={(fields) => changesEmail(stored, fields) || fields.password !== ""}
      save={(fields) => save(stored, fields, keep)}
      onClose={onClose}
    />
  );
}

import {
  UserEditDocument,
  UserPasswordResetDocument,
  UserRightsDocument,
  UserTrainingDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import type { User } from "../../state/user-search.ts";
import { t } from "../../words/translate.ts";
import { type UserFields, UserForm } from "./user-form.tsx";

const changesEmail = (user: User, { email }: UserFields) => email.trim() !== user.email;

async function save(user: User, fields: UserFields): Promise<void> {
  const { id } = user;
  const { name, email, address, password, isAdmin, isTester = user.isTester } = fields;
  const { isTraining = user.isTraining } = fields;
  const { currentPassword } = fields;
  const input = { name, email, address };
  await request(UserEditDocument, {
    id,
    input: changesEmail(user, fields) ? { ...input, currentPassword } : input,
  });
  if (password) {
    const input = { currentPassword, password1: password, password2: password };
    await request(UserPasswordResetDocument, { id, input });
  }
  // The last requests, because they may take the caller's own rights.
  if (isTraining !== user.isTraining) await request(UserTrainingDocument, { id, isTraining });
  if (isAdmin !== user.isAdmin || isTester !== user.isTester) {
    await request(UserRightsDocument, { id, input: { isAdmin, isTester } });
  }
}

/** Edits a user's details and rights, and sets a new password if needed. */
export function EditUser({ user, onClose }: { user: User; onClose: (isChanged: boolean) => void }) {
  const { name, email, address, isAdmin, isTester, isTraining } = user;
  return (
    <UserForm
      label={t("Edit {name}", { name })}
      heading={name}
      action={t("Save")}
      begin={{ name, email, address, password: "", isAdmin, isTester, isTraining }}
      password={{
        label: t("New password"),
        hint: t("Empty leaves it as it is. A new one ends their sessions: tell it to them."),
      }}
      needsPassword={(fields) => changesEmail(user, fields) || fields.password !== ""}
      save={(fields) => save(user, fields)}
      onClose={onClose}
    />
  );
}

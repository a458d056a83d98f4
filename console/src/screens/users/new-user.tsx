import { NewUserDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { t } from "../../words/translate.ts";
import { UserForm } from "./user-form.tsx";

const NOBODY = { name: "", email: "", address: "", password: "", isAdmin: false };

/** Adds a user. */
export function NewUser({ onClose }: { onClose: (isChanged: boolean) => void }) {
  return (
    <UserForm
      label={t("New user")}
      heading={t("New user")}
      action={t("Make the user")}
      begin={NOBODY}
      password={{
        label: t("Password"),
        hint: t("8 characters at least. Tell it to them; they can change it."),
        required: true,
      }}
      save={async (input) => {
        await request(NewUserDocument, { input });
      }}
      onClose={onClose}
    />
  );
}

import type { UserSearch } from "../state/user-search.ts";
import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";

/** The search field for users. */
export function UserField({ search: { text } }: { search: UserSearch }) {
  return (
    <Field
      label={t("Find by any word of a name, or by email")}
      type="search"
      value={text.value}
      onInput={(typed) => {
        text.value = typed;
      }}
    />
  );
}

import type { UserSearch } from "../state/user-search.ts";
import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";

/** The search field for users. */
export function UserField(props: { search: UserSearch; label?: string }) {
  const { search, label = t("Find by any word of a name, or by email") } = props;
  const { text } = search;
  return (
    <Field
      label={label}
      type="search"
      value={text.value}
      onInput={(typed) => {
        text.value = typed;
      }}
    />
  );
}

import type { UserSearch } from "../state/user-search.ts";
import { Field } from "./field.tsx";

/** The search field for users. */
export function UserField({ search: { text } }: { search: UserSearch }) {
  return (
    <Field
      label="Find by any word of a name, or by email"
      type="search"
      value={text.value}
      onInput={(typed) => {
        text.value = typed;
      }}
    />
  );
}

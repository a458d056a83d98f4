import { useEffect, useMemo } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { UserField } from "../../components/user-field.tsx";
import { userSearch } from "../../state/user-search.ts";
import { t } from "../../words/translate.ts";

/** The number of results below the field: more words find fewer. */
const MOST_FOUND = 5;

/**
 * Chooses whose entries are shown.
 * @param props.chosen The name of the chosen person; empty for everyone.
 * @param props.onChoose Gets the person's id; empty for everyone.
 */
export function PersonFilter(props: { chosen: string; onChoose: (id: string) => void }) {
  const { chosen, onChoose } = props;
  const search = useMemo(() => userSearch(MOST_FOUND, { needsText: true }), []);
  const { foundBy, text, users, follow } = search;
  useEffect(follow, [follow]);
  if (chosen) {
    return (
      <p class="publish-row">
        <strong>{t("By {name}", { name: chosen })}</strong>
        <button type="button" onClick={() => onChoose("")}>
          {t("By everyone")}
        </button>
      </p>
    );
  }
  const found = users.data.value ?? [];
  return (
    <>
      <UserField search={search} />
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
        {foundBy.value !== "" &&
          found.length === 0 &&
          t("Nobody has “{text}” in the name, or an email that begins so.", {
            text: foundBy.value,
          })}
      </p>
      <ul class="cards">
        {found.map(({ id, name, email }) => (
          <li key={id} class="user">
            <div>
              {name}
              <p class="hint">{email}</p>
            </div>
            <button
              type="button"
              aria-label={t("What {name} did", { name })}
              onClick={() => {
                text.value = "";
                onChoose(String(id));
              }}
            >
              {t("Choose")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

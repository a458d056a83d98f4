import { useEffect, useMemo, useRef } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { UserField } from "../../components/user-field.tsx";
import { userSearch } from "../../state/user-search.ts";
import { t } from "../../words/translate.ts";

/** The number of results below the field. More words narrow them down. */
const MAX_RESULTS = 5;

/**
 * Chooses whose entries are shown.
 * @param props.chosen The name of the chosen person; empty for everyone.
 * @param props.onChoose Gets the person's id; empty for everyone.
 */
export function PersonFilter(props: { chosen: string; onChoose: (id: string) => void }) {
  const { chosen, onChoose } = props;
  const search = useMemo(() => userSearch(MAX_RESULTS, { needsText: true }), []);
  const { foundBy, text, users, follow } = search;
  useEffect(follow, [follow]);
  const filter = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    text.value = "";
    onChoose(id);
    // The button that had the focus is gone then.
    filter.current?.focus();
  };
  const found = text.value.trim() ? users.data.value : undefined;
  return (
    <div ref={filter} tabIndex={-1}>
      {chosen && (
        <p class="publish-row">
          <strong>{t("By {name}", { name: chosen })}</strong>
          <button type="button" onClick={() => choose("")}>
            {t("By everyone")}
          </button>
        </p>
      )}
      <UserField search={search} label={t("Who: any word of a name, or an email")} />
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
        {foundBy.value !== "" &&
          found?.length === 0 &&
          t("Nobody has “{text}” in the name, or an email that begins so.", {
            text: foundBy.value,
          })}
      </p>
      <ul class="cards">
        {found?.map(({ id, name, email }) => (
          <li key={id} class="user">
            <div>
              {name}
              <p class="hint">{email}</p>
            </div>
            <button
              type="button"
              aria-label={t("What {name} did", { name })}
              onClick={() => choose(String(id))}
            >
              {t("Choose")}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

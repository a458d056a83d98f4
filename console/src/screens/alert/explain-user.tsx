import { useEffect, useMemo, useState } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { ShowMore } from "../../components/show-more.tsx";
import { UserField } from "../../components/user-field.tsx";
import { type User, userSearch } from "../../state/user-search.ts";
import { t } from "../../words/translate.ts";
import { WhyNotified } from "./why-notified.tsx";

/** The number of results below the field. */
const MAX_RESULTS = 10;

/** Finds any user, and explains why they were or were not notified. */
export function ExplainUser({ alertId }: { alertId: number }) {
  const search = useMemo(() => userSearch(MAX_RESULTS, { needsText: true }), []);
  const { foundBy, users, follow } = search;
  useEffect(follow, [follow]);
  const [asked, setAsked] = useState<User>();
  const foundUsers = users.data.value ?? [];
  const isNobody = foundBy.value !== "" && foundUsers.length === 0;
  return (
    <section aria-labelledby="anyone">
      <h2 id="anyone">{t("Why someone has a notification or not")}</h2>
      <UserField search={search} />
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
        {isNobody &&
          t("Nobody has “{text}” in the name, or an email that begins so.", {
            text: foundBy.value,
          })}
      </p>
      <ul class="cards">
        {foundUsers.map((user) => (
          <li key={user.id} class="user">
            <div>
              {user.name}
              <p class="hint">{user.email}</p>
            </div>
            <button
              type="button"
              aria-label={t("Why {name} has a notification or not", { name: user.name })}
              onClick={() => setAsked(user)}
            >
              {t("Why?")}
            </button>
          </li>
        ))}
      </ul>
      {users.hasMore.value && (
        <ShowMore isBusy={users.isLoading.value} onClick={() => void users.more()} />
      )}
      {asked && (
        <WhyNotified
          alertId={alertId}
          userId={asked.id}
          name={asked.name}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

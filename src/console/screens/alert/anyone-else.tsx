import { useEffect, useMemo, useState } from "preact/hooks";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/problem.tsx";
import { ShowMore } from "../../parts/show-more.tsx";
import { type User, userSearch } from "../../state/user-search.ts";
import { Why } from "./why.tsx";

/** As many as one looks through below the field. */
const PAGE = 10;

/** Finds any user, to see why they were told or were not. */
export function AnyoneElse({ alertId }: { alertId: number }) {
  const { text, foundBy, users, follow } = useMemo(() => userSearch(PAGE, { needsText: true }), []);
  useEffect(follow, [follow]);
  const [asked, setAsked] = useState<User>();
  const found = users.data.value ?? [];
  const isNobody = foundBy.value !== "" && found.length === 0;
  return (
    <section aria-labelledby="anyone">
      <h2 id="anyone">Told or not, and why</h2>
      <Field
        label="Find by the beginning of a name or email"
        type="search"
        value={text.value}
        onInput={(typed) => {
          text.value = typed;
        }}
      />
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
        {isNobody && `Nobody's name or email begins with “${foundBy.value}”.`}
      </p>
      <ul class="cards">
        {found.map((user) => (
          <li key={user.id} class="user">
            <div>
              {user.name}
              <p class="hint">{user.email}</p>
            </div>
            <button
              type="button"
              aria-label={`Why ${user.name} was told or not`}
              onClick={() => setAsked(user)}
            >
              Why?
            </button>
          </li>
        ))}
      </ul>
      {users.hasMore.value && (
        <ShowMore isBusy={users.isLoading.value} onClick={() => void users.more()} />
      )}
      {asked && (
        <Why
          alertId={alertId}
          userId={asked.id}
          name={asked.name}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

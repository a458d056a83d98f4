import { useEffect, useState } from "preact/hooks";
import { Problem } from "../components/problem.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { Title } from "../components/title.tsx";
import { UserField } from "../components/user-field.tsx";
import { onReturn } from "../state/connection.ts";
import { type User, userSearch } from "../state/user-search.ts";
import { count } from "../words/numbers.ts";
import { EditUser } from "./users/edit-user.tsx";
import { NewUser } from "./users/new-user.tsx";

const search = userSearch(100);
const { users, follow } = search;

/** Describes the number of results. */
function found(all: User[]): string {
  if (users.hasMore.value) return `The first ${count(all.length)}: there are more`;
  return `${count(all.length)} ${all.length === 1 ? "user" : "users"}`;
}

/** The screen to find, add and edit users. */
export function UsersScreen() {
  const [edited, setEdited] = useState<User | "new">();
  useEffect(follow, []);
  useEffect(() => onReturn(() => void users.load()), []);

  const all = users.data.value;
  const close = (isChanged: boolean) => {
    setEdited(undefined);
    if (isChanged) void users.load();
  };
  return (
    <main class="page">
      <Title text="Users" />
      <div class="find">
        <UserField search={search} />
        <button type="button" class="primary" onClick={() => setEdited("new")}>
          New user
        </button>
      </div>
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint figures">
        {all && found(all)}
      </p>
      <ul class="cards">
        {all?.map((user) => (
          <li key={user.id} class="user">
            <div>
              <strong>{user.name}</strong>{" "}
              {user.isAdmin && <span class="badge role">Administrator</span>}{" "}
              {user.isTester && <span class="badge role">Tester</span>}
              <p class="hint">
                {user.email}
                {user.address && ` · ${user.address}`}
              </p>
            </div>
            <button type="button" aria-label={`Edit ${user.name}`} onClick={() => setEdited(user)}>
              Edit
            </button>
          </li>
        ))}
      </ul>
      {users.hasMore.value && (
        <ShowMore isBusy={users.isLoading.value} onClick={() => void users.more()} />
      )}
      {edited === "new" && <NewUser onClose={close} />}
      {edited && edited !== "new" && <EditUser user={edited} onClose={close} />}
    </main>
  );
}

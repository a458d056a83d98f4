import { useEffect, useState } from "preact/hooks";
import { UsersDocument, type UsersQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Field } from "../parts/field.tsx";
import { Problem } from "../parts/problem.tsx";
import { loaded } from "../state/loaded.ts";
import { EditUser } from "./users/edit-user.tsx";
import { NewUser } from "./users/new-user.tsx";

export type User = NonNullable<UsersQuery["users"]>[number];

const MOST = 1000;
const SHOWN = 100;

const users = loaded(async (signal) => {
  const { users: rows } = await request(UsersDocument, { limit: MOST, offset: 0 }, { signal });
  return rows ?? [];
});

/** Finds, makes and edits users. */
export function UsersScreen() {
  const [search, setSearch] = useState("");
  const [edited, setEdited] = useState<User | "new">();
  useEffect(() => void users.load(), []);

  const wanted = search.trim().toLowerCase();
  const found = (users.data.value ?? []).filter(({ name, email }) =>
    `${name} ${email}`.toLowerCase().includes(wanted),
  );
  const close = (isChanged: boolean) => {
    setEdited(undefined);
    if (isChanged) void users.load();
  };
  return (
    <main class="page">
      <h1>Users</h1>
      <div class="find">
        <Field label="Find by name or email" type="search" value={search} onInput={setSearch} />
        <button type="button" class="primary" onClick={() => setEdited("new")}>
          New user
        </button>
      </div>
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
        {users.data.value &&
          (found.length > SHOWN
            ? `${found.length} users; the first ${SHOWN} are shown`
            : `${found.length} ${found.length === 1 ? "user" : "users"}`)}
      </p>
      <ul class="cards">
        {found.slice(0, SHOWN).map((user) => (
          <li key={user.id} class="user">
            <div>
              <strong>{user.name}</strong>{" "}
              {user.isAdmin && <span class="badge role">Administrator</span>}
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
      {edited === "new" && <NewUser onClose={close} />}
      {edited && edited !== "new" && <EditUser user={edited} onClose={close} />}
    </main>
  );
}

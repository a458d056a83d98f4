import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { UsersDocument, type UsersQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { Field } from "../parts/field.tsx";
import { Problem } from "../parts/problem.tsx";
import { loaded } from "../state/loaded.ts";
import { EditUser } from "./users/edit-user.tsx";
import { NewUser } from "./users/new-user.tsx";

export type User = NonNullable<UsersQuery["users"]>[number];

/** As many as one looks through; more are found by their name. */
const MOST = 100;
/** Milliseconds that typing rests before it is asked. */
const REST = 200;

const search = signal("");
const users = loaded(async (signal) => {
  const variables = { search: search.value.trim(), limit: MOST, offset: 0 };
  return (await request(UsersDocument, variables, { signal })).users ?? [];
});

/** How many were found, in words. */
function found(all: User[]): string {
  if (all.length === MOST) return `The first ${MOST}: type more of the name to find others.`;
  return `${all.length} ${all.length === 1 ? "user" : "users"}`;
}

/** Finds, makes and edits users. */
export function UsersScreen() {
  const [edited, setEdited] = useState<User | "new">();
  useEffect(() => {
    const timer = setTimeout(() => void users.load(), users.data.value ? REST : 0);
    return () => clearTimeout(timer);
  }, [search.value]);

  const all = users.data.value;
  const close = (isChanged: boolean) => {
    setEdited(undefined);
    if (isChanged) void users.load();
  };
  return (
    <main class="page">
      <h1>Users</h1>
      <div class="find">
        <Field
          label="Find by the beginning of a name or email"
          type="search"
          value={search.value}
          onInput={(text) => {
            search.value = text;
          }}
        />
        <button type="button" class="primary" onClick={() => setEdited("new")}>
          New user
        </button>
      </div>
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
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
      {edited === "new" && <NewUser onClose={close} />}
      {edited && edited !== "new" && <EditUser user={edited} onClose={close} />}
    </main>
  );
}

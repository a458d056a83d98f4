import { useEffect, useState } from "preact/hooks";
import { NewUserDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { usePushProviders } from "../components/phones.tsx";
import { Problem } from "../components/problem.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { Title } from "../components/title.tsx";
import { UserField } from "../components/user-field.tsx";
import { onReturn } from "../state/connection.ts";
import { now } from "../state/now.ts";
import { takesPushes } from "../state/push.ts";
import { type User, userSearch } from "../state/user-search.ts";
import { people } from "../words/numbers.ts";
import { relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { EditUser } from "./users/edit-user.tsx";
import { ImportUsers } from "./users/import-users.tsx";
import { type LinkOwner, PasswordLinks } from "./users/password-links.tsx";
import { UserData } from "./users/user-data.tsx";
import { UserFilters } from "./users/user-filters.tsx";
import { UserForm } from "./users/user-form.tsx";

const NOBODY = { name: "", email: "", address: "", password: "", isAdmin: false };

/** Adds a user. */
export function NewUser({ onClose }: { onClose: (isChanged: boolean) => void }) {
  return (
    <UserForm
      title={t("New user")}
      action={t("Make the user")}
      begin={NOBODY}
      password={{
        label: t("Password"),
        hint: t("8 characters at least. Tell it to them; they can change it."),
      }}
      save={async ({ currentPassword, ...input }) => {
        await request(NewUserDocument, { input });
      }}
      onClose={onClose}
    />
  );
}

const search = userSearch(100);
const { users, follow } = search;

/** Describes the number of results. */
function found(all: User[]): string {
  if (users.hasMore.value)
    return t("The first {number, number}: there are more", { number: all.length });
  return t("{number, plural, one {# user} other {# users}}", { number: all.length });
}

/** The dialog that is open. */
type Open =
  | { kind: "new" | "import" }
  | { kind: "edit" | "data"; user: User }
  | { kind: "links"; owners: LinkOwner[]; news?: string };

/** Says whether someone can be reached: their device, and their last report with its app. */
function reachabilityText({ providers, lastReportedAt, app }: User): string {
  const when = lastReportedAt === null ? "" : relativeTime(lastReportedAt, now.value);
  return [
    providers.length > 0 ? t("Has a device") : t("No device"),
    when === ""
      ? t("never reported")
      : app
        ? t("reported {when} by {app}", { when, app })
        : t("reported {when}", { when }),
  ].join(" · ");
}

/** True if no push reaches the user: none of their devices takes pushes now, or they never reported a position. */
const isUnreachable = ({ providers, lastReportedAt }: User) =>
  !takesPushes(providers) || lastReportedAt === null;

function UserItem({ user, open }: { user: User; open: (dialog: Open) => void }) {
  return (
    <li class="user">
      <div>
        <strong>{user.name}</strong>{" "}
        {user.isAdmin && <span class="badge role">{t("Administrator")}</span>}{" "}
        {user.isTester && <span class="badge role">{t("Tester")}</span>}{" "}
        {user.isTraining && <span class="badge role">{t("In training")}</span>}{" "}
        {!user.hasPassword && <span class="badge role">{t("No password yet")}</span>}{" "}
        {user.joinedBy !== null && <span class="badge role">{t("Joined")}</span>}{" "}
        {user.isSilent && <span class="badge role">{t("Fell silent")}</span>}{" "}
        {isUnreachable(user) && <span class="badge role">{t("Cannot be reached")}</span>}
        <p class="hint">
          {user.email}
          {user.address && ` · ${user.address}`}
        </p>
        <p class="hint">{reachabilityText(user)}</p>
      </div>
      <div class="user-actions">
        {!user.hasPassword && (
          <button
            type="button"
            aria-label={t("Password link for {name}", { name: user.name })}
            onClick={() => open({ kind: "links", owners: [user] })}
          >
            {t("Password link…")}
          </button>
        )}
        <button
          type="button"
          aria-label={t("Data of {name}", { name: user.name })}
          onClick={() => open({ kind: "data", user })}
        >
          {t("Data…")}
        </button>
        <button
          type="button"
          aria-label={t("Edit {name}", { name: user.name })}
          onClick={() => open({ kind: "edit", user })}
        >
          {t("Edit")}
        </button>
      </div>
    </li>
  );
}

/** The screen to find, add, import and edit users. */
export function UsersScreen() {
  const [dialog, setDialog] = useState<Open>();
  useEffect(follow, []);
  usePushProviders();
  useEffect(() => onReturn(() => void users.load()), []);

  const all = users.data.value;
  const close = (isChanged: boolean) => {
    setDialog(undefined);
    if (isChanged) void users.load();
  };
  const withoutPassword = all?.filter(({ hasPassword }) => !hasPassword) ?? [];
  const showsNoPassword = search.filter.value.kind === "without a password";
  return (
    <main class="page">
      <Title text={t("Users")} />
      <div class="find">
        <UserField search={search} />
        <button type="button" class="primary" onClick={() => setDialog({ kind: "new" })}>
          {t("New user")}
        </button>
        <button type="button" onClick={() => setDialog({ kind: "import" })}>
          {t("Import…")}
        </button>
      </div>
      <UserFilters search={search} />
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint figures">
        {all && found(all)}
      </p>
      {showsNoPassword && withoutPassword.length > 1 && (
        <p>
          <button
            type="button"
            onClick={() => setDialog({ kind: "links", owners: withoutPassword })}
          >
            {t("Links for these {people}…", { people: people(withoutPassword.length) })}
          </button>
        </p>
      )}
      <ul class="cards">
        {all?.map((user) => (
          <UserItem key={user.id} user={user} open={setDialog} />
        ))}
      </ul>
      {users.hasMore.value && (
        <ShowMore isBusy={users.isLoading.value} onClick={() => void users.more()} />
      )}
      {dialog?.kind === "new" && <NewUser onClose={close} />}
      {dialog?.kind === "edit" && <EditUser user={dialog.user} onClose={close} />}
      {dialog?.kind === "data" && <UserData user={dialog.user} onClose={close} />}
      {dialog?.kind === "import" && (
        <ImportUsers
          // An import without an answer may have gone through.
          onClose={() => close(true)}
          onImported={(owners) => {
            const news = t("{number, plural, one {# person is} other {# people are}} imported.", {
              number: owners.length,
            });
            void users.load();
            setDialog({ kind: "links", owners, news });
          }}
        />
      )}
      {dialog?.kind === "links" && <PasswordLinks {...dialog} onClose={() => close(true)} />}
    </main>
  );
}

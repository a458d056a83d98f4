import { useEffect, useState } from "preact/hooks";
import { NewUserDocument, type UserSort } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { useChannels } from "../components/channel-lights.tsx";
import { ListItem } from "../components/list-item.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Select } from "../components/select.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { Title } from "../components/title.tsx";
import { UserField } from "../components/user-field.tsx";
import { authorities, rolesOf } from "../state/authority-list.ts";
import { onReturn } from "../state/connection.ts";
import { done } from "../state/notice.ts";
import { now } from "../state/now.ts";
import { takesPushes } from "../state/push.ts";
import {
  EVERYONE,
  type User,
  type UserFilter,
  type UserSearch,
  userSearch,
} from "../state/user-search.ts";
import { people } from "../words/numbers.ts";
import { relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { EditUser } from "./users/edit-user.tsx";
import { ImportUsers } from "./users/import-users.tsx";
import { type LinkOwner, PasswordLinks } from "./users/password-links.tsx";
import { UserData } from "./users/user-data.tsx";
import { type Close, UserForm } from "./users/user-form.tsx";

const SORTS: readonly [UserSort, string][] = [
  ["ID", t("Oldest first")],
  ["NEWEST", t("Newest first")],
  ["NAME", t("Name")],
  ["EMAIL", t("Email")],
  ["LAST_REPORT", t("Last report")],
];
const KINDS: readonly [UserFilter["kind"], string][] = [
  ["everyone", t("Everyone")],
  ["testers", t("Testers")],
  ["without a password", t("No password yet")],
  ["silent", t("Fell silent")],
];
const DEVICES: readonly [UserFilter["device"], string][] = [
  ["any", t("With or without")],
  ["yes", t("Has a device")],
  ["no", t("Has none")],
];
const REPORTS: readonly [UserFilter["reported"], string][] = [
  ["any", t("Whenever")],
  ["3600", t("In the last hour")],
  ["86400", t("In the last day")],
  ["604800", t("In the last week")],
  ["-86400", t("Not for a day")],
  ["-604800", t("Not for a week")],
];

/** Chooses which users are shown, and in which order. */
function UserFilters({ search: { filter } }: { search: UserSearch }) {
  const edit = (change: Partial<UserFilter>) => {
    filter.value = { ...filter.value, ...change };
  };
  const { kind, device, reported, sort } = filter.value;
  return (
    <div class="row filters">
      <Select
        label={t("Show")}
        value={kind}
        options={KINDS}
        onChange={(to) => edit({ kind: to })}
      />
      <Select
        label={t("Device")}
        value={device}
        options={DEVICES}
        onChange={(to) => edit({ device: to })}
      />
      <Select
        label={t("Reported")}
        value={reported}
        options={REPORTS}
        onChange={(to) => edit({ reported: to })}
      />
      <Select
        label={t("Sort by")}
        value={sort}
        options={SORTS}
        onChange={(to) => edit({ sort: to })}
      />
    </div>
  );
}

const NOBODY = { name: "", email: "", address: "", password: "", isAdmin: false };

const search = userSearch(100);
const { users, follow } = search;

/** Adds a user. */
function NewUser({ onClose }: { onClose: Close }) {
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
        const { newUser } = await request(NewUserDocument, { input });
        // The list may be long, or leave the user out.
        search.text.value = "";
        search.filter.value = { ...EVERYONE, sort: "NEWEST" };
        return newUser?.id;
      }}
      onClose={onClose}
    />
  );
}

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
  const { id, name, email, address } = user;
  const roles = rolesOf(id);
  const badges = [
    ...(roles.length > 0 ? roles : [user.isAdmin && t("Administrator")]),
    user.isTester && t("Tester"),
    user.isTraining && t("In training"),
    !user.hasPassword && t("No password yet"),
    user.joinedBy !== null && t("Joined"),
    user.isSilent && t("Fell silent"),
    isUnreachable(user) && t("Cannot be reached"),
  ];
  return (
    <ListItem
      id={`user-${id}`}
      actions={[
        !user.hasPassword && [
          t("Password link…"),
          t("Password link for {name}", { name }),
          () => open({ kind: "links", owners: [user] }),
        ],
        [t("Data…"), t("Data of {name}", { name }), () => open({ kind: "data", user })],
        [t("Edit"), t("Edit {name}", { name }), () => open({ kind: "edit", user })],
      ]}
    >
      <strong>{name}</strong>
      {badges.map((badge) => badge && [" ", <span class="badge role">{badge}</span>])}
      <p class="hint">{[email, address].filter(Boolean).join(" · ")}</p>
      <p class="hint">{reachabilityText(user)}</p>
    </ListItem>
  );
}

/** The screen to find, add, import and edit users. */
export function UsersScreen() {
  const [dialog, setDialog] = useState<Open>();
  useEffect(follow, []);
  useChannels();
  useEffect(() => onReturn(() => void users.load()), []);
  useEffect(() => void authorities.load(), []);

  const all = users.data.value;
  const close: Close = async (isChanged, news, id) => {
    setDialog(undefined);
    if (isChanged) await users.load();
    if (news) done(news, `user-${id}`);
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
      <LoadState of={users} />
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
      {dialog?.kind === "links" && (
        <PasswordLinks
          {...dialog}
          onClose={(name) =>
            close(true, name && t("Links made for {name}", { name }), dialog.owners[0]?.id)
          }
        />
      )}
    </main>
  );
}

import { listed, people } from "./numbers.ts";
import { t } from "./translate.ts";

const [NOTIFICATIONS, POSITIONS, REACH, USERS] = [
  t("notifications"),
  t("positions"),
  t("reach"),
  t("users"),
];

/** The names of API fields that show people, and of a user's fields. */
export const FIELDS: Readonly<Record<string, string>> = {
  "Alert.notifications": NOTIFICATIONS,
  "HeldPublication.reach": REACH,
  "Query.alertReach": REACH,
  "Query.alertUpdateReach": REACH,
  "Query.deviceKeys": t("device keys"),
  "Query.lastPositions": POSITIONS,
  "Query.notifications": NOTIFICATIONS,
  "Query.notificationsConnection": NOTIFICATIONS,
  "Query.positions": POSITIONS,
  "Query.positionsConnection": POSITIONS,
  "Query.user": USERS,
  "Query.users": USERS,
  "Query.usersConnection": USERS,
  "Query.usersOverview": USERS,
  "Query.whyNotified": t("why someone has a notification or not"),
  "Subscription.lastPositionChanged": POSITIONS,
  "Subscription.positionAdded": POSITIONS,
  name: t("name"),
  email: t("email"),
  address: t("address"),
  last_position_only: t("last position only"),
};

/** The number of ids that are named. The rest are counted. */
const MAX_IDS = 5;

function usersOf(ids: readonly unknown[]): string {
  const named = ids.slice(0, MAX_IDS).join(", ");
  return ids.length > MAX_IDS
    ? t("users {ids} and {number} more", { ids: named, number: ids.length - MAX_IDS })
    : t("users {ids}", { ids: named });
}

type Words = (value: unknown) => string;

/** The texts for facts with known names. Hashes have no text: they are for comparing, and are in the files. */
const FACTS: Readonly<Record<string, Words>> = {
  version: (number) => t("version {number}", { number: Number(number) }),
  people: (number) => people(Number(number)),
  fields: (names) =>
    Array.isArray(names) ? listed([...new Set(names.map((name) => FIELDS[name] ?? name))]) : "",
  user_ids: (ids) => (Array.isArray(ids) ? usersOf(ids) : ""),
  session_id: (id) => t("session {id}", { id: String(id) }),
  sessions: (number) =>
    t("{number, plural, one {# session} other {# sessions}}", { number: Number(number) }),
  positions: (number) =>
    t("{number, plural, one {# position deleted} other {# positions deleted}}", {
      number: Number(number),
    }),
  notifications: (number) =>
    t("{number, plural, one {# notification kept} other {# notifications kept}}", {
      number: Number(number),
    }),
  is_admin: (is) => (is ? t("administrator") : t("not an administrator")),
  is_tester: (is) => (is ? t("tester") : t("no tester")),
  is_training: (is) => (is ? t("in training") : t("not in training")),
  places: (number) => t("for {people}", { people: people(Number(number)) }),
  invitation_id: (id) => t("invitation {id}", { id: String(id) }),
  device_key_id: (id) => t("device key {id}", { id: String(id) }),
  mutual_aid_id: (id) => t("mutual aid {id}", { id: String(id) }),
  authority_id: (id) => t("in authority {id}", { id: String(id) }),
  to_authority_id: (id) => t("for authority {id}", { id: String(id) }),
  ended: () => t("ended"),
  neighbour_ids: (ids) =>
    t("reaches into authorities {ids}", { ids: listed((ids as number[]).map(String)) }),
  reason: (reason) => (reason === "PUBLISHED" ? t("because it was published") : String(reason)),
  place: (place) => t("up to place {place}", { place: String(place) }),
  texts_sha256: () => "",
  area_sha256: () => "",
  hash: () => "",
};

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Describes a fact that has no text of its own, such as a setting with its old and its new value. */
const plainFact = (name: string, value: unknown) =>
  Array.isArray(value) && value.length === 2
    ? `${name}: ${asText(value[0])} → ${asText(value[1])}`
    : `${name}: ${asText(value)}`;

/** Describes the facts of an audit log entry. */
export function factsInWords(facts: unknown): string {
  return Object.entries((facts ?? {}) as Record<string, unknown>)
    .map(([name, value]) =>
      Object.hasOwn(FACTS, name) ? FACTS[name]?.(value) : plainFact(name, value),
    )
    .filter(Boolean)
    .join(" · ");
}

import { inSchema } from "../../fault.ts";

const SETTINGS = ["test/database/settings.test.ts"];
const LOGINS = ["test/database/logins.test.ts"];
const ERASURE = ["test/database/erasure.test.ts"];
const AUDIT = ["test/database/audit.test.ts"];

const settings = (change: string) => `update app_private.settings set ${change}`;
const without = (constraint: string) =>
  `alter table app_private.settings drop constraint settings_${constraint}`;
const limits = (counter: string, change: string) =>
  `update app_private.login_limits set ${change} where counter = '${counter}'`;
const once = (columns: string, actions: string) =>
  `drop index app_public.audit_entries_once_a_minute;
    create unique index audit_entries_once_a_minute on app_public.audit_entries (${columns}) nulls not distinct where action in (${actions})`;

/** Faults in the settings and their allowed values, the limits of attempts, and how often the audit log is written. */
export const faults = [
  ...inSchema("the settings", SETTINGS, [
    ["the default asks for receipts at once", settings("receipt_delay = '0'")],
    ["links to set a password last a day", settings("password_link_lifetime = '1 day'")],
    ["people are silent after two hours", settings("silent_after = '2 hours'")],
    ["analysts see groups of two", settings("smallest_group = 2")],
    ["cells of presence are kept for 40 days", settings("presence_retention = '40 days'")],
    ["a publication can be taken back for 50 seconds", settings("take_back_time = '50 seconds'")],
    ["only a publication to 10,000 is confirmed", settings("confirm_above = 10000")],
    ["a position to 10 km counts as exact", settings("max_accuracy = 10000")],
    ["bare tokens are of FCM", settings("bare_token_provider = 'fcm'")],
  ]),
  ...inSchema(
    "the constraints of settings",
    SETTINGS,
    [
      "receipt_delay",
      "max_accuracy",
      "password_link_lifetime",
      "confirm_above",
      "take_back_time",
      "audit_retention",
      "smallest_group",
      "presence_retention",
      "silent_after",
    ].map((name) => [`${name} may be anything`, without(name)]),
  ),
  ...inSchema("the limits", LOGINS, [
    ["sixty attempts to join are free", limits("join", "free_failures = 60")],
    ["a refused address may join after a second", limits("join", "longest_delay = '1 second'")],
    ["attempts to join are forgiven late", limits("join", "forgiven_every = '5 minutes'")],
    ["an email gets four mails", limits("mail by email", "free_failures = 4")],
    ["a user gets six mails", limits("mail by user", "free_failures = 6")],
    ["mails of a user are forgiven soon", limits("mail by user", "forgiven_every = '20 s'")],
    ["mails to an email are forgiven soon", limits("mail by email", "forgiven_every = '20 s'")],
    ["an address asks for mails at once", limits("mail by address", "longest_delay = '1 second'")],
    [
      "no failure need be free",
      "alter table app_private.login_limits drop constraint login_limits_free_failures",
    ],
    [
      "a delay may be shorter than a second",
      "alter table app_private.login_limits drop constraint login_limits_longest_delay",
    ],
  ]),
  ...inSchema("the keys of erasures", ERASURE, [
    [
      "a new user has no key of erasure",
      "alter table app_public.users alter column erasure_key drop default",
    ],
  ]),
  ...inSchema("the index of the audit log", AUDIT, [
    [
      "a second session that follows people is not recorded",
      once(
        "action, actor_id, object_type, object_id, (facts -> 'fields'), (facts -> 'user_ids'), date_trunc('minute', created_at at time zone 'UTC')",
        "'LOGIN_FAILED', 'PEOPLE_FOLLOWED'",
      ),
    ],
    [
      "who follows another person is not recorded",
      once(
        "action, actor_id, session_id, (facts -> 'fields'), (facts -> 'user_ids'), date_trunc('minute', created_at at time zone 'UTC')",
        "'LOGIN_FAILED', 'PEOPLE_FOLLOWED'",
      ),
    ],
    [
      "a second read in a minute is not recorded",
      once(
        "action, actor_id, session_id, object_type, object_id, (facts -> 'fields'), (facts -> 'user_ids'), date_trunc('minute', created_at at time zone 'UTC')",
        "'LOGIN_FAILED', 'PEOPLE_FOLLOWED', 'PEOPLE_READ'",
      ),
    ],
    ...[
      ["a second subscription of a session is not recorded", "user_ids"],
      ["who follows several other people is not recorded", "fields"],
    ].map(([name, part]): [string, string] => [
      name as string,
      once(
        `action, actor_id, session_id, object_type, object_id, (facts -> '${part}'), date_trunc('minute', created_at at time zone 'UTC')`,
        "'LOGIN_FAILED', 'PEOPLE_FOLLOWED'",
      ),
    ]),
  ]),
];

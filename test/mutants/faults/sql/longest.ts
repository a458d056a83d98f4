import { inSchema } from "../../fault.ts";

const USERS = ["test/database/users.test.ts"];
const SETTINGS = ["test/database/settings.test.ts"];
const DEVICE_KEYS = ["test/database/device-keys.test.ts"];
const INVITATIONS = ["test/database/invitations.test.ts"];
const TEMPLATES = ["test/database/alert-templates.test.ts"];

const limit = (table: string, name: string, check: string) =>
  `alter table ${table} drop constraint ${name}; alter table ${table} add constraint ${name} check (${check})`;
const email = (most: number) =>
  limit(
    "app_public.users",
    "users_email_form",
    `char_length(email) <= ${most} and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'`,
  );
const name = (table: string, constraint: string, most: number) =>
  limit(
    table,
    constraint,
    `char_length(name) <= ${most} and name ~ '[^[:space:]]' and name !~ '[[:cntrl:]]'`,
  );

/** Faults exactly at the limits of people, keys, invitations and settings. */
export const faults = [
  ...inSchema("the constraints of users", USERS, [
    ["an email of 255 characters", email(255)],
    ["an email of 254 characters is too long", email(253)],
    [
      "a person's name of 200 is too long",
      limit(
        "app_public.users",
        "users_name_length",
        "char_length(name) <= 199 and name ~ '[^[:space:]]'",
      ),
    ],
    [
      "a person's address of 500 is too long",
      limit("app_public.users", "users_address_length", "char_length(address) < 500"),
    ],
  ]),
  ...inSchema("the constraints of device keys", DEVICE_KEYS, [
    ["a key's name of 100 is too long", name("app_private.device_keys", "device_keys_name", 99)],
  ]),
  ...inSchema("the constraints of invitations", INVITATIONS, [
    [
      "an invitation's name of 100 is too long",
      name("app_private.invitations", "invitations_name", 99),
    ],
    [
      "100,000 people are too many for an invitation",
      limit("app_private.invitations", "invitations_places", "places between 1 and 99999"),
    ],
  ]),
  ...inSchema("the constraints of settings", SETTINGS, [
    [
      "a group of a million is too large",
      limit(
        "app_private.settings",
        "settings_smallest_group",
        "smallest_group >= 2 and smallest_group < 1000000",
      ),
    ],
    [
      "THREE by default at 100 km is too far",
      limit(
        "app_private.settings",
        "settings_level3_distance",
        "level3_distance > level2_distance and level3_distance < 100000",
      ),
    ],
  ]),
  ...inSchema("the names of templates", TEMPLATES, [
    [
      "two templates have one name in another case",
      `drop index app_public.alert_templates_name_key;
        create unique index alert_templates_name_key on app_public.alert_templates (name)`,
    ],
  ]),
];

import { inSchema } from "../../fault.ts";

/** Faults in constraints, keys, indexes and settings. */
export const faults = [
  ...inSchema(
    "the constraints",
    ["test/database/users.test.ts"],
    [
      ["an email of any form", "alter table app_public.users drop constraint users_email_form"],
      [
        "a name of blanks",
        "alter table app_public.users drop constraint users_name_length; alter table app_public.users add constraint users_name_length check (char_length(name) between 1 and 200)",
      ],
      [
        "an address of any length",
        "alter table app_public.users drop constraint users_address_length",
      ],
      [
        "an email reserved in capitals",
        "alter table app_private.user_emails drop constraint user_emails_lower_case",
      ],
      [
        "a password in clear is stored",
        "alter table app_private.user_credentials drop constraint user_credentials_password_hash",
      ],
    ],
  ),
  ...inSchema(
    "the constraints of alerts",
    ["test/database/new-alert.test.ts"],
    [["a text of blanks", "alter table app_public.alerts drop constraint alerts_text2_length"]],
  ),
  ...inSchema(
    "the constraints of alerts",
    ["test/database/alert-life.test.ts"],
    [["an all-clear of blanks", "alter table app_public.alerts drop constraint alerts_all_clear"]],
  ),
  ...inSchema(
    "the keys",
    ["test/database/notifications.test.ts"],
    [
      [
        "a user is told twice at a level",
        "drop index app_public.notifications_alert_id_user_id_level_version_key; create index notifications_alert_id_user_id_level_version_key on app_public.notifications (alert_id, user_id, level, version)",
      ],
    ],
  ),
];

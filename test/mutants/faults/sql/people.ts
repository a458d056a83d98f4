import { inFunction } from "../../fault.ts";

const LAST_POSITION_ONLY = ["test/database/last-position-only.test.ts"];
const USER_EDIT = ["test/database/user-edit.test.ts"];
const USERS = ["test/database/users.test.ts"];
const MAIL = ["test/api/mail.test.ts"];
const AUDIT = ["test/database/audit.test.ts"];
const API_USERS_IMPORT = ["test/api/users-import.test.ts"];
const TRAINING = ["test/api/training.test.ts"];
const USERS_AT_ONCE = ["test/database/users-at-once.test.ts"];
const USERS_IMPORT = ["test/database/users-import.test.ts"];
const DEVICE_KEYS = ["test/database/device-keys.test.ts"];
const DEVICES = ["test/database/devices.test.ts"];
const USERS_OVERVIEW = ["test/database/users-overview.test.ts"];
const API_USERS_OVERVIEW = ["test/api/users-overview.test.ts"];
const INVITATIONS = ["test/database/invitations.test.ts"];

/** Faults in how administrators and people themselves change users, and in the lists of users. */
export const faults = [
  ...inFunction("app_public.user_edit", LAST_POSITION_ONLY, [
    [
      "administrators choose that only the last position is kept",
      "if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and caller.is_admin then",
      "if false then",
    ],
    [
      "administrators cannot choose for themselves that only the last position is kept",
      " and caller.id <> user_edit.id and caller.is_admin then",
      " and caller.is_admin then",
    ],
    ["a history goes on after the choice", "perform app_private.queue_forgetting(edited.id);", ""],
  ]),
  ...inFunction("app_public.user_edit", USER_EDIT, [
    [
      "a mail to the earlier email waits",
      "perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(before), 'hex'));",
      "",
    ],
    [
      "a choice left out keeps the history",
      "coalesce(user_edit.input.last_position_only, u.last_position_only)",
      "coalesce(user_edit.input.last_position_only, false)",
    ],
    [
      "an email left out is no longer confirmed",
      "coalesce(lower(user_edit.input.email) = lower(u.email), true)",
      "coalesce(lower(user_edit.input.email) = lower(u.email), false)",
    ],
    [
      "a new email is confirmed",
      "u.email_verified and coalesce(lower(user_edit.input.email) = lower(u.email), true)",
      "u.email_verified",
    ],
    [
      "an email in other letters is not confirmed",
      "lower(user_edit.input.email) = lower(u.email)",
      "user_edit.input.email = u.email",
    ],
    ["an edit confirms an email", "u.email_verified and coalesce", "coalesce"],
    [
      "a history is forgotten again at each edit",
      "edited.last_position_only and not caller.last_position_only and",
      "edited.last_position_only and",
    ],
    ["an edit by others forgets a history", " and caller.id = edited.id then", " then"],
    [
      "a mail to the earlier email confirms the new one",
      "delete from app_private.email_links l where l.user_id = edited.id;",
      "",
    ],
    [
      "a link given by hand ends with an email",
      "l.user_id = edited.id and l.is_mailed",
      "l.user_id = edited.id",
    ],
    [
      "the mailed links of all end with an email",
      "where l.user_id = edited.id and l.is_mailed",
      "where l.is_mailed",
    ],
    ["each edit mails", "if lower(edited.email) <> before then", "if true then"],
    [
      "capitals in an email mail",
      "if lower(edited.email) <> before then",
      "if edited.email <> before then",
    ],
  ]),
  ...inFunction("app_public.user_edit", USERS, [
    ["an unknown user is edited", "if edited.id is null then", "if false then"],
  ]),
  ...inFunction("app_public.user_edit", MAIL, [
    [
      "a mail to the earlier email sets a password",
      "delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;",
      "",
    ],
    ["a new email gets no mail", "perform app_private.queue_verification(edited.id);", ""],
  ]),
  ...inFunction("app_public.user_edit", AUDIT, [
    [
      "an edit is not in the audit log",
      "perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(\n    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));",
      "",
    ],
    [
      "an edit logs the fields that were left out",
      "jsonb_strip_nulls(to_jsonb(user_edit.input))",
      "to_jsonb(user_edit.input)",
    ],
    ["the log has what was written", "select f.key from", "select f.value::text from"],
  ]),
  ...inFunction("app_public.user_password_edit", USER_EDIT, [
    [
      "a link survives a new password",
      "delete from app_private.password_links l where l.user_id = owner.id;",
      "",
    ],
    [
      "a new password is everyone's",
      "set password_hash = user_password_edit.password_hash where c.user_id = owner.id",
      "set password_hash = user_password_edit.password_hash",
    ],
    [
      "a new password ends the links of all",
      "delete from app_private.password_links l where l.user_id = owner.id;",
      "delete from app_private.password_links l;",
    ],
  ]),
  ...inFunction("app_public.user_password_edit", AUDIT, [
    [
      "a new password is not in the audit log",
      "perform app_private.audit('PASSWORD_CHANGED', 'USER', owner.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.user_password_reset", API_USERS_IMPORT, [
    [
      "a link survives a reset",
      "delete from app_private.password_links l where l.user_id = changed.id;",
      "",
    ],
  ]),
  ...inFunction("app_public.user_password_reset", AUDIT, [
    [
      "a reset is not in the audit log",
      "perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.user_password_reset", USER_EDIT, [
    [
      "a reset ends the links of all",
      "delete from app_private.password_links l where l.user_id = changed.id;",
      "delete from app_private.password_links l;",
    ],
  ]),
  ...inFunction("app_public.user_rights", TRAINING, [
    ["training users give rights", "perform app_private.refuse_training_users();", ""],
    ["rights leave only trainees", "perform app_private.require_trained_administrator();", ""],
    [
      "everyone gets the rights",
      "where u.id = user_rights.id\n    returning",
      "where u.id >= user_rights.id\n    returning",
    ],
  ]),
  ...inFunction("app_public.user_rights", USER_EDIT, [
    ["an unknown user gets rights", "if changed.id is null then", "if false then"],
  ]),
  ...inFunction("app_public.user_rights", AUDIT, [
    [
      "rights are not in the audit log",
      "perform app_private.audit(\n    'RIGHTS_CHANGED', 'USER', changed.id, jsonb_build_object('is_admin', changed.is_admin, 'is_tester', changed.is_tester));",
      "",
    ],
  ]),
  ...inFunction("app_public.user_training", TRAINING, [
    ["training users end trainings", "perform app_private.refuse_training_users();", ""],
    ["an unknown user begins a training", "if changed.id is null then", "if false then"],
    [
      "all administrators begin a training",
      "perform app_private.require_trained_administrator();",
      "",
    ],
    [
      "a training never ends",
      "set is_training = user_training.is_training",
      "set is_training = u.is_training or user_training.is_training",
    ],
  ]),
  ...inFunction("app_public.user_training", USERS_AT_ONCE, [
    [
      "two administrators begin each other's training",
      "perform from app_private.settings for update;",
      "",
    ],
  ]),
  ...inFunction("app_public.user_training", AUDIT, [
    [
      "a training is not in the audit log",
      "perform app_private.audit('TRAINING_CHANGED', 'USER', changed.id, jsonb_build_object('is_training', changed.is_training));",
      "",
    ],
  ]),
  ...inFunction("app_private.require_trained_administrator", TRAINING, [
    [
      "any trained user counts as an administrator",
      "u.is_admin and not u.is_training",
      "not u.is_training",
    ],
  ]),
  ...inFunction("app_private.refuse_training_users", TRAINING, [
    ["trainees find nothing", "'LA403'", "'LA404'"],
  ]),
  ...inFunction("app_public.new_user", USER_EDIT, [
    [
      "users of a training user are real",
      "coalesce((app_public.me()).is_training, false)",
      "false",
    ],
  ]),
  ...inFunction("app_public.new_user", USERS, [
    [
      "a new user has no password",
      "insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);",
      "",
    ],
    ["a new administrator is none", "new_user.is_admin, coalesce", "false, coalesce"],
    [
      "the new email stays free",
      "insert into app_private.user_emails (email, user_id) values (lower(created.email), created.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.new_user", AUDIT, [
    [
      "a new user is not in the audit log",
      "perform app_private.audit('USER_CREATED', 'USER', created.id, jsonb_build_object('is_admin', created.is_admin));",
      "",
    ],
  ]),
  ...inFunction("app_public.new_user", MAIL, [
    ["a new user gets no mail", "perform app_private.queue_verification(created.id);", ""],
  ]),
  ...inFunction("app_public.users_import", USERS_IMPORT, [
    ["5,000 users are too many", "> most_users", ">= most_users"],
    [
      "an imported address keeps its blanks",
      "coalesce(btrim(entry.address), '')",
      "coalesce(entry.address, '')",
    ],
    [
      "a missing field is not named",
      "format('%s is missing.', refused_by)",
      "format('%s is missing.', null)",
    ],
  ]),
  ...inFunction("app_public.users_import", API_USERS_IMPORT, [
    ["any number of users is imported", "if cardinality(users) > most_users then", "if false then"],
    ["imported testers are none", "coalesce(entry.is_tester, false)", "false"],
    ["an import needs the testers' right", "coalesce(entry.is_tester, false)", "entry.is_tester"],
    ["an imported email keeps its blanks", "values (btrim(entry.email),", "values (entry.email,"],
    ["an imported name keeps its blanks", "btrim(entry.name)", "entry.name"],
    ["an import needs an address", "coalesce(btrim(entry.address), '')", "btrim(entry.address)"],
    [
      "an imported email is reserved as written",
      "values (lower(btrim(entry.email)), line.user_id)",
      "values (btrim(entry.email), line.user_id)",
    ],
    [
      "an imported email is not reserved",
      "insert into app_private.user_emails (email, user_id) values (lower(btrim(entry.email)), line.user_id);",
      "",
    ],
    [
      "an email in capitals comes once",
      "partition by lower(btrim(u.email))",
      "partition by btrim(u.email)",
    ],
    [
      "the first of two equal emails is refused as the second",
      "order by u.ordinality) > 1",
      "order by u.ordinality) > 0",
    ],
    [
      "an import without errors keeps the ids of a dry run",
      "select row(l.index, null, l.error)",
      "select row(l.index, l.user_id, l.error)",
    ],
    [
      "lines are counted from one",
      "row(cardinality(lines), null, null)",
      "row(cardinality(lines) + 1, null, null)",
    ],
  ]),
  ...inFunction("app_public.users_import", TRAINING, [
    [
      "a training user imports real users",
      "coalesce(entry.is_tester, false), is_trainee)",
      "coalesce(entry.is_tester, false), false)",
    ],
  ]),
  ...inFunction("app_public.users_import", AUDIT, [
    [
      "an import is not in the audit log",
      "perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);",
      "",
    ],
  ]),
  ...inFunction("app_public.find_user", USERS, [
    ["everyone finds the first user", "where u.id = find_user.id", "order by u.id limit 1"],
  ]),
  ...inFunction("app_private.has_email", USERS, [
    [
      "users ask for the emails of others",
      "(has_email.user_id = app_public.current_user_id() or (app_public.me()).is_admin)\n    and ",
      "",
    ],
    ["administrators ask only for their own email", " or (app_public.me()).is_admin", ""],
  ]),
  ...inFunction("app_private.require_user_id", DEVICE_KEYS, [
    [
      "nobody makes device keys",
      "coalesce(app_public.current_user_id(), app_private.refuse_anonymous())",
      "app_public.current_user_id()",
    ],
  ]),
  ...inFunction("app_private.refuse_anonymous", DEVICES, [
    ["nobody is forbidden, not asked to log in", "'LA401'", "'LA403'"],
  ]),
  ...inFunction("app_private.name_words", USERS_OVERVIEW, [
    ["a hyphen joins two names", "'[^[:alnum:]]+', ' ', 'g'", "'[^[:alnum:]-]+', ' ', 'g'"],
    ["only the first sign parts a name", "' ', 'g')", "' ')"],
    ["names lose their small words", "'pg_catalog.simple'", "'pg_catalog.english'"],
  ]),
  ...inFunction("app_private.words_beginning", USERS_OVERVIEW, [
    ["any word of a search finds", "' & '", "' | '"],
    ["only whole words find", "w.word || ':*'", "w.word"],
    ["a search of users has any length", "char_length(search) > 254", "false"],
    ["an email of the greatest length cannot be searched", "(search) > 254", "(search) >= 254"],
  ]),
  ...inFunction("app_private.words_beginning", API_USERS_OVERVIEW, [
    ["a sign at the end of a search fails", " where w.word <> ''", ""],
  ]),
  ...inFunction("app_public.users_overview", API_USERS_OVERVIEW, [
    [
      "a per cent sign finds every email",
      "lower(regexp_replace(users_overview.search, '([\\\\%_])', '\\\\\\1', 'g')) || '%'",
      "lower(users_overview.search) || '%'",
    ],
    ["names are not found", "\n                  or app_private.name_words(u.name) @@ words", ""],
    ["a negative limit of users", 'users_overview."limit" < 0 or ', ""],
    ["a negative offset of users", ' or users_overview."offset" < 0', ""],
    [
      "any device is everyone's",
      "exists (select from app_private.devices d where d.user_id = page.id)",
      "exists (select from app_private.devices d)",
    ],
    [
      "any password is everyone's",
      "exists (select from app_private.user_credentials c where c.user_id = page.id)",
      "exists (select from app_private.user_credentials c)",
    ],
    [
      "the users without a device are found with one",
      "exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device",
      "exists (select from app_private.devices d where d.user_id = u.id)",
    ],
    [
      "the users without a password are found with one",
      "exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password",
      "exists (select from app_private.user_credentials c where c.user_id = u.id)",
    ],
    [
      "testers are not told apart",
      "and coalesce(u.is_tester = users_overview.is_tester, true)",
      "",
    ],
    [
      "who reported counts as who did not",
      "(l.taken_at >= users_overview.not_reported_since) is not true",
      "(l.taken_at >= users_overview.not_reported_since) is true",
    ],
    [
      "who never reported is missing",
      "(l.taken_at >= users_overview.not_reported_since) is not true",
      "l.taken_at < users_overview.not_reported_since",
    ],
    [
      "names are sorted with capitals first",
      "when 'NAME' then lower(u.name)",
      "when 'NAME' then u.name",
    ],
    [
      "the oldest come first",
      "when 'NEWEST' then u.created_at",
      "when 'NEWEST' then '2100-01-01'::timestamptz - (u.created_at - '2000-01-01'::timestamptz)",
    ],
    ["who never reported comes first", "end desc nulls last", "end desc"],
    [
      "users of one name come in any order",
      "\n                u.id\n",
      "\n                u.id desc\n",
    ],
    ["users cannot be paged", ' offset users_overview."offset"', ""],
    ["a page of users is in the order of another", "order by page.place)", "order by page.id)"],
  ]),
  ...inFunction("app_public.users_overview", USERS_OVERVIEW, [
    [
      "capitals find no email",
      "lower(regexp_replace(users_overview.search,",
      "(regexp_replace(users_overview.search,",
    ],
    ["an email with capitals is not found", "lower(u.email) like prefix", "u.email like prefix"],
    [
      "who reported right then is missing",
      "l.taken_at >= users_overview.reported_since)",
      "l.taken_at > users_overview.reported_since)",
    ],
    [
      "who joined by any invitation is found",
      " and j.invitation_id = users_overview.joined_by",
      "",
    ],
    [
      "an invitation is shown for everyone",
      "(select j.invitation_id from app_private.joined_users j where j.user_id = page.id)",
      "(select max(j.invitation_id) from app_private.joined_users j)",
    ],
    [
      "the setting of silence is ignored",
      "(select s.silent_after from app_private.settings s)",
      "interval '1 day'",
    ],
    [
      "the app used first is shown",
      "order by k.last_used_at desc limit 1",
      "order by k.last_used_at limit 1",
    ],
    ["the app of another is shown", "k.user_id = page.id and ", ""],
    [
      "emails are sorted with capitals first",
      "when 'EMAIL' then lower(u.email)",
      "when 'EMAIL' then u.email",
    ],
    [
      "any number of users is read",
      'least(users_overview."limit", 1000)',
      'users_overview."limit"',
    ],
    ["all emails are confirmed", "page.email_verified)", "true)"],
    ["training is not shown", "l.taken_at, page.is_training,", "l.taken_at, false,"],
  ]),
  ...inFunction("app_public.users_overview", INVITATIONS, [
    [
      "the silent are found as the others",
      "coalesce(l.taken_at < silent_since, false) = users_overview.is_silent",
      "coalesce(l.taken_at < silent_since, false)",
    ],
    [
      "who never reported is silent",
      "order by k.last_used_at desc limit 1),\n        coalesce(l.taken_at < silent_since, false)",
      "order by k.last_used_at desc limit 1),\n        coalesce(l.taken_at < silent_since, true)",
    ],
    [
      "the app of long ago is shown",
      " and k.last_used_at >= l.created_at - interval '2 minutes'",
      "",
    ],
  ]),
];

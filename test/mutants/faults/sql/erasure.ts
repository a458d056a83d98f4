import { inFunction, inSchema } from "../../fault.ts";

const SYNCHRONOUS_COMMIT = ["test/database/synchronous-commit.test.ts"];
const ERASURE = ["test/database/erasure.test.ts"];
const USERS_AT_ONCE = ["test/database/users-at-once.test.ts"];
const ANNOUNCEMENTS = ["test/database/announcements.test.ts"];
const API_ERASURE = ["test/api/erasure.test.ts"];
const RESTORE = ["test/erasure/restore.test.ts"];
const AUDIT = ["test/database/audit.test.ts"];
const RLS_MATRIX = ["test/database/rls-matrix.test.ts"];

/** Faults in erasures. */
export const faults = [
  ...inFunction("app_private.erase_person", SYNCHRONOUS_COMMIT, [
    ["a crash undoes an erasure", "perform app_private.commit_synchronously();", ""],
  ]),
  ...inFunction("app_private.erase_person", ERASURE, [
    [
      "failures of deliveries that were accepted in the end keep the name of a device",
      "(d.why is not null or d.receipt is not null or d.failures <> '{}')",
      "(d.why is not null or d.receipt is not null)",
    ],
    [
      "the first positions are not counted",
      "erased.positions := app_private.forget_positions(erase_person.user_id);",
      "perform app_private.forget_positions(erase_person.user_id); erased.positions := 0;",
    ],
    [
      "the last position stays",
      "delete from app_public.last_positions l where l.user_id = person.id;",
      "",
    ],
    [
      "the places of notifications stay",
      "perform app_private.clear_places(array[person.id], place_ids);",
      "",
    ],
    [
      "notifications are counted for everyone",
      "(select count(*) from app_public.notifications n where n.user_id = person.id)",
      "(select count(*) from app_public.notifications n)",
    ],
    [
      "a push's result names a device",
      "set why = app_private.push_reason(d.why), receipt = null,",
      "set receipt = null,",
    ],
    ["a receipt stays", ", receipt = null,", ","],
    [
      "failures name a device",
      "array(select app_private.push_reason(f.failure) from unnest",
      "array(select f.failure from unnest",
    ],
    [
      "only refused pushes lose their receipt",
      "(d.why is not null or d.receipt is not null or d.failures <> '{}')",
      "d.why is not null",
    ],
    [
      "the results of everyone's pushes go",
      "where d.user_id = person.id and (d.why",
      "where (d.why",
    ],
    [
      "the last administrator is erased",
      "if not exists (select from app_public.users u where u.is_admin) then",
      "if false then",
    ],
    [
      "only trainees remain after an erasure",
      "perform app_private.require_trained_administrator();",
      "",
    ],
    [
      "a user cannot be erased without a trained administrator",
      "if person.is_admin then",
      "if true then",
    ],
    [
      "a person from before the keys cannot be erased",
      "coalesce(person.erasure_key, gen_random_uuid())",
      "person.erasure_key",
    ],
    [
      "an erasure is not in the audit log",
      "perform app_private.audit('USER_ERASED', 'USER', person.id,\n    jsonb_build_object('positions', erased.positions, 'notifications', erased.notifications));",
      "",
    ],
    [
      "nothing is left in place of a person",
      "insert into app_private.erased_users as e (user_id, erasure_key)\n    values (person.id, coalesce(person.erasure_key, gen_random_uuid()))\n    returning e.user_id, e.erased_at into erased.user_id, erased.erased_at;",
      "erased.user_id := person.id; erased.erased_at := now();",
    ],
  ]),
  ...inFunction("app_private.erase_person", USERS_AT_ONCE, [
    [
      "a report in flight outlives an erasure",
      "perform app_private.drain_reports(array[erase_person.user_id]);",
      "",
    ],
    [
      "a report during an erasure stays",
      "erased.positions := erased.positions + app_private.forget_positions(person.id);",
      "",
    ],
    ["an erasure gives up at once", "if attempt = 10 then", "if true then"],
  ]),
  ...inFunction("app_private.erase_person", ANNOUNCEMENTS, [
    [
      "subscribers still see the last position",
      "perform app_private.announce_gone_positions(array[person.id]);",
      "",
    ],
    [
      "the hosts hear nothing of an erasure",
      "perform pg_notify('token_revoked', person.id::text);",
      "",
    ],
  ]),
  ...inFunction("app_private.erase_person", API_ERASURE, [
    [
      "an erasure has no key",
      "coalesce(person.erasure_key, gen_random_uuid())",
      "gen_random_uuid()",
    ],
  ]),
  ...inFunction("app_private.forget_account", ERASURE, [
    [
      "the password stays",
      "delete from app_private.user_credentials c where c.user_id = forget_account.user_id;",
      "",
    ],
    [
      "links to confirm stay",
      "delete from app_private.email_links l where l.user_id = forget_account.user_id;",
      "",
    ],
    [
      "it is still known by which invitation they joined",
      "delete from app_private.joined_users j where j.user_id = forget_account.user_id;",
      "",
    ],
    [
      "device keys stay",
      "delete from app_private.device_keys k where k.user_id = forget_account.user_id;",
      "",
    ],
    [
      "devices stay",
      "perform app_private.remove_devices(forget_account.user_id, array(\n    select d.id from app_private.devices d where d.user_id = forget_account.user_id));",
      "",
    ],
    [
      "devices that left stay",
      "delete from app_private.left_devices l where l.user_id = forget_account.user_id;",
      "",
    ],
    ["the user stays", "delete from app_public.users u where u.id = forget_account.user_id;", ""],
    [
      "login addresses stay",
      "delete from app_private.login_addresses a where a.user_id = forget_account.user_id;",
      "",
    ],
    [
      "failed logins stay",
      "where f.counter = 'account' and k.counter = f.counter and f.key = k.key",
      "where false",
    ],
    [
      "asked mails stay",
      "where f.counter = 'mail by email' and f.key = app_private.key_hash(lower(forget_account.email))",
      "where false",
    ],
    [
      "asked mails to an email with capitals stay",
      "where f.counter = 'mail by email' and f.key = app_private.key_hash(lower(forget_account.email))",
      "where f.counter = 'mail by email' and f.key = app_private.key_hash(forget_account.email)",
    ],
    [
      "failed logins of everyone go",
      "where f.counter = 'account' and k.counter = f.counter and f.key = k.key",
      "where f.counter = 'account' and k.counter = f.counter",
    ],
    [
      "mails that everyone asked for are forgotten",
      "where f.counter = 'mail by email' and f.key = app_private.key_hash(lower(forget_account.email))",
      "where f.counter = 'mail by email'",
    ],
    [
      "mails that the user asked for stay",
      "f.key = app_private.key_hash(forget_account.user_id::text)",
      "false",
    ],
    [
      "mails that all users asked for are forgotten",
      " and f.key = app_private.key_hash(forget_account.user_id::text)",
      "",
    ],
    [
      "a mail to confirm is still queued",
      "perform graphile_worker.remove_job('verification:' || forget_account.user_id);",
      "",
    ],
    [
      "a mail to an email with capitals is still queued",
      "'password:' || encode(app_private.key_hash(lower(forget_account.email)), 'hex')",
      "'password:' || encode(app_private.key_hash(forget_account.email), 'hex')",
    ],
  ]),
  ...inFunction("app_private.forget_positions", ERASURE, [
    [
      "the history stays",
      "delete from app_public.positions p where p.user_id = forget_positions.user_id;",
      "",
    ],
    [
      "hashes of positions stay",
      "delete from app_private.position_hashes h where h.user_id = forget_positions.user_id;",
      "",
    ],
    [
      "lone positions stay",
      "delete from app_private.lone_positions l where l.user_id = forget_positions.user_id;",
      "",
    ],
  ]),
  ...inFunction("app_private.forget_positions", API_ERASURE, [
    [
      "hashes are counted as positions",
      "get diagnostics forgotten = row_count;\n  delete from app_private.position_hashes h where h.user_id = forget_positions.user_id;",
      "delete from app_private.position_hashes h where h.user_id = forget_positions.user_id;\n  get diagnostics forgotten = row_count;",
    ],
  ]),
  ...inFunction("app_private.give_erasure_keys", RESTORE, [
    [
      "who has a key gets another",
      "where u.erasure_key is null and u.id = any (array(\n      select o.id from app_public.users o where o.erasure_key is null order by o.id limit most))",
      "where u.id = any (array(\n      select o.id from app_public.users o order by o.id limit most))",
    ],
  ]),
  ...inFunction("app_private.give_erasure_keys", ERASURE, [
    ["all get a key at once", " limit most", ""],
    ["nobody knows how many got a key", "return given;", "return 0;"],
  ]),
  ...inFunction("app_private.user_erase", ERASURE, [
    ["training users erase people", "perform app_private.refuse_training_users();", ""],
  ]),
  ...inFunction("app_private.delete_user", AUDIT, [
    [
      "a deletion is not in the audit log",
      "perform app_private.audit('USER_REMOVED', 'USER', delete_user.user_id);",
      "",
    ],
  ]),
  ...inSchema("the rights on erasures", RLS_MATRIX, [
    [
      "users erase others",
      "grant execute on function app_private.erase_person(integer) to app_user",
    ],
    [
      "users erase as administrators",
      "grant execute on function app_private.user_erase(integer) to app_user",
    ],
    ["tombstones can be read", "grant select on app_private.erased_users to app_admin"],
  ]),
  ...inFunction(
    "app_private.give_erasure_keys",
    ["test/database/erasure.test.ts"],
    [
      [
        "users with keys use up the step",
        "from app_public.users o where o.erasure_key is null order",
        "from app_public.users o order",
      ],
    ],
  ),
  ...inFunction(
    "app_private.erase_person",
    ["test/database/erasure.test.ts"],
    [
      [
        "failures are in any order",
        "ordinality f (failure, place) order by f.place)",
        "ordinality f (failure, place) order by f.place desc)",
      ],
      [
        "the last administrator may be erased",
        "if not exists (select from app_public.users u where u.is_admin) then",
        "if not exists (select from app_public.users u) then",
      ],
    ],
  ),
];

import { inFunction, inSchema } from "../../fault.ts";

const DEVICE_KEYS = ["test/database/device-keys.test.ts"];
const AUDIT = ["test/database/audit.test.ts"];
const POSITIONS = ["test/http/positions.test.ts"];
const SYNCHRONOUS_COMMIT = ["test/database/synchronous-commit.test.ts"];
const DEVICES = ["test/database/devices.test.ts"];
const DELIVERIES = ["test/database/deliveries.test.ts"];
const DELIVERY_OUTCOMES = ["test/database/delivery-outcomes.test.ts"];
const RLS_MATRIX = ["test/database/rls-matrix.test.ts"];
const USERS_AT_ONCE = ["test/database/users-at-once.test.ts"];

/** Faults in what people keep themselves: devices, and keys of apps. */
export const faults = [
  ...inFunction("app_public.device_key_add", DEVICE_KEYS, [
    [
      "the keys of all count",
      "from app_private.device_keys k where k.user_id = caller_id) >=",
      "from app_private.device_keys k) >=",
    ],
    ["a key keeps the blanks around its name", "btrim(device_key_add.name)", "device_key_add.name"],
    [
      "a key is never shown",
      "app_private.device_key(added, secret)",
      "app_private.device_key(added)",
    ],
    [
      "a key does not say whose it is",
      "secret constant text := caller_id || '-' || replace",
      "secret constant text := replace",
    ],
  ]),
  ...inFunction("app_public.device_key_add", AUDIT, [
    [
      "a new key is not in the audit log",
      "perform app_private.audit('DEVICE_KEY_ADDED', 'USER', caller_id, jsonb_build_object('device_key_id', added.id));",
      "",
    ],
  ]),
  ...inFunction("app_public.device_key_revoke", DEVICE_KEYS, [
    ["all keys are revoked", "k.id = device_key_revoke.id and ", ""],
    [
      "administrators revoke only their own keys",
      " or caller.is_admin and not caller.is_training",
      "",
    ],
    ["an unknown key is revoked", "if revoked.id is null then", "if false then"],
  ]),
  ...inFunction("app_public.device_key_revoke", AUDIT, [
    [
      "a revoked key is not in the audit log",
      "perform app_private.audit('DEVICE_KEY_REVOKED', 'USER', revoked.user_id, jsonb_build_object('device_key_id', revoked.id));",
      "",
    ],
    [
      "a revoked key is in the log under who revoked it",
      "'USER', revoked.user_id,",
      "'USER', caller.id,",
    ],
  ]),
  ...inFunction("app_public.device_keys", DEVICE_KEYS, [
    [
      "an administrator lists only their own keys",
      "coalesce(device_keys.user_id, caller.id)",
      "caller.id",
    ],
    ["the oldest keys come first", "order by k.id desc", "order by k.id"],
    [
      "a user cannot name themselves",
      "device_keys.user_id <> caller.id and ",
      "device_keys.user_id is not null and ",
    ],
  ]),
  ...inFunction("app_private.device_key", DEVICE_KEYS, [
    ["a key was used when it was made", "key.last_used_at", "key.created_at"],
  ]),
  ...inFunction("app_private.device_key", POSITIONS, [
    ["a key was made when it was used", "secret, key.created_at", "secret, key.last_used_at"],
  ]),
  ...inFunction("app_private.report_with_key", DEVICE_KEYS, [
    ["a revoked key reports", "if not is_known then", "if false then"],
    [
      "the first use of a key is not noted",
      "if is_used_lately is not true then",
      "if is_used_lately is false then",
    ],
    [
      "the use of all keys is noted",
      "where k.user_id = report_with_key.user_id and k.id = key_id",
      "where k.user_id = report_with_key.user_id",
    ],
    ["a wrong entry is stored", "filter (where i.fault is null)", "filter (where true)"],
    ["wrong entries are not named", "filter (where i.fault is not null)", "filter (where false)"],
    ["positions come in the wrong order", "order by i.index)", "order by i.index desc)"],
    ["a fault is said for each entry", "array_agg(distinct i.fault)", "array_agg(i.fault)"],
    [
      "no position is counted",
      "kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, good)).kept), 0);",
      "perform app_private.keep_positions(report_with_key.user_id, good);",
    ],
  ]),
  ...inFunction("app_private.report_with_key", SYNCHRONOUS_COMMIT, [
    [
      "the settings of reports are not applied",
      "perform app_private.apply_report_settings(report_with_key.user_id);",
      "",
    ],
  ]),
  ...inFunction("app_public.devices", DEVICES, [
    [
      "devices of others are listed",
      "from app_private.devices o where o.user_id = app_private.require_user_id()",
      "from app_private.devices o",
    ],
    [
      "devices that others lost are listed",
      "from app_private.left_devices l where l.user_id = app_private.require_user_id()",
      "from app_private.left_devices l",
    ],
    [
      "devices that left come first",
      "order by d.left_at desc nulls first",
      "order by d.left_at desc nulls last",
    ],
    [
      "devices that left come in the order of their loss",
      "order by d.left_at desc nulls first",
      "order by d.left_at nulls first",
    ],
    ["the oldest device comes first", "d.created_at desc, d.id desc", "d.created_at, d.id"],
  ]),
  ...inFunction("app_private.note_left_device", DEVICES, [
    [
      "a lost device was made when it left",
      "select d.user_id, d.id, d.provider, d.created_at from",
      "select d.user_id, d.id, d.provider, now() from",
    ],
  ]),
  ...inFunction("app_public.device_unregister", DEVICES, [
    [
      "all devices are unregistered",
      " and d.token in (app_private.device_token(device_unregister.token), app_private.other_expo_token(device_unregister.token))",
      "",
    ],
  ]),
  ...inFunction("app_private.other_expo_token", DEVICES, [
    [
      "a bare token loses its first sign",
      "substr(token, 19, length(token) - 19)",
      "substr(token, 20, length(token) - 20)",
    ],
  ]),
  ...inFunction("app_public.quiet_hours_edit", DELIVERIES, [
    ["23:60 is a time of day", ":[0-5]\\d$", ":[0-6]\\d$"],
    ["a time with seconds is a time of day", "[0-5]\\d$'", "[0-5]\\d'"],
    ["a time is missing", ", false) or", ", true) or"],
    ["the beginning stays the first one", "set starts = excluded.starts, ", "set "],
    ["the end stays the first one", "ends = excluded.ends, ", ""],
  ]),
  ...inFunction("app_private.is_time_zone", DELIVERIES, [
    ["an abbreviation is a time zone", "(':' || is_time_zone.name)", "is_time_zone.name"],
    ["the case of a time zone does not matter", "is_time_zone.name ~ ", "is_time_zone.name ~* "],
    ["a time zone has no digits", "[A-Za-z0-9_+/-]", "[A-Za-z_+/-]"],
  ]),
  ...inFunction("app_private.release_quiet_deliveries", DELIVERY_OUTCOMES, [
    [
      "the pushes of others are released",
      "d.user_id = release_quiet_deliveries.user_id and d.state = 'queued'\n      --",
      "d.state = 'queued'\n      --",
    ],
  ]),
  ...inSchema("the rights on devices", RLS_MATRIX, [
    ["tokens of devices can be read", "grant select on app_private.devices to app_admin"],
    ["hashes of device keys can be read", "grant select on app_private.device_keys to app_user"],
    [
      "users report with any key",
      "grant execute on function app_private.report_with_key(integer, bytea, json) to app_user",
    ],
  ]),
  ...inFunction("app_public.device_key_add", USERS_AT_ONCE, [
    [
      "two keys at once exceed the limit",
      "update app_private.user_credentials c set password_hash = c.password_hash where c.user_id = caller_id;",
      "",
    ],
  ]),
  ...inFunction("app_private.note_left_device", DEVICES, [
    [
      "the first devices that left are kept",
      "order by o.left_at desc, o.id desc offset",
      "order by o.left_at, o.id offset",
    ],
  ]),
];

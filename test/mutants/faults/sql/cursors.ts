import { inFunction } from "../../fault.ts";

const SINCE = ["test/database/cursors.test.ts", "test/api/since.test.ts"];
const AT_ONCE = "test/database/cursors-at-once.test.ts";

/** Faults in the cursors by which clients follow alerts and notifications. */
export const faults = [
  ...inFunction("app_private.alerts_since", SINCE, [
    [
      "a restored database knows every cursor of alerts",
      "said is not null and not exists",
      "false and not exists",
    ],
    [
      "a cursor of alerts does not say which alert changed",
      "c.number = said[1] and c.alert_id = said[3] and",
      "c.number = said[1] and",
    ],
    [
      "a cursor of alerts does not say when",
      " and extract(epoch from c.made_at) * 1000000 = said[4]",
      "",
    ],
    [
      "the alert of the cursor comes again",
      "c.number > coalesce(said[1], 0)",
      "c.number >= coalesce(said[1], 0)",
    ],
    ["an alert that changed twice comes twice", "select distinct c.alert_id", "select c.alert_id"],
  ]),
  ...inFunction(
    "app_private.note_alert_changes",
    [AT_ONCE, "test/database/cursors.test.ts"],
    [
      [
        "changes of alerts are numbered before their commits",
        "perform pg_advisory_xact_lock(4156::int8 << 32);",
        "",
      ],
      [
        "no change of an alert is noted",
        "if cardinality(alert_ids) > 0 then",
        "if cardinality(alert_ids) > 1 then",
      ],
    ],
  ),
  ...inFunction("app_private.notifications_since", SINCE, [
    ["an empty text is an unknown cursor", "return 0;", "return null;"],
    ["a cursor of another user is taken", "said[2] <> app_public.current_user_id()", "false"],
    [
      "a restored database knows every cursor of notifications",
      "if not exists (",
      "if false and not exists (",
    ],
    ["a cursor of notifications does not say which", " and n.id = said[3]", ""],
    [
      "a cursor of notifications does not say when",
      " and extract(epoch from n.created_at) * 1000000 = said[4]",
      "",
    ],
    [
      "a cursor of a change that is lost is known",
      "\n        and coalesce(n.seen_change, n.id) >= said[1]",
      "",
    ],
    [
      "a notification that was seen since is unknown",
      "coalesce(n.seen_change, n.id) >= said[1]",
      "coalesce(n.seen_change, n.id) = said[1]",
    ],
  ]),
  ...inFunction(
    "app_private.order_notifications",
    [AT_ONCE, "test/database/cursors.test.ts"],
    [
      [
        "changes of notifications are numbered before their commits",
        "perform pg_catalog.pg_advisory_xact_lock((4157::pg_catalog.int8 << 32) | user_id);",
        "",
      ],
      ["changes of all users wait for each other", " | user_id", ""],
    ],
  ),
  ...inFunction("app_private.read_cursor", SINCE, [
    ["an empty text is no cursor", "if since = '' then", "if since is null then"],
    ["an odd number of digits fails", "length(since) % 2 = 0 and ", ""],
    ["what is not hexadecimal fails", "since ~ '^[0-9a-f]{2,200}$'", "since <> ''"],
    [
      "bytes that are no text fail",
      "encode(decode(since, 'hex'), 'escape')",
      "convert_from(decode(since, 'hex'), 'UTF8')",
    ],
    ["a number of 19 digits fails", "\\d{1,18}", "\\d{1,30}"],
    ["any kind of cursor is taken", "if said[1] <> kind then", "if false then"],
    [
      "what is no cursor begins at the start",
      "if said is null then",
      "if said is null then return null;",
    ],
  ]),
  ...inFunction("app_private.refuse_unknown_cursor", SINCE, [
    ["a lost cursor is bad input", "'LA409'", "'LA400'"],
  ]),
  ...inFunction("app_private.write_cursor", SINCE, [
    [
      "a cursor is by the second",
      "(extract(epoch from at) * 1000000)::pg_catalog.int8",
      "(extract(epoch from at)::pg_catalog.int8 * 1000000)",
    ],
  ]),
  ...inFunction("app_public.alerts_cursor", SINCE, [
    [
      "an alert's cursor is that of its first change",
      "order by c.number desc",
      "order by c.number",
    ],
    ["an alert's cursor is that of any alert", "where c.alert_id = alert.id ", ""],
    ["an alert without changes has no cursor", "select coalesce((", "select nullif(("],
  ]),
  ...inFunction("app_public.newest_alert_cursor", SINCE, [
    ["anonymous users follow alerts", "perform app_private.require_user();", ""],
    ["who follows alerts begins with the first", "order by c.number desc", "order by c.number"],
    ["without alerts there is no cursor", "limit 1), '')", "limit 1), null)"],
  ]),
  ...inFunction("app_public.newest_notification_cursor", SINCE, [
    ["anonymous users follow notifications", "perform app_private.require_user();", ""],
    [
      "who follows notifications follows everyone's",
      " where n.user_id = app_public.current_user_id()",
      "",
    ],
    [
      "what was seen last is not the newest change",
      "order by coalesce(n.seen_change, n.id) desc",
      "order by n.id desc",
    ],
    [
      "the newest change has the notification's number",
      "'notification', coalesce(n.seen_change, n.id)",
      "'notification', n.id",
    ],
    ["without notifications there is no cursor", "limit 1), '')", "limit 1), null)"],
  ]),
  ...inFunction(
    "app_private.update_alert",
    ["test/database/cursors.test.ts"],
    [
      [
        "an update is no change since a cursor",
        "  perform app_private.note_alert_changes(array[alert.id]);\n",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.cancel_alert",
    ["test/database/cursors.test.ts"],
    [
      [
        "an all-clear is no change",
        "  perform app_private.note_alert_changes(array[alert.id]);\n",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.end_expired_alerts",
    ["test/database/cursors.test.ts"],
    [
      [
        "an end is no change",
        "note_alert_changes(resumed_ids || ended_ids)",
        "note_alert_changes(resumed_ids)",
      ],
      ["an alert that goes on is no change", "resumed_ids || ended_ids", "ended_ids"],
    ],
  ),
];

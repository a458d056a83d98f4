import { inFunction } from "../../fault.ts";

const LIVE = "test/database/live.test.ts";
const RETENTION = "test/database/retention.test.ts";
const NOTIFICATIONS = "test/database/notifications.test.ts";

/** Faults in notifications and in what subscriptions read. */
export const faults = [
  ...inFunction(
    "app_private.refuse_to_lose_history",
    [NOTIFICATIONS, "test/database/alert-updates.test.ts"],
    [["an alert that told someone is deleted", "n.alert_id = old.id", "n.id = old.id"]],
  ),
  ...inFunction(
    "app_public.notification_update",
    [NOTIFICATIONS, "test/database/deliveries.test.ts"],
    [
      ["anyone marks a notification as seen", "n.user_id = caller_id and n.id", "n.id"],
      ["seen counts from the last time", "coalesce(n.seen_at, moment)", "moment"],
      [
        "not seen keeps its time",
        "case when notification_update.input.seen then coalesce(n.seen_at, moment) end",
        "coalesce(n.seen_at, moment)",
      ],
      ["seen may be null", "if notification_update.input.seen is null then", "if false then"],
      ["an unknown notification is null", "if updated.id is null then", "if false then"],
    ],
  ),
  ...inFunction(
    "app_private.alert_progress",
    [LIVE],
    [
      ["a progress without versions", "a.version, a.active,", "a.active,"],
      ["a progress without the end", "a.version, a.active,", "a.version,"],
      [
        "a progress without reach",
        "(select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),",
        "",
      ],
      ["a progress without what was seen", "count(*) filter (where n.seen)", "0"],
      ["a progress without attempts", "count(*) filter (where d.attempts > 0)", "0"],
      ["a progress without acceptance", "count(*) filter (where d.state = 'accepted')", "0"],
      ["a progress without dead devices", "d.state in ('failed', 'dead')", "d.state = 'failed'"],
      [
        "a progress of all alerts",
        "from app_private.deliveries d where d.alert_id = a.id",
        "from app_private.deliveries d",
      ],
    ],
  ),
  ...inFunction(
    "app_private.last_positions_after",
    [LIVE],
    [
      [
        "a known position comes again",
        "q.id > last_positions_after.position_id",
        "q.id >= last_positions_after.position_id",
      ],
      ["positions of the last second only", "interval '1 minute'", "interval '1 second'"],
      ["positions of an hour", "interval '1 minute'", "interval '1 hour'"],
      [
        "all positions of a user come",
        "where p.id = (select l.position_id from app_public.last_positions l where l.user_id = p.user_id)",
        "where true",
      ],
    ],
  ),
  ...inFunction(
    "app_private.newest_position_id",
    [LIVE],
    [
      ["no position is null", "greatest(kept, lone, 0)", "greatest(kept, lone)"],
      ["the oldest position is the newest", "max(p.id)", "min(p.id)"],
      ["a report that is no history is not the newest", "max(l.position_id)", "null::bigint"],
    ],
  ),
  ...inFunction(
    "app_private.lone_positions_after",
    [LIVE],
    [
      [
        "a known lone position comes again",
        "l.position_id > lone_positions_after",
        "l.position_id >= lone_positions_after",
      ],
    ],
  ),
  ...inFunction(
    "app_private.apply_position_report",
    [LIVE],
    [
      ["a report that is history is lone too", "if not is_history then", "if true then"],
      ["no report is lone", "if not is_history then", "if false then"],
      [
        "only the first lone report is found",
        "do update set position_id = excluded.position_id;",
        "do nothing;",
      ],
    ],
  ),
  ...inFunction(
    "app_private.purge_last_positions",
    [RETENTION],
    [
      [
        "the lone report of someone silent stays",
        "l.user_id = any (gone_ids) and l.user_id <> all (back_ids)",
        "false",
      ],
      [
        "the lone reports of all go",
        "delete from app_private.lone_positions l where",
        "delete from app_private.lone_positions l where true or",
      ],
    ],
  ),
  ...inFunction(
    "app_private.forget_positions",
    [RETENTION],
    [
      [
        "the lone report of someone who is erased stays",
        "delete from app_private.lone_positions l where",
        "delete from app_private.lone_positions l where false and",
      ],
    ],
  ),
  ...inFunction(
    "app_private.notifications_between",
    [LIVE],
    [
      [
        "the last of a range is left out",
        "m.id between r.first_id and r.last_id",
        "m.id >= r.first_id and m.id < r.last_id",
      ],
      ["notifications of other alerts come", "m.alert_id = r.alert_id and ", ""],
      ["nobody subscribes to all", "user_ids is null or ", ""],
      [
        "everyone's notifications come",
        "user_ids is null or n.user_id in (select u.user_id from unnest(user_ids) u (user_id))",
        "true",
      ],
    ],
  ),
];

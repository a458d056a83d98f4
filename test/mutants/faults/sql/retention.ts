import { inFunction } from "../../fault.ts";

const COARSE_POSITIONS = ["test/database/coarse-positions.test.ts"];
const LAST_POSITION_ONLY = ["test/database/last-position-only.test.ts"];
const JOBS_RETENTION = ["test/jobs/retention.test.ts"];
const RETENTION = ["test/database/retention.test.ts"];
const PURGES = ["test/concurrency/purges.test.ts"];
const CLEARED_PLACES = ["test/database/cleared-places.test.ts"];
const READINESS = ["test/database/readiness.test.ts"];
const HEALTH = ["test/http/health.test.ts"];
const PUSH_OUTCOMES = ["test/database/push-outcomes.test.ts"];
const ANNOUNCEMENTS = ["test/database/announcements.test.ts"];
const MAILED_LINKS = ["test/database/mailed-links.test.ts"];

/** Faults in how long data is kept. */
export const faults = [
  ...inFunction("app_private.coarse_place", COARSE_POSITIONS, [
    [
      "a grid of latitudes that is too coarse",
      "ceil(180 * 111195 / cell)",
      "ceil(90 * 111195 / cell)",
    ],
    ["the latitude is in radians", "cosd(latitude)", "cos(latitude)"],
    ["no column at a pole", "greatest(1, ceil(360", "greatest(0, ceil(360"],
    [
      "the grid takes the corner in the south",
      "round((latitude + 90) * rows / 180)",
      "floor((latitude + 90) * rows / 180)",
    ],
    [
      "the grid takes the corner in the west",
      "round((longitude + 180) * columns / 360)",
      "floor((longitude + 180) * columns / 360)",
    ],
  ]),
  ...inFunction("app_private.coarsen_positions", COARSE_POSITIONS, [
    [
      "a new grid begins where the earlier one stopped",
      "done.cell is distinct from grid_cell",
      "done.cell <> grid_cell and false",
    ],
    [
      "the accuracy stays exact",
      "accuracy = least(coalesce(p.accuracy, 0) + grid_cell / sqrt(2), 20000000)",
      "accuracy = p.accuracy",
    ],
    ["an unknown accuracy stays unknown", "coalesce(p.accuracy, 0)", "p.accuracy"],
    ["the accuracy grows by a whole diagonal", "grid_cell / sqrt(2)", "grid_cell * sqrt(2)"],
    [
      "an accuracy exceeds its limit",
      "least(coalesce(p.accuracy, 0) + grid_cell / sqrt(2), 20000000)",
      "coalesce(p.accuracy, 0) + grid_cell / sqrt(2)",
    ],
    [
      "the accuracy of a coarse position grows each time",
      "and abs(p.latitude - c.latitude) + abs(p.longitude - c.longitude) > 1e-9",
      "",
    ],
    ["a step is done again", "set last_id = reached_id, cell = grid_cell", "set cell = grid_cell"],
    [
      "the grid that was used is forgotten",
      "set last_id = reached_id, cell = grid_cell",
      "set last_id = reached_id",
    ],
    ["a step takes all", " order by o.id limit coarsen_positions.most", " order by o.id"],
  ]),
  ...inFunction("app_private.coarsen_positions", COARSE_POSITIONS, [
    [
      "a position on a latitude of the grid keeps its exact longitude",
      "abs(p.latitude - c.latitude) + abs(p.longitude - c.longitude) > 1e-9",
      "abs(p.latitude - c.latitude) > 1e-9",
    ],
    [
      "a position on a longitude of the grid keeps its exact latitude",
      "abs(p.latitude - c.latitude) + abs(p.longitude - c.longitude) > 1e-9",
      "abs(p.longitude - c.longitude) > 1e-9",
    ],
  ]),
  ...inFunction("app_private.forget_history", LAST_POSITION_ONLY, [
    ["who changed their mind loses the history", " and u.last_position_only)", ")"],
    ["another's choice counts", "u.id = forget_history.user_id and ", ""],
    ["a history goes at once", " limit forget_history.most", ""],
  ]),
  ...inFunction("app_private.queue_forgetting", LAST_POSITION_ONLY, [
    [
      "several jobs forget one history",
      ", job_key => concat_ws(':', 'forget_history', user_id)",
      "",
    ],
    [
      "one history is forgotten for all",
      "concat_ws(':', 'forget_history', user_id)",
      "'forget_history'",
    ],
  ]),
  ...inFunction("app_private.queue_forgetting", JOBS_RETENTION, [
    [
      "the history of everyone is forgotten for one",
      "json_build_object('userId', queue_forgetting.user_id)",
      "json_build_object('userId', null)",
    ],
  ]),
  ...inFunction("app_private.forget_when_set", LAST_POSITION_ONLY, [
    ["the setting forgets nothing", "perform app_private.queue_forgetting();", ""],
  ]),
  ...inFunction("app_private.purge_deliveries", RETENTION, [
    ["an all-clear is no end", "least(a.expires_at, a.cancelled_at) < past", "a.expires_at < past"],
    [
      "deliveries of a late publication go",
      " and (p.alert_id is null or p.completed_at < past)",
      "",
    ],
    ["a purged alert is purged again", " and r.purged_at is null", ""],
    ["the figures are lost", "perform app_private.keep_delivery_results(alert);", ""],
    [
      "the figures are not in a step of their own",
      "perform app_private.keep_delivery_results(alert);\n    return 1;",
      "perform app_private.keep_delivery_results(alert);",
    ],
    ["deliveries go at once", " limit purge_deliveries.most", ""],
    ["an alert is never done", "if purged = 0 then", "if false then"],
    ["an alert is done after a step", "if purged = 0 then", "if true then"],
    [
      "the setting of deliveries is ignored",
      "(select s.delivery_retention from app_private.settings s)",
      "interval '90 days'",
    ],
  ]),
  ...inFunction("app_private.purge_deliveries", PURGES, [
    [
      "an alert without a publication keeps its deliveries",
      "(p.alert_id is null or p.completed_at < past)",
      "p.completed_at < past",
    ],
  ]),
  ...inFunction("app_private.purge_last_positions", RETENTION, [
    [
      "an active alert loses people",
      ", (select max(a.max_position_age) from app_public.alerts a where a.active))",
      ")",
    ],
    [
      "lone positions of who is gone stay",
      "delete from app_private.lone_positions l where l.user_id = any (gone_ids) and l.user_id <> all (back_ids);",
      "",
    ],
    [
      "a step begins with its last user",
      "where l.user_id > purge_last_positions.after_user_id order by",
      "where l.user_id >= purge_last_positions.after_user_id order by",
    ],
    ["the last user of a step stays", "l.user_id <= last_user_id", "l.user_id < last_user_id"],
    ["last positions go at once", " limit purge_last_positions.most", ""],
  ]),
  ...inFunction("app_private.purge_last_positions", PURGES, [
    [
      "a purge keeps people who report waiting",
      "SET lock_timeout TO '100ms'",
      "SET lock_timeout TO '0'",
    ],
  ]),
  ...inFunction("app_private.purge_notification_places", RETENTION, [
    [
      "places of young notifications go",
      "bool_and(m.created_at < oldest_kept) over (order by m.id) as is_old",
      "true as is_old",
    ],
    [
      "places are cleared again and again",
      "update app_private.retention_progress p set last_id = old.last_id where p.task = 'notification_places';",
      "",
    ],
    ["places go at once", " limit purge_notification_places.most", ""],
    ["places are never cleared", "perform app_private.clear_places(old.user_ids, old.ids);", ""],
  ]),
  ...inFunction("app_private.purge_position_hashes", RETENTION, [
    [
      "hashes go only if positions are coarse",
      "least(s.position_retention, s.coarse_after)",
      "s.coarse_after",
    ],
    ["only the first blocks are purged", "then next_block end", "then null end"],
  ]),
  ...inFunction("app_private.purge_position_hashes", LAST_POSITION_ONLY, [
    [
      "hashes of last positions only stay as long as others",
      "case when s.last_position_only then interval '1 day' else least(s.position_retention, s.coarse_after) end",
      "least(s.position_retention, s.coarse_after)",
    ],
    [
      "hashes of who keeps only the last position stay",
      "exists (select from app_public.users u where u.id = h.user_id and u.last_position_only)",
      "false",
    ],
  ]),
  ...inFunction("app_private.purge_speeches", RETENTION, [
    [
      "speeches of active alerts go",
      "where least(a.expires_at, a.cancelled_at) < past limit",
      "limit",
    ],
    ["the parts that were taken are not counted", "return parted + purged;", "return purged;"],
  ]),
  ...inFunction("app_private.distance_class", CLEARED_PLACES, [
    ["no distance is within 500 m", "when metres <= 500 then 'WITHIN_500_M'", ""],
    ["no distance is within 100 m", "when metres <= 100 then 'WITHIN_100_M'", ""],
  ]),
  ...inFunction("app_private.clear_places", CLEARED_PLACES, [
    [
      "notifications of other users are cleared",
      "where n.user_id = any (clear_places.user_ids) and n.id",
      "where n.id",
    ],
    ["the stand-in is outside of the area", "st_pointonsurface(z.zone1)", "st_centroid(z.zone1)"],
    ["the activity stays", "moving_activity = 'UNKNOWN', ", ""],
    ["the time of the position stays", "taken_at = null, ", ""],
    ["the accuracy stays when the place goes", "accuracy = null,", ""],
    ["the place is said to be kept", "place_kept = false, ", ""],
    ["the distance's class is lost", "distance_class = c.distance_class, ", ""],
    ["the rule is lost", ", rule = c.rule", ""],
    [
      "an all-clear has a rule",
      "case when k.kind <> 'ALL_CLEAR' then app_private.rule_when_notified(k.taken_at, k.created_at, a.created_at) end",
      "app_private.rule_when_notified(k.taken_at, k.created_at, a.created_at)",
    ],
    ["the first version's area counts", "coalesce(v.zone1, a.zone1)", "a.zone1"],
    ["the first version's time counts", "coalesce(v.created_at, a.created_at)", "a.created_at"],
    ["the version's area is missing without a version", "coalesce(v.zone1, a.zone1)", "v.zone1"],
  ]),
  ...inFunction("app_private.readiness", READINESS, [
    ["the first migration is the last", "order by m.filename desc", "order by m.filename"],
    ["jobs of later are late", "j.run_at <= clock_timestamp() and ", ""],
    [
      "nothing waits for an unknown time",
      "coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0)",
      "extract(epoch from clock_timestamp() - min(j.run_at))",
    ],
  ]),
  ...inFunction("app_private.readiness", HEALTH, [
    ["a running job waits", " and j.locked_at is null", ""],
    ["a job that was given up waits", " and j.attempts < j.max_attempts", ""],
    ["the newest job's wait counts", "min(j.run_at)", "max(j.run_at)"],
    [
      "a service that is not ready hides failing pushes",
      "failing_pushes := app_private.failing_pushes();",
      "",
    ],
  ]),
  ...inFunction("app_private.failing_pushes", PUSH_OUTCOMES, [
    ["a provider that works is said to fail", " where o.why is not null", ""],
    ["it is not known since when a provider fails", "o.failing_since", "o.at"],
  ]),
  ...inFunction("app_private.purge_last_positions", RETENTION, [
    [
      "a matched age loses people",
      "greatest(s.last_position_retention, s.max_position_age, ",
      "greatest(s.last_position_retention, ",
    ],
    ["an ended alert keeps positions", " where a.active)", ")"],
  ]),
  ...inFunction("app_private.purge_last_positions", ANNOUNCEMENTS, [
    ["subscribers see who is gone", "perform app_private.announce_gone_positions(gone_ids);", ""],
  ]),
  ...inFunction("app_private.clear_places", CLEARED_PLACES, [
    [
      "all notifications of a user are cleared",
      " and n.id = any (clear_places.ids) and n.place_kept\n",
      " and n.place_kept\n",
    ],
  ]),
  ...inFunction("app_private.readiness", MAILED_LINKS, [
    [
      "a service that is not ready hides failing mail",
      "failing_mail := app_private.failing_mail();",
      "",
    ],
  ]),
  ...inFunction("app_private.clear_places", CLEARED_PLACES, [
    [
      "another alert's version counts",
      "v.alert_id = k.alert_id and v.version = k.version",
      "v.version = k.version",
    ],
    [
      "longitude and latitude of a place are exchanged",
      "st_makepoint(n.longitude, n.latitude)",
      "st_makepoint(n.latitude, n.longitude)",
    ],
  ]),
  ...inFunction("app_private.coarse_place", COARSE_POSITIONS, [
    ["a pole is not on the grid", ":= ceil(180 * 111195 / cell)", ":= 180 * 111195 / cell"],
    [
      "the grid is finer in the north",
      "ceil(360 * 111195 * cosd(latitude) / cell)",
      "ceil(360 * 111195 / cell)",
    ],
  ]),
  ...inFunction("app_private.coarsen_positions", COARSE_POSITIONS, [
    [
      "a step goes past a young position",
      "bool_and(m.created_at < oldest_exact) over (order by m.id) as is_old",
      "m.created_at < oldest_exact as is_old",
    ],
  ]),
  ...inFunction("app_private.coarsen_positions", PURGES, [
    [
      "two jobs coarsen at once",
      "where p.task = 'coarse_positions' for update",
      "where p.task = 'coarse_positions'",
    ],
  ]),
  ...inFunction("app_private.failing_pushes", PUSH_OUTCOMES, [
    ["a failing provider shows a secret", "app_private.push_reason(o.why)", "o.why"],
  ]),
  ...inFunction("app_private.forget_history", LAST_POSITION_ONLY, [
    ["the newest positions go first", "order by o.id limit", "order by o.id desc limit"],
  ]),
  ...inFunction("app_private.purge_deliveries", RETENTION, [
    [
      "deliveries of an alert that ended lately go",
      "least(a.expires_at, a.cancelled_at) < past and ",
      "",
    ],
    ["deliveries of other alerts go", "where o.alert_id = alert.id limit", "limit"],
  ]),
  ...inFunction("app_private.purge_last_positions", RETENTION, [
    ["last positions are looked at without a retention", "if kept is null then", "if false then"],
  ]),
  ...inFunction("app_private.purge_last_positions", PURGES, [
    ["lone positions of who is back go", " and l.user_id <> all (back_ids)", ""],
    [
      "who reports meanwhile goes",
      "where l.user_id = any (gone_ids) and l.created_at < now() - kept",
      "where l.user_id = any (gone_ids)",
    ],
  ]),
  ...inFunction("app_private.purge_last_positions", ANNOUNCEMENTS, [
    ["young last positions are announced as gone", " and l.created_at < now() - kept);", ");"],
  ]),
  ...inFunction("app_private.purge_notification_places", RETENTION, [
    [
      "a place behind a young one goes",
      "bool_and(m.created_at < oldest_kept) over (order by m.id) as is_old",
      "m.created_at < oldest_kept as is_old",
    ],
  ]),
  ...inFunction("app_private.purge_notification_places", PURGES, [
    [
      "two jobs clear places at once",
      "where p.task = 'notification_places' for update",
      "where p.task = 'notification_places'",
    ],
  ]),
  ...inFunction("app_private.purge_position_hashes", RETENTION, [
    [
      "all blocks after the first are purged at once",
      " and h.ctid < format('(%s,0)', next_block)::tid",
      "",
    ],
    [
      "the first blocks are purged each time",
      "h.ctid >= format('(%s,0)', from_block)::tid and ",
      "",
    ],
  ]),
  ...inFunction("app_private.purge_position_hashes", COARSE_POSITIONS, [
    [
      "hashes outlive exact positions",
      "least(s.position_retention, s.coarse_after)",
      "s.position_retention",
    ],
  ]),
  ...inFunction("app_private.purge_position_hashes", LAST_POSITION_ONLY, [
    ["the choice of one user counts for all", "u.id = h.user_id and ", ""],
  ]),
  ...inFunction("app_private.purge_speeches", RETENTION, [
    ["unused speeches go although speeches are kept for ever", "past is not null and ", ""],
    [
      "speeches outlive an all-clear",
      "least(a.expires_at, a.cancelled_at) < past",
      "a.expires_at < past",
    ],
    ["unused speeches that went are not counted", "return parted + purged;", "return parted;"],
  ]),
  ...inFunction("app_private.purge_speeches", PURGES, [
    ["a purge waits for a speech in use", " for update skip locked", " for update"],
  ]),
  ...inFunction(
    "app_private.keep_delivery_results",
    ["test/database/retention.test.ts"],
    [["a minute is kept by its first push", "select max(t.at) as at", "select min(t.at) as at"]],
  ),
  ...inFunction(
    "app_private.purge_deliveries",
    ["test/database/retention.test.ts"],
    [
      [
        "deliveries of a late publication go at once",
        "p.completed_at < past)",
        "p.completed_at is not null)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.purge_notification_places",
    ["test/database/retention.test.ts"],
    [
      [
        "the progress of all tasks moves",
        "set last_id = old.last_id where p.task = 'notification_places'",
        "set last_id = old.last_id",
      ],
    ],
  ),
  ...inFunction(
    "app_private.coarsen_positions",
    ["test/database/coarse-positions.test.ts"],
    [
      [
        "the progress of all tasks moves with coarse positions",
        " where p.task = 'coarse_positions';",
        ";",
      ],
    ],
  ),
];

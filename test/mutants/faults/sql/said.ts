import { inFunction } from "../../fault.ts";

const CHUNK = ["test/database/publish-chunk.test.ts"];
const LIFE = ["test/database/alert-life.test.ts"];
const REACH = ["test/database/reach.test.ts"];
const SEARCH = ["test/database/alerts-search.test.ts"];

/** Faults in when people are told and what notifications, reaches and lists say. */
export const faults = [
  ...inFunction(
    "app_private.notify_of_active_alerts",
    ["test/database/matching.test.ts"],
    [
      [
        "a late entry does not say how exact its position was",
        "here.taken_at, here.accuracy, true",
        "here.taken_at, null, true",
      ],
      [
        "a late entry does not say when its position was taken",
        "here.taken_at, here.accuracy, true",
        "null, here.accuracy, true",
      ],
    ],
  ),
  ...inFunction("app_private.notify_users", CHUNK, [
    [
      "users at ONE wait until all users were looked at",
      "matched.level > 'ONE' then",
      "matched.level >= 'ONE' then",
    ],
    [
      "the least urgent level goes first within a chunk",
      "group by c.level order by c.level",
      "group by c.level order by c.level desc",
    ],
  ]),
  ...inFunction("app_private.publish_chunk", CHUNK, [
    [
      "a publication that has begun searches again",
      "publication.level = 'ONE' and publication.last_user_id = 0 then",
      "publication.level = 'ONE' then",
    ],
  ]),
  ...inFunction("app_private.published_at", CHUNK, [
    ["an alert without its version tells nobody", "    alert.created_at)", "    null)"],
  ]),
  ...inFunction("app_private.end_expired_alerts", CHUNK, [
    ["an alert ends after its end", "a.expires_at <= now()", "a.expires_at < now()"],
    ["an alert that ended early stays ended", "app_private.resume_alerts()", "'{}'"],
  ]),
  ...inFunction("app_private.resume_alerts", CHUNK, [
    ["an alert goes on in its last minute", " + interval '1 minute'", ""],
    [
      "an alert that only its publication found expired tells nobody",
      "p.completed_at >= a.expires_at",
      "false",
    ],
    [
      "each publication begins again after the clock was set back",
      " and p.completed_at >= a.expires_at",
      "",
    ],
    [
      "the publication of an alert that goes on stays complete",
      ", completed_at = null where",
      " where",
    ],
    ["a publication that begins again skips users", ", last_user_id = 0", ""],
    ["a publication that begins again is not queued", "app_private.queue_publication(r.id), ", ""],
    ["texts of an alert that goes on are not spoken", ", app_private.queue_speech(r.id)", ""],
    ["pushes that failed stay failed", "  perform app_private.resume_pushes(resumed_ids);\n", ""],
  ]),
  ...inFunction("app_private.resume_pushes", CHUNK, [
    [
      "pushes of all alerts are sent again",
      "d.alert_id = any (alert_ids) and d.state = 'failed'",
      "d.state = 'failed'",
    ],
    [
      "pushes that failed otherwise are sent again",
      " and d.why = 'The alert ended before the push was sent.'",
      "",
    ],
    [
      "pushes to send again have no job",
      "perform app_private.follow_up_deliveries(",
      "perform array_agg(",
    ],
  ]),
  ...inFunction("app_private.send_all_clear", LIFE, [
    [
      "an all-clear swaps latitude and longitude",
      "l.user_id, l.latitude, l.longitude, l.moving_activity",
      "l.user_id, l.longitude, l.latitude, l.moving_activity",
    ],
    [
      "an all-clear does not say how its user moved",
      "l.latitude, l.longitude, l.moving_activity,",
      "l.latitude, l.longitude, 'UNKNOWN'::app_public.moving_activity,",
    ],
    [
      "an all-clear swaps latitude and longitude of the notification before",
      "u.user_id, n.latitude, n.longitude, n.moving_activity, null",
      "u.user_id, n.longitude, n.latitude, n.moving_activity, null",
    ],
  ]),
  ...inFunction(
    "app_private.send_all_clear",
    ["test/database/report-locks.test.ts"],
    [
      [
        "an all-clear does not wait for reports",
        "perform app_private.drain_reports(user_ids);",
        "",
      ],
    ],
  ),
  ...inFunction("app_private.draft_alert", REACH, [
    ["the reach of an exercise's update counts everyone", "    previous.status,\n", ""],
    [
      "the reach of an update takes positions of any age",
      "previous.max_position_age, setting",
      "setting",
    ],
  ]),
  ...inFunction("app_private.reach_of", REACH, [
    [
      "an alert that overlaps ends when it began",
      "a.status, a.expires_at, a.title",
      "a.status, a.created_at, a.title",
    ],
    ["an alert that overlaps has the text of TWO", "row(a.id, a.text1,", "row(a.id, a.text2,"],
  ]),
  ...inFunction(
    "app_public.alerts_area_geo_json",
    ["test/database/alert-updates.test.ts"],
    [["the area of an alert has four digits", "9, 0", "4, 0"]],
  ),
  ...inFunction(
    "app_private.alert_progress",
    ["test/database/live.test.ts"],
    [
      ["a progress without reasons", ", count(d.why))", ")"],
      [
        "a progress without notifications",
        "concat_ws(' ', count(*), count(*) filter (where n.seen))",
        "count(*) filter (where n.seen)",
      ],
    ],
  ),
  ...inFunction(
    "app_public.new_alert_template",
    ["test/database/alert-templates.test.ts"],
    [
      [
        "a new template has no urgency and certainty",
        "given.urgency, given.certainty, given.status",
        "'UNKNOWN', 'UNKNOWN', given.status",
      ],
      [
        "a new template is never an exercise",
        "given.status, given.level2",
        "'ACTUAL', given.level2",
      ],
    ],
  ),
  ...inFunction("app_public.alerts_search", SEARCH, [
    [
      "an alert was published when it ends",
      "a.status, a.created_at, a.expires_at",
      "a.status, a.expires_at, a.expires_at",
    ],
  ]),
  ...inFunction("app_private.alert_months", SEARCH, [
    [
      "a rule that was kept does not matter",
      "n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at",
      "n.taken_at",
    ],
    [
      "who was told without a time was told later",
      "n.taken_at <= p.created_at, true)",
      "n.taken_at <= p.created_at)",
    ],
    ["who was told twice was told late", "min(n.created_at) filter", "max(n.created_at) filter"],
    [
      "a month's people are told within a minute, whatever the minute",
      "extract(epoch from min(n.created_at)",
      "extract(second from min(n.created_at)",
    ],
    [
      "exercises come before alerts",
      "order by p.began_at desc, p.status",
      "order by p.began_at desc, p.status desc",
    ],
  ]),
  ...inFunction("app_public.alert_statistics", SEARCH, [
    ["statistics are of eleven months", "months integer DEFAULT 12", "months integer DEFAULT 11"],
    ["statistics are of thirteen months", "months integer DEFAULT 12", "months integer DEFAULT 13"],
  ]),
  ...inFunction(
    "app_private.timeline_of_alert",
    ["test/database/alert-timeline.test.ts"],
    [
      ["no step has six hours", "3600, 21600, 86400", "3600, 86400"],
      ["no step has a day", "21600, 86400, 604800", "21600, 604800"],
    ],
  ),
  ...inFunction(
    "app_public.notification_update",
    ["test/database/cursors.test.ts"],
    [
      [
        "a mark that changes nothing is a change",
        "case when n.seen = notification_update.input.seen then n.seen_change\n",
        "case when false then n.seen_change\n",
      ],
    ],
  ),
  ...inFunction(
    "app_public.active_alerts_near",
    ["test/database/near.test.ts"],
    [
      ["a zone near ends now", "r.within, r.expires_at", "r.within, now()"],
      [
        "an outer zone is near only if its area is",
        "and a.zone3 && box and st_intersects(z.zone, box)",
        "and a.zone1 && box and st_intersects(z.zone, box)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.publish_held",
    ["test/database/take-back-at-once.test.ts"],
    [
      [
        "who published a held alert stays on the connection",
        "perform set_config('jwt.claims.user_id', held.user_id::text, true);",
        "perform set_config('jwt.claims.user_id', held.user_id::text, false);",
      ],
    ],
  ),
];

import { inFunction } from "../../fault.ts";

const LIFE = ["test/database/alert-life.test.ts"];
const WHY = ["test/database/why-notified.test.ts"];
const REACH = ["test/database/reach.test.ts"];

/** Faults in the reach that is shown before a publication, in why someone was told, and in keys of requests. */
export const faults = [
  ...inFunction(
    "app_private.reach_of",
    [...REACH, ...LIFE],
    [
      [
        "the reach counts ONE as TWO",
        "a.is_due and a.level = 'ONE'",
        "a.is_due and a.level = 'TWO'",
      ],
      [
        "the reach counts everyone as told again",
        "where a.is_due and a.is_again and a.level = 'THREE'",
        "where a.is_due and a.level = 'THREE'",
      ],
      [
        "the reach leaves out old positions",
        "filter (where not a.is_fresh and not a.is_told)",
        "filter (where false)",
      ],
      [
        "who was told before is passed over for an old position",
        "where not a.is_fresh and not a.is_told",
        "where not a.is_fresh",
      ],
      [
        "who was told before is passed over for a coarse position",
        "a.is_fresh and a.level is null and not a.is_told",
        "a.is_fresh and a.level is null",
      ],
      [
        "the reach of nobody is null",
        "coalesce(sum(a.users) filter (where a.is_due and a.providers <> '{}'), 0)",
        "sum(a.users) filter (where a.is_due and a.providers <> '{}')",
      ],
      [
        "a user of two phones counts twice at a provider",
        "select distinct d.provider",
        "select d.provider",
      ],
      [
        "told users with an old position count as told",
        "a.is_fresh and a.level is not null and not a.is_due",
        "a.level is not null and not a.is_due",
      ],
      [
        "a coarse position counts as told",
        "a.is_fresh and a.level is not null and not a.is_due",
        "a.is_fresh and not a.is_due",
      ],
      [
        "the innermost level told is the outermost",
        "array[min(n.level), min(n.level) filter",
        "array[min(n.level), max(n.level) filter",
      ],
      ["more than 20 alerts overlap", "limit 20", "limit 21"],
      ["the oldest of the overlapping alerts comes first", "order by a.id desc", "order by a.id"],
      [
        "alerts overlap by their areas only",
        "st_intersects(a.zone3, alert.zone3)",
        "st_intersects(a.zone1, alert.zone1)",
      ],
      [
        "an age of a position is that of an hour",
        "app_private.is_fresh(l.taken_at, alert.max_position_age)",
        "app_private.is_fresh(l.taken_at, interval '1 hour')",
      ],
      [
        "providers come in any order",
        "group by p.provider order by p.provider)",
        "group by p.provider order by p.provider desc)",
      ],
      [
        "the reach takes the user's other notifications",
        "where n.alert_id = alert.id and n.user_id = l.user_id",
        "where n.user_id = l.user_id",
      ],
    ],
  ),
  ...inFunction("app_private.reach_of_update", REACH, [
    [
      "the reach of an unknown alert is null",
      "raise exception using errcode = 'LA404', message = 'There is no alert with this id.';",
      "return null;",
    ],
  ]),
  ...inFunction("app_public.alert_update_reach", REACH, [
    ["everyone may ask for the reach of an update", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction(
    "app_private.why_notified",
    [...WHY, ...LIFE],
    [
      [
        "why looks at another alert",
        "n.alert_id = alert.id and n.user_id = why_notified.user_id",
        "n.user_id = why_notified.user_id",
      ],
      [
        "an erased user has no reason",
        "person.id is null and told.id is null",
        "person.id is null",
      ],
      [
        "an unknown alert has a reason",
        "if alert.id is null or person.id is null and told.id is null then",
        "if person.id is null and told.id is null then",
      ],
      [
        "why shows THREE of the other distance",
        "zone_around(told_by.zone1, told_by.level3_distance)",
        "zone_around(told_by.zone1, told_by.level2_distance)",
      ],
      ["why shows ONE of the present version", "alert.zone1 := told_by.zone1;", ""],
      [
        "why shows the version of the present",
        "v.version = told.version",
        "v.version = alert.version",
      ],
      ["a cleared place is 0, 0", "if told.place_kept then", "if true then"],
      [
        "why turns latitude and longitude",
        "st_makepoint(told.longitude, told.latitude)",
        "st_makepoint(told.latitude, told.longitude)",
      ],
      ["why leaves out the accuracy of then", "reason.accuracy := told.accuracy;", ""],
      [
        "why shows the accuracy of now",
        "reason.accuracy := told.accuracy;",
        "reason.accuracy := here.accuracy;",
      ],
      ["why leaves out the accuracy of someone not told", "reason.accuracy := here.accuracy;", ""],
      ["why has no level", "reason.level := told.level;", ""],
      ["why names no notification", "reason.notification_id := told.id;", ""],
      [
        "why swaps the coordinates",
        "reason.latitude := st_y(location);",
        "reason.latitude := st_x(location);",
      ],
      [
        "why measures TWO from ONE",
        "metres_from(alert.zone2, location)",
        "metres_from(alert.zone1, location)",
      ],
      [
        "why measures THREE from TWO",
        "metres_from(alert.zone3, location)",
        "metres_from(alert.zone2, location)",
      ],
      [
        "a kept rule does not matter",
        "coalesce(told.rule, app_private.rule_when_notified(told.taken_at, told.created_at, told_by.created_at))",
        "app_private.rule_when_notified(told.taken_at, told.created_at, told_by.created_at)",
      ],
      [
        "someone without a position is outside",
        "when here.user_id is null then 'NO_POSITION'",
        "when here.user_id is null then 'OUTSIDE'",
      ],
      [
        "someone who is no tester is outside an exercise",
        "when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'",
        "",
      ],
      [
        "someone outside has an old position",
        "when not st_covers(alert.zone3, location) then 'OUTSIDE'",
        "",
      ],
      [
        "someone between ONE and TWO is outside",
        "st_covers(alert.zone3, location)",
        "st_covers(alert.zone1, location)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.new_alert",
    ["test/database/alert-life.test.ts", "test/api/alert-life.test.ts"],
    [
      [
        "a key in another alert is an error of the database",
        "on conflict (user_id, idempotency_key) do nothing",
        "",
      ],
      [
        "a key in another alert has the code of a bad request",
        "errcode = 'LA409',\n        message = 'idempotencyKey",
        "errcode = 'LA400',\n        message = 'idempotencyKey",
      ],
      [
        "a request without a key has a digest",
        "case when input.idempotency_key is not null\n    then sha256(convert_to(regexp_replace(input::text, ',+\\)$', ')'), 'UTF8')) end",
        "sha256(convert_to(regexp_replace(input::text, ',+\\)$', ')'), 'UTF8'))",
      ],
      [
        "a repeated request takes a draft",
        "return earlier.id;",
        "perform app_private.take_shared_draft(input.draft_id); return earlier.id;",
      ],
    ],
  ),
  ...inFunction(
    "app_private.new_alert",
    ["test/database/audit.test.ts"],
    [
      [
        "a publication leaves its draft",
        "perform app_private.take_shared_draft(input.draft_id);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.new_alert",
    ["test/database/synchronous-commit.test.ts"],
    [["an alert may be lost after its answer", "perform app_private.commit_synchronously();", ""]],
  ),
];

import { inFunction } from "../../fault.ts";

const LIFE = "test/database/alert-life.test.ts";
const RULES = "test/matching/rules.test.ts";
const LEVELS = "test/geometry/levels.test.ts";
const DELIVERIES = "test/database/deliveries.test.ts";
const WHY = "test/database/why-notified.test.ts";
const MATCHING = "test/database/matching.test.ts";

/** Faults in the rules of who is notified, and in what explains and previews them. */
export const faults = [
  ...inFunction(
    "app_private.applies_to",
    [LIFE],
    [["an exercise reaches everyone", "= 'ACTUAL'", "<> 'TEST'"]],
  ),
  ...inFunction(
    "app_private.is_active",
    [DELIVERIES],
    [
      ["an alert is active at its end", "> pg_catalog.now()", ">= pg_catalog.now()"],
      ["a marked alert is active", "active and ", ""],
    ],
  ),
  ...inFunction(
    "app_private.is_fresh",
    [MATCHING],
    [["a position of exactly the greatest age is fresh", "taken_at >", "taken_at >="]],
  ),
  ...inFunction(
    "app_private.is_told",
    [RULES],
    [
      ["the same level is told again", "told <= level", "told < level"],
      ["nobody is told first", "coalesce(told <= level, false)", "told <= level"],
    ],
  ),
  ...inFunction(
    "app_private.level_at",
    [LIFE, LEVELS],
    [
      [
        "the edge of the area lies outside it",
        "st_covers(zone1, location)",
        "st_containsproperly(zone1, location)",
      ],
      [
        "a coarse position gets level TWO",
        "when is_coarse then null",
        "when is_coarse then 'TWO'::app_public.level_alert",
      ],
    ],
  ),
  ...inFunction(
    "app_private.metres_from",
    [LIFE],
    [
      ["distances are in degrees", "0.05))::geography, place::geography", "0.05)), place"],
      ["inside has no distance", "then 0\n", "then null\n"],
    ],
  ),
  ...inFunction(
    "app_private.reach_of",
    [LIFE, WHY, "test/database/alert-updates.test.ts"],
    [
      [
        "the reach takes an accuracy of exactly 1,000 m for coarse",
        "l.accuracy > alert.max_accuracy",
        "l.accuracy >= alert.max_accuracy",
      ],
      [
        "the reach counts users at ONE whose position is old",
        "p.is_fresh and p.level is not null and not app_private.is_told",
        "p.level is not null and not app_private.is_told",
      ],
      [
        "the reach counts devices of users it does not tell",
        "a.is_due and a.providers <> '{}'",
        "a.is_fresh and a.providers <> '{}'",
      ],
      [
        "the reach counts users whom the version does not tell",
        " and not app_private.is_told(p.told[2], p.level)",
        "",
      ],
      ["someone told again is new", "p.told[1] is not null", "p.told[2] is not null"],
      ["a renotified user counts as told", "where n.version >= alert.told_version", "where true"],
      [
        "providers count users who are not told",
        "p (provider) where a.is_due",
        "p (provider) where true",
      ],
      ["an alert overlaps itself", "a.id is distinct from alert.id", "true"],
      ["an ended alert overlaps", "app_private.is_active(a.active, a.expires_at) and ", ""],
      ["an alert elsewhere overlaps", "and st_intersects(a.zone3, alert.zone3)", ""],
      [
        "the reach counts old positions as coarse",
        "where a.is_fresh and a.level is null",
        "where a.level is null",
      ],
      ["the area is that of THREE", "st_area(alert.zone1", "st_area(alert.zone3"],
      [
        "the reach of an exercise counts everyone",
        `
        and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))`,
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_public.alert_reach",
    [LIFE],
    [["everyone may ask for the reach", "perform app_public.require_admin();", ""]],
  ),
  ...inFunction(
    "app_public.why_notified",
    [LIFE],
    [["everyone may ask why", "perform app_public.require_admin();", ""]],
  ),
  ...inFunction(
    "app_public.alerts_reached_users",
    ["test/database/publish-chunk.test.ts"],
    [["nobody reached is null", "coalesce(sum(r.users), 0)", "sum(r.users)"]],
  ),
  ...inFunction(
    "app_private.rule_when_notified",
    [LIFE, WHY],
    [
      ["an old notification came in later", "coalesce(taken_at, created_at)", "taken_at"],
      ["a position of the time of publication came in later", "<= published_at", "< published_at"],
    ],
  ),
  ...inFunction(
    "app_private.why_notified",
    [LIFE, WHY],
    [
      [
        "why takes an accuracy of exactly 1,000 m for coarse",
        "here.accuracy > alert.max_accuracy",
        "here.accuracy >= alert.max_accuracy",
      ],
      ["why explains the all-clear", "and n.kind <> 'ALL_CLEAR' ", ""],
      [
        "why explains the last notification",
        "order by n.level, n.version",
        "order by n.version desc",
      ],
      ["why explains the first notification", "order by n.level, n.version", "order by n.version"],
      [
        "an unknown user has a reason",
        "if alert.id is null or person.id is null",
        "if alert.id is null",
      ],
      [
        "why compares areas only",
        `if (told_by.zone1, told_by.level2_distance, told_by.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)`,
        "if told_by.zone1 is distinct from alert.zone1",
      ],
      [
        "why shows TWO of the other distance",
        "zone_around(told_by.zone1, told_by.level2_distance)",
        "zone_around(told_by.zone1, told_by.level3_distance)",
      ],
      [
        "the age of a notification's position counts until now",
        "at := told.created_at",
        "at := now()",
      ],
      [
        "the age counts on after the end",
        "at := least(now(), alert.expires_at, alert.cancelled_at)",
        "at := now()",
      ],
      [
        "the age counts on after a cancellation",
        "at := least(now(), alert.expires_at, alert.cancelled_at)",
        "at := least(now(), alert.expires_at)",
      ],
      [
        "a report after the end has no rule",
        "when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'",
        "",
      ],
      [
        "a report after a cancellation has no rule",
        "here.created_at > least(alert.expires_at, alert.cancelled_at)",
        "here.created_at > alert.expires_at",
      ],
      [
        "a position grows too old after the publication",
        "greatest(here.created_at, app_private.published_at(alert))",
        "now()",
      ],
      [
        "a position counts from its report only",
        "greatest(here.created_at, app_private.published_at(alert))",
        "here.created_at",
      ],
      [
        "a coarse position is not yet told",
        "location, here.accuracy > alert.max_accuracy) is null",
        "location) is null",
      ],
    ],
  ),
  ...inFunction(
    "app_public.active_alerts_at",
    [LIFE, WHY],
    [
      ["ended alerts are shown", "app_private.is_active(a.active, a.expires_at) and ", ""],
      [
        "an expired alert is shown until its job",
        "app_private.is_active(a.active, a.expires_at)",
        "a.active",
      ],
      ["all alerts at a place are shown", " limit 1000", ""],
      ["a hundred alerts at a place are shown", " limit 1000", " limit 100"],
      [
        "exercises are shown to everyone",
        `
        and app_private.applies_to(a.status, caller.is_tester)`,
        "",
      ],
      ["exercises are shown to nobody", "caller.is_tester", "false"],
      ["the oldest alert comes first", "a.id desc", "a.id"],
      ["the least urgent alert comes first", "order by m.level,", "order by m.level desc,"],
      ["TWO shows the text of THREE", "when 'TWO' then a.text2 ", ""],
      ["the distance is from THREE", "metres_from(a.zone1, here)", "metres_from(a.zone3, here)"],
      ["latitudes past the pole", "latitude between -90 and 90", "latitude between -90 and 91"],
    ],
  ),
];

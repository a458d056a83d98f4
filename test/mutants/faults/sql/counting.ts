import { inFunction, inSchema } from "../../fault.ts";
import { inView } from "../../in-view.ts";

const FIGURES = ["test/database/analytics.test.ts"];
const COUNTING = ["test/database/counting.test.ts"];
const ALERTS = ["test/database/counting-alerts.test.ts"];
const PRIVACY = ["test/database/analytics-privacy.test.ts"];

/** Faults in how the figures of analysts are counted, and in which of them are shown. */
export const faults = [
  ...inFunction("app_private.shown_people", FIGURES, [
    ["figures are not rounded", "/ smallest_group * smallest_group", ""],
    [
      "few are nobody",
      "nullif(least(people, most) / smallest_group * smallest_group, 0)",
      "(least(people, most) / smallest_group * smallest_group)",
    ],
    ["a total is not explained by its parts", "least(people, most)", "people"],
  ]),
  ...inFunction("app_private.rounded_seconds", COUNTING, [
    ["seconds are rounded down", "pg_catalog.ceil(seconds", "pg_catalog.floor(seconds"],
    [
      "seconds have three digits",
      "(pg_catalog.floor(pg_catalog.log(seconds)) - 1, -1)) - 1e-9)\n      * pg_catalog.power(10, greatest(pg_catalog.floor(pg_catalog.log(seconds)) - 1, -1))",
      "(pg_catalog.floor(pg_catalog.log(seconds)) - 2, -1)) - 1e-9)\n      * pg_catalog.power(10, greatest(pg_catalog.floor(pg_catalog.log(seconds)) - 2, -1))",
    ],
    [
      "a moment before has a logarithm",
      "case when seconds <= 0 then 0",
      "case when seconds < 0 then 0",
    ],
    ["a whole number of seconds is rounded up", " - 1e-9)", " + 1e-9)"],
  ]),
  ...inFunction("app_private.add_counts", COUNTING, [
    [
      "a count is replaced",
      "set people = c.people + excluded.people",
      "set people = excluded.people",
    ],
    ["equal keys of one chunk are counted once", "sum(k.people)", "max(k.people)"],
  ]),
  ...inFunction("app_private.position_id_at", COUNTING, [
    ["a moment is after its positions", "at >= moment", "at > moment"],
    ["gaps of ids end a search", "p.id >= middle order by p.id", "p.id = middle order by p.id"],
    [
      "the newest position is never counted",
      "coalesce(max(p.id), 0) + 1",
      "coalesce(max(p.id), 0)",
    ],
  ]),
  ...inFunction("app_private.first_uncounted", COUNTING, [
    ["a period is counted again", "newest + step", "newest"],
    [
      "a period of which a part is purged is counted",
      "date_trunc(period, now() - s.position_retention) + step",
      "date_trunc(period, now() - s.position_retention)",
    ],
    [
      "empty hours before the first position are counted",
      ", date_trunc(period, first.created_at))",
      ")",
    ],
    ["the hour that is running is counted", "when next < due", "when next <= due"],
    ["hours and days are one series", " where r.period = first_uncounted.period", ""],
  ]),
  ...inFunction(
    "app_private.count_period_step",
    [...COUNTING, ...FIGURES],
    [
      ["what phones sent later is counted", "p.created_at < received_until", "true"],
      [
        "what phones sent within five minutes is not counted",
        "ends_at + interval '5 minutes'",
        "ends_at",
      ],
      [
        "what was taken before the period is counted",
        "p.taken_at >= starts_at and p.taken_at < ends_at",
        "p.taken_at < ends_at",
      ],
      [
        "what was taken after the period is counted",
        "p.taken_at >= starts_at and p.taken_at < ends_at",
        "p.taken_at >= starts_at",
      ],
      [
        "the first place counts",
        "order by r.user_id, r.taken_at desc, r.id desc",
        "order by r.user_id, r.taken_at, r.id",
      ],
      [
        "of equal times the first place counts",
        "r.taken_at desc, r.id desc",
        "r.taken_at desc, r.id",
      ],
      [
        "each part counts everyone",
        "\n        and p.user_id % counting.parts = counting.part\n  ), last_places",
        "\n  ), last_places",
      ],
      [
        "each part counts all notifications",
        " and n.created_at < ends_at and n.user_id % counting.parts = counting.part",
        " and n.created_at < ends_at",
      ],
      [
        "places next to the equator fail",
        "when abs(r.latitude) < 1e-9 then 0 else",
        "when false then 0 else",
      ],
      ["cells are numbered from the south", "floor((1 - asinh", "floor((1 + asinh"],
      ["the place at 180 is in no cell", "least(greatest(c.x, 0), 32767)", "c.x"],
      [
        "analysts count all-clears of a day",
        "n.alert_id = any (alert_ids) and n.kind <> 'ALL_CLEAR'",
        "n.alert_id = any (alert_ids)",
      ],
      [
        "notifications of other days count",
        "and n.created_at >= starts_at and n.created_at < ends_at and n.user_id",
        "and n.user_id",
      ],
      [
        "each notification is a user",
        "count(distinct n.user_id) as users",
        "count(n.user_id) as users",
      ],
      [
        "what was seen later counts for the day",
        "count(distinct n.user_id) filter (where n.seen_at < received_until)",
        "count(distinct n.user_id) filter (where n.seen_at is not null)",
      ],
      [
        "alerts that began before the day do not count",
        "a.created_at < ends_at and least",
        "a.created_at >= starts_at and least",
      ],
      [
        "one part is left out",
        "if counting.part + 1 < counting.parts then",
        "if counting.part + 2 < counting.parts then",
      ],
      ["hours have notifications", "where period = 'day' and a.created_at", "where a.created_at"],
    ],
  ),
  ...inFunction(
    "app_private.keep_period",
    [...COUNTING, ...FIGURES, ...PRIVACY],
    [
      [
        "positions of few are shown",
        "case when everyone >= k then positions / k * k end",
        "positions / k * k",
      ],
      ["positions are not rounded", "positions / k * k", "positions"],
      ["activities of few are shown", "r.people >= k and everyone", "r.people >= 1 and everyone"],
      [
        "a small rest of activities shows",
        " and everyone - r.larger_and_this not between 1 and k - 1 then",
        " then",
      ],
      [
        "a row of few others is shown",
        "group by n.activity having sum(n.people) >= k",
        "group by n.activity",
      ],
      ["hours have no cells", "perform app_private.keep_presence(counting.starts_at, k);", ""],
      ["seen and users of a day are swapped", "c.key ->> 2 = 'users')", "c.key ->> 2 = 'seen')"],
      [
        "users of a day are more than the alerts explain",
        "app_private.shown_people(n.users, k, coalesce(e.told, 0))",
        "app_private.shown_people(n.users, k)",
      ],
      [
        "seen of a day are more than the alerts explain",
        "app_private.shown_people(n.seen, k, coalesce(e.seen, 0))",
        "app_private.shown_people(n.seen, k)",
      ],
      ["the number of all users is exact", "app_private.shown_people(users, k)", "users"],
      ["users without a history are in the whole", "not u.last_position_only and ", ""],
      ["a service without history has users who report", " and not s.last_position_only", ""],
    ],
  ),
  ...inFunction(
    "app_private.keep_presence",
    ["test/database/presence-cells.test.ts"],
    [
      [
        "the largest cell is taken",
        "order by p.people, p.zoom, p.x, p.y limit 1",
        "order by p.people desc, p.zoom, p.x, p.y limit 1",
      ],
    ],
  ),
  ...inFunction("app_private.keep_presence", PRIVACY, [
    [
      "a cell of few is shown",
      "l.people >= keep_presence.smallest_group;",
      "l.people >= keep_presence.smallest_group - 1;",
    ],
    [
      "a shown cell is counted again in a larger one",
      "where l.people < keep_presence.smallest_group group by 1",
      "group by 1",
    ],
    [
      "a rest of few is shown by its difference",
      "if rest between 1 and keep_presence.smallest_group - 1 then",
      "if false then",
    ],
    ["the smallest cell is counted twice", "rest := rest + smallest.people;", ""],
    [
      "the smallest cell stays",
      "delete from app_private.presence p where (p.hour, p.zoom, p.x, p.y) = (smallest.hour, smallest.zoom, smallest.x, smallest.y);",
      "",
    ],
    ["a rest of few is a row", "if rest >= keep_presence.smallest_group then", "if rest >= 1 then"],
    [
      "cells are not rounded",
      "update app_private.presence p set people = p.people / p.smallest_group * p.smallest_group where p.hour = keep_presence.hour;",
      "",
    ],
    [
      "larger cells are of the wrong place",
      "(l.cell ->> 0)::integer / 2, (l.cell ->> 1)::integer / 2",
      "(l.cell ->> 0)::integer / 2, (l.cell ->> 1)::integer",
    ],
    ["the smallest cells are left out", "reverse 15 .. 1", "reverse 14 .. 1"],
  ]),
  ...inFunction("app_private.uncount_future", COUNTING, [
    [
      "hours that were counted ahead stay",
      "r.period = 'hour' and r.starts_at >= this_hour",
      "false",
    ],
    [
      "days that were counted ahead stay",
      "delete from app_private.reporting r where r.period = 'day' and r.starts_at >= today;",
      "",
    ],
    ["places that were counted ahead stay", "p.hour >= this_hour", "false"],
    ["figures as of a later moment are final", "set is_final = false, ", "set "],
    [
      "an alert that was counted ahead is not counted before that moment",
      "least(t.counted_until, this_hour)",
      "t.counted_until",
    ],
    ["a count that has begun goes on after the clock was set back", "counting_until = null, ", ""],
  ]),
  ...inFunction("app_private.count_alert_chunk", ALERTS, [
    ["who is near the 180th meridian reaches out", "app_private.cut_at_180(s.square)", "s.square"],
    [
      "who was told after the publication was there",
      " or n.created_at > coalesce(v.completed_at, present_completed_at, 'infinity') as is_late",
      " as is_late",
    ],
    ["everyone reaches out", "not st_covers(coalesce(v.zone1, alert.zone1), q.square)", "true"],
    ["a place without accuracy reaches out", "n.accuracy > 0 and case", "case"],
    [
      "TWO reaches out of ONE",
      "not st_covers(alert.zone2, q.square)",
      "not st_covers(alert.zone1, q.square)",
    ],
    [
      "an earlier version's zones are the present",
      "n.version = alert.version and not st_covers(alert.zone2, q.square)",
      "not st_covers(alert.zone2, q.square)",
    ],
    [
      "the square is as narrow as on the equator",
      "e.metres / (111320 * e.narrowing)",
      "e.metres / 111320",
    ],
    ["what was told after the moment counts", " and n.created_at < counted_until", ""],
    [
      "any of the devices stands for a person",
      "(d.accepted_at < counted_until) desc nulls last",
      "(d.accepted_at < counted_until)",
    ],
    ["a dead push waits", "d.state in ('failed', 'dead') and", "d.state = 'failed' and"],
    [
      "what was accepted later counts",
      "when d.accepted_at < counted_until then 'ACCEPTED'",
      "when d.accepted_at is not null then 'ACCEPTED'",
    ],
    [
      "an accepted push has a reason",
      "case when d.accepted_at < counted_until then '' else",
      "case when false then '' else",
    ],
    ["reasons name devices", "app_private.push_reason(d.why)", "d.why"],
    [
      "late entries have a time to be told",
      "case when not t.is_late then app_private.rounded_seconds(extract",
      "case when true then app_private.rounded_seconds(extract",
    ],
    [
      "late entries see from publication",
      "case when t.is_late then t.created_at else t.published_at end as began",
      "t.published_at as began",
    ],
    [
      "what was seen later counts",
      "t.seen_at < counted_until as is_seen",
      "t.seen_at is not null as is_seen",
    ],
    [
      "an hour's pushes are counted at each count",
      "case when p.at >= coalesce(counted.counted_until, '-infinity') then",
      "case when true then",
    ],
  ]),
  ...inFunction(
    "app_private.count_alert_step",
    [...ALERTS, ...FIGURES],
    [
      ["an alert that is final is counted", "where not t.is_final and coalesce", "where coalesce"],
      [
        "an alert is counted again as of the same moment",
        "< count_alert_step.counted_until",
        "<= count_alert_step.counted_until",
      ],
      [
        "another alert is counted in between",
        "order by t.counting_until nulls last, t.alert_id desc",
        "order by t.alert_id desc",
      ],
      [
        "the count goes on to the new moment",
        "app_private.count_alert_chunk(counted, counted.counting_until,",
        "app_private.count_alert_chunk(counted, count_alert_step.counted_until,",
      ],
      [
        "the counts before stay",
        "delete from app_private.counts c where c.task = 'alert ' || counted.alert_id;",
        "",
      ],
      [
        "a chunk begins with the last of the one before",
        "counted.last_id + 1, passed",
        "counted.last_id, passed",
      ],
      [
        "a large alert is kept after its first chunk",
        "if notifications = most then",
        "if false then",
      ],
      ["an alert that committed late is never counted", ", 0) - 100", ", 0)"],
    ],
  ),
  ...inFunction(
    "app_private.count_step",
    [...COUNTING, ...FIGURES],
    [
      [
        "two workers count at once",
        "perform from app_private.settings s for no key update skip locked;",
        "perform from app_private.settings s;",
      ],
      ["hours are not counted", "if app_private.count_period_step('hour') then", "if false then"],
      ["days are not counted", "app_private.count_period_step('day')", "false"],
      [
        "an hour's pushes are shown before its end",
        "and (c.key ->> 0)::timestamptz < ended\n    on conflict",
        "on conflict",
      ],
      [
        "an hour's pushes of few are shown",
        "app_private.shown_people(c.people, s.smallest_group)",
        "c.people",
      ],
      [
        "presence stays for ever",
        "p.hour < now() - (select s.presence_retention from app_private.settings s)",
        "false",
      ],
      [
        "presence is deleted at once",
        "p.hour < now() - (select s.presence_retention from app_private.settings s)",
        "p.hour < now()",
      ],
      [
        "pushes that are shown stay counted",
        "delete from app_private.counts c where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < ended;",
        "",
      ],
      [
        "presence of all hours goes in one step",
        "\n    and p.hour <= (select min(o.hour) from app_private.presence o)",
        "",
      ],
    ],
  ),
  ...inFunction("app_private.count_versions", COUNTING, [
    ["a version is counted while it is published", " and p.completed_at is not null", ""],
    [
      "versions are counted again",
      "f.alert_id = v.alert_id and f.version = v.version",
      "f.alert_id = v.alert_id and f.version = v.version + 100",
    ],
    [
      "versions of other numbers hide this one",
      "f.alert_id = v.alert_id and f.version = v.version",
      "f.alert_id = v.alert_id",
    ],
    ["a cancelled alert leaves people out", " and alert.cancelled_at is null", ""],
    [
      "a publication of long ago leaves people out",
      " and version.created_at > now() - interval '1 hour'",
      "",
    ],
    ["a version before leaves people out", "version.version = alert.version and ", ""],
    [
      "old positions are those of now",
      "alert.max_position_age, version.created_at)",
      "alert.max_position_age, now())",
    ],
    [
      "stale people are inaccurate too",
      "filter (where q.is_fresh and q.level is null)",
      "filter (where q.level is null)",
    ],
    [
      "coarse people inside ONE are left out",
      "app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level",
      "case when l.accuracy <= alert.max_accuracy then app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location) end as level",
    ],
    [
      "an update leaves out whom a version before has told",
      "where not app_private.is_told(q.told, coalesce(q.level, 'THREE'))",
      "where true",
    ],
    [
      "an update leaves out nobody whom a version before has told, however urgently",
      "app_private.is_told(q.told, coalesce(q.level, 'THREE'))",
      "app_private.is_told(q.told, 'THREE')",
    ],
    [
      "an update leaves out whom a version before has told at a level that is not known now",
      "coalesce(q.level, 'THREE')",
      "q.level",
    ],
    [
      "who knows a text of before everyone was told again is not left out",
      " and n.version >= alert.told_version",
      "",
    ],
    ["people who reported later are left out", " and l.created_at <= version.created_at", ""],
    [
      "an exercise leaves out everyone",
      "\n              and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))",
      "",
    ],
    [
      "an update compares with the first version",
      "v.version < version.version order by v.version desc",
      "v.version < version.version order by v.version",
    ],
    [
      "areas are square metres",
      "st_area(version.zone1::geography) / 1e6",
      "st_area(version.zone1::geography)",
    ],
    ["exact numbers of those left out", "app_private.shown_people(stale, k)", "stale"],
    ["what was not counted is few", "stale is not null, now(), k)", "true, now(), k)"],
  ]),
  ...inFunction(
    "app_private.keep_alert_figures",
    [...ALERTS, ...FIGURES, ...PRIVACY],
    [
      [
        "pushes of few are shown",
        "r.people >= k and r.all_people",
        "r.people >= 1 and r.all_people",
      ],
      [
        "a small rest of pushes shows",
        " and r.all_people - r.larger_and_this not between 1 and k - 1 as is_shown",
        " as is_shown",
      ],
      ["a row of few other pushes is shown", "having sum(n.people) >= k", "having true"],
      ["other pushes have reasons", "case when n.is_shown then n.reason else '' end", "n.reason"],
      [
        "other pushes have outcomes",
        "case when n.is_shown then n.outcome else 'OTHER' end",
        "n.outcome",
      ],
      [
        "the figures before stay",
        "delete from app_private.alert_push_figures f where f.alert_id = counted.alert_id;",
        "",
      ],
      ["p50 is p95", "r.until_here >= 0.5 * r.people", "r.until_here >= 0.95 * r.people"],
      ["p95 is the longest", "r.until_here >= 0.95 * r.people", "r.until_here >= r.people"],
      [
        "times of few are shown",
        "from running r where r.people >= k group",
        "from running r group",
      ],
      [
        "failed are explained by accepted pushes",
        "(p.version, p.level, 'FAILED')",
        "(p.version, p.level, 'ACCEPTED')",
      ],
      [
        "seen times are accepted times",
        "(p.version, p.level, 'seen after')",
        "(p.version, p.level, 'accepted after')",
      ],
      ["late are those who reach out", "n.what = 'late')", "n.what = 'reaches out')"],
      [
        "a small group of an alert adds to an hour",
        "case when c.people >= k then c.people else 0 end",
        "c.people",
      ],
      [
        "pushes of an hour are lost",
        "perform app_private.add_counts('deliveries', array_agg(d.key), array_agg(d.people))",
        "perform app_private.add_counts('nothing', array_agg(d.key), array_agg(d.people))",
      ],
      [
        "reached is more than the levels explain",
        ", k, (\n            select coalesce(sum(f.told + k - 1), 0)::bigint from app_private.alert_figures f where f.alert_id = counted.alert_id))",
        ", k)",
      ],
      [
        "figures are final at the end",
        " + interval '1 day' <= counted.counting_until",
        " <= counted.counting_until",
      ],
      [
        "figures of a cancelled alert wait for its end",
        "least(a.expires_at, a.cancelled_at) + interval",
        "a.expires_at + interval",
      ],
      ["a count never ends", "counting_until = null, last_id = 0", "last_id = 0"],
      [
        "counts of an alert stay",
        "where t.alert_id = counted.alert_id;\n  delete from app_private.counts c where c.task = 'alert ' || counted.alert_id;",
        "where t.alert_id = counted.alert_id;",
      ],
    ],
  ),
  ...inSchema(
    "the analysts' other views",
    [...FIGURES, ...COUNTING],
    [
      [
        "hours by activity have all",
        inView("analytics.hours_by_activity", "f.activity <> 'ALL'::text", "true"),
      ],
      [
        "hours are days",
        inView("analytics.hours", "f.period = 'hour'::text", "f.period = 'day'::text"),
      ],
      ["percents are shares", inView("analytics.hours", "100.0", "1.0")],
      [
        "seen and users of a day are one",
        inView(
          "analytics.notifications_per_day",
          "COALESCE((f.seen)::text,",
          "COALESCE((f.users)::text,",
        ),
      ],
      [
        "cells are numbered from the south on the map",
        inView("analytics.presence", "((f.y + 1))", "(f.y)"),
      ],
      [
        "all cells are at THREE",
        inView("analytics.presence_around_alerts", "st_intersects(a.zone1, p.cell)", "false"),
      ],
      [
        "far cells are around an alert",
        inView("analytics.presence_around_alerts", "st_intersects(a.zone3, p.cell)", "true"),
      ],
      [
        "an all-clear is an update",
        inView("analytics.alert_versions", "WHEN (v.all_clear IS NOT NULL)", "WHEN false"),
      ],
      ["a small area is 0", inView("analytics.alerts", "::numeric, 6)", "::numeric, 3)")],
      [
        "a first version is an update",
        inView("analytics.alert_versions", "(f.version = 1)", "(f.version = 0)"),
      ],
      [
        "an update compares with itself",
        inView("analytics.alert_versions", "(f.version - 1)", "f.version"),
      ],
      [
        "a first version has changed texts",
        inView(
          "analytics.alert_versions",
          "((v.text2 IS DISTINCT FROM b.text2) AND (b.version IS NOT NULL))",
          "(v.text2 IS DISTINCT FROM b.text2)",
        ),
      ],
      [
        "what was not counted reads as few",
        inView(
          "analytics.alert_versions",
          "WHEN f.is_counted THEN COALESCE((f.stale)",
          "WHEN true THEN COALESCE((f.stale)",
        ),
      ],
      [
        "TWO of an old version has the zone of now",
        inView("analytics.zones", "c.version = v.version", "c.version >= v.version"),
      ],
      [
        "seen reads as failed",
        inView("analytics.alert_levels", "COALESCE((f.seen)::text,", "COALESCE((f.failed)::text,"),
      ],
      [
        "accepted reads as told",
        inView(
          "analytics.alert_levels",
          "COALESCE((f.accepted)::text,",
          "COALESCE((f.told)::text,",
        ),
      ],
      [
        "told in the median is the longest",
        inView("analytics.alert_levels", "f.told_p50 AS", "f.told_max AS"),
      ],
      [
        "pushes by nobody's reason",
        inView("analytics.alert_pushes", "NULLIF(f.reason, ''::text)", "f.reason"),
      ],
    ],
  ),
  ...inFunction("app_private.count_alert_chunk", FIGURES, [
    [
      "a chunk counts the last one again",
      "between first_id and last_id",
      "between first_id - 1 and last_id",
    ],
  ]),
  ...inFunction("app_private.count_alert_chunk", FIGURES, [
    [
      "who came in later was there at publication",
      "n.rule = 'CAME_IN_LATER', n.taken_at > v.created_at)",
      "n.rule = 'CAME_IN_LATER', false)",
    ],
  ]),
  ...inFunction("app_private.keep_period", COUNTING, [
    [
      "people of a day add to an hour",
      "c.task = counting.period and c.key ->> 0 = 'people');",
      "c.key ->> 0 = 'people');",
    ],
    [
      "positions of a day add to an hour",
      "c.task = counting.period and c.key ->> 0 = 'positions'",
      "c.key ->> 0 = 'positions'",
    ],
    [
      "activities of a day add to an hour",
      "c.task = counting.period and c.key ->> 0 = 'people'\n    ), named",
      "c.key ->> 0 = 'people'\n    ), named",
    ],
    [
      "notifications of a day are kept by an hour",
      "c.task = counting.period and c.key ->> 0 = 'notified'",
      "c.key ->> 0 = 'notified'",
    ],
    [
      "counts of another period go",
      "delete from app_private.counts c where c.task = counting.period;",
      "delete from app_private.counts c;",
    ],
    [
      "the progress of another period goes",
      "delete from app_private.period_counts c where c.period = counting.period;",
      "delete from app_private.period_counts c;",
    ],
    ["positions are people", "and c.key ->> 0 = 'positions'", "and c.key ->> 0 = 'people'"],
    [
      "positions of just enough people are hidden",
      "case when everyone >= k then positions",
      "case when everyone > k then positions",
    ],
    [
      "activities of just enough people are hidden",
      "case when r.people >= k and",
      "case when r.people > k and",
    ],
    [
      "a rest that is large enough takes a group along",
      "not between 1 and k - 1 then",
      "not between 1 and k then",
    ],
    ["the last activity is always a rest", "not between 1 and k", "not between 0 and k"],
    [
      "the smallest activity comes first",
      "over (order by c.people desc, c.key)",
      "over (order by c.people, c.key)",
    ],
    [
      "many notifications of few people are shown",
      "case when n.users >= k then app_private.shown_people(n.notifications, k, coalesce(e.told, 0)) end",
      "app_private.shown_people(n.notifications, k, coalesce(e.told, 0))",
    ],
    [
      "notifications of a day are more than the alerts explain",
      "app_private.shown_people(n.notifications, k, coalesce(e.told, 0))",
      "app_private.shown_people(n.notifications, k)",
    ],
    [
      "alerts of later days explain a day",
      "a.created_at < counting.starts_at + interval '1 day' and ",
      "",
    ],
    [
      "alerts that had ended explain a day",
      " and least(a.expires_at, a.cancelled_at) >= counting.starts_at",
      "",
    ],
    ["alerts explain no more than they show", "sum(f.told + k - 1)", "sum(f.told)"],
  ]),
  ...inSchema("analytics.presence_around_alerts", FIGURES, [
    ...(
      [
        [
          "the hour before an alert is left out",
          "(date_trunc('hour'::text, a.created_at, 'UTC'::text) - '01:00:00'::interval)",
          "date_trunc('hour'::text, a.created_at, 'UTC'::text)",
        ],
        [
          "hours long before an alert are around it",
          "(date_trunc('hour'::text, a.created_at, 'UTC'::text) - '01:00:00'::interval)",
          "(date_trunc('hour'::text, a.created_at, 'UTC'::text) - '02:00:00'::interval)",
        ],
        [
          "a whole hour before an alert counts only",
          "date_trunc('hour'::text, a.created_at, 'UTC'::text)",
          "a.created_at",
        ],
        [
          "the hours after an all-clear are around the alert",
          "LEAST(a.expires_at, a.cancelled_at)",
          "a.expires_at",
        ],
        [
          "the hour that begins with the end is left out",
          "p.hour <= LEAST(a.expires_at, a.cancelled_at)",
          "p.hour < LEAST(a.expires_at, a.cancelled_at)",
        ],
        ["cells at TWO are at THREE", "st_intersects(a.zone2, p.cell)", "false"],
        ["cells at THREE are at TWO", "st_intersects(a.zone2, p.cell)", "true"],
      ] as const
    ).map(([name, find, replace]): [string, string] => [
      name,
      inView("analytics.presence_around_alerts", find, replace),
    ]),
  ]),
  ...inFunction("app_private.keep_alert_figures", FIGURES, [
    [
      "accepted are more than the pushes explain",
      "app_private.shown_people(p.accepted, k, coalesce(ea.most, 0))",
      "app_private.shown_people(p.accepted, k)",
    ],
    [
      "failed are more than the pushes explain",
      "app_private.shown_people(p.failed, k, coalesce(ef.most, 0))",
      "app_private.shown_people(p.failed, k)",
    ],
    ["pushes explain no more than they show", "sum(f.people + k - 1)", "sum(f.people)"],
    ["unexplained pushes are not capped", "coalesce(ea.most, 0)", "ea.most"],
    ["unexplained failures are not capped", "coalesce(ef.most, 0)", "ef.most"],
  ]),
  ...inSchema("the columns of analysts", FIGURES, [
    ...(
      [
        ["analytics.alert_levels", "f.late AS came_in_later", "f.told AS came_in_later"],
        ["analytics.alert_levels", "f.reaching_out AS overspill", "f.late AS overspill"],
        ["analytics.alert_levels", "f.accepted,", "f.told AS accepted,"],
        ["analytics.alert_levels", "f.seen,", "f.failed AS seen,"],
        [
          "analytics.alert_levels",
          "f.accepted_p95 AS accepted_p95_seconds",
          "f.accepted_p50 AS accepted_p95_seconds",
        ],
        [
          "analytics.alert_levels",
          "f.seen_max AS seen_max_seconds",
          "f.told_max AS seen_max_seconds",
        ],
        ["analytics.alert_levels", "COALESCE((f.late)::text,", "COALESCE((f.told)::text,"],
        [
          "analytics.alerts",
          "f.notified_level_three,",
          "f.notified_level_two AS notified_level_three,",
        ],
        ["analytics.alerts", "f.seen_level_one,", "f.seen_level_two AS seen_level_one,"],
        ["analytics.alerts", "v.area_km2,", "v.removed_km2,"],
        ["analytics.alert_versions", "f.added_km2", "f.removed_km2"],
        ["analytics.alert_versions", "COALESCE((f.inaccurate)::text,", "COALESCE((f.stale)::text,"],
        ["analytics.hours", "f.users,\n", "f.people AS users,\n"],
        ["analytics.hours_by_activity", "f.period = 'hour'::text", "true"],
        ["analytics.active_users_per_day", "f.activity = 'ALL'::text", "true"],
        ["analytics.active_users_per_day", "(f.people)::bigint", "(f.users)::bigint"],
        ["analytics.notifications_per_day", "(f.users)::bigint", "(f.seen)::bigint"],
        ["analytics.notifications_per_day", "(f.notifications)::bigint", "(f.users)::bigint"],
      ] as const
    ).map(([view, find, replace]): [string, string] => [
      `${view} has ${replace} for ${find}`,
      inView(view, find, replace),
    ]),
  ]),
];

import { inFunction } from "../../fault.ts";

const ALERTS = ["test/database/counting-alerts.test.ts"];
const COUNTING = ["test/database/counting.test.ts"];
const CELLS = ["test/database/presence-cells.test.ts"];

/**
 * Faults in the version, the moment and the device by which analysts' figures of an alert are counted, and in what is
 * kept of periods.
 */
export const faults = [
  ...inFunction("app_private.count_alert_chunk", ALERTS, [
    [
      "an earlier version overspills the present area",
      "coalesce(v.zone1, alert.zone1)",
      "coalesce(alert.zone1, v.zone1)",
    ],
    [
      "an earlier version overspills the present zone THREE",
      "else n.version = alert.version and not st_covers(alert.zone3",
      "else not st_covers(alert.zone3",
    ],
    [
      "a push has failed before it did",
      "d.state in ('failed', 'dead') and d.settled_at < counted_until",
      "d.state in ('failed', 'dead')",
    ],
    [
      "the first of several failures stands for a person",
      "d.settled_at desc nulls last",
      "d.settled_at nulls last",
    ],
    [
      "what is seen later is timed already",
      "case when t.seen_at < counted_until then app_private",
      "case when t.seen_at is not null then app_private",
    ],
    [
      "every version is timed from the first",
      "v.alert_id = n.alert_id and v.version = n.version",
      "v.alert_id = n.alert_id and v.version = 1",
    ],
    [
      "nobody is timed while a publication goes on",
      "coalesce(v.completed_at, present_completed_at, 'infinity')",
      "coalesce(v.completed_at, present_completed_at)",
    ],
    [
      "who came in late was told at publication since the next version is complete",
      "coalesce(v.completed_at, present_completed_at, 'infinity')",
      "coalesce(present_completed_at, 'infinity')",
    ],
    [
      "people are told within a minute, whatever the minute",
      "extract(epoch from t.created_at - t.published_at)",
      "extract(second from t.created_at - t.published_at)",
    ],
    ["a circle reaches a tenth as far north", "e.metres / 110574", "e.metres / 1105740"],
    [
      "who saw an alert without versions is not timed",
      "coalesce(v.created_at, alert.created_at) as published_at",
      "v.created_at as published_at",
    ],
    [
      "nobody overspills an alert without versions",
      "st_covers(coalesce(v.zone1, alert.zone1), q.square)",
      "st_covers(v.zone1, q.square)",
    ],
    [
      "a push is accepted at its receipt",
      "then d.accepted_at when d.settled_at < counted_until then d.settled_at end as at",
      "then d.settled_at when d.settled_at < counted_until then d.settled_at end as at",
    ],
    [
      "pushes that failed are in no hour",
      " when d.settled_at < counted_until then d.settled_at end as at",
      " end as at",
    ],
    [
      "a push at the moment of a count is in no hour",
      "p.at >= coalesce(counted.counted_until",
      "p.at > coalesce(counted.counted_until",
    ],
  ]),
  ...inFunction("app_private.keep_alert_figures", ALERTS, [
    [
      "a total shows pushes that are hidden",
      "f.outcome, sum(f.people + k - 1)::bigint",
      "f.outcome, sum(f.people + k)::bigint",
    ],
    [
      "who came in later is counted exactly",
      "app_private.shown_people(p.late, k)",
      "p.late::integer",
    ],
    [
      "the percentiles of a version mix its levels",
      "window w as (partition by n.version, n.level, n.what order by n.seconds)",
      "window w as (partition by n.version, n.what order by n.seconds)",
    ],
    [
      "the percentiles of a level mix its versions",
      "window w as (partition by n.version, n.level, n.what order by n.seconds)",
      "window w as (partition by n.level, n.what order by n.seconds)",
    ],
    [
      "the percentiles mix being told and seeing it",
      "window w as (partition by n.version, n.level, n.what order by n.seconds)",
      "window w as (partition by n.version, n.level order by n.seconds)",
    ],
    [
      "the people behind percentiles are of all levels",
      "over (partition by n.version, n.level, n.what) as people",
      "over (partition by n.version, n.what) as people",
    ],
    [
      "the people behind percentiles are of all versions",
      "over (partition by n.version, n.level, n.what) as people",
      "over (partition by n.level, n.what) as people",
    ],
    [
      "the rest of pushes is that of all levels",
      "over (partition by p.version, p.level) as all_people",
      "over (partition by p.version) as all_people",
    ],
    [
      "the rest of pushes is that of all versions",
      "over (partition by p.version, p.level) as all_people",
      "over (partition by p.level) as all_people",
    ],
    [
      "the larger pushes are of all levels",
      "(partition by p.version, p.level order by",
      "(partition by p.version order by",
    ],
    [
      "the larger pushes are of all versions",
      "(partition by p.version, p.level order by",
      "(partition by p.level order by",
    ],
    [
      "equal groups of pushes all go with few",
      "order by p.people desc, p.provider, p.outcome, p.reason",
      "order by p.people desc",
    ],
    [
      "levels explain no more of whom an alert reached than they show",
      "coalesce(sum(f.told + k - 1), 0)",
      "coalesce(sum(f.told), 0)",
    ],
    [
      "the levels of all alerts explain whom an alert reached",
      "from app_private.alert_figures f where f.alert_id = counted.alert_id))",
      "from app_private.alert_figures f))",
    ],
    [
      "an alert reached the people of all alerts",
      "from app_private.alert_reach r where r.alert_id = counted.alert_id)",
      "from app_private.alert_reach r)",
    ],
    [
      "the pushes of all alerts explain those of an alert",
      "from app_private.alert_push_figures f where f.alert_id = counted.alert_id group by f.version",
      "from app_private.alert_push_figures f group by f.version",
    ],
    [
      "figures are final an hour later",
      " + interval '1 day' <= counted.counting_until",
      " + interval '1 day' < counted.counting_until",
    ],
  ]),
  ...inFunction("app_private.keep_period", COUNTING, [
    [
      "who saw a day's notifications is explained by who was told",
      "app_private.shown_people(n.seen, k, coalesce(e.seen, 0))",
      "app_private.shown_people(n.seen, k, coalesce(e.told, 0))",
    ],
    ["alerts explain no more than they show of who saw them", "sum(f.seen + k - 1)", "sum(f.seen)"],
    [
      "equal activities all go with few",
      "over (order by c.people desc, c.key)",
      "over (order by c.people desc)",
    ],
    [
      "notifications are of the day after",
      "(counting.starts_at at time zone 'UTC')::date",
      "(counting.starts_at at time zone 'UTC')::date + 1",
    ],
  ]),
  ...inFunction("app_private.count_period_step", COUNTING, [
    [
      "a count that broke off goes on in another period",
      "counting.starts_at is distinct from starts_at",
      "counting.starts_at is null",
    ],
    [
      "a count that broke off leaves its people",
      "delete from app_private.counts c where c.task = period;",
      "",
    ],
    [
      "a report exactly five minutes late counts",
      "p.created_at < received_until",
      "p.created_at <= received_until",
    ],
    [
      "the first moment of a day has no notifications",
      "n.created_at >= starts_at and",
      "n.created_at > starts_at and",
    ],
    [
      "the first moment of the next day has notifications of this one",
      "n.created_at < ends_at and n.user_id",
      "n.created_at <= ends_at and n.user_id",
    ],
  ]),
  ...inFunction("app_private.first_uncounted", COUNTING, [
    ["analysts' hours are those of the server", "\n SET \"TimeZone\" TO 'UTC'", ""],
    ["the reports of five minutes are not waited for", " - interval '5 minutes'", ""],
    ["the reports of an hour are waited for", "interval '5 minutes'", "interval '1 hour'"],
    [
      "hours of which no position is left are counted",
      "greatest(newest + step, oldest)",
      "newest + step, oldest",
    ],
  ]),
  ...inFunction("app_private.count_step", COUNTING, [
    ["an hour of pushes ends in the middle of one of UTC", "\n SET \"TimeZone\" TO 'UTC'", ""],
    ["pushes are shown at the end of their hour", "now() - interval '5 minutes'", "now()"],
    ["presence goes by one hour in an hour", "return found;", "return false;"],
    ["a late push ends the count of its hour", "\n    on conflict do nothing;", ";"],
    [
      "a late push changes its hour",
      "on conflict do nothing;",
      "on conflict (hour, provider, outcome) do update set pushes = excluded.pushes;",
    ],
  ]),
  ...inFunction("app_private.count_versions", COUNTING, [
    [
      "those left out are counted with an accuracy of exactly 1,000 m for coarse",
      "l.accuracy > alert.max_accuracy",
      "l.accuracy >= alert.max_accuracy",
    ],
    [
      "those left out are counted outside the zones too",
      "st_covers(alert.zone3, l.location) and l.created_at",
      "l.created_at",
    ],
  ]),
  ...inFunction("app_private.keep_presence", CELLS, [
    [
      "a rest that is just large enough takes a cell along",
      "rest between 1 and keep_presence.smallest_group - 1",
      "rest between 1 and keep_presence.smallest_group",
    ],
    [
      "a rest that is just large enough is hidden",
      "if rest >= keep_presence.smallest_group then",
      "if rest > keep_presence.smallest_group then",
    ],
  ]),
];

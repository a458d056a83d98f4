import { inFunction } from "../../fault.ts";

const OUTCOMES = ["test/database/delivery-outcomes.test.ts"];
const FIGURES = ["test/database/delivery-figures.test.ts"];
const FAILURES = ["test/database/push-failures.test.ts"];
const RETENTION = ["test/database/retention.test.ts"];
const DELIVERIES = ["test/database/deliveries.test.ts"];
const TIMELINE = ["test/database/alert-timeline.test.ts"];
const SEARCH = ["test/database/alerts-search.test.ts"];

/** Faults in what administrators read of an alert's results, and in how they find alerts. */
export const faults = [
  ...inFunction(
    "app_private.pushed_people",
    [...TIMELINE, ...RETENTION],
    [
      ["the plot shows pushes of the all-clear", "and n.kind <> 'ALL_CLEAR'", ""],
      ["the plot shows the last push of a person", "select min(coalesce(", "select max(coalesce("],
      ["the plot counts each push of a person", "group by e.user_id", "group by e.id"],
      [
        "the plot shows pushes that wait",
        "and (e.accepted_at is not null or e.state = 'accepted')",
        "",
      ],
      [
        "the plot leaves out a push whose receipt failed",
        "(e.accepted_at is not null or e.state = 'accepted')",
        "e.state = 'accepted'",
      ],
      [
        "the plot shows a push at its receipt",
        "coalesce(e.accepted_at, e.settled_at)",
        "coalesce(e.settled_at, e.accepted_at)",
      ],
      [
        "the plot shows no pushes after deliveries are deleted",
        "if kept is not null then",
        "if false then",
      ],
      [
        "the plot needs an acceptance by a receipt",
        "coalesce(e.accepted_at, e.settled_at)",
        "e.accepted_at",
      ],
    ],
  ),
  ...inFunction(
    "app_private.push_failures_of_alert",
    [...FAILURES, ...RETENTION],
    [
      [
        "failures of another alert are shown",
        "d.alert_id = push_failures_of_alert.alert_id and",
        "",
      ],
      [
        "pushes to be tried again have not failed",
        "d.state in ('queued', 'failed', 'dead')",
        "d.state in ('failed', 'dead')",
      ],
      [
        "pushes to dead devices have not failed",
        "d.state in ('queued', 'failed', 'dead')",
        "d.state in ('queued', 'failed')",
      ],
      [
        "a push that left after a retry has failed",
        "and d.state in ('queued', 'failed', 'dead')",
        "",
      ],
      ["each failure is final", "d.state <> 'queued' as is_final", "true as is_final"],
      ["a failure names the device", "app_private.push_reason(w.why)", "w.why"],
      ["the rarest reason comes first", "order by 4 desc, 1, 2, 3", "order by 4, 1, 2, 3"],
      [
        "a user of two devices counts twice in the reasons",
        "sum(p.pushes)::integer, count(*)::integer",
        "sum(p.pushes)::integer, sum(p.pushes)::integer",
      ],
      [
        "the reasons count people as pushes",
        "sum(p.pushes)::integer, count(*)::integer",
        "count(*)::integer, count(*)::integer",
      ],
      ["more than 50 reasons are shown", "limit 50", "limit 51"],
      ["reasons are gone with the deliveries", "if kept is not null then", "if false then"],
    ],
  ),
  ...inFunction(
    "app_private.delivery_of_alert",
    [...FIGURES, ...OUTCOMES, ...RETENTION],
    [
      [
        "a kept median is that of deliveries that are gone",
        "case when kept is null then f.accepted_after_median",
        "case when true then f.accepted_after_median",
      ],
      [
        "a kept p95 is that of deliveries that are gone",
        "case when kept is null then f.accepted_after_p95",
        "case when true then f.accepted_after_p95",
      ],
      ["kept pushes are those of deliveries that are gone", "coalesce(k.sent, f.sent)", "f.sent"],
      [
        "kept acceptances are those of deliveries that are gone",
        "coalesce(k.accepted, f.accepted)",
        "f.accepted",
      ],
      [
        "kept failures are those of deliveries that are gone",
        "coalesce(k.failed, f.failed)",
        "f.failed",
      ],
      [
        "kept people pushed to are those of deliveries that are gone",
        "coalesce(k.users_pushed, b.pushed, 0)",
        "coalesce(b.pushed, 0)",
      ],
      [
        "kept people who wait are those of deliveries that are gone",
        "coalesce(k.users_waiting, b.waiting, 0)",
        "coalesce(b.waiting, 0)",
      ],
      [
        "kept people who failed are those of deliveries that are gone",
        "coalesce(k.users_failed, b.failed, 0)",
        "coalesce(b.failed, 0)",
      ],
      [
        "a push that is being sent does not wait",
        "e.state in ('queued', 'sent')",
        "e.state = 'queued'",
      ],
      [
        "someone without a push is not targeted",
        "count(t.id)::integer as targeted",
        "count(t.sent)::integer as targeted",
      ],
      [
        "a level without anyone has one",
        "count(t.id)::integer as targeted",
        "count(*)::integer as targeted",
      ],
      [
        "who saw one notification of two has not seen the alert",
        "bool_or(t.seen) as has_seen",
        "bool_and(t.seen) as has_seen",
      ],
      [
        "who was pushed one notification of two was not pushed to",
        "coalesce(bool_or(t.sent), false) as is_pushed",
        "coalesce(bool_and(t.sent), false) as is_pushed",
      ],
      [
        "what came in after the publication counts from it",
        " and n.created_at <= coalesce(v.completed_at, p.completed_at, 'infinity') then",
        " then",
      ],
      [
        "what came in late counts from the publication since the next version is complete",
        "coalesce(v.completed_at, p.completed_at, 'infinity')",
        "coalesce(p.completed_at, 'infinity')",
      ],
      [
        "each notification is a user of the level",
        "from told t group by t.user_id",
        "from told t group by t.id",
      ],
      [
        "what an update told counts from the first version",
        "v.version = n.version",
        "v.version = 1",
      ],
      [
        "a notification has failed if one of its devices has",
        "bool_and(e.state in ('failed', 'dead')) as failed",
        "bool_or(e.state in ('failed', 'dead')) as failed",
      ],
      [
        "who was reached by one of two notifications has failed",
        "coalesce(bool_or(t.failed), false) and not bool_or(t.accepted) as is_failed",
        "coalesce(bool_or(t.failed), false) as is_failed",
      ],
      [
        "who waits for one of two pushes has failed",
        "filter (where p.is_failed and not p.waits)",
        "filter (where p.is_failed)",
      ],
      [
        "a delivery forgets the rule that was kept",
        "n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= v.created_at",
        "n.taken_at <= v.created_at",
      ],
      [
        "a delivery without a time of its position came in later",
        "n.taken_at <= v.created_at, true)",
        "n.taken_at <= v.created_at, false)",
      ],
      [
        "a position of the moment of publication is a late delivery",
        "n.taken_at <= v.created_at, true)",
        "n.taken_at < v.created_at, true)",
      ],
      [
        "a delivery without a version has no times",
        "coalesce(v.created_at, alert.created_at)",
        "v.created_at",
      ],
      ["the least urgent level comes first", "order by f.level;", "order by f.level desc;"],
    ],
  ),
  ...inFunction("app_public.alerts_delivery", DELIVERIES, [
    ["everyone reads how an alert was delivered", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction("app_public.alerts_push_failures", FAILURES, [
    ["everyone reads why pushes failed", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction("app_public.alerts_timeline", TIMELINE, [
    ["everyone reads the timeline", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction("app_private.timeline_of_alert", TIMELINE, [
    [
      "a person is told when told last",
      "min(n.created_at) as told_at",
      "max(n.created_at) as told_at",
    ],
    ["a person sees when they see last", "min(n.seen_at) as seen_at", "max(n.seen_at) as seen_at"],
    [
      "the steps begin at full hours",
      "e.at, alert.created_at) as began_at",
      "e.at, date_trunc('hour', alert.created_at)) as began_at",
    ],
    [
      "steps are longer than they must be",
      "select min(w.seconds) as seconds",
      "select max(w.seconds) as seconds",
    ],
    ["an alert of years has no plot", " or w.seconds = 604800", ""],
    [
      "a minute together counts as one push",
      "coalesce(sum(e.people) filter (where e.what = 'pushed'), 0)",
      "count(*) filter (where e.what = 'pushed')",
    ],
    [
      "a plot begins at its first event",
      "max(e.at) - min(alert.created_at)",
      "max(e.at) - min(e.at)",
    ],
    ["the steps come in any order", "order by s.began_at;", "order by s.began_at desc;"],
    ["the plot shows who saw as told", "where e.what = 'told'", "where e.what in ('told', 'seen')"],
  ]),
  ...inFunction("app_public.alerts_search", SEARCH, [
    [
      "the beginning of the time does not belong to it",
      "a.created_at >= alerts_search",
      "a.created_at > alerts_search",
    ],
    ["an exercise is found as real", "or a.status = alerts_search.status", "or true"],
    ["the case of a word matters", "lower(w.word)", "w.word"],
    [
      "the case of a text matters",
      "lower(concat_ws(' ', a.title, a.event, a.text1, a.text2, a.text3, a.all_clear))",
      "concat_ws(' ', a.title, a.event, a.text1, a.text2, a.text3, a.all_clear)",
    ],
    ["the all-clear is not searched", "a.text3, a.all_clear", "a.text3"],
    ["the event is not searched", "a.title, a.event,", "a.title,"],
    ["the title is not searched", "a.title, a.event,", "a.event,"],
    ["the text of TWO is not searched", "a.text1, a.text2, a.text3", "a.text1, a.text3"],
    [
      "the oldest alert is found first",
      "order by a.created_at desc, a.id desc",
      "order by a.created_at, a.id",
    ],
    [
      "of alerts of one time the oldest is found first",
      "order by a.created_at desc, a.id desc",
      "order by a.created_at desc, a.id",
    ],
    [
      "a negative offset is an error of the database",
      `alerts_search."limit" < 0 or alerts_search."offset" < 0`,
      `alerts_search."limit" < 0`,
    ],
    [
      "a negative limit is an error of the database",
      `alerts_search."limit" < 0 or alerts_search."offset" < 0`,
      `alerts_search."offset" < 0`,
    ],
    [
      "a search of 200 characters is too long",
      "char_length(alerts_search.search) > 200",
      "char_length(alerts_search.search) >= 200",
    ],
    [
      "a search of 201 characters is not too long",
      "char_length(alerts_search.search) > 200",
      "char_length(alerts_search.search) > 201",
    ],
    ["an underscore is any character", "'([\\\\%_])'", "'([\\\\%])'"],
    ["a backslash is lost", "'([\\\\%_])'", "'([%_])'"],
    ["the offset skips nothing", `offset alerts_search."offset"`, ""],
    [
      "an alert without a title has none in the list",
      "coalesce(a.title, (regexp_match(btrim(a.text1, E' \\t\\r\\n'), '^[^\\r\\n]*'))[1])",
      "a.title",
    ],
    ["the whole text is the title", "'^[^\\r\\n]*'", "'^.*'"],
    [
      "a text that begins with a line's end has no title",
      "btrim(a.text1, E' \\t\\r\\n')",
      "a.text1",
    ],
    ["a page is in any order", "order by p.place))", "order by p.place desc))"],
    [
      "a cancelled alert ends in the list when it would have",
      "a.expires_at, a.cancelled_at,",
      "a.expires_at, a.expires_at,",
    ],
  ]),
  ...inFunction("app_private.alert_months", SEARCH, [
    ["a month is of the server's time zone", "a.created_at, 'UTC')", "a.created_at)"],
    [
      "the first moment of the first month is left out",
      "a.created_at >= alert_months",
      "a.created_at > alert_months",
    ],
    ["the months count all-clears", "and n.kind <> 'ALL_CLEAR'", ""],
    [
      "someone who saw one of two notifications has not seen the alert",
      "bool_or(n.seen) as has_seen",
      "bool_and(n.seen) as has_seen",
    ],
    [
      "the months count late entries as slow",
      " and coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= p.created_at, true)",
      "",
    ],
    ["a month without anyone told is left out", "left join results r", "join results r"],
    [
      "the earliest month comes first",
      "order by p.began_at desc, p.status",
      "order by p.began_at, p.status",
    ],
    ["the months show the mean", "percentile_cont(0.5)", "percentile_cont(0.95)"],
    ["a month takes the results of another", "r.began_at = p.began_at and ", ""],
    [
      "who saw counts as told",
      "count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen",
      "count(*)::integer as told, count(*)::integer as seen",
    ],
  ]),
  ...inFunction("app_public.alert_statistics", SEARCH, [
    ["0 months are allowed", "between 1 and 60", "between 0 and 60"],
    ["61 months are allowed", "between 1 and 60", "between 1 and 61"],
    ["60 months are refused", "between 1 and 60", "between 1 and 59"],
    ["no months are all", "is not true then", "is false then"],
  ]),
];

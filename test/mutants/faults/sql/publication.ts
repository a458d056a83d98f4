import { inFunction } from "../../fault.ts";

const LIFE = "test/database/alert-life.test.ts";
const RULES = "test/matching/rules.test.ts";
const MATCHING = "test/database/matching.test.ts";
const CHUNK = "test/database/publish-chunk.test.ts";
const AT_ONCE = "test/database/concurrency.test.ts";
const LOCKS = "test/database/report-locks.test.ts";
const ERASURE = "test/database/erasure.test.ts";
const QUEUED = "test/database/queued-jobs.test.ts";
const UPDATES = "test/database/alert-updates.test.ts";
const OUTCOMES = "test/database/delivery-outcomes.test.ts";
const ANNOUNCED = "test/database/announcements.test.ts";
const RECIPIENTS = "test/database/queue-recipients.test.ts";

/** Faults in publication and in late entries. */
export const faults = [
  ...inFunction(
    "app_private.alerts_to_match",
    [LIFE, MATCHING],
    [
      ["who was told at TWO is never told at ONE", "a.active and a.zone1", "false and a.zone1"],
      ["who was told at THREE is told at ONE only", "a.active and a.zone2", "a.active and a.zone1"],
      [
        "who was told before is not renotified",
        "near.ids is null or near.is_renotified",
        "near.ids is null",
      ],
      ["a second version renotifies nobody", "a.told_version > 1", "a.told_version > 2"],
      [
        "an alert that tells again near another one tells nobody",
        "bool_or(a.told_version > 1)",
        "bool_and(a.told_version > 1)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.announce_notifications",
    [ANNOUNCED],
    [["the last notification is not announced", "'last', last_id", "'last', last_id - 1"]],
  ),
  ...inFunction(
    "app_private.compact_alert_reach",
    [MATCHING, OUTCOMES],
    [
      ["compaction keeps the greatest count", "sum(d.users)", "max(d.users)"],
      ["two counts stay two", "having count(*) > 1", "having count(*) > 2"],
    ],
  ),
  ...inFunction(
    "app_private.queue_publication",
    [QUEUED],
    [
      ["a job publishes in the way of the host", "run_at => now() + interval '5 seconds', ", ""],
      [
        "a dead host's publication waits for minutes",
        "interval '5 seconds'",
        "interval '5 minutes'",
      ],
      ["each version has its job", ", job_key => 'publish_alert:' || alert_id", ""],
    ],
  ),
  ...inFunction(
    "app_private.continue_publication",
    [QUEUED],
    [["an unfinished publication has two jobs", ", job_key => 'publish_alert:' || alert_id", ""]],
  ),
  ...inFunction(
    "app_private.drain_reports",
    ["test/concurrency/lock-order.test.ts"],
    [
      [
        "matching takes its locks in any order",
        "unnest(user_ids) u (user_id) order by 1) h",
        "unnest(user_ids) u (user_id)) h",
      ],
      [
        "a publication takes all locks from the last one on",
        "generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k",
        "generate_series(app_private.report_lock(-1), app_private.report_lock(0), -1) k",
      ],
    ],
  ),
  ...inFunction(
    "app_private.drain_reports",
    [LOCKS],
    [
      [
        "a publication waits for a half of the users",
        "app_private.report_lock(-1)",
        "app_private.report_lock(127 << 11)",
      ],
      [
        "the last lock is not taken",
        "app_private.report_lock(-1)",
        "app_private.report_lock(-1) - 1",
      ],
      [
        "a publication shares the locks of reports",
        "perform pg_advisory_xact_lock(k)",
        "perform pg_advisory_xact_lock_shared(k)",
      ],
      [
        "matching shares the locks of its users",
        "perform pg_advisory_xact_lock(h.lock)",
        "perform pg_advisory_xact_lock_shared(h.lock)",
      ],
      [
        "locks are freed before the commit",
        "perform pg_advisory_xact_lock(h.lock)",
        "perform pg_advisory_lock(h.lock), pg_advisory_unlock(h.lock)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.insert_notifications",
    [QUEUED, CHUNK, LIFE, UPDATES],
    [
      ["an update is an alert", "then 'UPDATE'", "then 'ALERT'::app_public.notification_kind"],
      [
        "a newcomer's notification is an update",
        "n.user_id = (t.told).user_id) is not null",
        "n.user_id = (t.told).user_id) is null",
      ],
      [
        "who was told of another alert gets an update",
        "n.alert_id = insert_notifications.alert_id and n.user_id = (t.told).user_id) is not null",
        "n.user_id = (t.told).user_id) is not null",
      ],
      ["nobody is counted", "if newly_reached > 0", "if newly_reached > 1"],
      [
        "latitude and longitude are swapped",
        "(t.told).user_id, (t.told).latitude, (t.told).longitude",
        "(t.told).user_id, (t.told).longitude, (t.told).latitude",
      ],
      [
        "an all-clear of THREE waits for other pushes",
        "case when insert_notifications.kind = 'ALL_CLEAR' then 'ONE' else insert_notifications.level end",
        "insert_notifications.level",
      ],
      [
        "pushes go to the first user's providers only",
        "ids, min(u.user_id), max(u.user_id))",
        "ids, min(u.user_id), min(u.user_id))",
      ],
      [
        "pushes go to the last user's providers only",
        "ids, min(u.user_id), max(u.user_id))",
        "ids, max(u.user_id), max(u.user_id))",
      ],
    ],
  ),
  ...inFunction(
    "app_private.notify_of_active_alerts",
    [LIFE, MATCHING, UPDATES],
    [
      [
        "a report takes an accuracy of exactly 1,000 m for coarse",
        "here.accuracy > a.max_accuracy",
        "here.accuracy >= a.max_accuracy",
      ],
      [
        "a report notifies of expired alerts",
        " and app_private.is_active(a.active, a.expires_at)",
        "",
      ],
      [
        "an old report notifies",
        `
        and app_private.is_fresh(here.taken_at, a.max_position_age)`,
        "",
      ],
      [
        "a report in an exercise notifies everyone",
        `
        and app_private.applies_to(a.status, (select u.is_tester from app_public.users u where u.id = here.user_id))`,
        "",
      ],
      ["a report forgets that an update renotifies", " and n.version >= a.told_version", ""],
      [
        "a report renotifies only later versions",
        "n.version >= a.told_version",
        "n.version > a.told_version",
      ],
      ["a report compares the least urgent level", "(select min(n.level)", "(select max(n.level)"],
      ["a user counts at each level", "hit.is_new::integer", "1"],
      [
        "the least urgent alert is told first",
        "order by m.level, a.id",
        "order by m.level desc, a.id",
      ],
      ["a late entry is of the first version", "hit.id, hit.version,", "hit.id, 1,"],
    ],
  ),
  ...inFunction(
    "app_private.notify_users",
    [LIFE, UPDATES, CHUNK, LOCKS, RULES],
    [
      [
        "a small publication takes an accuracy of exactly 1,000 m for coarse",
        "l.accuracy > alert.max_accuracy",
        "l.accuracy >= alert.max_accuracy",
      ],
      ["a publication forgets that it renotifies", " and n.version >= alert.told_version", ""],
      [
        "a publication compares the least urgent level since it renotified",
        `select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id and n.version`,
        `select max(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id and n.version`,
      ],
      [
        "a publication compares the least urgent level",
        `select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id) end as innermost`,
        `select max(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id) end as innermost`,
      ],
      [
        "a version that renotifies compares with all versions",
        "case when alert.told_version > 1 then c.told_since else c.innermost end",
        "c.innermost",
      ],
      ["everyone is new at each version", "c.innermost is null)::integer", "true)::integer"],
      ["nobody is new after the first version", "c.innermost is null)::integer", "false)::integer"],
      [
        "the age of positions counts from their report",
        "when l.created_at > published_at",
        "when true",
      ],
      [
        "the age of positions counts until the end of the publication",
        "else oldest end",
        "else app_private.oldest_fresh(alert.max_position_age) end",
      ],
      [
        "a late report is too old for the publication",
        "when l.created_at > published_at",
        "when false",
      ],
      ["a position of exactly the greatest age is told", "l.taken_at > case", "l.taken_at >= case"],
      ["users at TWO do not wait", "matched.level > 'ONE' then", "matched.level > 'TWO' then"],
      ["only ONE is told", "if is_range and matched", "if matched"],
      ["the coarse check is lost", ", l.accuracy > alert.max_accuracy)", ")"],
    ],
  ),
  ...inFunction(
    "app_private.publish_chunk",
    [LOCKS],
    [
      [
        "a pass through all users holds the first and the last report",
        "case when is_range then app_private.user_of_each_lock(candidates[1], candidates[2]) else candidates end",
        "candidates",
      ],
    ],
  ),
  ...inFunction(
    "app_private.publish_chunk",
    [CHUNK, UPDATES, AT_ONCE, RULES],
    [
      [
        "matching does not wait for reports",
        "perform app_private.drain_reports(",
        "perform cardinality(",
      ],
      [
        "two publishers publish at once",
        "p.alert_id = publish_chunk.alert_id for update",
        "p.alert_id = publish_chunk.alert_id",
      ],
      ["a complete publication starts again", " or publication.completed_at is not null", ""],
      ["an all-clear starts again", "publication.last_user_id, chunk_size)", "0, chunk_size)"],
      [
        "an expired alert keeps its queue",
        "delete from app_private.publication_waiting w where w.alert_id = alert.id;",
        "",
      ],
      [
        "an expired alert is published",
        "if not app_private.is_active(alert.active, alert.expires_at) then",
        "if false then",
      ],
      ["a full chunk is not complete", "<= most_at_once;", "< most_at_once;"],
      ["one user too many is left out", "limit most_at_once + 1", "limit most_at_once"],
      [
        "a search may take more than a chunk",
        "least(chunk_size, 1000)",
        "greatest(chunk_size, 1000)",
      ],
      [
        "the age of candidates counts until now",
        "is_fresh(l.taken_at, alert.max_position_age, published_at)",
        "is_fresh(l.taken_at, alert.max_position_age)",
      ],
      ["candidates of the search are told first", "candidates := null;", ""],
      [
        "each chunk through all users leaves one out",
        "publication.last_user_id := publication.last_user_id + chunk_size",
        "publication.last_user_id := publication.last_user_id + chunk_size + 1",
      ],
      [
        "each chunk through all users begins late",
        "array[publication.last_user_id + 1,",
        "array[publication.last_user_id + 2,",
      ],
      [
        "users at TWO wait without end",
        "if publication.last_user_id >= (select max(l.user_id)",
        "if publication.last_user_id > 1000000 + (select max(l.user_id)",
      ],
      [
        "the last users are left out",
        "if publication.last_user_id >= (select max(l.user_id)",
        "if publication.last_user_id + chunk_size >= (select max(l.user_id)",
      ],
      [
        "a publication has no end",
        "completed_at = case when is_complete then clock_timestamp() end",
        "completed_at = null",
      ],
    ],
  ),
  ...inFunction(
    "app_private.published_at",
    [UPDATES],
    [
      [
        "the age of positions counts from the first version",
        "v.version = alert.version",
        "v.version = 1",
      ],
    ],
  ),
  ...inFunction(
    "app_private.queue_recipients",
    [LIFE, RECIPIENTS],
    [
      [
        "a queued publication takes an accuracy of exactly 1,000 m for coarse",
        "l.accuracy > alert.max_accuracy",
        "l.accuracy >= alert.max_accuracy",
      ],
      [
        "old positions are queued by the time of the chunk",
        ", published_at)\n          and",
        ")\n          and",
      ],
      ["a queue of everyone is cut", "limit most + 1", "limit most"],
      ["a queue of exactly the most is refused", "from seen) <= most", "from seen) < most"],
      ["levels are mixed in chunks", "partition by s.level order by", "order by"],
      ["a sample never refuses", "> 2 * most * sample", "> 2000 * most * sample"],
      ["nobody is a queue", "return found;", "return true;"],
      ["an eighth is a half", "users / 8", "users / 2"],
      ["twenty chunks are two hundred", "20 * chunk_size", "200 * chunk_size"],
    ],
  ),
  ...inFunction(
    "app_private.send_all_clear",
    [LIFE, QUEUED, ERASURE],
    [
      [
        "the all-clear is of the outermost level",
        "order by n.user_id, n.level",
        "order by n.user_id, n.level desc",
      ],
      [
        "the all-clear leaves out users",
        "n.user_id > after_user_id",
        "n.user_id > after_user_id + 1",
      ],
      [
        "the all-clear is an alert",
        "'ALL_CLEAR', cleared.level, cleared.told)",
        "'ALERT', cleared.level, cleared.told)",
      ],
      [
        "users at THREE get no all-clear",
        ") t\n      group by t.level",
        ") t where t.level < 'THREE'\n      group by t.level",
      ],
      [
        "the all-clear counts people again",
        "'ALL_CLEAR', cleared.level, cleared.told)",
        "'ALL_CLEAR', cleared.level, cleared.told, 1)",
      ],
      [
        "who has no last position gets no all-clear",
        "where not exists (select from app_public.last_positions l where l.user_id = u.user_id)",
        "where false",
      ],
      [
        "an erased user gets an all-clear",
        "and exists (select from app_public.users p where p.id = u.user_id)",
        "",
      ],
      [
        "an all-clear has no activity of the notification before",
        "u.user_id, n.latitude, n.longitude, n.moving_activity,",
        "u.user_id, n.latitude, n.longitude, 'STILL'::app_public.moving_activity,",
      ],
    ],
  ),
  ...inFunction(
    "app_private.take_waiting",
    [CHUNK, RECIPIENTS],
    [
      [
        "THREE goes first",
        "order by o.level, o.first_user_id",
        "order by o.level desc, o.first_user_id",
      ],
      ["a chunk that is too large waits for ever", " or n.users = n.of_these", ""],
      ["all chunks are taken at once", "(n.users <= chunk_size or n.users = n.of_these)", "true"],
      [
        "users wait for another alert",
        "where w.alert_id = take_waiting.alert_id and w.level",
        "where w.level",
      ],
    ],
  ),
  ...inFunction(
    "app_private.notify_users",
    ["test/database/publish-chunk.test.ts"],
    [
      [
        "the first user of a chunk is told twice",
        "(n.alert_id, n.user_id) >= (alert.id, first_id)",
        "(n.alert_id, n.user_id) > (alert.id, first_id)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.count_alert_step",
    ["test/database/explain.test.ts"],
    [
      [
        "after a large alert the count of another reads all notifications",
        "(n.alert_id, n.id) > (counted.alert_id, counted.last_id) and n.alert_id <= counted.alert_id\n        order by n.alert_id, n.id",
        "n.alert_id = counted.alert_id and n.id > counted.last_id order by n.id",
      ],
    ],
  ),
  ...inFunction(
    "app_private.alerts_to_match",
    ["test/database/explain.test.ts"],
    [
      [
        "after a large alert a report reads all notifications",
        "(m.alert_id, m.id) >= (near.first_id, 0) order by m.alert_id, m.id",
        "m.alert_id = near.first_id order by m.id",
      ],
    ],
  ),
  ...inFunction(
    "app_private.alerts_to_match",
    ["test/database/zones.test.ts"],
    [
      [
        "on the 180th meridian who was told further out is not told of the area",
        " or abs(here.longitude) = 180",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.alerts_to_match",
    ["test/matching/rules.test.ts"],
    [
      [
        "a user told of one alert is told of no other",
        "return (select array_agg(r.id) from (select unnest(near.ids) except select unnest(done_ids)) r (id));",
        "return null;",
      ],
      [
        "who was told at THREE comes in at TWO only",
        "a.active and a.zone2 operator(public.&&)",
        "a.active and a.zone1 operator(public.&&)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.insert_notifications",
    ["test/database/alert-life.test.ts"],
    [
      [
        "a notification does not say how exact its position was",
        "(t.told).taken_at, (t.told).accuracy,",
        "(t.told).taken_at, null,",
      ],
    ],
  ),
  ...inFunction(
    "app_private.insert_notifications",
    ["test/database/why-notified.test.ts"],
    [
      [
        "a notification does not say when its position was taken",
        "(t.told).taken_at, (t.told).accuracy,",
        "null, (t.told).accuracy,",
      ],
    ],
  ),
  ...inFunction(
    "app_private.queue_recipients",
    ["test/database/queue-recipients.test.ts"],
    [
      [
        "those in zone THREE are queued as TWO",
        "zone2 constant geometry := st_setsrid(alert.zone2, 4326)",
        "zone2 constant geometry := st_setsrid(alert.zone3, 4326)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.send_all_clear",
    ["test/database/alert-life.test.ts"],
    [
      [
        "the all-clear begins with the outermost level",
        "group by t.level order by t.level\n",
        "group by t.level order by t.level desc\n",
      ],
      [
        "who has no position gets the outermost place",
        "order by n.level limit 1",
        "order by n.level desc limit 1",
      ],
      [
        "the all-clear forgets how exactly people were located",
        "l.taken_at, l.accuracy, true, null",
        "l.taken_at, null, true, null",
      ],
      ["a chunk of all-clears has everybody", "        limit chunk_size\n", ""],
    ],
  ),
];

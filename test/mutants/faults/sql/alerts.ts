import { inFunction } from "../../fault.ts";

const LIFE = "test/database/alert-life.test.ts";
const UPDATES = "test/database/alert-updates.test.ts";
const NEW = "test/database/new-alert.test.ts";
const LOCKS = "test/database/report-locks.test.ts";
const AT_ONCE = "test/database/concurrency.test.ts";
const QUEUED = "test/database/queued-jobs.test.ts";
const ZONES = "test/database/zones.test.ts";
const TIMELINE = "test/database/alert-timeline.test.ts";
const SEARCH = "test/database/alerts-search.test.ts";

/** Faults in the life of an alert. */
export const faults = [
  ...inFunction(
    "app_private.area_of_geojson",
    [LIFE, UPDATES],
    [
      ["10,000 positions are too many", "> 10000", ">= 10000"],
      [
        "a Feature is no area",
        "case when area ->> 'type' = 'Feature' then area -> 'geometry' else area end",
        "area",
      ],
      [
        "heights reach the zones",
        "st_force2d(st_geomfromgeojson(given::text))",
        "st_geomfromgeojson(given::text)",
      ],
      ["any coordinate system is degrees", "not in (0, 4326)", "not in (0, 4326, 3857)"],
      ["a text is a number", `@.type() != "array" && @.type() != "number"`, '@.type() == "object"'],
    ],
  ),
  ...inFunction(
    "app_private.area_of_points",
    [NEW, UPDATES],
    [
      ["10,000 points are too many", "> 10000", ">= 10000"],
      [
        "a bad point is named by the next index",
        "select p.index - 1 as index",
        "select p.index as index",
      ],
      ["the last bad point is named", "order by p.index limit 1", "order by p.index desc limit 1"],
      ["two points are enough", "< 3 then", "< 2 then"],
      ["a repeated corner counts", "count(distinct (p.latitude, p.longitude))", "count(*)"],
    ],
  ),
  ...inFunction(
    "app_private.cancel_alert",
    [UPDATES, LIFE, LOCKS, QUEUED],
    [
      ["a cancellation does not wait for reports", "perform app_private.drain_reports();", ""],
      [
        "a cancellation keeps the queue",
        "delete from app_private.publication_waiting w where w.alert_id = alert.id;",
        "",
      ],
      [
        "the all-clear begins in the middle",
        "last_user_id = 0, completed_at = null",
        "completed_at = null",
      ],
      [
        "the all-clear is complete before it begins",
        "last_user_id = 0, completed_at = null",
        "last_user_id = 0",
      ],
      ["the all-clear has no job", "perform app_private.queue_publication(alert.id);", ""],
      ["the all-clear is no version", "perform app_private.keep_version(alert);", ""],
      ["the all-clear has the version before", "version = a.version + 1", "version = a.version"],
      ["a cancelled alert is active", "set active = false, ", "set "],
    ],
  ),
  ...inFunction(
    "app_private.checked_area",
    [UPDATES, LIFE],
    [
      ["an edge of half the globe", "if turns.are_ambiguous then", "if false then"],
      ["an invalid area", "if not st_isvalid(checked) then", "if st_area(checked) < 0 then"],
    ],
  ),
  ...inFunction(
    "app_private.draft_alert",
    ["test/api/training.test.ts"],
    [
      [
        "a training user publishes a real alert",
        "case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, ",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.lock_active_alert",
    ["test/api/training.test.ts"],
    [
      [
        "a training user ends a real alert",
        "(app_public.me()).is_training and app_private.applies_to",
        "false and app_private.applies_to",
      ],
    ],
  ),
  ...inFunction(
    "app_private.draft_alert",
    [UPDATES, LIFE, NEW],
    [
      [
        "an update with an empty list of points keeps the area",
        "elsif input.points is not null or previous.id is null then",
        "elsif cardinality(input.points) > 0 or previous.id is null then",
      ],
      [
        "points and area together",
        "cardinality(input.points) > 0 and input.area is not null",
        "false",
      ],
      [
        "an update forgets TWO's distance",
        "coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance)",
        "coalesce(input.level2_distance, setting.level2_distance)",
      ],
      [
        "an update forgets THREE's distance",
        "input.level3_distance, previous.level3_distance,",
        "input.level3_distance,",
      ],
      [
        "THREE's default does not grow with TWO",
        "draft.level2_distance * setting.level3_distance / setting.level2_distance",
        "setting.level3_distance",
      ],
      [
        "THREE at exactly 100 km",
        "draft.level3_distance <= 100000",
        "draft.level3_distance < 100000",
      ],
      [
        "THREE is as wide as TWO",
        "draft.level3_distance > draft.level2_distance and",
        "draft.level3_distance >= draft.level2_distance and",
      ],
      [
        "an update of TWO's distance keeps its zone",
        "draft.level2_distance is distinct from previous.level2_distance",
        "false",
      ],
      [
        "an update of THREE's distance keeps its zone",
        "or draft.level3_distance is distinct from previous.level3_distance",
        "",
      ],
      [
        "an update of the area keeps the outer zones",
        "draft.zone1 is distinct from previous.zone1 or",
        "previous.id is null or",
      ],
      [
        "an end that is now",
        "input.expires_at > extract(epoch from now()) and",
        "input.expires_at >= floor(extract(epoch from now())) and",
      ],
      ["an end in two years", "interval '1 year'", "interval '2 years'"],
      ["an update forgets the end", "elsif previous.id is null then", "else"],
      [
        "positions of a minute are refused",
        "not between 60 and 2592000",
        "not between 61 and 2592000",
      ],
      [
        "positions of 30 days are refused",
        "not between 60 and 2592000",
        "not between 60 and 2591999",
      ],
      ["a previewed exercise is actual", "input.status, 'ACTUAL')", "'ACTUAL')"],
      ["an update forgets text1", "coalesce(input.text1, previous.text1)", "input.text1"],
      [
        "an update of text3 is lost",
        "coalesce(input.text3, previous.text3)",
        "coalesce(previous.text3, input.text3)",
      ],
      [
        "the language is that of the service",
        "coalesce(input.language, previous.language, setting.default_language)",
        "coalesce(previous.language, setting.default_language)",
      ],
      ["an update renotifies everyone", "coalesce(previous.told_version, 1)", "draft.version"],
      [
        "the severity is lost",
        "coalesce(input.severity, previous.severity, 'UNKNOWN')",
        "coalesce(previous.severity, 'UNKNOWN')",
      ],
      [
        "urgency and certainty are swapped",
        "coalesce(input.urgency,",
        "coalesce(input.certainty::text::app_public.alert_urgency,",
      ],
      ["the event is lost", "coalesce(input.event, previous.event)", "previous.event"],
    ],
  ),
  ...inFunction(
    "app_private.enclosing_ring",
    ["test/database/enclosing-ring.test.ts"],
    [
      [
        "several pieces become the first one",
        "st_numgeometries(zone) = 1",
        "st_numgeometries(zone) >= 1",
      ],
      ["holes stay", "st_nrings(zone) = 1", "st_nrings(zone) >= 1"],
      [
        "pieces at the 180th meridian enclose the globe",
        "st_translate(p.geom, 360, 0)",
        "st_translate(p.geom, 0, 0)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.end_expired_alerts",
    ["test/database/publish-chunk.test.ts"],
    [
      ["expired alerts end again", "where a.active and a.expires_at", "where a.expires_at"],
      [
        "expired alerts end an hour late",
        "expires_at <= now()",
        "expires_at <= now() - interval '1 hour 1 minute'",
      ],
      ["active alerts end", "expires_at <= now()", "created_at <= now()"],
    ],
  ),
  ...inFunction(
    "app_private.keep_version",
    [LIFE, UPDATES],
    [
      ["a version is by the alert's author", "app_public.current_user_id()", "alert.user_id"],
      ["a version does not say that it renotifies", "alert.told_version = alert.version", "false"],
      [
        "the distances of a version are swapped",
        "alert.level2_distance, alert.level3_distance",
        "alert.level3_distance, alert.level2_distance",
      ],
      [
        "a version has the text of another level",
        "alert.text2, alert.text3",
        "alert.text3, alert.text2",
      ],
      [
        "a version forgets when it was complete",
        "v.version = alert.version - 1",
        "v.version = alert.version - 2",
      ],
      [
        "a version is complete when the next one comes",
        "coalesce((select p.completed_at from app_private.publications p where p.alert_id = v.alert_id), now())",
        "now()",
      ],
      [
        "a version that the next one interrupts is never complete",
        "where p.alert_id = v.alert_id), now())",
        "where p.alert_id = v.alert_id))",
      ],
    ],
  ),
  ...inFunction(
    "app_private.lock_active_alert",
    [UPDATES, LIFE, AT_ONCE],
    [
      [
        "an update and a chunk run at once",
        "perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;",
        "",
      ],
      ["an update waits for reports that wait for it", "for no key update", "for update"],
      ["a cancelled alert changes", "if alert.cancelled_at is not null then", "if false then"],
      [
        "an expired alert changes",
        "if not app_private.is_active(alert.active, alert.expires_at) then",
        "if false then",
      ],
    ],
  ),
  ...inFunction(
    "app_private.new_alert",
    [UPDATES, NEW, LOCKS, QUEUED],
    [
      ["a new alert does not wait for reports", "perform app_private.drain_reports();", ""],
      [
        "the key of another administrator returns their alert",
        "a.user_id = app_public.current_user_id() and a.idempotency_key",
        "a.idempotency_key",
      ],
      ["a key returns any alert", "earlier.request is distinct from said", "false"],
      ["a new alert has no speech", "perform app_private.queue_speech(alert.id);", ""],
      ["a new alert has no job", "perform app_private.queue_publication(alert.id);", ""],
      ["a new alert has no version", "perform app_private.keep_version(alert);", ""],
      [
        "the digest is of the key only",
        "regexp_replace(input::text, ',+\\)$', ')')",
        "input.idempotency_key",
      ],
      [
        "a new field changes the digest",
        "regexp_replace(input::text, ',+\\)$', ')')",
        "input::text",
      ],
    ],
  ),
  ...inFunction(
    "app_private.draft_update",
    [UPDATES, LIFE],
    [
      [
        "an update of THREE's distance is lost",
        "changes.level3_distance := input.level3_distance;",
        "",
      ],
      [
        "an update of TWO's distance is lost",
        "changes.level2_distance := input.level2_distance;",
        "",
      ],
      ["an update of the end is lost", "changes.expires_at := input.expires_at;", ""],
      ["an update by area is lost", "changes.area := input.area;", ""],
      ["an update of text3 is lost at once", "changes.text3 := input.text3;", ""],
      ["renotify is forgotten", "alert.told_version := alert.version;", "null;"],
    ],
  ),
  ...inFunction(
    "app_private.update_alert",
    [UPDATES, LIFE, LOCKS, QUEUED],
    [
      [
        "an update of another version is taken",
        "if input.expected_version <> previous.version then",
        "if false then",
      ],
      ["an update does not wait for reports", "perform app_private.drain_reports();", ""],
      ["the end is not stored", "expires_at = alert.expires_at, ", ""],
      ["the zone of TWO is not stored", "zone2 = alert.zone2, ", ""],
      ["the zone of THREE is not stored", "zone3 = alert.zone3, ", ""],
      ["a changed text1 keeps its speech", "alert.text1 <> previous.text1", "false"],
      ["a changed text2 keeps its speech", "alert.text2 <> previous.text2", "false"],
      ["a changed text3 keeps its speech", "alert.text3 <> previous.text3", "false"],
      ["an unchanged text loses its speech", "alert.text1 <> previous.text1", "true"],
      [
        "the queue of the version before stays",
        "delete from app_private.publication_waiting w where w.alert_id = alert.id;",
        "",
      ],
      [
        "an update begins at THREE",
        "set level = 'ONE', last_user_id = 0, completed_at = null",
        "set last_user_id = 0, completed_at = null",
      ],
      [
        "an update begins in the middle",
        "level = 'ONE', last_user_id = 0, completed_at = null",
        "level = 'ONE', completed_at = null",
      ],
      [
        "an update is complete before it begins",
        "last_user_id = 0, completed_at = null",
        "last_user_id = 0",
      ],
      ["an update has no job", "perform app_private.queue_publication(alert.id);", ""],
      ["an update is not spoken", "perform app_private.queue_speech(alert.id);", ""],
    ],
  ),
  ...inFunction(
    "app_private.zone_around",
    [ZONES, "test/geometry/levels.test.ts", "test/geometry/exactness.test.ts"],
    [
      [
        "a zone is a tenth too wide",
        "projection), distance, 'quad_segs=16')",
        "projection), distance * 1.1, 'quad_segs=16')",
      ],
      ["a zone is an octagon", "'quad_segs=16'", "'quad_segs=2'"],
    ],
  ),
  ...inFunction(
    "app_private.timeline_of_alert",
    [TIMELINE],
    [
      ["an all-clear is told too", "and n.kind <> 'ALL_CLEAR'", ""],
      ["each notification counts", "group by n.user_id", "group by n.id"],
      ["a plot has 121 steps", "w.seconds * 120 >=", "w.seconds * 121 >="],
    ],
  ),
  ...inFunction(
    "app_public.alerts_search",
    [SEARCH],
    [
      ["anyone searches", "perform app_public.require_admin();", ""],
      ["one of the words is enough", "like all (words)", "like any (words)"],
      ["a percent sign finds all", "'([\\\\%_])'", "'([\\\\_])'"],
      ["the state does not matter", "alerts_search.state = app_public.alerts_state(a)", "true"],
      [
        "the end of the time belongs to it",
        "a.created_at < alerts_search",
        "a.created_at <= alerts_search",
      ],
      [
        "the total is that of the page",
        "row(cardinality(ids),",
        'row(least(cardinality(ids), "limit"),',
      ],
    ],
  ),
  ...inFunction(
    "app_private.alert_months",
    [SEARCH],
    [
      [
        "each notification counts in a month",
        ", p.completed_at, n.user_id",
        ", p.completed_at, n.id",
      ],
      [
        "who reported after the publication was told late",
        "\n              and n.created_at <= p.completed_at) -",
        ") -",
      ],
      [
        "after an update, who came in before it was told late",
        "coalesce(v.completed_at, c.completed_at, 'infinity')",
        "coalesce(c.completed_at, 'infinity')",
      ],
      ["a later version counts as slow", "n.version = 1 and", ""],
      ["an exercise counts as real", "r.status = p.status", "true"],
    ],
  ),
  ...inFunction(
    "app_public.alert_statistics",
    [SEARCH],
    [
      ["anyone counts", "perform app_public.require_admin();", ""],
      ["a year is eleven months", "alert_statistics.months - 1", "alert_statistics.months - 2"],
    ],
  ),
  ...inFunction(
    "app_public.alerts_state",
    [UPDATES],
    [
      ["a cancelled alert is expired", "when alert.cancelled_at is not null then 'CANCELLED'", ""],
      [
        "an expired alert is active until its job",
        "app_private.is_active(alert.active, alert.expires_at)",
        "alert.active",
      ],
    ],
  ),
  ...inFunction(
    "app_public.alerts_area_level2",
    [UPDATES],
    [["the ring of TWO is that of THREE", "alert.zone2", "alert.zone3"]],
  ),
  ...inFunction(
    "app_public.alerts_area_level3_geo_json",
    [UPDATES],
    [["the GeoJSON of THREE is that of TWO", "alert.zone3", "alert.zone2"]],
  ),
  ...inFunction(
    "app_public.alert_versions_area_geo_json",
    [UPDATES],
    [["the area of a version has four digits", "9, 0", "4, 0"]],
  ),
  ...inFunction(
    "app_private.draft_alert",
    ["test/database/alert-updates.test.ts"],
    [
      [
        "severity defaults to MODERATE",
        "previous.severity, 'UNKNOWN')",
        "previous.severity, 'MODERATE')",
      ],
      [
        "the accuracy of a version is today's setting",
        "coalesce(previous.max_accuracy, setting.max_accuracy)",
        "setting.max_accuracy",
      ],
      [
        "a title keeps its blanks",
        "nullif(btrim(coalesce(input.title, previous.title)), '')",
        "nullif(coalesce(input.title, previous.title), '')",
      ],
    ],
  ),
  ...inFunction(
    "app_private.checked_area",
    ["test/database/checked-area.test.ts"],
    [
      [
        "an area round a pole is taken",
        "bool_or(r.turn <> 0) as hold_a_pole",
        "bool_and(r.turn <> 0) as hold_a_pole",
      ],
      [
        "edges of wide areas are not cut before they are measured",
        "st_transform(st_segmentize(checked, 1), ",
        "st_transform(checked, ",
      ],
      ["an outline may have any length", "st_perimeter(checked) > 10000", "false"],
      ["a long outline is refused too soon", "(checked) > 10000", "(checked) > 9000"],
    ],
  ),
];

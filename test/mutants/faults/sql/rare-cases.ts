import { inFunction } from "../../fault.ts";

const DELIVERY_FIGURES = ["test/database/delivery-figures.test.ts"];
const USERS_AT_ONCE = ["test/database/users-at-once.test.ts"];
const DELIVERY_OUTCOMES = ["test/database/delivery-outcomes.test.ts"];
const REACH = ["test/database/reach.test.ts"];
const REPEATED = ["test/database/repeated-positions.test.ts"];
const LAST_ONLY = ["test/database/last-position-only.test.ts"];
const LIFE = ["test/database/alert-life.test.ts"];
const COUNTING = ["test/database/counting.test.ts"];
const COUNTING_ALERTS = ["test/database/counting-alerts.test.ts"];
const SESSIONS = ["test/database/sessions.test.ts"];

/** Faults that show when moments are equal, or when somebody has none or two of something. */
export const faults = [
  ...inFunction("app_private.area_of_geojson", LIFE, [
    [
      "an area is two turns away in the west",
      "st_xmin(drawn) >= -360 and st_xmax(drawn)",
      "st_xmax(drawn)",
    ],
  ]),
  ...inFunction("app_private.erase_person", USERS_AT_ONCE, [
    [
      "an email that changes meanwhile keeps its failed logins",
      "perform app_private.lock_user(erase_person.user_id);",
      "",
    ],
  ]),
  ...inFunction("app_private.delivery_of_alert", DELIVERY_FIGURES, [
    [
      "the slowest pushes that were kept are those in the middle",
      "f.accepted_after_p95 else k.accepted_after_p95",
      "f.accepted_after_p95 else k.accepted_after_median",
    ],
    ["nobody at a level is pushed no number of times", "b.pushed, 0)", "b.pushed)"],
    ["nobody at a level waits as no number", "b.waiting, 0)", "b.waiting)"],
    ["nobody at a level failed as no number", "b.failed, 0)", "b.failed)"],
  ]),
  ...inFunction("app_public.active_alerts_at", LIFE, [
    [
      "a newer alert whose outer zone is here comes first",
      "order by m.level, a.id",
      "order by a.id",
    ],
  ]),
  ...inFunction("app_private.count_alert_chunk", COUNTING_ALERTS, [
    [
      "who waits for a push has failed",
      "filter (where k.outcome = 'FAILED')",
      "filter (where k.outcome is distinct from 'ACCEPTED')",
    ],
    [
      "a push that failed was accepted after that time",
      "case when p.outcome = 'ACCEPTED' then app_private.rounded",
      "case when p.at is not null then app_private.rounded",
    ],
  ]),
  ...inFunction("app_private.count_alert_step", COUNTING_ALERTS, [
    ["the oldest alert is counted first", ", t.alert_id desc limit 1", ", t.alert_id limit 1"],
  ]),
  ...inFunction("app_private.claim_deliveries", DELIVERY_OUTCOMES, [
    [
      "quiet hours bring forward what its provider wants later",
      "and d.level <> 'ONE' and d.due_at <= now() and",
      "and d.level <> 'ONE' and",
    ],
  ]),
  ...inFunction("app_private.positions_reported", REPEATED, [
    [
      "a repeated position without history is taken now",
      "case when i.taken_at is null then coalesce(h.created_at, now())",
      "case when i.taken_at is null then now()",
    ],
  ]),
  ...inFunction("app_private.purge_position_hashes", LAST_ONLY, [
    [
      "a report without history may be repeated after an hour",
      "greatest(oldest_kept, now() - interval '1 day')",
      "greatest(oldest_kept, now() - interval '1 hour')",
    ],
    [
      "where nobody has a history a report may be repeated after an hour",
      "case when s.last_position_only then interval '1 day'",
      "case when s.last_position_only then interval '1 hour'",
    ],
  ]),
  ...inFunction("app_private.reach_of", REACH, [
    [
      "who is told at TWO was told before",
      "a.is_due and a.is_again and a.level = 'TWO'",
      "a.is_due and a.level = 'TWO'",
    ],
  ]),
  ...inFunction("app_private.count_period_step", COUNTING, [
    [
      "an hour ends where numbers and times are not in one order",
      "position_id_at(received_until + interval '1 minute')",
      "position_id_at(received_until)",
    ],
    [
      "an hour begins where numbers and times are not in one order",
      "position_id_at(starts_at - interval '1 minute')",
      "position_id_at(starts_at)",
    ],
    [
      "who saw two notifications of a day counts twice",
      "count(distinct n.user_id) filter (where n.seen_at",
      "count(n.user_id) filter (where n.seen_at",
    ],
  ]),
  ...inFunction("app_private.begin_session", SESSIONS, [
    ["of sessions used at once the newest ends", ", o.id desc offset", ", o.id offset"],
  ]),
];

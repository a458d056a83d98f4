import { inFunction } from "../../fault.ts";

const DELIVERY_FIGURES = ["test/database/delivery-figures.test.ts"];
const USERS_AT_ONCE = ["test/database/users-at-once.test.ts"];
const LIFE = ["test/database/alert-life.test.ts"];
const COUNTING = ["test/database/counting.test.ts"];
const COUNTING_ALERTS = ["test/database/counting-alerts.test.ts"];
const SESSIONS = ["test/database/sessions.test.ts"];

/** Faults that show when moments are equal, somebody has none of something, or has two. */
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
  ...inFunction("app_private.count_period_step", COUNTING, [
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

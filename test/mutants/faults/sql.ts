import { inFunction } from "../fault.ts";

const ALERT_LIFE = "test/database/alert-life.test.ts";

/** Faults in SQL functions. */
export const faults = [
  ...inFunction(
    "app_private.level_at",
    [ALERT_LIFE, "test/geometry/levels.test.ts"],
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
    "app_private.notify_users",
    [ALERT_LIFE],
    [
      [
        "a small publication takes an accuracy of exactly 1,000 m for coarse",
        "l.accuracy > alert.max_accuracy",
        "l.accuracy >= alert.max_accuracy",
      ],
    ],
  ),
  ...inFunction(
    "app_private.queue_recipients",
    [ALERT_LIFE],
    [
      [
        "a queued publication takes an accuracy of exactly 1,000 m for coarse",
        "l.accuracy > alert.max_accuracy",
        "l.accuracy >= alert.max_accuracy",
      ],
    ],
  ),
  ...inFunction(
    "app_private.publish_to_range",
    [ALERT_LIFE],
    [
      [
        "a publication through all users takes an accuracy of exactly 1,000 m for coarse",
        "l.accuracy > alert.max_accuracy",
        "l.accuracy >= alert.max_accuracy",
      ],
    ],
  ),
  ...inFunction(
    "app_private.reach_of_alert",
    [ALERT_LIFE],
    [
      [
        "the reach takes an accuracy of exactly 1,000 m for coarse",
        "l.accuracy > alert.max_accuracy",
        "l.accuracy >= alert.max_accuracy",
      ],
    ],
  ),
  ...inFunction(
    "app_private.notify_of_active_alerts",
    [ALERT_LIFE],
    [
      [
        "a report takes an accuracy of exactly 1,000 m for coarse",
        "here.accuracy > a.max_accuracy",
        "here.accuracy >= a.max_accuracy",
      ],
    ],
  ),
  ...inFunction(
    "app_private.why_notified",
    [ALERT_LIFE],
    [
      [
        "why takes an accuracy of exactly 1,000 m for coarse",
        "here.accuracy > alert.max_accuracy",
        "here.accuracy >= alert.max_accuracy",
      ],
    ],
  ),
  ...inFunction(
    "app_private.quiet_until",
    ["test/database/deliveries.test.ts"],
    [
      [
        "quiet hours past midnight end a day late",
        "when starts > ends and l.t::time < ends then (l.t::date + ends)",
        "when starts > ends and l.t::time < ends then (l.t::date + 1 + ends)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.purge_positions",
    ["test/database/partitions.test.ts"],
    [
      [
        "positions are dropped a week early",
        "+ interval '1 week' <= oldest_kept",
        "<= oldest_kept",
      ],
    ],
  ),
  ...inFunction(
    "app_private.record_receipts",
    ["test/database/deliveries.test.ts"],
    [
      [
        "receipts that never come are asked for without end",
        "and d.settled_at > now() - interval '1 day'",
        "",
      ],
      [
        "receipts that are late are not asked for again",
        "d.settled_at > now() - interval '1 day'",
        "d.settled_at > now() - interval '1 hour'",
      ],
    ],
  ),
];

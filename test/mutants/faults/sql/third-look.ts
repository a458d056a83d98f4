import { inFunction } from "../../fault.ts";

/** Faults that a third look found: in the hour in which a push counts, and in what circles cover. */
export const faults = [
  ...inFunction(
    "app_private.count_alert_chunk",
    ["test/database/analytics.test.ts"],
    [
      [
        "pushes count in the hour of the notification",
        "then date_trunc('hour', p.at) end as hour",
        "then date_trunc('hour', t.created_at) end as hour",
      ],
      [
        "pushes count in the hour of their receipt",
        "case when d.accepted_at < counted_until then d.accepted_at when",
        "case when d.accepted_at < counted_until then coalesce(d.settled_at, d.accepted_at) when",
      ],
    ],
  ),
  ...inFunction(
    "app_private.cover_borders",
    ["test/database/near.test.ts"],
    [
      [
        "circles leave out the tolerance of simplified borders",
        "(b.circle).radius * 1.001 + tolerance + 5)",
        "(b.circle).radius * 1.001 + 5)",
      ],
      [
        "circles leave out what the projection is off by",
        "(b.circle).radius * 1.001 + tolerance",
        "(b.circle).radius + tolerance",
      ],
      [
        "a circle has the distance of its farthest piece",
        "min(c.distance) as",
        "max(c.distance) + 1 as",
      ],
    ],
  ),
];

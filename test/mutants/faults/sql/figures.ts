import { inFunction } from "../../fault.ts";

const ALERTS = ["test/database/counting-alerts.test.ts"];

/** Faults in the version, the moment and the device by which analysts' figures of an alert are counted. */
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
      "coalesce(completed_at, 'infinity')",
      "completed_at",
    ],
  ]),
];

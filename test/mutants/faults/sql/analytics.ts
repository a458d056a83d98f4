import { inFunction, inSchema } from "../../fault.ts";
import { inView } from "../../in-view.ts";

/** Faults in the views of analysts, and in what they show. */
export const faults = [
  ...inSchema(
    "the analysts' views",
    ["test/database/analytics.test.ts"],
    [
      [
        "analysts' days are local",
        inView("analytics.active_users_per_day", "'UTC'", "'America/Lima'"),
      ],
      [
        "analysts' levels are mixed up",
        inView(
          "analytics.alerts",
          "sum(f_1.told) FILTER (WHERE (f_1.level = 'ONE'::app_public.level_alert))",
          "sum(f_1.told) FILTER (WHERE (f_1.level = 'TWO'::app_public.level_alert))",
        ),
      ],
      [
        "analysts' areas are in square metres",
        inView("analytics.alerts", "'1000000'::numeric", "'1'::numeric"),
      ],
    ],
  ),
  ...inFunction(
    "app_private.count_alert_chunk",
    ["test/database/analytics.test.ts"],
    [["analysts count all-clears", " and n.kind <> 'ALL_CLEAR'", ""]],
  ),
  ...inFunction(
    "app_private.count_period_step",
    ["test/database/analytics.test.ts"],
    [["analysts count positions as users", "distinct on (r.user_id) ", ""]],
  ),
  ...inSchema(
    "the analysts' keys",
    ["test/database/analytics.test.ts"],
    [
      [
        "the key of pushes in an hour lacks the outcome",
        inView(
          "analytics.deliveries_per_hour",
          "f.provider, f.outcome) AS key",
          "f.provider) AS key",
        ),
      ],
      [
        "the key of pushes lacks the reason",
        inView("analytics.alert_pushes", ", md5(f.reason)) AS key", ") AS key"),
      ],
      [
        "the key of presence lacks the zoom",
        inView("analytics.presence", ", f.zoom, f.x, f.y) AS key", ", f.x, f.y) AS key"),
      ],
    ],
  ),
];

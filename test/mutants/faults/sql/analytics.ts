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
];

import { inFunction, inSchema } from "../../fault.ts";
import { inView } from "../../in-view.ts";

const FIGURES = ["test/database/analytics.test.ts"];

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
  ...inSchema("the moments and words of alerts that analysts read", FIGURES, [
    ...(
      [
        ["analytics.alerts", "a.created_at,", "a.expires_at AS created_at,"],
        ["analytics.alerts", "a.cancelled_at,", "a.expires_at AS cancelled_at,"],
        ["analytics.alerts", "v.version = a.version", "v.version = 1"],
        ["analytics.alerts", "a.event,", "a.title AS event,"],
        ["analytics.alert_levels", "v.created_at AS published_at", "a.created_at AS published_at"],
        ["analytics.alert_levels", "a.event,", "a.title AS event,"],
        ["analytics.alert_versions", "v.created_at,", "b.created_at,"],
        ["analytics.alert_versions", "v.is_renotified", "b.is_renotified"],
        ["analytics.alert_versions", "v.expires_at - b.expires_at", "b.expires_at - v.expires_at"],
        [
          "analytics.alert_versions",
          "v.text3 IS DISTINCT FROM b.text3",
          "v.text2 IS DISTINCT FROM b.text2",
        ],
        [
          "analytics.alert_versions",
          "v.title IS DISTINCT FROM b.title",
          "v.text1 IS DISTINCT FROM b.text1",
        ],
        ["analytics.alert_versions", "v.text3,", "b.text3,"],
        ["analytics.zones", "a.expires_at,", "z.created_at AS expires_at,"],
        ["analytics.zones", "a.event,", "a.title AS event,"],
        ["analytics.presence_around_alerts", "((a.id || '-'::text) || p.key) AS key", "p.key"],
      ] as const
    ).map(([view, find, replace]): [string, string] => [
      `${view} has ${replace} for ${find}`,
      inView(view, find, replace),
    ]),
  ]),
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

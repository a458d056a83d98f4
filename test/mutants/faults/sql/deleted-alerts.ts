import { inSchema } from "../../fault.ts";

const NOTIFICATIONS = ["test/database/notifications.test.ts"];

/** Faults by which something refuses the deletion of an alert that reached nobody. */
export const faults = inSchema(
  "what goes with an alert",
  NOTIFICATIONS,
  (
    [
      ["app_private.alert_counts", "alert_id", "app_public.alerts (id)"],
      ["app_private.alert_figures", "alert_id", "app_private.alert_counts (alert_id)"],
      ["app_private.alert_push_figures", "alert_id", "app_private.alert_counts (alert_id)"],
      ["app_private.alert_reach", "alert_id", "app_public.alerts (id)"],
      ["app_private.alert_speeches", "alert_id", "app_public.alerts (id)"],
      ["app_private.delivery_results", "alert_id", "app_public.alerts (id)"],
      ["app_private.publication_waiting", "alert_id", "app_public.alerts (id)"],
      [
        "app_private.version_figures",
        "alert_id, version",
        "app_public.alert_versions (alert_id, version)",
      ],
    ] as const
  ).map(([table, columns, target]) => {
    const name = table.replace("app_private.", "");
    const constraint = `${name}_${columns.replace(", ", "_")}_fkey`;
    return [
      `${name} keep an alert that reached nobody`,
      `alter table ${table} drop constraint ${constraint};
        alter table ${table} add constraint ${constraint} foreign key (${columns}) references ${target}`,
    ];
  }),
);

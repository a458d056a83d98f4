import { inSchema } from "../../fault.ts";

/** A statement that replaces a text in the definition that PostgreSQL has of a view. It fails if the text is not there. */
const inView = (name: string, find: string, replace: string) => `
  do $do$
  declare
    definition constant text := pg_get_viewdef('${name}');
  begin
    if position($q$${find}$q$ in definition) = 0 then
      raise 'out of date: %', definition;
    end if;
    execute 'create or replace view ${name} as ' || replace(definition, $q$${find}$q$, $q$${replace}$q$);
  end
  $do$`;

/** Faults in the views of analysts. */
export const faults = [
  ...inSchema(
    "the analysts' views",
    ["test/database/analytics.test.ts"],
    [
      [
        "analysts count positions as users",
        inView("analytics.active_users_per_day", "count(DISTINCT p.user_id)", "count(p.user_id)"),
      ],
      [
        "analysts count all-clears",
        inView("analytics.alerts", "AND (n.kind <> 'ALL_CLEAR'::app_public.notification_kind)", ""),
      ],
      [
        "analysts' days are local",
        inView("analytics.active_users_per_day", "'UTC'", "'Asia/Tokyo'"),
      ],
      [
        "analysts' levels are mixed up",
        inView(
          "analytics.alerts",
          "count(n.id) FILTER (WHERE (n.level = 'TWO'::app_public.level_alert))",
          "count(n.id) FILTER (WHERE (n.level = 'THREE'::app_public.level_alert))",
        ),
      ],
      [
        "analysts' areas are in square metres",
        inView("analytics.alerts", "'1000000'::numeric", "'1'::numeric"),
      ],
    ],
  ),
];

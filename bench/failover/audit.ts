import type pg from "pg";

/** What the new primary knows of the alert and the reports, after the publication. */
export interface Audit {
  told: number;
  users: number;
  expected: number;
  lostReports: number;
  isAlertLost: boolean;
}

/**
 * Compares the database with what was acknowledged. Everyone stays at their level, so nobody is told twice.
 * @param alertId The id of the published alert; undefined if it was not acknowledged.
 */
export async function audit(
  client: pg.Client,
  alertId: number | undefined,
  reports: string[],
): Promise<Audit> {
  const { rows } = await client.query<Audit>(
    `select n.told, n.users, e.expected, r.lost as "lostReports",
        $1::int is not null and not exists (select from app_public.alerts where id = $1) as "isAlertLost"
      from (select count(*)::int as told, count(distinct user_id)::int as users from app_public.notifications) n, (
        select count(*)::int as expected from app_public.last_positions l, app_public.alerts a
          where a.active and st_covers(a.zone3, l.location)
      ) e, (
        select count(*)::int as lost from unnest($2::bigint[]) acknowledged (id)
          left join app_public.positions p using (id) where p.id is null
      ) r`,
    [alertId, reports],
  );
  return rows[0] as Audit;
}

/** Throws if someone was missed or told twice, or if something acknowledged is lost. */
export function requireAll({ told, users, expected, lostReports, isAlertLost }: Audit): void {
  if (told === expected && users === expected && lostReports === 0 && !isAlertLost) return;
  const lost = `${lostReports} acknowledged reports lost${isAlertLost ? ", and the alert" : ""}`;
  throw new Error(`Told ${told}, users ${users}, expected ${expected}; ${lost}.`);
}

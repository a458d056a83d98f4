import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { rightOutcomes } from "../concurrency/oracle.ts";
import { levelAt, type Publication, type Report } from "../concurrency/world.ts";
import type { Ledger } from "./crowd.ts";

/** Waits until every publication and its job are complete. Returns those that are not complete in time. */
export async function publicationsLeft(owner: pg.Pool, milliseconds: number): Promise<unknown[]> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const { rows } = await owner.query(
      `select 'publication' as what, alert_id::text as which, level::text as state
          from app_private.publications where completed_at is null
        union all
        select 'job', key, format('attempt %s of %s, locked by %s, %s', attempts, max_attempts, locked_by, last_error)
          from graphile_worker.jobs where task_identifier = 'publish_alert'`,
    );
    if (rows.length === 0 || performance.now() > end) return rows;
    await sleep(250);
  }
}

/** Returns one line for each error in the database, given all requests. */
export async function audit(owner: pg.Pool, ledger: Ledger): Promise<string[]> {
  const { rows: positions } = await owner.query<{ key: string; at: number; id: number }>(
    `select format('%s %s %s', user_id, latitude, longitude) as key, id::float8 as id,
        (extract(epoch from created_at) * 1000)::float8 as at from app_public.positions`,
  );
  const stored = new Map(positions.map((row) => [row.key, row]));
  const { rows: alerts } = await owner.query<{ id: number; text1: string; reached: number }>(
    "select a.id, a.text1, app_public.alerts_reached_users(a) as reached from app_public.alerts a",
  );
  const { rows: notifications } = await owner.query<{ key: string; levels: string }>(
    `select alert_id || ' ' || user_id as key, string_agg(level::text, '+' order by level::text) as levels
      from app_public.notifications group by alert_id, user_id`,
  );
  const told = new Map(notifications.map(({ key, levels }) => [key, levels]));
  const wrong: string[] = [];

  if (stored.size !== positions.length) wrong.push("a report was stored twice");
  const reportsOf = new Map<number, Report[]>(ledger.phones.map((id) => [id, []]));
  for (const { id, userId, place, asked, answered } of ledger.reports) {
    const row = stored.get(`${userId} ${place.latitude} ${place.longitude}`);
    if (id !== undefined && row?.id !== id) wrong.push(`report ${id} was acknowledged and is lost`);
    if (row) reportsOf.get(userId)?.push({ place, asked, answered, createdAt: row.at });
  }

  for (const { id, text } of ledger.alerts) {
    if (id !== undefined && !alerts.some((row) => row.id === id && row.text1 === text)) {
      wrong.push(`alert ${id} was acknowledged and is lost`);
    }
  }
  for (const { id, text1, reached } of alerts) {
    const { centre, asked, answered } = ledger.alerts.find(({ text }) => text === text1) as never;
    const publication: Publication = {
      id,
      centre,
      visible: { asked, answered },
      // A job may complete it at any later time.
      matched: { asked, answered: Number.POSITIVE_INFINITY },
      end: undefined,
    };
    let count = 0;
    const judge = (userId: number, right: Set<string>) => {
      const levels = told.get(`${id} ${userId}`) ?? "";
      if (levels) count += 1;
      if (!right.has(levels)) {
        wrong.push(`alert ${id}, user ${userId}: told "${levels}", not one of ${[...right]}`);
      }
    };
    for (const [userId, reports] of reportsOf) {
      judge(userId, rightOutcomes(publication, reports, true));
    }
    for (const { id: userId, place } of ledger.bystanders) {
      judge(userId, new Set([levelAt(centre, place) ?? ""]));
    }
    if (count !== reached) wrong.push(`alert ${id}: reached ${count}, counted ${reached}`);
  }
  return wrong;
}

/** Counts the requests and the acknowledged ones: a test with few requests proves little. */
export function summary({ reports, alerts }: Ledger): string {
  const acknowledged = (list: { id: number | undefined }[]) =>
    `${list.filter(({ id }) => id !== undefined).length} of ${list.length}`;
  return `${acknowledged(reports)} reports and ${acknowledged(alerts)} alerts acknowledged`;
}

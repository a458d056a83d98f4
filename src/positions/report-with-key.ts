import type pg from "pg";
import type { DeviceKey } from "./device-key.ts";
import type { AppPosition } from "./reading.ts";

/** The result of a report of positions by an app. */
export interface Reported {
  isKnown: boolean;
  /** What is wrong with positions that were left out. Null if none were. */
  faults: string[] | null;
}

const REPORT = `select is_known as "isKnown", faults from app_private.report_with_key($1, $2, $3)`;

/** Reports the positions of an app that sent this key. */
export async function reportWithKey(
  pool: pg.Pool,
  { userId, hash }: DeviceKey,
  positions: readonly AppPosition[],
): Promise<Reported> {
  const { rows } = await pool.query<Reported>({
    name: "report-with-key",
    text: REPORT,
    values: [userId, hash, JSON.stringify(positions)],
  });
  return rows[0] as Reported;
}

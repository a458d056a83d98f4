import { connect } from "../lib/clones.ts";

/** Inserts an alert's notifications into an empty table with the same columns and indexes. Returns the seconds. */
export async function insertPlainly(url: string, alertId: number): Promise<number> {
  const client = await connect(url);
  try {
    await client.query("create table plain (like app_public.notifications including all)");
    await client.query("checkpoint");
    const began = performance.now();
    await client.query(
      `insert into plain (alert_id, user_id, level, latitude, longitude, moving_activity)
        select alert_id, user_id, level, latitude, longitude, moving_activity
          from app_public.notifications where alert_id = $1`,
      [alertId],
    );
    return (performance.now() - began) / 1000;
  } finally {
    await client.query("drop table if exists plain");
    await client.end();
  }
}

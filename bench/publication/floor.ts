import { connect } from "../lib/clones.ts";

/** The columns that a publication writes, without the id. */
const COLUMNS =
  "alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy, place_kept, distance_class";

/** Inserts an alert's notifications into an empty table with the same columns and indexes. Returns the seconds. */
export async function insertPlainly(url: string, alertId: number): Promise<number> {
  const client = await connect(url);
  try {
    await client.query("create table plain (like app_public.notifications including all)");
    await client.query("checkpoint");
    const began = performance.now();
    await client.query(
      `insert into plain (${COLUMNS}) select ${COLUMNS} from app_public.notifications where alert_id = $1`,
      [alertId],
    );
    return (performance.now() - began) / 1000;
  } finally {
    await client.query("drop table if exists plain");
    await client.end();
  }
}

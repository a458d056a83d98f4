import { connect } from "../lib/clones.ts";

/**
 * Throws unless everyone in an alert's zones was notified once. Reads the zone in a separate query, because only the
 * coordinator has alerts.
 */
export async function verify(url: string, id: number): Promise<void> {
  const client = await connect(url);
  try {
    const { rows: zones } = await client.query<{ zone: string }>(
      "select zone3::text as zone from app_public.alerts where id = $1",
      [id],
    );
    const { rows: inside } = await client.query<{ count: number }>(
      "select count(*)::int from app_public.last_positions l where st_covers($1::geometry, l.location)",
      [zones[0]?.zone],
    );
    const { rows: told } = await client.query<{ count: number; users: number }>(
      `select count(*)::int, count(distinct user_id)::int as users
        from app_public.notifications where alert_id = $1`,
      [id],
    );
    const counts = [inside[0]?.count, told[0]?.count, told[0]?.users];
    if (new Set(counts).size > 1) throw new Error(`inside, told, users: ${counts.join(", ")}`);
  } finally {
    await client.end();
  }
}

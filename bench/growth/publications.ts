import type pg from "pg";
import type { Case } from "../lib/series.ts";
import { insertUsers } from "./fill.ts";

/** The people in an alert's area, and the longitude of its south-west corner on the equator. */
export interface Crowd {
  people: number;
  longitude: number;
}

const SIDE = 0.01;

/** Inserts users with last positions: crowds in their areas, with ids spread over all users, and others far away. */
export async function fillWithUsers(client: pg.Client, users: number, crowds: Crowd[]) {
  await client.query(insertUsers(users));
  let ranked = 0;
  const places = crowds.map(({ people, longitude }) => {
    ranked += people;
    return `when rank < ${ranked} then ${longitude} + ${SIDE} * random()`;
  });
  await client.query(`
    insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select id, id, now(), now(), st_setsrid(
          case when x is null then st_makepoint(8 + 4 * random(), 44 + 4 * random()) else st_makepoint(x, ${SIDE} * random()) end,
          4326), null, 'STILL'
        from (select id, case ${places.join(" ")} end as x
          from (select id, id::bigint * 7919 % ${users} as rank from app_public.users) u) u`);
  // Notifications of earlier alerts: if the table was empty at the last vacuum, PostgreSQL may choose the wrong index.
  await client.query(`
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select -1 - id % 20, id, 'ONE', 45, 9, 'STILL' from app_public.users limit 20000`);
}

/**
 * Makes scans start at the beginning of a table. By default, a scan of a large table starts where the last one
 * stopped, so that the number of pages it reads is random.
 */
export const prepareToPublish = (client: pg.Client) =>
  client.query("set synchronize_seqscans = off");

/** Measures a publication to a crowd (app_private.new_alert(), then publish_chunk() to the end), and rolls it back. */
export function publication(
  client: pg.Client,
  { people, longitude }: Crowd,
  chunk: number,
): Case["measure"] {
  const points = [
    { latitude: 0, longitude },
    { latitude: 0, longitude: longitude + SIDE },
    { latitude: SIDE, longitude: longitude + SIDE },
    { latitude: SIDE, longitude },
  ];
  const input = JSON.stringify({ points, text1: "1", text2: "2", text3: "3" });
  return async () => {
    await client.query("begin");
    try {
      await client.query("select set_config('jwt.claims.user_id', '1', true)");
      const began = performance.now();
      const { rows } = await client.query<{ id: number }>(
        "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1)) as id",
        [input],
      );
      const id = rows[0]?.id;
      for (let isComplete = false; !isComplete; ) {
        const chunks = await client.query<{ complete: boolean }>(
          "select app_private.publish_chunk($1, $2) as complete",
          [id, chunk],
        );
        isComplete = chunks.rows[0]?.complete ?? true;
      }
      const took = performance.now() - began;
      const notified = await client.query<{ count: number }>(
        "select count(*)::int from app_public.notifications where alert_id = $1",
        [id],
      );
      if (notified.rows[0]?.count !== people) {
        throw new Error(`${notified.rows[0]?.count} of ${people} people were notified.`);
      }
      return took;
    } finally {
      await client.query("rollback");
    }
  };
}

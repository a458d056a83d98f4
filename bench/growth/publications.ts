import type pg from "pg";
import type { Case } from "../lib/series.ts";
import { insertUsers } from "./fill.ts";

/** What a publication costs: app_private.new_alert(), then publish_chunk() to its end. */

/** How many people are in the area of each alert, and where its south-west corner is. */
export interface Crowd {
  people: number;
  longitude: number;
}

const SIDE = 0.01;

/** Users with their last positions: crowds in their areas on the equator, of ids all over, others far off. */
export async function fillWithUsers(client: pg.Client, users: number, crowds: Crowd[]) {
  await client.query(insertUsers(users));
  let ranked = 0;
  const places = crowds.map(({ people, longitude }) => {
    ranked += people;
    return `when rank < ${ranked} then ${longitude} + ${SIDE} * random()`;
  });
  await client.query(`
    insert into app_public.last_positions
      select id, id, now(), now(), st_setsrid(
          case when x is null then st_makepoint(8 + 4 * random(), 44 + 4 * random()) else st_makepoint(x, ${SIDE} * random()) end,
          4326), null, 'STILL'
        from (select id, case ${places.join(" ")} end as x
          from (select id, id::bigint * 7919 % ${users} as rank from app_public.users) u) u`);
  // Of alerts before: with an empty table that a vacuum has seen, the wrong index can be chosen.
  await client.query(`
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select -1 - id % 20, id, 'ONE', 45, 9, 'STILL' from app_public.users limit 20000`);
}

/**
 * Has scans begin where a table begins, as they do where it is small beside shared_buffers: else one
 * goes on where the last one stopped, and how much it reads is chance.
 */
export const prepareToPublish = (client: pg.Client) =>
  client.query("set synchronize_seqscans = off");

/** Publishes to a crowd, and takes it back. */
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
      const told = await client.query<{ count: number }>(
        "select count(*)::int from app_public.notifications where alert_id = $1",
        [id],
      );
      if (told.rows[0]?.count !== people) {
        throw new Error(`Told ${told.rows[0]?.count} of ${people}.`);
      }
      return took;
    } finally {
      await client.query("rollback");
    }
  };
}

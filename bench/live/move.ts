import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/**
 * Returns a statement that moves users as position reports do, without a report's other costs.
 * @param places SQL after `select`: id, latitude, longitude and activity of the users from $1 to $2.
 */
export const moving = (places: string) => ({
  name: "move",
  text: `with moved as (
      insert into app_public.positions (user_id, latitude, longitude, moving_activity)
        select ${places}
        returning *
    )
    insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select user_id, id, created_at, taken_at, st_setsrid(st_makepoint(longitude, latitude), 4326), null, moving_activity
        from moved
      on conflict (user_id) do update set position_id = excluded.position_id, created_at = excluded.created_at,
        taken_at = excluded.taken_at, location = excluded.location`,
});

export interface Movement {
  query: ReturnType<typeof moving>;
  users: number;
  /** Users who move each second. */
  perSecond: number;
}

/** Steps in a second. */
const STEPS = 10;

/** Moves different users each second, for `seconds` or until the signal aborts. Returns how many have moved. */
export async function move(
  owner: pg.Pool,
  { query, users, perSecond }: Movement,
  seconds: number,
  signal?: AbortSignal,
): Promise<number> {
  const began = performance.now();
  const amount = perSecond / STEPS;
  let moved = 0;
  for (let step = 0; step < seconds * STEPS && !signal?.aborted; step += 1) {
    const from = 2 + (moved % (users - amount - 1));
    await owner.query({ ...query, values: [from, from + amount - 1] });
    moved += amount;
    await sleep(Math.max(0, began + ((step + 1) * 1000) / STEPS - performance.now()));
  }
  return moved;
}

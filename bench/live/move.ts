import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/**
 * Moves each of some users, as their reports do, without what a report costs besides.
 * @param places The ids, latitudes and longitudes of those from $1 to $2: what follows a select, up to the where.
 */
export const moving = (places: string) => ({
  name: "move",
  text: `with moved as (
      insert into app_public.positions (user_id, latitude, longitude, moving_activity)
        select ${places}
        returning *
    )
    insert into app_public.last_positions as l
      select user_id, id, created_at, taken_at, st_setsrid(st_makepoint(longitude, latitude), 4326), null, moving_activity
        from moved
      on conflict (user_id) do update set position_id = excluded.position_id, created_at = excluded.created_at,
        taken_at = excluded.taken_at, location = excluded.location`,
});

/** Who moves, and how. */
export interface Movement {
  query: ReturnType<typeof moving>;
  users: number;
  /** Users who move within a second. */
  perSecond: number;
}

/** In so many steps a second. */
const STEPS = 10;

/** Has other users move each second, until so many have passed or it is aborted; returns how many did. */
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

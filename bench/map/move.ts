import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/**
 * Moves the users from $1 to $2 by up to about a hundred metres, as position reports do, without a report's other
 * costs.
 */
const MOVE = {
  name: "move",
  text: `with moved as (
      insert into app_public.positions (user_id, latitude, longitude, moving_activity)
        select user_id, st_y(location) + 0.002 * (random() - 0.5), st_x(location) + 0.002 * (random() - 0.5), 'WALKING'
          from app_public.last_positions where user_id between $1 and $2
        returning *
    )
    insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select user_id, id, created_at, taken_at, st_setsrid(st_makepoint(longitude, latitude), 4326), null, moving_activity
        from moved
      on conflict (user_id) do update set position_id = excluded.position_id, created_at = excluded.created_at,
        taken_at = excluded.taken_at, location = excluded.location`,
};

/** Users who move at each step, and steps in a second. */
const USERS_PER_STEP = 20;
const STEPS_PER_SECOND = 10;

/** Moves 200 users a second, others each time, until the signal aborts. */
export async function moveUntil(signal: AbortSignal, owner: pg.Pool, users: number): Promise<void> {
  const began = performance.now();
  for (let step = 0; !signal.aborted; step += 1) {
    const from = 2 + ((step * USERS_PER_STEP) % (users - USERS_PER_STEP - 1));
    await owner.query({ ...MOVE, values: [from, from + USERS_PER_STEP - 1] });
    await sleep(Math.max(0, began + ((step + 1) * 1000) / STEPS_PER_SECOND - performance.now()));
  }
}

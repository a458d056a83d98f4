import type pg from "pg";
import { insertUsers, isSmall } from "../lib/database.ts";

export type Corners = { latitude: number; longitude: number }[];

/** The number of users who only report positions, far from any alert. */
const REPORTING = isSmall ? 50 : 1_000;
/** The side of the crowd's square on the equator, in degrees. */
const SIDE = 1;
/** Two kilometres in degrees, around the area: the people there are at TWO and THREE. */
const MARGIN = 0.017;

/**
 * Returns the ids of the users who only report, spread over all ids because a publication goes through these in order.
 */
export function reporters(crowd: number): number[] {
  const every = Math.floor(crowd / REPORTING) + 1;
  return Array.from({ length: REPORTING }, (_, index) => (index + 1) * every);
}

/** Inserts the crowd, a few percent of it around the area, and the users who only report. */
export async function fillWithCrowd(client: pg.Client, crowd: number): Promise<void> {
  await client.query(insertUsers(crowd + REPORTING));
  await client.query(
    `
    insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select id, id, now(), now(), st_setsrid(
          case when id = any ($1)
            then st_makepoint(8 + random(), 44 + random())
            else st_makepoint(${SIDE} * random(), (${SIDE} + ${2 * MARGIN}) * random() - ${MARGIN}) end, 4326), null, 'STILL'
        from app_public.users order by id`,
    [reporters(crowd)],
  );
}

/** Returns an area of a hundred corners with the crowd in its zones. */
export function area(): Corners {
  const side = Array.from({ length: 25 }, (_, index) => (SIDE * index) / 25);
  return [
    ...side.map((at) => ({ longitude: at, latitude: 0 })),
    ...side.map((at) => ({ longitude: SIDE, latitude: at })),
    ...side.map((at) => ({ longitude: SIDE - at, latitude: SIDE })),
    ...side.map((at) => ({ longitude: 0, latitude: SIDE - at })),
  ];
}

import type pg from "pg";
import { insertUsers } from "../growth/fill.ts";
import { isSmall } from "../lib/database.ts";

/** Corners of an area, as AlertInput takes them. */
export type Corners = { latitude: number; longitude: number }[];

/** Users who only report, far from any alert: as many beside a crowd of any size. */
const REPORTING = isSmall ? 50 : 1_000;
/** The crowd stands on a square of this many degrees on the equator. */
const SIDE = 1;
/** What lies within two kilometres of the area, beside it: a part of the crowd is told at TWO and THREE. */
const MARGIN = 0.017;

/** A crowd, of which some hundredths stand around the area, and those who report. */
export async function fillWithCrowd(client: pg.Client, crowd: number): Promise<void> {
  await client.query(insertUsers(crowd + REPORTING));
  await client.query(`
    insert into app_public.last_positions
      select id, id, now(), now(), st_setsrid(
          case when id <= ${crowd}
            then st_makepoint(${SIDE} * random(), (${SIDE} + ${2 * MARGIN}) * random() - ${MARGIN})
            else st_makepoint(8 + random(), 44 + random()) end, 4326), null, 'STILL'
        from app_public.users order by id`);
}

/** An area of a hundred corners with the crowd in its zones. */
export function area(): Corners {
  const side = Array.from({ length: 25 }, (_, index) => (SIDE * index) / 25);
  return [
    ...side.map((at) => ({ longitude: at, latitude: 0 })),
    ...side.map((at) => ({ longitude: SIDE, latitude: at })),
    ...side.map((at) => ({ longitude: SIDE - at, latitude: SIDE })),
    ...side.map((at) => ({ longitude: 0, latitude: SIDE - at })),
  ];
}

/** Those who report: the ids from and to. */
export function outside(crowd: number): { from: number; to: number } {
  return { from: crowd + 1, to: crowd + REPORTING };
}

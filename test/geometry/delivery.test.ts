/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { publishFor } from "../../src/database/publication.ts";
import { insertUser, runClone } from "../helpers/database.ts";
import { check } from "./check.ts";
import { Area, type Level, type Place } from "./oracle.ts";
import { placeOf, polygon, stand, type Where } from "./polygons.ts";
import { isBeyondDoubt } from "./tolerance.ts";

/** The number of people around an area. Half of them report before the publication, half of them after it. */
const PEOPLE = 30;

const database = runClone();
let admin: number;
const users: number[] = [];
beforeAll(async () => {
  admin = await insertUser(database, { isAdmin: true });
  for (let n = 0; n < PEOPLE; n += 1) users.push(await insertUser(database));
});

/** Reports the places of several users in one statement. */
async function report(ids: number[], places: Place[]): Promise<void> {
  await database.ownerPool.query(
    `select set_config('jwt.claims.user_id', r.value->>'id', false),
        app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', (r.value->>'latitude')::float8, 'longitude', (r.value->>'longitude')::float8, 'moving_activity', 'STILL')))
      from json_array_elements($1) r`,
    [JSON.stringify(places.map((place, index) => ({ id: ids[index], ...place })))],
  );
}

async function publish(points: Place[]): Promise<number> {
  const { rows } = await database.ownerPool.query<{ id: number }>(
    `select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1)) as id
      from set_config('jwt.claims.user_id', $2, false)`,
    [JSON.stringify({ points, text1: "1", text2: "2", text3: "3" }), String(admin)],
  );
  const id = rows[0]?.id as number;
  await publishFor(database.ownerPool, id);
  return id;
}

test.each<[string, Where]>([
  ["anywhere", { latitude: [-75, 75], longitude: [-150, 150] }],
  ["across the 180th meridian", { latitude: [-75, 75], longitude: [180, 180] }],
])("publication and late entries notify at the exactly computed levels %s", async (_, where) => {
  const people = fc.array(stand, { minLength: PEOPLE, maxLength: PEOPLE });
  await check(
    fc.asyncProperty(polygon(where), people, async (corners, stands) => {
      const places = stands.map((one) => placeOf(corners, one));
      const half = PEOPLE / 2;
      // Moves everyone away from the last area.
      await report(
        users,
        users.map(() => ({ latitude: 85, longitude: 0 })),
      );
      await report(users.slice(0, half), places.slice(0, half));
      const id = await publish(corners);
      await report(users.slice(half), places.slice(half));

      const { rows } = await database.ownerPool.query<{ user_id: number; level: Level }>(
        "select user_id, level from app_public.notifications where alert_id = $1",
        [id],
      );
      await database.ownerPool.query(
        "update app_public.alerts set expires_at = clock_timestamp() where id = $1",
        [id],
      );
      const area = new Area(corners);
      const wrong = places.flatMap((place, index) => {
        if (!isBeyondDoubt(area, place)) return [];
        const told = rows.filter(({ user_id }) => user_id === users[index]);
        const expected = [area.levelAt(place)].filter((level) => level !== null);
        const levels = told.map(({ level }) => level);
        return String(levels) === String(expected) ? [] : [{ place, levels, expected }];
      });
      expect(wrong).toEqual([]);
    }),
    20,
  );
});

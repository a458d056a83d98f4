import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { publishFor } from "../../src/database/publication.ts";
import { isCluster } from "../helpers/database.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";

const POINTS = [
  [40.8, 14.2],
  [40.8, 14.3],
  [40.9, 14.3],
  [40.9, 14.2],
].map(([latitude, longitude]) => ({ latitude, longitude }));
const INSIDE = "latitude between 40.8 and 40.9";

/** More people than a search of the index finds at once, with consecutive ids. Every seventh is elsewhere. */
const USERS = `
  insert into app_public.users (email, name, address)
    select format('crowd%s@example.org', n), 'User', '' from generate_series(1, 2000) n`;
const POSITIONS = `
  insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    select id, id, now(), now(), st_setsrid(st_makepoint(14.25, case when id % 7 = 0 then 50 else 40.85 end), 4326), null, 'STILL'
      from app_public.users where email like 'crowd%'`;

(isCluster ? describe : describe.skip)("a crowd on a cluster (CITUS_DATABASE_URL)", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    await service.owner.query(USERS);
    await service.owner.query(POSITIONS);
    const last = await service.newUser();
    const input = { token: "ExponentPushToken[aaaaaaaaaaaaaaaaaaaaaa]" };
    await ok(
      "mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }",
      { input },
      last,
    );
    const position = { latitude: 40.85, longitude: 14.25, movingActivity: "STILL" };
    await ok(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: position },
      last,
    );
  }, 300_000);
  afterAll(() => service?.stop());

  async function ok(query: string, variables: object, as: TestUser = service.admin) {
    const { data, errors } = await service.graphql(query, variables, as);
    expect(errors).toBeUndefined();
    return data;
  }
  async function all<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await service.owner.query(sql, values)).rows.map(({ one }) => one);
  }

  /** Returns the ids of the notifications in the queued pushes, in order. */
  const pushed = () =>
    all<number>(`select p.id::integer as one from graphile_worker._private_jobs j
      cross join json_array_elements_text(j.payload -> 'notificationIds') p (id) order by 1`);

  test("is notified once per user and version, with unique ids of notifications", async () => {
    await service.owner.query("delete from graphile_worker._private_jobs");
    const inside = await all<number>(
      `select user_id as one from app_public.last_positions where ${INSIDE} order by user_id`,
    );
    expect(inside.length).toBeGreaterThan(1700);
    const { newAlert } = await ok(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input: { points: POINTS, text1: "Leave.", text2: "Be ready.", text3: "Stay." } },
    );
    const told = (kind: string) =>
      all<number>(
        `select user_id as one from app_public.notifications
          where alert_id = $1 and kind = $2 and level = 'ONE' and ${INSIDE} order by user_id`,
        [newAlert.id, kind],
      );
    await publishFor(service.owner, newAlert.id);
    expect(await told("ALERT")).toEqual(inside);
    await ok(
      `mutation ($id: Int!) { alertUpdate(id: $id, input: { text1: "Leave at once.", renotify: true }) { version } }`,
      { id: newAlert.id },
    );
    await publishFor(service.owner, newAlert.id);
    expect(await told("UPDATE")).toEqual(inside);
    const ids = await all<number>(
      "select id::integer as one from app_public.notifications where alert_id = $1 order by id",
      [newAlert.id],
    );
    expect(new Set(ids).size).toBe(2 * inside.length);
    expect(await pushed()).toEqual(ids);
  });
});

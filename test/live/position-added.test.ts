/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { open } from "./client.ts";
import { report } from "./scene.ts";

const service = runTestService();
let rita: TestUser;
let otto: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
  otto = await service.newUser();
});

const ADDED =
  "subscription { positionAdded { id userId createdAt takenAt latitude movingActivity } }";
const POSITIONS = "{ positions(limit: 1) { id userId createdAt takenAt latitude movingActivity } }";

test("sends administrators the reported positions", async () => {
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(ADDED);
  for (const user of [rita, otto, rita]) {
    const id = await report(service, user);
    const { data, errors } = await follows.next();
    expect(errors).toBeUndefined();
    expect(data.positionAdded).toMatchObject({ id, userId: user.id });
    const list = await service.graphql(POSITIONS, {}, service.admin);
    expect(data.positionAdded).toEqual(list.data.positions[0]);
  }
  client.socket.close();
});

test("sends a user's newest position once, and no older one after it", async () => {
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(ADDED);
  const ids: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) ids.push(await report(service, rita));
  const late = await report(service, rita, { takenAt: Math.floor(Date.now() / 1000) - 3600 });
  const last = await report(service, otto);
  const told: number[] = [];
  const newest = ids.at(-1) as number;
  while (!told.includes(last) || !told.includes(newest)) {
    told.push((await follows.next()).data.positionAdded.id);
  }
  const hers = told.filter((id) => id !== last);
  expect(hers).toEqual([...new Set(hers)].sort((a, b) => a - b));
  expect(hers.at(-1)).toBe(newest);
  expect(told).not.toContain(late);
  client.socket.close();
});

test("sends a position that commits after one with a greater id", async () => {
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(ADDED);
  const lesser = await service.owner.query("select nextval('app_public.positions_id_seq') as id");
  const id = Number(lesser.rows[0].id);
  const greater = await report(service, otto);
  expect((await follows.next()).data.positionAdded.id).toBe(greater);
  await service.owner.query(
    `with late as (
      insert into app_public.positions (id, user_id, latitude, longitude, moving_activity)
        overriding system value values ($1, $2, 0, 0, 'STILL') returning *
    )
    update app_public.last_positions l set position_id = p.id, created_at = p.created_at, taken_at = p.taken_at
      from late p where l.user_id = p.user_id`,
    [id, rita.id],
  );
  expect((await follows.next()).data.positionAdded).toMatchObject({ id, userId: rita.id });
  client.socket.close();
});

test.each([
  ADDED,
  "subscription { lastPositionChanged { userId } }",
  "subscription { alertProgress(id: 1) { id } }",
])("%s is refused without an administrator's token", async (subscription) => {
  for (const [payload, code] of [
    [rita, "FORBIDDEN"],
    [undefined, "UNAUTHENTICATED"],
  ] as const) {
    const client = await open(service.url, payload);
    expect(refusals(await client.begin(subscription).next())).toEqual([code]);
    client.socket.close();
  }
});

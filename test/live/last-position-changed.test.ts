/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { runTestService, type TestUser } from "../helpers/service.ts";
import { open } from "./client.ts";
import { report } from "./scene.ts";

const service = runTestService();
let rita: TestUser;
let otto: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
  otto = await service.newUser();
});

const POSITION = "userId createdAt takenAt latitude longitude accuracy movingActivity";
/** A document for the fast path, and one for Grafast. */
const ROADS = [
  `subscription { lastPositionChanged { userId lastPosition { ${POSITION} } } }`,
  `subscription { lastPositionChanged { userId lastPosition { ...parts } } }
    fragment parts on LastPosition { ${POSITION} }`,
];

const keepHistory = (isKept: boolean) =>
  service.owner.query("update app_private.settings set last_position_only = $1", [!isKept]);

test.each(ROADS)("sends each move, also of users without history: %s", async (query) => {
  await service.graphql(
    "mutation ($id: Int!) { userEdit(id: $id, input: {lastPositionOnly: true}) { id } }",
    { id: otto.id },
    otto,
  );
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(query);
  for (const user of [rita, otto, rita, otto]) {
    await report(service, user, { north: Math.random() });
    const { data, errors } = await follows.next();
    expect(errors).toBeUndefined();
    const list = await service.graphql(
      `query ($id: Int) { lastPositions(userId: $id) { ${POSITION} } }`,
      { id: user.id },
      service.admin,
    );
    expect(list.data.lastPositions).toHaveLength(1);
    expect(data.lastPositionChanged).toEqual({
      userId: user.id,
      lastPosition: list.data.lastPositions[0],
    });
  }
  client.socket.close();
});

test("sends everyone's moves while the whole service keeps no history", async () => {
  await keepHistory(false);
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(ROADS[0] as string);
  const added = await client.subscribe("subscription { positionAdded { userId } }");
  await report(service, rita, { north: 0.5 });
  expect((await follows.next()).data.lastPositionChanged).toMatchObject({
    userId: rita.id,
    lastPosition: { latitude: 0.505 },
  });
  await keepHistory(true);
  const someone = await service.newUser();
  await report(service, someone);
  expect((await follows.next()).data.lastPositionChanged.userId).toBe(someone.id);
  // Rita's report is not in the history, so it is not told here.
  expect((await added.next()).data.positionAdded.userId).toBe(someone.id);
  client.socket.close();
});

test.each(ROADS)("sends the id of a user whose last position is gone: %s", async (query) => {
  const [erased, silent] = [await service.newUser(), await service.newUser()];
  for (const user of [erased, silent]) await report(service, user);
  await service.owner.query(
    "update app_public.last_positions set created_at = now() - interval '1 year', taken_at = now() - interval '1 year' where user_id = $1",
    [silent.id],
  );
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(query);
  await service.graphql(
    "mutation ($password: String!) { eraseMe(currentPassword: $password) { userId } }",
    { password: erased.password },
    erased,
  );
  const gone = (userId: number) => ({
    data: { lastPositionChanged: { userId, lastPosition: null } },
  });
  expect(await follows.next()).toEqual(gone(erased.id));
  await service.owner.query("select app_private.purge_last_positions()");
  expect(await follows.next()).toEqual(gone(silent.id));
  client.socket.close();
});

/** @database server */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { template } from "../helpers/database.ts";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";

let service: TestService;
let directory: string;
let file: string;
beforeAll(async () => {
  directory = await mkdtemp(join(template().directory, "erasures-"));
  file = join(directory, "list", "erasures");
  service = await startTestService({ ERASURES_FILE: file });
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true });
});

const FIELDS = "{ userId erasedAt positions notifications }";
const ERASE_ME = `mutation ($password: String!) { eraseMe(currentPassword: $password) ${FIELDS} }`;
const USER_ERASE = `mutation ($id: Int!) { userErase(id: $id) ${FIELDS} }`;
const REPORT = `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`;
const PLACE = { latitude: 46.1, longitude: 11.1, movingActivity: "STILL" };

const eraseMe = (user: TestUser, password = user.password) =>
  service.graphql(ERASE_ME, { password }, user);

async function keyOf({ id }: TestUser): Promise<string> {
  const { rows } = await service.owner.query(
    "select erasure_key as key from app_public.users where id = $1",
    [id],
  );
  return rows[0].key;
}

const listed = () => readFile(file, "utf8").catch(() => "");

describe("eraseMe", () => {
  test("erases the user, whose token and login then fail, and lists the erasure before it answers", async () => {
    const user = await service.newUser();
    const key = await keyOf(user);
    await service.graphql(REPORT, { input: PLACE }, user);
    const { data, errors } = await eraseMe(user);
    expect(errors).toBeUndefined();
    expect(data.eraseMe).toEqual({
      userId: user.id,
      erasedAt: expect.any(Number),
      positions: 1,
      notifications: 0,
    });
    expect(Math.abs(data.eraseMe.erasedAt - Date.now() / 1000)).toBeLessThan(3_600);
    expect(await listed()).toMatch(new RegExp(`^\\d{4}-\\S+Z ${key}$`, "m"));
    // The key is in the list only.
    const { rows } = await service.owner.query(
      "select erasure_key from app_private.erased_users where user_id = $1",
      [user.id],
    );
    expect(rows).toEqual([{ erasure_key: null }]);

    expect(refusals(await service.graphql("{ notifications { id } }", {}, user))).toEqual([
      "UNAUTHENTICATED at notifications",
    ]);
    expect(refusals(await service.graphql(REPORT, { input: PLACE }, user))).toEqual([
      "UNAUTHENTICATED at newPosition",
    ]);
    await expect(service.login(user.email, user.password)).rejects.toThrow("UNAUTHENTICATED");
    expect(refusals(await eraseMe(user))).toEqual(["UNAUTHENTICATED at eraseMe"]);
  });

  test.each([
    ["a wrong password", "wrong-password"],
    ["an empty one", ""],
    ["one of another case", "User-Password"],
  ])("refuses %s and changes nothing", async (_, password) => {
    const user = await service.newUser();
    const before = await service.contents();
    expect(refusals(await eraseMe(user, password))).toEqual(["BAD_USER_INPUT at eraseMe"]);
    const { login_failures: _failures, login_limits: _limits, ...after } = await service.contents();
    expect(before).toMatchObject(after);
    expect(await listed()).not.toContain(await keyOf(user));
  });

  test("is refused to the last administrator", async () => {
    const { admin } = service;
    expect(refusals(await eraseMe(admin))).toEqual(["CONFLICT at eraseMe"]);
    const { data } = await service.graphql("{ users { id } }", {}, admin);
    expect(data.users).toContainEqual({ id: admin.id });
  });
});

describe("userErase", () => {
  test("erases a person, who is then not found", async () => {
    const user = await service.newUser();
    const { data } = await service.graphql(USER_ERASE, { id: user.id }, service.admin);
    expect(data.userErase).toMatchObject({ userId: user.id });
    for (const query of ["query ($id: Int!) { user(id: $id) { id } }", USER_ERASE]) {
      expect(refusals(await service.graphql(query, { id: user.id }, service.admin))[0]).toMatch(
        /^NOT_FOUND/,
      );
    }
    const { data: lists } = await service.graphql(
      "{ users(limit: 1000) { id } usersOverview(limit: 1000) { id } usersConnection { nodes { id } } }",
      {},
      service.admin,
    );
    for (const people of [lists.users, lists.usersOverview, lists.usersConnection.nodes]) {
      expect(people.length).toBeGreaterThan(0);
      expect(people).not.toContainEqual({ id: user.id });
    }
  });

  test("keeps the notification as proof, but not the user's data or exact place", async () => {
    const user = await service.newUser();
    await service.graphql(
      REPORT,
      { input: { latitude: 0.004123, longitude: 0.004765, movingActivity: "RUNNING" } },
      user,
    );
    const { data: made } = await service.graphql(
      `mutation ($input: AlertInput!) { newAlert(input: $input) { id reachedUsers } }`,
      {
        input: {
          points: [
            { latitude: 0, longitude: 0 },
            { latitude: 0, longitude: 0.01 },
            { latitude: 0.01, longitude: 0.01 },
            { latitude: 0.01, longitude: 0 },
          ],
          text1: "Leave.",
          text2: "Stay away.",
          text3: "Take care.",
        },
      },
      service.admin,
    );
    const { id } = made.newAlert;
    const DELIVERY = `query ($id: Int!) { alerts(id: $id) { reachedUsers delivery { level notified users } } }`;
    const before = await service.graphql(DELIVERY, { id }, service.admin);
    const erased = await service.graphql(USER_ERASE, { id: user.id }, service.admin);
    expect(erased.data.userErase).toMatchObject({ positions: 1, notifications: 1 });
    expect(await service.graphql(DELIVERY, { id }, service.admin)).toEqual(before);

    const { data } = await service.graphql(
      `query ($id: Int!, $user: Int!) {
        notifications(alertId: $id) { userId user { id } level latitude longitude movingActivity placeKept distanceClass rule }
        whyNotified(alertId: $id, userId: $user) { rule level latitude }
      }`,
      { id, user: user.id },
      service.admin,
    );
    expect(data.notifications).toEqual([
      {
        userId: user.id,
        user: null,
        level: "ONE",
        latitude: expect.any(Number),
        longitude: expect.any(Number),
        movingActivity: "UNKNOWN",
        placeKept: false,
        distanceClass: "INSIDE",
        rule: "INSIDE_WHEN_PUBLISHED",
      },
    ]);
    expect(data.notifications[0].latitude).not.toBe(0.004123);
    expect(data.whyNotified).toEqual({
      rule: "INSIDE_WHEN_PUBLISHED",
      level: "ONE",
      latitude: null,
    });
  });
});

test("nobody is erased if the list of erasures cannot be written", async () => {
  const user = await service.newUser();
  const list = await readFile(file);
  await rm(file);
  await mkdir(file);
  try {
    expect(refusals(await eraseMe(user))).toEqual(["INTERNAL_SERVER_ERROR at eraseMe"]);
    await service.login(user.email, user.password);
  } finally {
    await rm(file, { recursive: true });
    await writeFile(file, list);
  }
  expect((await eraseMe(user)).errors).toBeUndefined();
});

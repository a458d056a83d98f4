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

  test("refuses a wrong password and changes nothing", async () => {
    const user = await service.newUser();
    const before = await service.contents();
    expect(refusals(await eraseMe(user, "wrong-password"))).toEqual(["BAD_USER_INPUT at eraseMe"]);
    const { login_failures: _failures, login_limits: _limits, ...after } = await service.contents();
    expect(before).toMatchObject(after);
    expect(await listed()).not.toContain(await keyOf(user));
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

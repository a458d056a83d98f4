import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  user = await service.newUser();
  other = await service.newUser();
});

const USER = "query ($id: Int!) { user(id: $id) { id email password name address isAdmin } }";

test("shows users their own data", async () => {
  const { data } = await service.graphql(USER, { id: user.id }, user);
  expect(data.user).toEqual({
    id: user.id,
    email: user.email,
    password: "******",
    name: "Test",
    address: "",
    isAdmin: false,
  });
});

test("shows any user to an administrator", async () => {
  const { data } = await service.graphql(USER, { id: other.id }, service.admin);
  expect(data.user).toMatchObject({ id: other.id, email: other.email });
});

test("answers the same for another user's id and an unknown one", async () => {
  const others = await service.graphql(USER, { id: other.id }, user);
  expect(refusals(others)).toEqual(["NOT_FOUND at user"]);
  for (const id of [2_147_483_647, 0, -1, -2_147_483_648]) {
    expect(await service.graphql(USER, { id }, user)).toEqual(others);
  }
});

test("answers an administrator's unknown id with NOT_FOUND", async () => {
  const answer = await service.graphql(USER, { id: 2_147_483_647 }, service.admin);
  expect(refusals(answer)).toEqual(["NOT_FOUND at user"]);
});

test("the query user needs a token", async () => {
  expect(refusals(await service.graphql(USER, { id: user.id }))).toEqual([
    "UNAUTHENTICATED at user",
  ]);
});

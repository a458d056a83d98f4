import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
  await service.newUser();
});

const USERS =
  "query ($limit: Int64, $offset: Int64) { users(limit: $limit, offset: $offset) { id email password isAdmin } }";

test("lists all users to an administrator, oldest first", async () => {
  const { data } = await service.graphql(USERS, {}, service.admin);
  expect(data.users).toHaveLength(3);
  expect(data.users[0]).toEqual({
    id: service.admin.id,
    email: "admin@example.org",
    password: "******",
    isAdmin: true,
  });
  const ids = data.users.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
});

test("the query users takes a limit and an offset", async () => {
  const { data } = await service.graphql(USERS, { limit: 1, offset: 1 }, service.admin);
  expect(data.users).toMatchObject([{ id: user.id }]);
});

test("the query users takes a search, and null or an empty text finds everyone", async () => {
  const found = async (text: string | null) => {
    const query = "query ($text: String) { users(search: $text) { id } }";
    return (await service.graphql(query, { text }, service.admin)).data.users.length;
  };
  expect([await found("ADMIN@"), await found(null), await found("")]).toEqual([1, 3, 3]);
});

test("refuses a search that is longer than any email", async () => {
  const query = "query ($text: String) { users(search: $text) { id } }";
  const { data, errors } = await service.graphql(query, { text: "a".repeat(255) }, service.admin);
  expect(data).toEqual({ users: null });
  expect(errors).toMatchObject([
    { message: /more than 254 characters/, extensions: { code: "BAD_USER_INPUT" } },
  ]);
});

test("the query users is for administrators only", async () => {
  const answer = await service.graphql(USERS, {}, user);
  expect(refusals(answer)).toEqual(["FORBIDDEN at users"]);
  expect(answer.data).toEqual({ users: null });
});

test("the query users is refused to ordinary users even if it would return no row", async () => {
  const answer = await service.graphql(USERS, { offset: 1_000_000 }, user);
  expect(refusals(answer)).toEqual(["FORBIDDEN at users"]);
});

test("the query users needs a token", async () => {
  expect(refusals(await service.graphql(USERS))).toEqual(["UNAUTHENTICATED at users"]);
});

test("the query users is refused as soon as the administrator's rights are removed", async () => {
  const other = await service.newUser({ isAdmin: true });
  expect(refusals(await service.graphql(USERS, {}, other))).toEqual([]);
  await service.owner.query("update app_public.users set is_admin = false where id = $1", [
    other.id,
  ]);
  expect(refusals(await service.graphql(USERS, {}, other))).toEqual(["UNAUTHENTICATED at users"]);
});

/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser({ email: "taken@example.org" });
});

const NEW_USER = `mutation ($input: NewUserInput!) {
  newUser(input: $input) { id email password name address isAdmin }
}`;
const ADA = {
  email: "ada@example.org",
  password: "user-password",
  name: "Ada",
  address: "London",
  isAdmin: false,
};

test("newUser makes a user who can log in", async () => {
  const { data } = await service.graphql(NEW_USER, { input: ADA }, service.admin);
  expect(data.newUser).toEqual({ ...ADA, id: expect.any(Number), password: "******" });
  const ada = await service.login(ADA.email, ADA.password);
  expect(ada.id).toBe(data.newUser.id);
});

test("newUser can make another administrator", async () => {
  const admin = await service.newUser({ isAdmin: true });
  expect(refusals(await service.graphql("{ users { id } }", {}, admin))).toEqual([]);
});

test("stores only the hash of the password", async () => {
  await service.newUser({ email: "secret@example.org", password: "never to be stored" });
  const { rows } = await service.owner.query(
    "select c::text, u::text from app_private.user_credentials c join app_public.users u on u.id = c.user_id",
  );
  expect(JSON.stringify(rows)).not.toContain("never to be stored");
  expect(service.logged.join()).not.toContain("never to be stored");
});

test.each([
  ["someone who is no administrator", () => user, "FORBIDDEN at newUser"],
  ["someone without a token", () => undefined, "UNAUTHENTICATED at newUser"],
])("newUser refuses %s, and makes no user", async (_who, as, refusal) => {
  const before = await service.contents();
  const input = { ...ADA, email: "new@example.org" };
  expect(refusals(await service.graphql(NEW_USER, { input }, as()))).toEqual([refusal]);
  expect(await service.contents()).toEqual(before);
});

test("newUser tells non-administrators nothing about emails and passwords", async () => {
  const answers = await Promise.all(
    [{ email: "taken@example.org" }, { email: "" }, { password: "short" }].map((fields) =>
      service.graphql(NEW_USER, { input: { ...ADA, ...fields } }, user),
    ),
  );
  for (const answer of answers) expect(refusals(answer)).toEqual(["FORBIDDEN at newUser"]);
});

test.each([
  ["a taken email", { email: "taken@example.org" }, "CONFLICT"],
  ["a taken email in another case", { email: "Taken@Example.org" }, "CONFLICT"],
  ["no email", { email: "" }, "BAD_USER_INPUT"],
  ["an over-long email", { email: `${"a".repeat(243)}@example.org` }, "BAD_USER_INPUT"],
  ["an empty name", { name: "" }, "BAD_USER_INPUT"],
  ["a blank name", { name: "  " }, "BAD_USER_INPUT"],
  ["an over-long name", { name: "a".repeat(201) }, "BAD_USER_INPUT"],
  ["an over-long address", { address: "a".repeat(501) }, "BAD_USER_INPUT"],
  ["a NUL in the name", { name: "a\0b" }, "BAD_USER_INPUT"],
  ["a short password", { password: "seven77" }, "BAD_USER_INPUT"],
  ["a password of over 72 bytes", { password: "é".repeat(37) }, "BAD_USER_INPUT"],
  ["a common password", { password: "Password123" }, "BAD_USER_INPUT"],
  ["the email as the password", { password: "new@example.org" }, "BAD_USER_INPUT"],
  ["a password with a NUL", { password: "user\0password" }, "BAD_USER_INPUT"],
])("newUser refuses %s, and makes no user", async (_what, fields, code) => {
  const before = await service.contents();
  const input = { ...ADA, email: "new@example.org", ...fields };
  expect(refusals(await service.graphql(NEW_USER, { input }, service.admin))).toEqual([
    `${code} at newUser`,
  ]);
  expect(await service.contents()).toEqual(before);
});

test("makes one user if two requests use the same email at once", async () => {
  const input = { ...ADA, email: "race@example.org" };
  const answers = await Promise.all(
    [1, 2].map(() => service.graphql(NEW_USER, { input }, service.admin)),
  );
  expect(answers.flatMap(refusals)).toEqual(["CONFLICT at newUser"]);
});

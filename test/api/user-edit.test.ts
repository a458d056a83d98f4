import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  user = await service.newUser();
  other = await service.newUser({ email: "taken@example.org" });
});

const USER_EDIT = `mutation ($input: UserEdit!, $id: Int!) {
  userEdit(input: $input, id: $id) { id email password name address isAdmin }
}`;
const edit = (input: object, { id, as = user }: { id?: number; as?: TestUser } = {}) =>
  service.graphql(USER_EDIT, { input, id: id ?? user.id }, as);

test("userEdit returns the edited user", async () => {
  const input = { email: "ada@example.org", name: "Ada", address: "London" };
  const { data } = await edit(input);
  expect(data.userEdit).toEqual({ ...input, id: user.id, password: "******", isAdmin: false });
  const { data: after } = await service.graphql("{ me { email name address } }", {}, user);
  expect(after.me).toEqual(input);
});

test("userEdit does not change fields that are absent or null", async () => {
  await edit({ email: "ada@example.org", name: "Ada", address: "London" });
  const { data } = await edit({ name: "Ada Lovelace", address: null });
  expect(data.userEdit).toMatchObject({
    email: "ada@example.org",
    name: "Ada Lovelace",
    address: "London",
  });
});

test("userEdit changes nothing for an empty input", async () => {
  const before = await service.contents();
  expect(refusals(await edit({}))).toEqual([]);
  expect(await service.contents()).toEqual(before);
});

test("userEdit can clear the address", async () => {
  const { data } = await edit({ address: "" });
  expect(data.userEdit.address).toBe("");
});

test("lets an administrator edit anyone", async () => {
  const { data } = await edit({ name: "Other" }, { id: other.id, as: service.admin });
  expect(data.userEdit).toMatchObject({ id: other.id, name: "Other" });
});

test("answers the same for another user's id and an unknown one, and changes nothing", async () => {
  const before = await service.contents();
  const others = await edit({ name: "Changed" }, { id: other.id });
  expect(refusals(others)).toEqual(["NOT_FOUND at userEdit"]);
  expect(await edit({ name: "Changed" }, { id: 2_147_483_647 })).toEqual(others);
  expect(await service.contents()).toEqual(before);
});

test("does not reveal another user's id, even with a bad input", async () => {
  expect(await edit({ name: "" }, { id: other.id })).toEqual(
    await edit({ name: "" }, { id: 2_147_483_647 }),
  );
});

test("answers an administrator's unknown id with NOT_FOUND", async () => {
  const answer = await edit({ name: "Changed" }, { id: 2_147_483_647, as: service.admin });
  expect(refusals(answer)).toEqual(["NOT_FOUND at userEdit"]);
});

test("userEdit needs a token", async () => {
  const answer = await service.graphql(USER_EDIT, { input: { name: "Ada" }, id: user.id });
  expect(refusals(answer)).toEqual(["UNAUTHENTICATED at userEdit"]);
});

test("userEdit cannot make an administrator", async () => {
  const answer = await edit({ isAdmin: true });
  expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
});

test("a user whose email was changed logs in with the new one only", async () => {
  const { email, password, token } = await service.newUser();
  const me = await service.graphql("{ me { id } }", {}, { token });
  await edit({ email: "moved@example.org" }, { id: me.data.me.id, as: service.admin });
  await expect(service.login("moved@example.org", password)).resolves.toMatchObject({
    id: me.data.me.id,
  });
  await expect(service.login(email, password)).rejects.toThrow("UNAUTHENTICATED");
});

describe("an email", () => {
  test.each(["taken@example.org", "TAKEN@Example.Org"])(
    "that is taken conflicts: %s",
    async (email) => {
      expect(refusals(await edit({ email }))).toEqual(["CONFLICT at userEdit"]);
    },
  );

  test("that the user already has is accepted, in another case too", async () => {
    await edit({ email: "ada@example.org" });
    expect(refusals(await edit({ email: "ada@example.org" }))).toEqual([]);
    expect((await edit({ email: "ADA@example.org" })).data.userEdit.email).toBe("ADA@example.org");
  });

  test.each([
    "",
    " ",
    "ada",
    "@example.org",
    "ada@",
    "ada@example.org@example.org",
    "ada lovelace@example.org",
    " ada@example.org",
    "ada@example.org\n",
    "ada\u007f@example.org",
    `${"a".repeat(243)}@example.org`,
  ])("that is invalid is refused: %j", async (email) => {
    expect(refusals(await edit({ email }))).toEqual(["BAD_USER_INPUT at userEdit"]);
  });

  test.each([`${"a".repeat(242)}@example.org`, "jörg+alerts@exämple.org", "用户@例子.广告"])(
    "can be %j",
    async (email) => {
      expect((await edit({ email })).data.userEdit.email).toBe(email);
    },
  );
});

describe("a name", () => {
  test.each(["", " ", "\t\n", "a".repeat(201)])("is refused: %j", async (name) => {
    expect(refusals(await edit({ name }))).toEqual(["BAD_USER_INPUT at userEdit"]);
  });

  test.each([
    "A",
    "a".repeat(200),
    "🧭".repeat(200),
    "Åsa 李雷 עברית",
    "O'Hara; drop table users --",
  ])("can be %j", async (name) => {
    expect((await edit({ name })).data.userEdit.name).toBe(name);
  });
});

test("refuses an address of more than 500 characters", async () => {
  expect(refusals(await edit({ address: "a".repeat(501) }))).toEqual([
    "BAD_USER_INPUT at userEdit",
  ]);
  expect((await edit({ address: "a".repeat(500) })).data.userEdit.address).toHaveLength(500);
});

test.each(["email", "name", "address"])("refuses a NUL in the %s", async (field) => {
  expect(refusals(await edit({ [field]: "ada\0@example.org" }))).toEqual([
    "BAD_USER_INPUT at userEdit",
  ]);
});

import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  user = await service.newUser({ email: "taken@example.org" });
  other = await service.newUser({ email: "Under_score%@example.org" });
});

const USER = "id email password name address isAdmin";
const asAdmin = async (document: string, variables: object = {}) =>
  await service.graphql(document, variables, service.admin);

test("me and user return the caller, and user returns anyone to an administrator", async () => {
  const QUERY = `query ($id: Int!) { me { ${USER} } user(id: $id) { ${USER} } }`;
  const { data } = await service.graphql(QUERY, { id: user.id }, user);
  const { id, email } = user;
  const own = { id, email, password: "******", name: "Test", address: "", isAdmin: false };
  expect(data).toEqual({ me: own, user: own });
  expect((await asAdmin(QUERY, { id })).data).toMatchObject({ me: { isAdmin: true }, user: own });
});

test("me shows quiet hours as hours and minutes", async () => {
  const quietHours = { from: "13:05", to: "00:30", timeZone: "Europe/Rome" };
  const EDIT = `mutation ($input: QuietHoursInput!) {
    quietHoursEdit(input: $input) { quietHours { from to timeZone } }
  }`;
  const { data } = await service.graphql(EDIT, { input: quietHours }, user);
  expect(data.quietHoursEdit).toEqual({ quietHours });
  const me = await service.graphql("{ me { quietHours { from to timeZone } } }", {}, user);
  expect(me.data).toEqual({ me: { quietHours } });
});

describe("users", () => {
  test("lists all users to an administrator, oldest first", async () => {
    const { data } = await asAdmin("{ users { id password } }");
    const ids = [service.admin, user, other].map(({ id }) => id);
    expect(data.users).toEqual(ids.map((id) => ({ id, password: "******" })));
  });

  const search = async (text: string | null) => {
    const { data } = await asAdmin("query ($text: String) { users(search: $text) { id } }", {
      text,
    });
    return data.users.map(({ id }: { id: number }) => id);
  };

  test("are found by the beginning of the email or of any word of the name, in any case", async () => {
    expect(await search("under_SCORE%")).toEqual([other.id]);
    for (const text of ["under%", "nder"]) expect(await search(text)).toEqual([]);
    for (const text of ["", null]) expect(await search(text)).toHaveLength(3);

    const name = "Anna-Maria O'Néil & 'Sons'";
    await service.owner.query("update app_public.users set name = $1 where id = $2", [
      name,
      other.id,
    ]);
    for (const text of ["anna", "MARIA", "o'né", "néil an", "sons anna o", "anna-m", "!anna"]) {
      expect([text, await search(text)]).toEqual([text, [other.id]]);
    }
    for (const text of ["neil's", "nna", "anna test", "&", "'", "a | z", "anna:*x"]) {
      expect([text, await search(text)]).toEqual([text, []]);
    }
  });

  test("refuse a search that is longer than any email", async () => {
    const { data, errors } = await asAdmin(`{ users(search: "${"a".repeat(255)}") { id } }`);
    expect(data).toEqual({ users: null });
    expect(errors).toMatchObject([
      { message: /more than 254 characters/, extensions: { code: "BAD_USER_INPUT" } },
    ]);
  });
});

describe("userEdit", () => {
  const edit = (input: object) =>
    service.graphql(
      `mutation ($input: UserEdit!, $id: Int!) { userEdit(input: $input, id: $id) { ${USER} } }`,
      { input, id: user.id },
      user,
    );

  test("returns the edited user, and does not change fields that are absent or null", async () => {
    const input = { email: "用户@例子.广告", name: "Ada", address: "London" };
    const edited = { ...input, id: user.id, password: "******", isAdmin: false };
    expect((await edit(input)).data.userEdit).toEqual(edited);
    const { data } = await edit({ name: "Ada Lovelace", address: null });
    expect(data.userEdit).toEqual({ ...edited, name: "Ada Lovelace" });
    expect((await edit({ address: "" })).data.userEdit.address).toBe("");
  });

  test("changes nothing for an empty input", async () => {
    const before = await service.contents();
    expect(refusals(await edit({}))).toEqual([]);
    expect(await service.contents()).toEqual(before);
  });
});

test("userRights returns the user with the new rights", async () => {
  const { data } = await asAdmin(
    `mutation ($id: Int!) { userRights(id: $id, input: { isTester: true }) { isAdmin isTester } }`,
    { id: other.id },
  );
  expect(data.userRights).toEqual({ isAdmin: false, isTester: true });
});

describe("newUser", () => {
  const NEW_USER = `mutation ($input: NewUserInput!) { newUser(input: $input) { ${USER} } }`;
  const ADA = {
    email: "ada@example.org",
    password: "never to be stored",
    name: "Ada",
    address: "London",
    isAdmin: false,
  };

  test("makes a user who can log in, and stores only the hash of the password", async () => {
    const { data } = await asAdmin(NEW_USER, { input: ADA });
    expect(data.newUser).toEqual({ ...ADA, id: expect.any(Number), password: "******" });
    const ada = await service.login(ADA.email, ADA.password);
    expect(ada.id).toBe(data.newUser.id);
    const { rows } = await service.owner.query(
      "select c::text from app_private.user_credentials c",
    );
    expect(JSON.stringify([rows, service.logged])).not.toContain(ADA.password);
  });

  test("tells non-administrators nothing about emails and passwords", async () => {
    for (const fields of [{ email: "admin@example.org" }, { email: "" }, { password: "short" }]) {
      const answer = await service.graphql(NEW_USER, { input: { ...ADA, ...fields } }, user);
      expect(refusals(answer)).toEqual(["FORBIDDEN at newUser"]);
    }
  });

  test.each([
    ["a short password", { password: "seven77" }],
    ["a common password", { password: "Password123" }],
    ["the email as the password", { password: "new@example.org" }],
    ["an empty name", { name: "" }],
  ])("refuses %s, and makes no user", async (_what, fields) => {
    const before = await service.contents();
    const input = { ...ADA, email: "new@example.org", ...fields };
    expect(refusals(await asAdmin(NEW_USER, { input }))).toEqual(["BAD_USER_INPUT at newUser"]);
    expect(await service.contents()).toEqual(before);
  });
});

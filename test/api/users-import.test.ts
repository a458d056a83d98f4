/** @database server */
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { loadBcrypt } from "../helpers/code.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
beforeAll(async () => {
  await service.newUser({ email: "taken@example.org" });
});

interface Entry {
  email: string;
  name: string;
  address?: string;
  isTester?: boolean;
}

const importUsers = (users: Entry[], dryRun?: boolean, as: TestUser | undefined = service.admin) =>
  service.graphql(
    `mutation ($users: [UserImport!]!, $dryRun: Boolean) {
      usersImport(users: $users, dryRun: $dryRun) { index userId error }
    }`,
    { users, ...(dryRun !== undefined && { dryRun }) },
    as,
  );
const links = (userIds: number[], as: TestUser = service.admin) =>
  service.graphql(
    "mutation ($ids: [Int!]!) { newPasswordLinks(userIds: $ids) { userId token expiresAt } }",
    { ids: userIds },
    as,
  );
const setPassword = (token: string, password = "a fine password") =>
  service.graphql("mutation ($input: PasswordSetInput!) { passwordSet(input: $input) }", {
    input: { token, password },
  });

const rita: Entry = { email: " Rita@Example.org ", name: " Rita Levi ", isTester: true };
const otto: Entry = { email: "otto@example.org", name: "Otto", address: "Via Emilia 1" };

describe("an import of users", () => {
  test("as a dry run creates no user", async () => {
    const before = await service.contents();
    const { data } = await importUsers([rita, otto], true);
    expect(data.usersImport).toEqual([
      { index: 0, userId: null, error: null },
      { index: 1, userId: null, error: null },
    ]);
    expect(await service.contents()).toEqual(before);
  });

  test("with errors creates no user, and returns the error of each entry", async () => {
    const before = await service.contents();
    const { data } = await importUsers([
      rita,
      { email: "TAKEN@example.org", name: "Ada" },
      { email: "nobody", name: "Ada" },
      { email: "ada@example.org", name: " " },
      { email: "RITA@example.org", name: "Rita again" },
      { ...otto, address: "x".repeat(501) },
    ]);
    expect(data.usersImport.map(({ error }: { error: string | null }) => error)).toEqual([
      null,
      "This email is taken: use another one.",
      expect.stringMatching(/^email is not an address/),
      expect.stringMatching(/^name is empty/),
      "This email comes twice in the list: leave one of them out.",
      expect.stringMatching(/^address has more/),
    ]);
    expect(data.usersImport.every(({ userId }: { userId: number | null }) => userId === null)).toBe(
      true,
    );
    expect(await service.contents()).toEqual(before);
  });

  test("creates all users, who cannot log in yet", async () => {
    const { data } = await importUsers([rita, otto], false);
    const ids = data.usersImport.map(({ userId }: { userId: number }) => userId);
    expect(ids).toEqual([expect.any(Number), expect.any(Number)]);
    const { rows } = await service.owner.query(
      "select email, name, address, is_tester, is_admin from app_public.users where id = any ($1) order by id",
      [ids],
    );
    expect(rows).toEqual([
      {
        email: "Rita@Example.org",
        name: "Rita Levi",
        address: "",
        is_tester: true,
        is_admin: false,
      },
      {
        email: "otto@example.org",
        name: "Otto",
        address: "Via Emilia 1",
        is_tester: false,
        is_admin: false,
      },
    ]);
    await expect(service.login("otto@example.org", "")).rejects.toThrow(
      "The email or the password",
    );
    expect(refusals(await importUsers([{ email: "OTTO@example.org", name: "Other" }]))).toEqual([]);
  });
});

describe("a link to set a password", () => {
  async function imported(email: string): Promise<number> {
    const { data } = await importUsers([{ email, name: "New" }]);
    return data.usersImport[0].userId;
  }

  test("works once, and the user can log in", async () => {
    const id = await imported("once@example.org");
    const { data } = await links([id]);
    const [{ token, userId, expiresAt }] = data.newPasswordLinks;
    expect(userId).toBe(id);
    expect(expiresAt).toBeGreaterThan(Date.now() / 1000 + 13 * 86_400);
    expect(refusals(await setPassword(token, "short"))).toEqual(["BAD_USER_INPUT at passwordSet"]);
    expect(refusals(await setPassword(token, "once@example.org"))).toEqual([
      "BAD_USER_INPUT at passwordSet",
    ]);
    expect((await setPassword(token)).data).toEqual({ passwordSet: "once@example.org" });
    await service.login("once@example.org", "a fine password");
    expect(refusals(await setPassword(token, "another password"))).toEqual([
      "NOT_FOUND at passwordSet",
    ]);
    await service.login("once@example.org", "a fine password");
  });

  test("that does not exist is refused before anything is hashed", async () => {
    const hash = jest.spyOn(await loadBcrypt(), "hash");
    try {
      expect(refusals(await setPassword("999999.secret"))).toEqual(["NOT_FOUND at passwordSet"]);
      expect(hash).not.toHaveBeenCalled();
      const [{ token }] = (await links([await imported("hashed@example.org")])).data
        .newPasswordLinks;
      expect(refusals(await setPassword(token))).toEqual([]);
      expect(hash).toHaveBeenCalledTimes(1);
    } finally {
      hash.mockRestore();
    }
  });
});

test("a service without mail says so to a user who forgot the password, and to administrators", async () => {
  const forgotten = 'mutation { passwordForgotten(email: "taken@example.org") }';
  const answer = await service.graphql(forgotten);
  expect(refusals(answer)).toEqual(["CONFLICT at passwordForgotten"]);
  expect(answer.errors?.[0]?.message).toMatch(/Mail is off/);
  const state = await service.graphql("{ mailServer { state reason since } }", {}, service.admin);
  expect(state.data.mailServer).toEqual({
    state: "OFF",
    reason: "set MAIL_URL, MAIL_FROM and PUBLIC_URL",
    since: null,
  });
});

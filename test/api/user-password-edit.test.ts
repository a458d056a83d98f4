import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { loadBcrypt } from "../helpers/code.ts";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";

let service: TestService;
let user: TestUser;
beforeAll(async () => {
  service = await startTestService();
});
let isChanged = true;
beforeEach(async () => {
  // Reuses a user whose password is unchanged, because hashing takes time.
  if (isChanged) user = await service.newUser();
  isChanged = false;
});
afterAll(() => service.stop());

const USER_PASSWORD_EDIT = `mutation ($input: UserPasswordEdit!) {
  userPasswordEdit(input: $input) { id email password name address isAdmin }
}`;
async function edit(password1: string, password2 = password1, as: { token: string } = user) {
  const answer = await service.graphql(USER_PASSWORD_EDIT, { input: { password1, password2 } }, as);
  if (!answer.errors) isChanged = true;
  return answer;
}

/** Returns for each token the id of the user that it authenticates, or the refusal. */
async function identities(...tokens: { token: string }[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const token of tokens) {
    const answer = await service.graphql("{ me { id } }", {}, token);
    found.push(answer.errors ? refusals(answer)[0] : answer.data.me.id);
  }
  return found;
}
const REVOKED = "UNAUTHENTICATED at me";

test("userPasswordEdit returns the whole user", async () => {
  expect(await edit("a new password")).toEqual({
    data: {
      userPasswordEdit: {
        id: user.id,
        email: user.email,
        password: "******",
        name: "Test",
        address: "",
        isAdmin: false,
      },
    },
  });
});

test("a password change keeps the caller's session and ends every other at once", async () => {
  const elsewhere = await service.login(user.email, user.password);
  expect(await identities(user, elsewhere)).toEqual([user.id, user.id]);
  await edit("a new password");
  expect(await identities(user, elsewhere)).toEqual([user.id, REVOKED]);
});

test("a new password replaces the old one at login", async () => {
  await edit("a new password");
  const again = await service.login(user.email, "a new password");
  expect((await service.graphql("{ me { id } }", {}, again)).data.me.id).toBe(user.id);
  await expect(service.login(user.email, user.password)).rejects.toThrow("UNAUTHENTICATED");
});

test("a password change does not stop the rest of the request", async () => {
  isChanged = true;
  const answer = await service.graphql(
    `mutation ($input: UserPasswordEdit!) {
      first: userPasswordEdit(input: $input) { id }
      second: userPasswordEdit(input: $input) { id }
    }`,
    { input: { password1: "a new password", password2: "a new password" } },
    user,
  );
  expect(answer).toEqual({ data: { first: { id: user.id }, second: { id: user.id } } });
});

test.each([
  ["that differ", ["a new password", "a New password"]],
  ["that differ in a blank", ["a new password", "a new password "]],
  ["of seven characters", ["seven77"]],
  ["that are common", ["password123"]],
])(
  "refuses passwords %s, and changes nothing",
  async (_what, [password1 = "", password2]: string[]) => {
    const before = await service.contents();
    expect(refusals(await edit(password1, password2))).toEqual([
      "BAD_USER_INPUT at userPasswordEdit",
    ]);
    expect(await service.contents()).toEqual(before);
    expect(refusals(await service.graphql("{ me { id } }", {}, user))).toEqual([]);
  },
);

test("says that passwords differ or are short in the words by which existing clients know it", async () => {
  const messageOf = async (...passwords: [string, string?]) =>
    (await edit(...passwords)).errors?.[0]?.message;
  expect(await messageOf("a new password", "another one")).toContain(
    "`password1` and `password2` must be equals",
  );
  expect(await messageOf("seven77")).toContain("`password1` length must be >= 8");
});

test("refuses the user's email as the password, whoever sets it", async () => {
  const reset = `mutation ($id: Int!, $input: UserPasswordEdit!) {
    userPasswordReset(id: $id, input: $input) { id }
  }`;
  const input = { password1: user.email, password2: user.email };
  const answers = [
    await edit(user.email),
    await service.graphql(reset, { id: user.id, input }, service.admin),
  ];
  expect(answers.flatMap(refusals)).toEqual([
    "BAD_USER_INPUT at userPasswordEdit",
    "BAD_USER_INPUT at userPasswordReset",
  ]);
  for (const { errors } of answers) expect(errors?.[0]?.message).toMatch(/is the email address/);
});

test("hashes no password for callers who may not set it", async () => {
  const hash = jest.spyOn(await loadBcrypt(), "hash");
  const input = { password1: "a new password", password2: "a new password" };
  try {
    const mutations = [
      "userPasswordEdit(input: $input) { id }",
      `userPasswordReset(id: ${user.id}, input: $input) { id }`,
    ];
    const refuse = async (mutation: string, as?: TestUser) =>
      refusals(
        await service.graphql(
          `mutation ($input: UserPasswordEdit!) { ${mutation} }`,
          { input },
          as,
        ),
      );
    for (const mutation of mutations) {
      const [name] = /^\w+/.exec(mutation) as RegExpExecArray;
      expect(await refuse(mutation)).toEqual([`UNAUTHENTICATED at ${name}`]);
    }
    expect(await refuse(mutations[1] as string, user)).toEqual(["FORBIDDEN at userPasswordReset"]);
    expect(hash).not.toHaveBeenCalled();
    await edit("a new password");
    expect(hash).toHaveBeenCalledTimes(1);
  } finally {
    hash.mockRestore();
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";

let service: TestService;
let user: TestUser;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  // Another one where the last test has used up the token: hashes take their time.
  const answer = await service.graphql("{ me { id } }", {}, user);
  if (answer.errors) user = await service.newUser();
});
afterAll(() => service.stop());

const USER_PASSWORD_EDIT = `mutation ($input: UserPasswordEdit!) {
  userPasswordEdit(input: $input) { id email password name address isAdmin }
}`;
const edit = (password1: string, password2 = password1, as: { token: string } | undefined = user) =>
  service.graphql(USER_PASSWORD_EDIT, { input: { password1, password2 } }, as);

test("answers with the whole user, though the request's own token is worthless by then", async () => {
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

test("makes every older token worthless at once", async () => {
  const elsewhere = await service.login(user.email, user.password);
  await edit("a new password");
  for (const old of [user, elsewhere]) {
    const answer = await service.graphql("{ me { id } }", {}, old);
    expect(refusals(answer)).toEqual(["UNAUTHENTICATED at me"]);
  }
});

test("lets one log in with the new password, and not with the old one", async () => {
  await edit("a new password");
  const again = await service.login(user.email, "a new password");
  expect((await service.graphql("{ me { id } }", {}, again)).data.me.id).toBe(user.id);
  await expect(service.login(user.email, user.password)).rejects.toThrow("UNAUTHENTICATED");
});

test("leaves others' passwords and tokens as they are", async () => {
  await edit("a new password");
  expect(refusals(await service.graphql("{ me { id } }", {}, service.admin))).toEqual([]);
});

test("cannot be done twice with one token", async () => {
  await edit("a new password");
  expect(refusals(await edit("another password"))).toEqual(["UNAUTHENTICATED at userPasswordEdit"]);
  await expect(service.login(user.email, "a new password")).resolves.toMatchObject({ id: user.id });
});

test("stops the rest of the request that does it", async () => {
  const answer = await service.graphql(
    `mutation ($input: UserPasswordEdit!) {
      first: userPasswordEdit(input: $input) { id }
      second: userPasswordEdit(input: $input) { id }
    }`,
    { input: { password1: "a new password", password2: "a new password" } },
    user,
  );
  expect(answer.data).toEqual({ first: { id: user.id }, second: null });
  expect(refusals(answer)).toEqual(["UNAUTHENTICATED at second"]);
});

test("needs a token", async () => {
  const answer = await service.graphql(USER_PASSWORD_EDIT, {
    input: { password1: "a new password", password2: "a new password" },
  });
  expect(refusals(answer)).toEqual(["UNAUTHENTICATED at userPasswordEdit"]);
});

test.each([
  ["that differ", ["a new password", "a New password"]],
  ["that differ in a blank", ["a new password", "a new password "]],
  ["of seven characters", ["seven77"]],
  ["of seven characters in many bytes", ["🧭".repeat(7)]],
  ["that are empty", [""]],
  ["of 73 bytes", ["a".repeat(73)]],
  ["of 74 bytes in 37 characters", ["é".repeat(37)]],
  ["with a NUL", ["a new\0password"]],
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

test.each([["eight 88"], ["a".repeat(72)], ["é".repeat(36)], ["🧭".repeat(18)], ["        "]])(
  "takes %j",
  async (password) => {
    expect(refusals(await edit(password))).toEqual([]);
    await expect(service.login(user.email, password)).resolves.toMatchObject({ id: user.id });
  },
);

/** @database server */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { postFrom } from "../helpers/from-address.ts";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";

let service: TestService;
let strict: TestService;
beforeAll(async () => {
  service = await startTestService();
  strict = await startTestService({ REQUIRE_CURRENT_PASSWORD: "true" });
});
afterAll(async () => {
  await service.stop();
  await strict.stop();
});

const NEW = { password1: "a new password", password2: "a new password" };
const MUTATIONS = {
  userPasswordEdit: `mutation ($input: UserPasswordEdit!) { userPasswordEdit(input: $input) { id } }`,
  userPasswordReset: `mutation ($id: Int!, $input: UserPasswordEdit!) { userPasswordReset(id: $id, input: $input) { id } }`,
  userEdit: `mutation ($id: Int!, $input: UserEdit!) { userEdit(id: $id, input: $input) { id email name } }`,
};
type Mutation = keyof typeof MUTATIONS;

let emails = 0;
const newEmail = () => {
  emails += 1;
  return `new-${emails}@example.org`;
};
const inputs: Record<Mutation, () => object> = {
  userPasswordEdit: () => NEW,
  userPasswordReset: () => NEW,
  userEdit: () => ({ email: newEmail() }),
};

/** Changes a user's email or password: as that user or, for a reset, as an administrator. */
async function change(to: TestService, mutation: Mutation, more: object = {}) {
  const user = await to.newUser();
  const as = mutation === "userPasswordReset" ? await to.newUser({ isAdmin: true }) : user;
  const input = { ...inputs[mutation](), ...more };
  const before = await to.contents();
  const answer = await to.graphql(MUTATIONS[mutation], { id: user.id, input }, as);
  const { user_credentials, users, sessions } = await to.contents();
  const isSame =
    before.user_credentials === user_credentials &&
    before.users === users &&
    before.sessions === sessions;
  return { refused: refusals(answer), isSame };
}

describe.each(Object.keys(MUTATIONS) as Mutation[])("%s", (mutation) => {
  const BAD = { refused: [`BAD_USER_INPUT at ${mutation}`], isSame: true };
  const GOOD = { refused: [], isSame: false };

  test("needs no current password unless the service requires it", async () => {
    expect(await change(service, mutation)).toEqual(GOOD);
    expect(await change(service, mutation, { currentPassword: null })).toEqual(GOOD);
    expect(await change(strict, mutation)).toEqual(BAD);
    expect(await change(strict, mutation, { currentPassword: null })).toEqual(BAD);
  });

  test("accepts the right current password and refuses a wrong one, whether it is required or not", async () => {
    for (const to of [service, strict]) {
      expect(await change(to, mutation, { currentPassword: "user-password" })).toEqual(GOOD);
      for (const currentPassword of ["wrong", "", "user-password "]) {
        expect(await change(to, mutation, { currentPassword })).toEqual(BAD);
      }
    }
  });
});

test("a current password counts as a login from the request's address, whether it is right or wrong", async () => {
  const user = await service.newUser();
  const edit = (currentPassword: string) =>
    postFrom(
      "127.0.0.30",
      service,
      {
        query: MUTATIONS.userPasswordEdit,
        variables: { input: { ...NEW, currentPassword } },
      },
      { authorization: `Bearer ${user.token}` },
    );
  const counted = async (sql: string) =>
    (await service.owner.query(sql, [user.email])).rows.map(({ counted }) => counted);
  expect(refusals(await edit("wrong"))).toEqual(["BAD_USER_INPUT at userPasswordEdit"]);
  const FAILURES = `select k.counter as counted from app_private.login_counters($1, '127.0.0.30') k
    join app_private.login_failures f on f.counter = k.counter and f.key = app_private.key_hash(k.key) order by 1`;
  expect(await counted(FAILURES)).toEqual(["account", "account and address", "address"]);
  expect(refusals(await edit(user.password))).toEqual([]);
  const ADDRESSES = `select host(a.address) as counted from app_private.login_addresses a
    join app_public.users u on u.id = a.user_id and u.email = $1`;
  expect(await counted(ADDRESSES)).toContain("127.0.0.30");
});

describe("if the current password is required", () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await strict.newUser();
  });
  const edit = (input: object, as: TestUser = user) =>
    strict.graphql(MUTATIONS.userEdit, { id: user.id, input }, as);

  test("an edit that does not change the email needs none", async () => {
    expect(refusals(await edit({ name: "Renamed" }))).toEqual([]);
    expect(refusals(await edit({ email: user.email, name: "Again" }))).toEqual([]);
    expect(refusals(await edit({ email: null, name: "Again" }))).toEqual([]);
    expect(refusals(await edit({ email: user.email.toUpperCase() }))).toEqual([
      "BAD_USER_INPUT at userEdit",
    ]);
  });

  test("an administrator gives their own, not the user's", async () => {
    const email = newEmail();
    const { admin } = strict;
    expect(refusals(await edit({ email }, admin))).toEqual(["BAD_USER_INPUT at userEdit"]);
    expect(refusals(await edit({ email, currentPassword: user.password }, admin))).toEqual([
      "BAD_USER_INPUT at userEdit",
    ]);
    expect(refusals(await edit({ email, currentPassword: admin.password }, admin))).toEqual([]);
  });

  test("an erasure of another user needs the administrator's own", async () => {
    const erase = async (to: TestService, currentPassword?: string) => {
      const { id } = await to.newUser();
      const answer = await to.graphql(
        `mutation ($id: Int!, $currentPassword: String) {
          userErase(id: $id, currentPassword: $currentPassword) { userId }
        }`,
        { id, currentPassword },
        to.admin,
      );
      return refusals(answer);
    };
    const BAD = ["BAD_USER_INPUT at userErase"];
    expect(await erase(strict)).toEqual(BAD);
    expect(await erase(strict, strict.admin.password)).toEqual([]);
    expect(await erase(service)).toEqual([]);
    for (const to of [service, strict]) expect(await erase(to, "user-password")).toEqual(BAD);
  });

  test("an edit of somebody else by an ordinary user finds nobody", async () => {
    const answer = await strict.graphql(
      MUTATIONS.userEdit,
      { id: strict.admin.id, input: { email: newEmail() } },
      user,
    );
    expect(refusals(answer)).toEqual(["NOT_FOUND at userEdit"]);
  });

  test("a token whose session has ended is refused as unauthenticated", async () => {
    const leaving = await strict.newUser();
    await strict.owner.query("select app_private.end_sessions($1)", [leaving.id]);
    const input = { ...NEW, currentPassword: leaving.password };
    expect(refusals(await strict.graphql(MUTATIONS.userPasswordEdit, { input }, leaving))).toEqual([
      "UNAUTHENTICATED at userPasswordEdit",
    ]);
    expect(refusals(await strict.graphql(MUTATIONS.userPasswordEdit, { input }))).toEqual([
      "UNAUTHENTICATED at userPasswordEdit",
    ]);
  });
});

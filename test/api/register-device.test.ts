import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";

let service: TestService;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  service = await startTestService();
  user = await service.newUser();
  other = await service.newUser();
});
afterAll(() => service.stop());

const REGISTER_DEVICE = `mutation ($input: RegisterNotificationToken!) {
  registerDevice(input: $input) { id email password name address isAdmin }
}`;
const register = (token: string, as: TestUser | undefined = user) =>
  service.graphql(REGISTER_DEVICE, { input: { token } }, as);

async function ownersOf(token: string): Promise<number[]> {
  const { rows } = await service.owner.query(
    "select user_id from app_private.devices where token = $1",
    [token],
  );
  return rows.map(({ user_id }) => user_id);
}

test("stores the token and returns the user", async () => {
  const { data } = await register("ExponentPushToken[one]");
  expect(data.registerDevice).toEqual({
    id: user.id,
    email: user.email,
    password: "******",
    name: "Test",
    address: "",
    isAdmin: false,
  });
  expect(await ownersOf("ExponentPushToken[one]")).toEqual([user.id]);
});

test("stores a token once if it is registered twice", async () => {
  await register("ExponentPushToken[again]");
  await register("ExponentPushToken[again]");
  expect(await ownersOf("ExponentPushToken[again]")).toEqual([user.id]);
});

test("allows a user several devices", async () => {
  await register("ExponentPushToken[phone]");
  await register("ExponentPushToken[tablet]");
  expect(await ownersOf("ExponentPushToken[phone]")).toEqual([user.id]);
  expect(await ownersOf("ExponentPushToken[tablet]")).toEqual([user.id]);
});

test("moves a token to the user who registered it last", async () => {
  await register("ExponentPushToken[sold]");
  await register("ExponentPushToken[sold]", other);
  expect(await ownersOf("ExponentPushToken[sold]")).toEqual([other.id]);
});

test("gives a token to one of two users who register it at once", async () => {
  const answers = await Promise.all([
    register("ExponentPushToken[both]"),
    register("ExponentPushToken[both]", other),
  ]);
  expect(answers.flatMap(refusals)).toEqual([]);
  expect(await ownersOf("ExponentPushToken[both]")).toHaveLength(1);
});

test.each([
  ["an FCM token", `cX7:APA91b${"x".repeat(130)}`],
  ["2,048 characters", "a".repeat(2048)],
])("takes %s", async (_what, token) => {
  expect(refusals(await register(token))).toEqual([]);
  expect(await ownersOf(token)).toEqual([user.id]);
});

test.each([
  ["an empty token", ""],
  ["a blank one", "   "],
  ["one of 2,049 characters", "a".repeat(2049)],
  ["a NUL in it", "token\0"],
  ["a line break in it", "to\nken"],
])("refuses %s, and keeps nothing", async (_what, token) => {
  const before = await service.contents();
  expect(refusals(await register(token))).toEqual(["BAD_USER_INPUT at registerDevice"]);
  expect(await service.contents()).toEqual(before);
});

test("needs an access token", async () => {
  const answer = await service.graphql(REGISTER_DEVICE, { input: { token: "anonymous" } });
  expect(refusals(answer)).toEqual(["UNAUTHENTICATED at registerDevice"]);
  expect(await ownersOf("anonymous")).toEqual([]);
});

test("accepts a browser's subscription, and refuses an incomplete one", async () => {
  const keys = { p256dh: "BPk", auth: "a_-" };
  const subscription = { endpoint: "https://push.example.org/x", expirationTime: null, keys };
  expect(refusals(await register(JSON.stringify(subscription)))).toEqual([]);
  const noKeys = JSON.stringify({ ...subscription, keys: {} });
  expect(refusals(await register(noKeys))).toEqual(["BAD_USER_INPUT at registerDevice"]);
});

test("removes a device for its own user only", async () => {
  const unregister = (token: string, as: TestUser) =>
    service.graphql(
      `mutation ($token: String!) { deviceUnregister(token: $token) { id } }`,
      { token },
      as,
    );
  await register("ExponentPushToken[mine]");
  expect(refusals(await unregister("ExponentPushToken[mine]", other))).toEqual([
    "NOT_FOUND at deviceUnregister",
  ]);
  expect((await unregister("mine", user)).data.deviceUnregister).toEqual({ id: user.id });
  expect(await ownersOf("ExponentPushToken[mine]")).toEqual([]);
});

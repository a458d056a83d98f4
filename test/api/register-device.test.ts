import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  user = await service.newUser();
  other = await service.newUser();
});

const REGISTER_DEVICE = `mutation ($input: RegisterNotificationToken!) {
  registerDevice(input: $input) { id email password name address isAdmin }
}`;
const register = (token: string, as: TestUser | undefined = user) =>
  service.graphql(REGISTER_DEVICE, { input: { token } }, as);

async function ownersOf(token: string): Promise<number[]> {
  const { rows } = await service.owner.query(
    "select user_id from app_private.devices where token = app_private.device_token($1::text)",
    [token],
  );
  return rows.map(({ user_id }) => user_id);
}

test("registerDevice stores the token and returns the user", async () => {
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

test("deviceUnregister removes a device for its own user only", async () => {
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

describe("a subscription to Web Push", () => {
  const subscription = (endpoint: string) =>
    JSON.stringify({ endpoint, keys: { p256dh: "BPk", auth: "a_-" } });

  test.each([
    ["an unknown push service", "https://push.example.org/x"],
    ["a private address", "https://10.0.0.1/x"],
    ["the host itself", "http://localhost:5432/x"],
    ["metadata of a cloud", "http://169.254.169.254/x"],
    ["plain http", "http://fcm.googleapis.com/fcm/send/x"],
    ["another port", "https://fcm.googleapis.com:8443/x"],
    ["a user in its address", "https://fcm.googleapis.com@10.0.0.1/x"],
    ["the end of a known name", "https://evil-fcm.googleapis.com/x"],
  ])("with %s as its endpoint is refused", async (_what, endpoint) => {
    const before = await service.contents();
    for (const token of [subscription(endpoint), `  ${subscription(endpoint)}`]) {
      expect(refusals(await register(token))).toEqual(["BAD_USER_INPUT at registerDevice"]);
    }
    expect(await service.contents()).toEqual(before);
  });

  test("may have 4,096 characters at most", async () => {
    const token = subscription("https://fcm.googleapis.com/x");
    expect(refusals(await register(token.padEnd(4096)))).toEqual([]);
    const { errors } = await register(token.padEnd(4097));
    expect(errors?.[0]?.message).toMatch(/more than 4,096 characters/);
  });

  test.each([
    "https://fcm.googleapis.com/fcm/send/x",
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://web.push.apple.com/x",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
  ])("with the endpoint %s is accepted", async (endpoint) => {
    expect(refusals(await register(subscription(endpoint)))).toEqual([]);
  });
});

describe("devices", () => {
  const DEVICES = "{ devices { id provider createdAt leftAt } }";
  const listed = async (as: TestUser) =>
    (await service.graphql(DEVICES, {}, as)).data.devices as {
      provider: string;
      leftAt: unknown;
    }[];

  test("lists the user's own devices, and then those that another user has taken over", async () => {
    const [seller, buyer] = [await service.newUser(), await service.newUser()];
    await register("ExponentPushToken[kept]", seller);
    await register("ExponentPushToken[taken]", seller);
    await register("ExponentPushToken[taken]", buyer);
    expect(await listed(seller)).toEqual([
      { id: expect.any(Number), provider: "expo", createdAt: expect.any(Number), leftAt: null },
      {
        id: expect.any(Number),
        provider: "expo",
        createdAt: expect.any(Number),
        leftAt: expect.any(Number),
      },
    ]);
    expect(await listed(buyer)).toEqual([expect.objectContaining({ leftAt: null })]);
  });

  test("has a secret topic of ntfy, which its owner ends", async () => {
    const [user, other] = [await service.newUser(), await service.newUser()];
    const add = async () =>
      (await service.graphql("mutation { ntfyTopicAdd { topic provider } }", {}, user)).data
        .ntfyTopicAdd;
    const { topic, provider } = await add();
    expect([provider, topic]).toEqual(["ntfy", expect.stringMatching(/^[0-9a-f]{48}$/)]);
    expect((await add()).topic).not.toBe(topic);
    const end = (as: TestUser) =>
      service.graphql(
        "mutation ($token: String!) { deviceUnregister(token: $token) { id } }",
        { token: `ntfy:${topic}` },
        as,
      );
    expect(refusals(await end(other))).toEqual(["NOT_FOUND at deviceUnregister"]);
    expect(refusals(await end(user))).toEqual([]);
    expect(await listed(user)).toHaveLength(1);
    expect(refusals(await service.graphql("mutation { ntfyTopicAdd { id } }"))).toEqual([
      "UNAUTHENTICATED at ntfyTopicAdd",
    ]);
  });
});

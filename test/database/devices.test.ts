/** @database server */
import { describe, expect } from "@jest/globals";
import { type Actor, owner, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

async function tokensOf(s: Scene, { id }: Actor): Promise<string[]> {
  const rows = await s.as(owner)`select token from app_private.devices where user_id = ${id}
    order by 1`;
  return rows.map(({ token }) => token);
}

test("a user can register several devices, each once, with a token of up to 2,048 characters", async (s) => {
  const user = await s.user();
  const longest = `id:${"x".repeat(2045)}`;
  for (const token of ["phone", longest, "phone"]) {
    expect(await s.register(user, token)).toBe(user.id);
  }
  expect(await tokensOf(s, user)).toEqual([longest, "phone"]);
});

const subscription = (fields: object) =>
  JSON.stringify({
    endpoint: "https://push.example/1",
    keys: { p256dh: "Bp", auth: "_a" },
    ...fields,
  });
const NO_TOKEN = refusal("23514", { constraint: "devices_token_length" });
const NO_SUBSCRIPTION = refusal("LA400");

test.each<[what: string, token: string | null, error: object]>([
  ["an empty one", "", NO_TOKEN],
  ["blanks", "   ", NO_TOKEN],
  ["a control character", "a\u0007b", NO_TOKEN],
  ["a line break", "a\nb", NO_TOKEN],
  ["2,049 characters", "x".repeat(2049), NO_TOKEN],
  ["null", null, refusal("LA400")],
  ["a telephone number", " +390110000000", refusal("LA400", { constraint: "token_form" })],
  ["no JSON", "{endpoint}", NO_SUBSCRIPTION],
  ["no endpoint", subscription({ endpoint: undefined }), NO_SUBSCRIPTION],
  ["an endpoint that is no URL", subscription({ endpoint: "file:///etc/passwd" }), NO_SUBSCRIPTION],
  ["no keys", subscription({ keys: null }), NO_SUBSCRIPTION],
  [
    "a key of other characters",
    subscription({ keys: { p256dh: "?", auth: "a" } }),
    NO_SUBSCRIPTION,
  ],
  ["no key auth", subscription({ keys: { p256dh: "Bp" } }), NO_SUBSCRIPTION],
  ["no key p256dh", subscription({ keys: { auth: "_a" } }), NO_SUBSCRIPTION],
])("the registration of a device refuses a token: %s", async (s, _, token, error) => {
  const user = await s.user();
  await expect(s.register(user, token)).rejects.toMatchObject(error);
  expect(await tokensOf(s, user)).toEqual([]);
});

test("the registration of a device refuses clients without a user, and unknown users", async (s) => {
  const nobody: Actor = { role: "app_user" };
  await expect(s.register(nobody, "phone")).rejects.toMatchObject(refusal("LA401"));
  const unknown: Actor = { role: "app_user", id: 999_999 };
  await expect(s.register(unknown, "phone")).rejects.toMatchObject(refusal("LA401"));
});

const UNREGISTER = "select id from app_public.device_unregister($1)";

test("an Expo token is one device in each of its forms, and with blanks around it", async (s) => {
  const forms = [
    "abc",
    "ExponentPushToken[abc]",
    "ExpoPushToken[abc]",
    "\t abc\n",
    "\u200babc\u00a0",
    "\ufeffExpoPushToken[\u00a0abc]",
    " ExpoPushToken[ abc ] ",
  ];
  for (const form of forms) {
    const [user, other] = [await s.user(), await s.user()];
    for (const first of forms) await s.register(user, first);
    expect(await tokensOf(s, user)).toEqual(["abc"]);
    await s.register(other, form);
    expect(await tokensOf(s, user)).toEqual([]);
    expect(await tokensOf(s, other)).toEqual(["abc"]);
    expect(
      await s.as(owner)`select user_id from app_private.left_devices
        where user_id in (${user.id}, ${other.id})`,
    ).toEqual([{ user_id: user.id }]);
    await s.as(other, UNREGISTER, [form]);
    expect(await tokensOf(s, other)).toEqual([]);
  }
  expect(
    await s.value(owner, "select app_private.push_provider(E' ExpoPushToken[abc]\n'::text)"),
  ).toBe("expo");
});

test("a Web Push subscription is one device, however its JSON is written", async (s) => {
  const user = await s.user();
  await s.register(user, subscription({}));
  await s.register(user, ` ${subscription({ expirationTime: null })}`);
  expect(await tokensOf(s, user)).toHaveLength(1);
  // Each of the subscription's keys is under its own name, because pushes are encrypted with them.
  expect(JSON.parse((await tokensOf(s, user))[0] as string)).toEqual(JSON.parse(subscription({})));
  await s.as(user, UNREGISTER, [subscription({ expirationTime: 1 })]);
  expect(await tokensOf(s, user)).toEqual([]);
});

test.each([
  ["ExponentPushToken[a b]", "expo"],
  ["ExpoPushToken[ab]", "expo"],
  ["abcdefghijklmnopqrstuv", "expo"],
  [`cX7:APA91b${"x".repeat(130)}`, "fcm"],
  [subscription({}), "web_push"],
])("the token %s shows its provider", async (s, token, provider) => {
  expect(await s.value(owner)`select app_private.push_provider(${token})`).toBe(provider);
});

test("users unregister their own devices, and no others", async (s) => {
  const [user, other] = [await s.user(), await s.user()];
  await s.register(user, "abc");
  await s.register(user, "def");
  await expect(s.as(other, UNREGISTER, ["abc"])).rejects.toMatchObject(refusal("LA404"));
  await s.as(user, UNREGISTER, ["ExponentPushToken[abc]"]);
  expect(await tokensOf(s, user)).toEqual(["def"]);
  await expect(s.as(user, UNREGISTER, ["abc"])).rejects.toMatchObject(refusal("LA404"));
  await expect(s.as({ role: "app_user" }, UNREGISTER, ["def"])).rejects.toMatchObject(
    refusal("LA401"),
  );
});

describe("of more than twenty devices of a user", () => {
  const TWENTY = Array.from(
    { length: 20 },
    (_, index) => `phone ${String(index).padStart(2, "0")}`,
  );

  test("the oldest is removed, and its token is free again", async (s) => {
    const user = await s.user();
    for (const token of TWENTY) await s.register(user, token);
    expect(await tokensOf(s, user)).toEqual(TWENTY);
    await s.register(user, "phone 20");
    expect(await tokensOf(s, user)).toEqual([...TWENTY.slice(1), "phone 20"]);
    const other = await s.user();
    await s.register(other, "phone 00");
    expect(await tokensOf(s, other)).toEqual(["phone 00"]);
  });

  test("one that was registered again counts as new", async (s) => {
    const user = await s.user();
    for (const token of TWENTY) await s.register(user, token);
    await s.as(owner)`update app_private.devices set created_at = now() - interval '1 day'`;
    await s.register(user, "phone 00");
    await s.register(user, "phone 20");
    const kept = await tokensOf(s, user);
    expect(kept).toContain("phone 00");
    expect(kept).not.toContain("phone 01");
    expect(kept).toHaveLength(20);
  });
});

test("a token that moves to another user belongs to that user in every table", async (s) => {
  const [seller, buyer, third] = [await s.user(), await s.user(), await s.user()];
  for (const token of ["phone", "tablet"]) await s.register(seller, token);
  await s.register(buyer, "phone");
  const holders = await s.as(owner)`select token, user_id from app_private.devices
    order by token`;
  expect(holders).toEqual([
    { token: "phone", user_id: buyer.id },
    { token: "tablet", user_id: seller.id },
  ]);
  await s.register(third, "phone");
  expect(await tokensOf(s, buyer)).toEqual([]);
  expect(await tokensOf(s, seller)).toEqual(["tablet"]);
  const LEFT = "select (d).left_at is not null as left from unnest(app_public.devices()) d";
  expect(await s.as(seller, LEFT)).toEqual([{ left: false }, { left: true }]);
  expect(await s.as(buyer, LEFT)).toEqual([{ left: true }]);
  expect(await s.as(third, LEFT)).toEqual([{ left: false }]);
});

test("devices are listed with their providers, including those that another user has now", async (s) => {
  const [seller, buyer] = [await s.user(), await s.user()];
  const fcm = `id:${"x".repeat(100)}`;
  for (const token of ["phone", fcm, subscription({})]) await s.register(seller, token);
  const PROVIDERS =
    "select d.provider, d.left_at is not null as has_left from unnest(app_public.devices()) d";
  const listed = async () =>
    (await s.as(seller, PROVIDERS)).map(({ provider, has_left }) => [provider, has_left]);
  expect(await listed()).toEqual([
    ["web_push", false],
    ["fcm", false],
    ["expo", false],
  ]);
  await s.register(buyer, fcm);
  expect(await listed()).toEqual([
    ["web_push", false],
    ["expo", false],
    ["fcm", true],
  ]);
});

test("devices are listed newest first, and then those that another user has now, the latest first", async (s) => {
  const [seller, buyer] = [await s.user(), await s.user()];
  const ids: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    await s.register(seller, `phone ${index}`);
    ids.push(await s.value(owner)`select max(id) from app_private.devices`);
    await s.as(owner)`update app_private.devices
      set created_at = created_at - interval '1 minute'`;
  }
  for (const index of [1, 0]) {
    await s.register(buyer, `phone ${index}`);
    await s.as(owner)`update app_private.left_devices
      set left_at = left_at - interval '1 second'`;
  }
  const listed = await s.as(seller)`select d.id, now() - d.created_at >= '1 minute' as is_old
    from unnest(app_public.devices()) d`;
  // A device that left keeps the time when it was registered.
  expect(listed).toEqual([3, 2, 0, 1].map((index) => ({ id: ids[index], is_old: true })));
});

test("a user sees the last twenty of their devices that others have now, whatever other users lost", async (s) => {
  const [seller, buyer, other] = [await s.user(), await s.user(), await s.user()];
  await s.register(other, "the phone of another");
  await s.register(buyer, "the phone of another");
  await s.as(owner)`update app_private.left_devices set left_at = left_at - interval '1 hour'`;
  const lost: string[] = [];
  for (let index = 0; index < 22; index += 1) {
    await s.register(seller, `phone ${index}`);
    lost.push(await s.value(owner)`select max(id) from app_private.devices`);
    await s.register(buyer, `phone ${index}`);
  }
  const left = await s.as(owner)`select id from app_private.left_devices
    where user_id = ${seller.id} order by id desc`;
  expect(left.map(({ id }) => id)).toEqual(lost.slice(2).reverse());
  expect(await s.value(other)`select array_length(app_public.devices(), 1)`).toBe(1);
  expect(await s.value(seller)`select array_length(app_public.devices(), 1)`).toBe(20);
});

test("a device that is registered again gets the provider of the current setting", async (s) => {
  const user = await s.user();
  const provider = () => s.value(owner)`select provider from app_private.devices`;
  await s.register(user, "phone");
  expect(await provider()).toBe("expo");
  await s.as(owner)`update app_private.settings set bare_token_provider = 'fcm'`;
  await s.register(user, "phone");
  expect(await provider()).toBe("fcm");
  for (const token of ["ExponentPushToken[a]", "ExpoPushToken[a]"]) {
    expect(await s.value(owner)`select app_private.push_provider(${token})`).toBe("expo");
  }
});

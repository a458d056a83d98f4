import { expect, test } from "@jest/globals";
import { type Actor, anonymous, DENIED, owner, refusal, type Scene, stage } from "./scene.ts";

const { play } = stage();

const REGISTER =
  "select id from app_public.register_device(row($1)::app_public.register_notification_token)";

async function tokensOf(s: Scene, { id }: Actor): Promise<string[]> {
  const rows = await s.as(
    owner,
    "select token from app_private.devices where user_id = $1 order by 1",
    [id],
  );
  return rows.map(({ token }) => token);
}

test(
  "a user has several devices",
  play(async (s) => {
    const user = await s.user();
    for (const token of ["phone", "tablet"]) {
      expect(await s.value(user, REGISTER, [token])).toBe(user.id);
    }
    expect(await tokensOf(s, user)).toEqual(["phone", "tablet"]);
  }),
);

test(
  "registering a device again changes nothing",
  play(async (s) => {
    const user = await s.user();
    for (const token of ["phone", "phone"]) await s.as(user, REGISTER, [token]);
    expect(await tokensOf(s, user)).toEqual(["phone"]);
  }),
);

test(
  "a token that changes hands moves to its new user, and other tokens stay",
  play(async (s) => {
    const [seller, buyer] = [await s.user(), await s.user()];
    for (const token of ["phone", "tablet"]) await s.as(seller, REGISTER, [token]);
    await s.as(buyer, REGISTER, ["phone"]);
    expect(await tokensOf(s, seller)).toEqual(["tablet"]);
    expect(await tokensOf(s, buyer)).toEqual(["phone"]);
  }),
);

test(
  "a token of 2,048 characters is accepted",
  play(async (s) => {
    const user = await s.user();
    const token = `{"endpoint":"https://push.example/${"x".repeat(2048)}`.slice(0, 2048);
    await s.as(user, REGISTER, [token]);
    expect(await tokensOf(s, user)).toEqual([token]);
  }),
);

test.each([
  ["an empty one", ""],
  ["blanks", "   "],
  ["a control character", "a\u0007b"],
  ["a line break", "a\nb"],
  ["2,049 characters", "x".repeat(2049)],
])("refuses as a token %s", async (_, token) =>
  play(async (s) => {
    const user = await s.user();
    await expect(s.as(user, REGISTER, [token])).rejects.toMatchObject(
      refusal("23514", { constraint: "devices_token_length" }),
    );
  })(),
);

test(
  "refuses a token that is null",
  play(async (s) => {
    const user = await s.user();
    await expect(s.as(user, REGISTER, [null])).rejects.toMatchObject(refusal("LA400"));
  }),
);

test(
  "refuses a device of nobody",
  play(async (s) => {
    await expect(s.as(anonymous, REGISTER, ["phone"])).rejects.toMatchObject(DENIED);
    const nobody: Actor = { role: "app_user" };
    await expect(s.as(nobody, REGISTER, ["phone"])).rejects.toMatchObject(refusal("LA401"));
    const unknown: Actor = { role: "app_user", id: 999_999 };
    await expect(s.as(unknown, REGISTER, ["phone"])).rejects.toMatchObject(refusal("LA401"));
  }),
);

test(
  "nobody reads tokens, not even one's own",
  play(async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    for (const actor of [user, admin]) {
      await expect(s.as(actor, "select * from app_private.devices")).rejects.toMatchObject(DENIED);
    }
  }),
);

test(
  "a user's devices go with the user",
  play(async (s) => {
    const user = await s.user();
    await s.as(user, REGISTER, ["phone"]);
    await s.as(owner, "delete from app_public.users where id = $1", [user.id]);
    expect(await tokensOf(s, user)).toEqual([]);
  }),
);

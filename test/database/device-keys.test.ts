/** @database server */
import { createHash } from "node:crypto";
import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import {
  type Actor,
  host,
  inside,
  owner,
  type Row,
  type Scene,
  secondsAgo,
  stage,
} from "./scene.ts";

const { test } = stage();

const ADD = "select (k).* from app_public.device_key_add($1) k";
const REVOKE = "select (k).* from app_public.device_key_revoke($1) k";
const REPORT =
  "select is_known, kept, faults from app_private.report_with_key($1, app_private.key_hash($2), $3, $4)";
const PLACE = { latitude: 46.5, longitude: 11.25, moving_activity: "UNKNOWN" };

const add = async (s: Scene, actor: Actor, name = "Phone") =>
  (await s.as(actor, ADD, [name]))[0] as Row;
const list = async (s: Scene, actor: Actor, userId?: number) =>
  await s.as(actor)`select k.* from unnest(app_public.device_keys(${userId})) k`;
/** Reports as the host does: with the key's hash, which the host computes itself. */
async function report(
  s: Scene,
  userId: number,
  key: string,
  positions: object[] = [PLACE],
  aliveAt?: number,
) {
  const [hash] = await s.as(owner)`select app_private.key_hash(${key}) as hash`;
  const [row] = await s.as(host, REPORT.replace("app_private.key_hash($2)", "$2"), [
    userId,
    hash?.hash,
    JSON.stringify(positions),
    aliveAt,
  ]);
  return row as Row;
}

describe("device_key_add()", () => {
  test("shows the key once, and keeps only its hash", async (s) => {
    const user = await s.user();
    const { id, name, key, created_at, last_used_at } = await add(s, user, " My phone ");
    expect(name).toBe("My phone");
    expect(key).toMatch(new RegExp(`^${user.id}-[0-9a-f]{32}$`));
    expect(await list(s, user)).toEqual([{ id, name, key: null, created_at, last_used_at: null }]);
    expect(last_used_at).toBeNull();
    const [row] = await s.as(owner)`select k::text as text, key_hash
      from app_private.device_keys k`;
    expect(row?.text).not.toContain(key.split("-")[1]);
    expect(row?.key_hash).toEqual(createHash("sha256").update(key).digest());
  });

  test("gives a user at most twenty keys at a time", async (s) => {
    const user = await s.user();
    for (let n = 0; n < 20; n++) await add(s, user, `Phone ${n}`);
    await expect(add(s, user)).rejects.toMatchObject({ code: "LA409" });
    const [first] = await list(s, user);
    await s.as(user, REVOKE, [first?.id]);
    const { id } = await add(s, user);
    const listed = await list(s, user);
    expect(listed).toHaveLength(20);
    // The newest key comes first.
    expect(listed[0]?.id).toBe(id);
    await add(s, await s.user());
  });

  test("accepts a name of 100 characters", async (s) => {
    const name = "x".repeat(100);
    expect(await add(s, await s.user(), name)).toMatchObject({ name });
  });

  test.each(["", "  ", "a\nb", "x".repeat(101)])("refuses the name %j", async (s, name) => {
    await expect(add(s, await s.user(), name)).rejects.toMatchObject({
      constraint: "device_keys_name",
    });
  });

  test("is for users who are logged in", async (s) => {
    const nobody: Actor = { role: "app_user" };
    await expect(add(s, nobody)).rejects.toMatchObject({ code: "LA401" });
  });
});

describe("device_keys() and device_key_revoke()", () => {
  test("are for the user of the keys and for administrators", async (s) => {
    const [user, other, admin] = [await s.user(), await s.user(), await s.user(true)];
    const { id } = await add(s, user);
    await expect(list(s, other, user.id)).rejects.toMatchObject({ code: "LA403" });
    await expect(s.as(other, REVOKE, [id])).rejects.toMatchObject({ code: "LA404" });
    expect(await list(s, other)).toEqual([]);
    expect(await list(s, user, user.id)).toHaveLength(1);
    expect(await list(s, admin, user.id)).toHaveLength(1);
    expect((await s.as(admin, REVOKE, [id]))[0]).toMatchObject({ id, key: null });
    expect(await list(s, user)).toEqual([]);
    await expect(s.as(user, REVOKE, [id])).rejects.toMatchObject({ code: "LA404" });
  });

  test("let an administrator in training revoke only their own keys", async (s) => {
    const [user, trainee] = [await s.user(), await s.user(true)];
    const { id } = await add(s, user);
    await s.as(owner)`update app_public.users set is_training = true where id = ${trainee.id}`;
    await expect(s.as(trainee, REVOKE, [id])).rejects.toMatchObject({ code: "LA404" });
    await s.as(trainee, REVOKE, [(await add(s, trainee)).id]);
  });

  test("do not keep a user with keys from being deleted", async (s) => {
    const user = await s.user();
    await add(s, user);
    await s.as(owner)`select app_private.delete_user(${user.id})`;
    expect(await s.as(owner)`select from app_private.device_keys`).toEqual([]);
  });
});

describe("report_with_key()", () => {
  test("stores positions of the key's user until it is revoked", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const { id, key } = await add(s, user);
    expect(await report(s, user.id, key)).toEqual({ is_known: true, kept: 1, faults: null });
    const unknown = { is_known: false, kept: null, faults: null };
    expect(await report(s, other.id, key)).toEqual(unknown);
    expect(await report(s, user.id, `${key}0`)).toEqual(unknown);
    await s.as(user, REVOKE, [id]);
    expect(await report(s, user.id, key)).toEqual(unknown);
    expect(await s.as(owner)`select user_id, latitude from app_public.positions`).toEqual([
      { user_id: user.id, latitude: 46.5 },
    ]);
  });

  test("stores each value of a position in its column, and a repeated position once", async (s) => {
    const user = await s.user();
    const { key } = await add(s, user);
    const taken = Math.floor(Date.now() / 1000) - 600;
    const position = {
      latitude: 46.5,
      longitude: 11.25,
      moving_activity: "RUNNING",
      taken_at: taken,
      accuracy: 4,
      client_id: "a",
    };
    expect(await report(s, user.id, key, [position])).toMatchObject({ kept: 1 });
    expect(await report(s, user.id, key, [position])).toMatchObject({ kept: 0 });
    expect(await report(s, user.id, key, [{ ...position, client_id: "b" }])).toMatchObject({
      kept: 1,
    });
    const stored =
      "select latitude, longitude, moving_activity, extract(epoch from taken_at)::int as taken_at, accuracy from app_public.positions";
    const { client_id, ...expected } = position;
    expect(await s.as(owner, stored)).toEqual([expected, expected]);
  });

  test("takes a ping as a sign that the last position is still right", async (s) => {
    const [admin, user] = [
      await s.user(true),
      await s.userAt(inside, { takenAt: secondsAgo(90_000) }),
    ];
    const { key } = await add(s, user);
    const id = await s.published(admin);
    expect(await s.levels(user, id)).toEqual([]);
    const ping = async (at: number) => await report(s, user.id, key, [], at);
    // Neither an old sign of life nor one of an impossible moment.
    for (const at of [secondsAgo(89_000), secondsAgo(-100_000), 0]) await ping(at);
    expect(await s.levels(user, id)).toEqual([]);
    for (const _again of [1, 2]) await ping(secondsAgo(60));
    expect(await s.levels(user, id)).toEqual(["ONE"]);
    const next = await s.published(admin);
    expect(await s.levels(user, next)).toEqual(["ONE"]);
  });

  test("leaves out positions that can never be stored, and says why", async (s) => {
    const user = await s.user();
    const { key } = await add(s, user);
    const bad = [
      { ...PLACE, latitude: 91 },
      { ...PLACE, latitude: 92 },
      { ...PLACE, longitude: null },
      { ...PLACE, accuracy: 3e7 },
      { ...PLACE, taken_at: -1 },
      { ...PLACE, taken_at: 4e9 },
    ];
    expect(await report(s, user.id, key, [...bad, PLACE])).toEqual({
      is_known: true,
      kept: 1,
      faults: [
        expect.stringMatching(/^accuracy/),
        expect.stringMatching(/^latitude/),
        expect.stringMatching(/^longitude/),
        expect.stringMatching(/^takenAt/),
      ],
    });
    expect(await report(s, user.id, key, bad)).toMatchObject({ is_known: true, kept: 0 });
    expect(await report(s, user.id, key, [])).toEqual({ is_known: true, kept: 0, faults: null });
  });

  test("stores several positions in their order, and notes no use of another key", async (s) => {
    const user = await s.user();
    const { key } = await add(s, user);
    await add(s, user, "Other phone");
    await report(
      s,
      user.id,
      key,
      [1, 2, 3].map((latitude) => ({ ...PLACE, latitude })),
    );
    const rows = await s.as(owner)`select latitude from app_public.positions order by id`;
    expect(rows).toEqual([{ latitude: 1 }, { latitude: 2 }, { latitude: 3 }]);
    expect((await list(s, user)).map(({ last_used_at }) => last_used_at)).toEqual([null, anyDate]);
  });

  test("notes the use of a key, and writes it once a minute at most", async (s) => {
    const user = await s.user();
    const { key } = await add(s, user);
    const used = async () => (await list(s, user))[0]?.last_used_at?.toISOString();
    const usedBefore = (age: string) =>
      s.as(owner, `update app_private.device_keys set last_used_at = now() - interval '${age}'`);
    await report(s, user.id, key, []);
    const now = await used();
    expect(now).toBeDefined();
    await usedBefore("50 seconds");
    const before = await used();
    await report(s, user.id, key);
    expect(await used()).toBe(before);
    await usedBefore("70 seconds");
    await report(s, user.id, key);
    expect(await used()).toBe(now);
  });
});

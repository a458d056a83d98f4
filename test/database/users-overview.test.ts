/** @database server */
import { describe, expect } from "@jest/globals";
import { type Actor, owner, type Row, refusal, type Scene, stage } from "./scene.ts";

/** app_public.users_overview(): which users it finds, and in which order. */

const { test } = stage();

/** Makes a user with this name. */
async function named(s: Scene, name: string, email?: string): Promise<Required<Actor>> {
  const user = await s.user(false, email);
  await s.as(owner)`update app_public.users set name = ${name} where id = ${user.id}`;
  return user;
}

/** Returns what an administrator reads with these arguments. */
const overview = async (s: Scene, args: string): Promise<Row[]> =>
  await s.as(await s.user(true), `select (o).* from unnest(app_public.users_overview(${args})) o`);
/** Returns the ids of the given users that the overview finds, in its order. */
async function found(s: Scene, users: Required<Actor>[], args: string): Promise<number[]> {
  const ids = users.map(({ id }) => id);
  return (await overview(s, args)).map(({ id }) => id).filter((id) => ids.includes(id));
}

describe("a search", () => {
  test("finds emails by their beginning, ignoring case", async (s) => {
    const ada = await named(s, "x", "Ada.Rossi@example.org");
    for (const search of ["ada.ro", "ADA.RO"]) {
      expect(await found(s, [ada], `search => '${search}'`)).toEqual([ada.id]);
    }
  });

  test("finds names in which each of its words begins a word", async (s) => {
    const anna = await named(s, "Anna-Maria The-Second de Rossi");
    const bob = await named(s, "Bob Rossini");
    const search = (text: string) => found(s, [anna, bob], `search => '${text}'`);
    expect(await search("mar")).toEqual([anna.id]);
    expect(await search("second de ros")).toEqual([anna.id]);
    expect(await search("the")).toEqual([anna.id]);
    expect(await search("ros")).toEqual([anna.id, bob.id]);
    expect(await search("bob, ")).toEqual([bob.id]);
    const station = await named(s, "Station-3 Eve.Lou");
    expect(await found(s, [station], "search => '3 lou'")).toEqual([station.id]);
    expect(await search("")).toEqual([anna.id, bob.id]);
  });

  test("has at most as many characters as an email", async (s) => {
    const search = (length: number) => overview(s, `search => '${"a ".repeat(length / 2)}'`);
    expect(await search(254)).toEqual([]);
    await expect(search(256)).rejects.toMatchObject(
      refusal("LA400", { message: /search has more than 254 characters/ }),
    );
  });
});

describe("a filter", () => {
  test("includes a report at exactly the given time", async (s) => {
    const user = await s.user();
    await s.report(user, [1, 1]);
    await s.as(owner)`update app_public.last_positions set taken_at = '2026-01-01Z'`;
    const at = "'2026-01-01Z'";
    expect(await found(s, [user], `reported_since => ${at}`)).toEqual([user.id]);
    expect(await found(s, [user], `not_reported_since => ${at}`)).toEqual([]);
  });

  test("uses the time when a position was taken, not when it was reported", async (s) => {
    const [late, early, never] = [await s.user(), await s.user(), await s.user()];
    for (const user of [early, late]) await s.report(user, [1, 1]);
    const place = (user: Actor, taken: string, created: string) =>
      s.as(owner)`update app_public.last_positions
        set taken_at = now() - ${taken}::interval, created_at = now() - ${created}::interval
        where user_id = ${user.id}`;
    // The late user sent this position a while after it was taken.
    await place(late, "3 days", "1 hour");
    await place(early, "1 day", "1 day");
    const all = [late, early, never];
    const since = "now() - interval '2 days'";
    expect(await found(s, all, `reported_since => ${since}`)).toEqual([early.id]);
    expect(await found(s, all, `not_reported_since => ${since}`)).toEqual([late.id, never.id]);
    expect(await found(s, all, "is_silent => true")).toEqual([late.id]);
    expect(await found(s, all, "is_silent => false")).toEqual([early.id, never.id]);
    expect(await found(s, all, "sort => 'LAST_REPORT'")).toEqual([early.id, late.id, never.id]);
    const rows = (await overview(s, "sort => 'LAST_REPORT'")).filter(({ id }) => id === late.id);
    expect(rows).toMatchObject([{ is_silent: true }]);
    expect(
      await s.value(owner)`select date_trunc('milliseconds',
        now() - interval '3 days') = ${rows[0]?.last_reported_at}`,
    ).toBe(true);
  });

  test("by invitation finds who joined by it, and each user shows the invitation they used", async (s) => {
    const [first, second, third] = [await s.user(), await s.user(), await s.user()];
    const invitations = await s.as(owner)`insert into app_private.invitations (name, secret_hash,
      places, made_by, expires_at)
      select 'Hall', app_private.key_hash(n::text), 1, ${first.id}, now() + interval '1 day'
        from generate_series(1, 2) n returning id`;
    for (const [index, user] of [first, second].entries()) {
      await s.as(owner)`insert into app_private.joined_users (user_id, invitation_id)
        values (${user.id}, ${invitations[index]?.id})`;
    }
    const people = [first, second, third];
    const args = `joined_by => ${invitations[1]?.id}`;
    expect(await found(s, people, args)).toEqual([second.id]);
    const all = await overview(s, "");
    expect(people.map(({ id }) => all.find((user) => user.id === id)?.joined_by)).toEqual([
      invitations[0]?.id,
      invitations[1]?.id,
      null,
    ]);
  });

  test("for silent users follows the setting", async (s) => {
    const user = await s.userAt([1, 1]);
    await s.as(owner)`update app_public.last_positions
      set taken_at = now() - interval '36 hours'`;
    for (const [after, silent] of [
      ["35 hours", [user.id]],
      ["37 hours", []],
    ] as const) {
      await s.as(owner)`update app_private.settings set silent_after = ${after}`;
      expect(await found(s, [user], "is_silent => true")).toEqual(silent);
    }
  });
});

test("the overview shows the app that a user used last, and none that was never used", async (s) => {
  const [ada, bob] = [await s.userAt([1, 1]), await s.userAt([1, 1])];
  for (const [user, name, minutes] of [
    [ada, "used first", 1],
    [ada, "used last", 0],
    [bob, "never used", null],
  ] as const) {
    await s.as(owner)`insert into app_private.device_keys (user_id, name, key_hash, last_used_at)
      values (${user.id}, ${name}, app_private.key_hash(${name}), now() - make_interval(mins => ${minutes}))`;
  }
  const all = await overview(s, "");
  expect([ada, bob].map(({ id }) => all.find((user) => user.id === id)?.app)).toEqual([
    "used last",
    null,
  ]);
});

test("the overview shows an app only if its key was not last used long before the last report", async (s) => {
  const users = [await s.userAt([1, 1]), await s.userAt([1, 1]), await s.userAt([1, 1])];
  for (const [index, ago] of ["1 minute", "3 minutes", "-1 hour"].entries()) {
    await s.as(owner)`insert into app_private.device_keys (user_id, name, key_hash, last_used_at)
      select user_id, 'Phone', app_private.key_hash('x'), created_at - ${ago}::interval from app_public.last_positions
        where user_id = ${users[index]?.id}`;
  }
  const all = await overview(s, "");
  expect(users.map(({ id }) => all.find((user) => user.id === id)?.app)).toEqual([
    "Phone",
    null,
    "Phone",
  ]);
});

test("the overview returns each value under its name", async (s) => {
  const user = await s.user(true, "ada@example.org");
  await s.as(owner)`update app_public.users set name = 'Ada', address = 'Main street 1',
    created_at = '2026-01-01Z' where id = ${user.id}`;
  const row = async () => (await overview(s, "")).find(({ id }) => id === user.id);
  const expected = {
    id: user.id,
    email: "ada@example.org",
    name: "Ada",
    address: "Main street 1",
    is_admin: true,
    is_tester: false,
    created_at: new Date("2026-01-01"),
    has_device: false,
    has_password: true,
    last_reported_at: null,
    is_training: false,
    joined_by: null,
    app: null,
    is_silent: false,
    email_verified: false,
    providers: [],
  };
  expect(await row()).toEqual(expected);
  await s.as(owner)`update app_public.users set is_admin = false, is_tester = true
    where id = ${user.id}`;
  expect(await row()).toEqual({ ...expected, is_admin: false, is_tester: true });
  for (const token of ["phone", "tablet", `id:${"x".repeat(100)}`]) await s.register(user, token);
  expect(await row()).toMatchObject({ has_device: true, providers: ["expo", "fcm"] });
});

test("the overview says who is in training, and whose email is confirmed", async (s) => {
  const [ada, bob] = [await s.user(), await s.user()];
  await s.as(owner)`update app_public.users set is_training = true where id = ${ada.id}`;
  await s.as(owner)`update app_public.users set email_verified = true where id = ${bob.id}`;
  expect(
    (await overview(s, ""))
      .filter(({ id }) => id === ada.id || id === bob.id)
      .map(({ is_training, email_verified }) => [is_training, email_verified]),
  ).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("the overview sorts emails ignoring case", async (s) => {
  const [b, a] = [await s.user(false, "B@example.org"), await s.user(false, "a@example.org")];
  expect(await found(s, [a, b], "sort => 'EMAIL'")).toEqual([a.id, b.id]);
});

test("the overview returns twenty users by default, and at most a thousand", async (s) => {
  await s.as(owner)`insert into app_public.users (email, name, address)
    select n || '@many.example', 'x', '' from generate_series(1, 1001) n`;
  expect(await overview(s, "")).toHaveLength(20);
  expect(await overview(s, `"limit" => 1001`)).toHaveLength(1000);
});

/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  asPoints,
  inside,
  metresEast,
  owner,
  type Row,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

/** Only the last position of some users is kept, because they chose so or because the service does so for everyone. */

const { test } = stage();

const HERE = { latitude: 46.5, longitude: 11.25, moving_activity: "STILL" };
const EDIT =
  "select * from app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('last_position_only', $2::boolean)), $1)";

/** The two ways to switch it on. */
const WAYS: [string, (s: Scene, user: Actor) => Promise<unknown>][] = [
  ["as the user chose", (s, user) => s.as(user, EDIT, [user.id, true])],
  [
    "as the service is set",
    (s) => s.as(owner)`update app_private.settings set last_position_only = true`,
  ],
];

const single = (s: Scene, actor: Actor, fields: object): Promise<Row> =>
  s.as(actor)`select p.*
    from app_public.new_position(json_populate_record(null::app_public.position_input,
    ${JSON.stringify({ ...HERE, ...fields })})) p`.then(([row]) => row as Row);
const batch = (s: Scene, actor: Actor, entries: object[]): Promise<Row[]> =>
  s.as(actor)`select p.*
    from app_public.new_positions(array(select json_populate_recordset(null::app_public.position_input,
    ${JSON.stringify(entries.map((one) => ({ ...HERE, ...one })))}))) p`;
const history = (s: Scene): Promise<number> =>
  s.value(owner)`select count(*)::int from app_public.positions`;
const lastOf = async (s: Scene, { id }: Actor) =>
  (
    await s.as(owner)`select position_id as id, latitude, longitude
      from app_public.last_positions where user_id = ${id}`
  )[0];

describe.each(WAYS)("only the last position is kept, %s:", (_way, switchOn) => {
  const keeper = async (s: Scene) => {
    const user = await s.user();
    await switchOn(s, user);
    return user;
  };

  test("a report returns its position and moves the last position, and no history is kept", async (s) => {
    const user = await keeper(s);
    const first = await single(s, user, { accuracy: 7 });
    expect(first).toMatchObject({
      ...HERE,
      user_id: user.id,
      accuracy: 7,
      id: expect.any(String),
    });
    const second = await single(s, user, { latitude: 47 });
    expect(Number(second.id)).toBeGreaterThan(Number(first.id));
    expect(await lastOf(s, user)).toEqual({ id: second.id, latitude: 47, longitude: 11.25 });
    const rows = await batch(s, user, [{ taken_at: secondsAgo(60) }, {}, { latitude: 48 }]);
    expect(rows.map(({ latitude }) => latitude)).toEqual([46.5, 46.5, 48]);
    expect(await lastOf(s, user)).toMatchObject({ id: rows[2]?.id, latitude: 48 });
    expect(await history(s)).toBe(0);
  });

  test("an older position than the last one leaves no trace", async (s) => {
    const user = await keeper(s);
    const last = await single(s, user, {});
    await single(s, user, { latitude: 47, taken_at: secondsAgo(60) });
    expect(await lastOf(s, user)).toMatchObject({ id: last.id });
    expect(await history(s)).toBe(0);
  });

  test("a position that is sent twice keeps its id, and does not move the last position back", async (s) => {
    const user = await keeper(s);
    const first = await single(s, user, { client_id: "a", taken_at: secondsAgo(5) });
    const last = await single(s, user, { client_id: "b", latitude: 47 });
    expect(await single(s, user, { client_id: "a", taken_at: secondsAgo(5) })).toMatchObject({
      id: first.id,
      latitude: first.latitude,
    });
    const entries = [{ taken_at: 1.7e9 }, { taken_at: 1.7e9 + 1, latitude: 48 }];
    const rows = await batch(s, user, entries);
    expect(await batch(s, user, entries)).toEqual(rows);
    const again = await batch(s, user, [...entries, { client_id: "c" }, { client_id: "c" }]);
    expect(again.slice(0, 2)).toEqual(rows);
    expect(again[2]?.id).toBe(again[3]?.id);
    expect(await single(s, user, { client_id: "b", latitude: 47 })).toMatchObject({
      id: last.id,
    });
    expect(await lastOf(s, user)).toMatchObject({ id: again[2]?.id });
    expect(await history(s)).toBe(0);
  });

  test("a position that is sent again later has the times of the first report", async (s) => {
    const user = await keeper(s);
    const entries = [{ client_id: "a" }, { taken_at: 1.7e9, latitude: 48, longitude: 12 }];
    const sent = "set created_at = created_at - interval '1 hour'";
    await batch(s, await s.user(), entries);
    const [first, second] = (await batch(s, user, entries)) as [Row, Row];
    await s.as(owner, `update app_private.position_hashes ${sent}`);
    const hourAgo = new Date(first.created_at.getTime() - 3_600_000);
    expect(await batch(s, user, entries)).toEqual([
      { ...first, created_at: hourAgo, taken_at: hourAgo },
      { ...second, created_at: hourAgo, taken_at: new Date(1.7e12) },
    ]);
    expect(await single(s, user, { client_id: "a" })).toMatchObject({
      id: first.id,
      created_at: hourAgo,
    });
  });

  test("positions from an app with a device key move the last position, and are not kept as history", async (s) => {
    const user = await keeper(s);
    await s.as(owner)`insert into app_private.device_keys (user_id, name, key_hash)
      values (${user.id}, 'Phone', app_private.key_hash('key'))`;
    const report = "select * from app_private.report_with_key($1, app_private.key_hash('key'), $2)";
    const positions = JSON.stringify([{ ...HERE, taken_at: 1.7e9 }]);
    expect(await s.as(owner, report, [user.id, positions])).toMatchObject([{ kept: 1 }]);
    expect(await s.as(owner, report, [user.id, positions])).toMatchObject([{ kept: 0 }]);
    expect(await lastOf(s, user)).toMatchObject({ latitude: 46.5 });
    expect(await history(s)).toBe(0);
  });

  test("alerts notify at publication and for late entries, and the reach and the explanation include these users", async (s) => {
    const user = await keeper(s);
    const admin = await s.user(true);
    const other = await s.user();
    await switchOn(s, other);
    await s.report(user, inside);
    await s.report(other, metresEast(5_000));
    const reach = await s.value(
      admin,
      "select one from app_public.alert_reach(json_populate_record(null::app_public.alert_input, $1))",
      [
        JSON.stringify({
          points: asPoints(square()),
          text1: "1",
          text2: "2",
          text3: "3",
        }),
      ],
    );
    expect(reach).toBe(1);
    const alert = await s.published(admin);
    await s.report(other, inside);
    expect([await s.levels(user, alert), await s.levels(other, alert)]).toEqual([["ONE"], ["ONE"]]);
    expect(
      await s.value(admin)`select (app_public.why_notified(${alert}, ${user.id})).distance1`,
    ).toBe(0);
    expect(await s.as(owner)`select * from app_public.last_positions`).toHaveLength(2);
    expect(await s.as(owner)`select * from app_public.positions`).toEqual([]);
  });

  test("the hashes that detect repeated reports are deleted after a day", async (s) => {
    const user = await keeper(s);
    await s.as(owner)`insert into app_private.position_hashes (user_id, hash, position_id,
      created_at)
      select ${user.id}, gen_random_uuid(), n, now() - n * interval '1 hour' from generate_series(23, 26) n`;
    await s.as(owner)`select app_private.purge_position_hashes()`;
    expect(await s.value(owner)`select count(*)::int from app_private.position_hashes`).toBe(2);
  });

  test("earlier history is deleted in steps", async (s) => {
    const user = await s.user();
    for (let n = 0; n < 5; n++) await single(s, user, {});
    await s.as(owner)`update app_public.positions
      set created_at = created_at - interval '1 s', taken_at = taken_at - interval '1 s'`;
    await switchOn(s, user);
    let steps = 0;
    const forget = "select app_private.forget_history($1, 2) + app_private.purge_positions(2)";
    while ((await s.value(owner, forget, [user.id])) > 0) steps += 1;
    expect(steps).toBeGreaterThan(1);
    expect(await history(s)).toBe(0);
    expect(await lastOf(s, user)).toMatchObject({ latitude: 46.5 });
  });
});

test("a history is deleted from its oldest position on", async (s) => {
  const user = await s.user();
  const ids = (await batch(s, user, [{}, {}, {}])).map(({ id }) => id);
  await s.as(user, EDIT, [user.id, true]);
  await s.as(owner)`select app_private.forget_history(${user.id}, 2)`;
  expect(await s.as(owner)`select id from app_public.positions`).toEqual([{ id: ids[2] }]);
});

test("the history of users who did not choose lastPositionOnly is kept", async (s) => {
  const [user, other] = [await s.user(), await s.user()];
  await s.as(user, EDIT, [user.id, true]);
  await single(s, other, {});
  await batch(s, other, [{}, {}]);
  // Gives both users old hashes, which tell repeated reports. Those of the other user are kept too.
  await s.as(owner)`insert into app_private.position_hashes (user_id, hash, position_id,
    created_at)
    select u, gen_random_uuid(), 1, now() - interval '2 days' from unnest(${[user.id, other.id]}::int[]) u`;
  await s.as(owner)`select app_private.purge_position_hashes()`;
  expect(
    await s.as(owner)`select user_id from app_private.position_hashes
      where created_at < now() - interval '1 day'`,
  ).toEqual([{ user_id: other.id }]);
  await s.as(owner)`select app_private.forget_history(${user.id})`;
  await s.as(owner)`select app_private.forget_history(${other.id})`;
  await s.as(owner)`select app_private.purge_positions()`;
  expect(await history(s)).toBe(3);
});

test("a user who turns lastPositionOnly off has a history again", async (s) => {
  const user = await s.user();
  await s.as(user, EDIT, [user.id, true]);
  await single(s, user, {});
  expect(await s.as(user, EDIT, [user.id, false])).toMatchObject([{ last_position_only: false }]);
  await single(s, user, {});
  expect(await history(s)).toBe(1);
});

test("only users themselves can choose lastPositionOnly", async (s) => {
  const [user, admin] = [await s.user(), await s.user(true)];
  for (const wish of [true, false]) {
    await expect(s.as(admin, EDIT, [user.id, wish])).rejects.toMatchObject({
      code: "LA403",
      message: "Only users themselves choose lastPositionOnly and alertsByEmail: leave them out.",
    });
    await expect(s.as(user, EDIT, [admin.id, wish])).rejects.toMatchObject({ code: "LA404" });
  }
  expect(await s.as(admin, EDIT, [user.id, null])).toMatchObject([{ last_position_only: false }]);
  expect(await s.as(admin, EDIT, [admin.id, true])).toMatchObject([{ last_position_only: true }]);
  await expect(
    s.as(user)`update app_public.users set last_position_only = true`,
  ).rejects.toMatchObject({ code: "42501" });
});

test("turning lastPositionOnly on queues the job that deletes the history, once", async (s) => {
  const user = await s.user();
  const jobs = () =>
    s.as(owner)`select key from graphile_worker.jobs where task_identifier = 'forget_history'
      order by key`;
  await s.as(user)`select app_public.user_edit(json_populate_record(null::app_public.user_edit,
    json_build_object('name', 'Name')), ${user.id})`;
  expect(await jobs()).toEqual([]);
  for (const wish of [true, true]) await s.as(user, EDIT, [user.id, wish]);
  expect(await jobs()).toEqual([{ key: `forget_history:${user.id}` }]);
  await s.as(owner)`update app_private.settings set last_position_only = true`;
  await s.as(owner)`update app_private.settings
    set last_position_only = true, max_accuracy = 900`;
  expect(await jobs()).toEqual([{ key: "forget_history" }, { key: `forget_history:${user.id}` }]);
});

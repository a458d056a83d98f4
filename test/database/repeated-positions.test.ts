/** @database server */
import { describe, expect } from "@jest/globals";
import { openClone } from "../helpers/database.ts";
import { inside, owner, type Row, type Scene, secondsAgo, stage } from "./scene.ts";

const { test } = stage();

const HERE = { latitude: 46.5, longitude: 11.25, moving_activity: "STILL" };
const NEW_POSITION =
  "select p.* from app_public.new_position(json_populate_record(null::app_public.position_input, $1)) p";
const NEW_POSITIONS = `select p.* from app_public.new_positions(array(
  select json_populate_recordset(null::app_public.position_input, $1))) p`;

const idsOf = (rows: Row[]) => rows.map(({ id }) => id);
const stored = async (s: Scene): Promise<number> =>
  await s.value(owner)`select count(*)::int from app_public.positions`;

describe("a position that is reported twice", () => {
  test("is stored once by its clientId in newPosition, which returns the first", async (s) => {
    const [user, other] = [await s.user(), await s.user()];
    const report = (fields: object, actor = user) =>
      s.as(actor, NEW_POSITION, [JSON.stringify({ ...HERE, ...fields })]);
    const [first] = await report({ client_id: "a" });
    expect(await report({ client_id: "a", latitude: 47 })).toEqual([first]);
    expect(await report({ client_id: "b" })).not.toEqual([first]);
    expect(await report({ client_id: "a" }, other)).not.toEqual([first]);
    expect(await stored(s)).toBe(3);
  });

  test("is stored twice by newPosition without a clientId", async (s) => {
    const user = await s.user();
    const taken_at = secondsAgo(60);
    for (const fields of [{}, {}, { taken_at }, { taken_at }]) {
      await s.as(user, NEW_POSITION, [JSON.stringify({ ...HERE, ...fields })]);
    }
    expect(await stored(s)).toBe(4);
  });

  test.each([
    ["clientId", [{ client_id: "a" }, { client_id: "b" }, { client_id: "c" }]],
    [
      "moment and place",
      [{ taken_at: 1.7e9 }, { taken_at: 1.7e9 + 1 }, { taken_at: 1.7e9, latitude: 1 }],
    ],
  ])(
    "is stored once in batches by its %s, and the answer keeps the order of the batch",
    async (s, _by, entries) => {
      const [user, other] = [await s.user(), await s.user()];
      const report = (some: object[], actor = user) =>
        s.as(actor, NEW_POSITIONS, [JSON.stringify(some.map((one) => ({ ...HERE, ...one })))]);
      // The same entries of another user are other positions.
      const theirs = await report(entries, other);
      const first = await report(entries);
      expect(idsOf(first)).not.toEqual(expect.arrayContaining(idsOf(theirs).slice(0, 1)));
      expect(idsOf(first)).toEqual([...idsOf(first)].sort((a, b) => a - b));
      expect(await report(entries)).toEqual(first);
      const again = await report([...entries, {}, ...entries].reverse());
      expect(idsOf(again)).toEqual([
        ...idsOf(first).reverse(),
        expect.any(String),
        ...idsOf(first).reverse(),
      ]);
      expect(await report(entries, other)).toEqual(theirs);
      expect(await stored(s)).toBe(7);
    },
  );

  test("is stored once if both reports are in one batch", async (s) => {
    const user = await s.user();
    const entries = [{}, { client_id: "a" }, { client_id: "a", latitude: 1 }, {}];
    const rows = await s.as(user, NEW_POSITIONS, [
      JSON.stringify(entries.map((one) => ({ ...HERE, ...one }))),
    ]);
    expect(rows.map(({ latitude }) => latitude)).toEqual([46.5, 46.5, 46.5, 46.5]);
    expect(await stored(s)).toBe(3);
  });

  test("is stored once even a week later, and neither moves the last position back nor notifies again", async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    const alert = await s.alert(admin);
    const [longitude, latitude] = inside;
    const report = (fields: object) =>
      s.as(user, NEW_POSITION, [JSON.stringify({ ...HERE, ...fields })]);
    await report({ latitude, longitude, client_id: "in" });
    await report({ client_id: "out" });
    const weekAgo = (column: string) => `${column} = ${column} - interval '1 week'`;
    await s.as(
      owner,
      `update app_public.positions set ${weekAgo("created_at")}, ${weekAgo("taken_at")}`,
    );
    await s.as(owner, `update app_private.position_hashes set ${weekAgo("created_at")}`);
    await report({ latitude, longitude, client_id: "in" });
    expect(await stored(s)).toBe(2);
    expect(await s.value(owner)`select latitude from app_public.last_positions`).toBe(46.5);
    expect(await s.levels(user, alert)).toEqual(["ONE"]);
  });

  test("is recognized when its history is gone, and the answer has the time of the first report", async (s) => {
    const user = await s.user();
    const report = () => s.as(user, NEW_POSITION, [JSON.stringify({ ...HERE, client_id: "a" })]);
    await report();
    await s.as(owner)`delete from app_public.positions`;
    const FIRST =
      "update app_private.position_hashes set created_at = created_at - interval '1 hour' returning created_at";
    const first = await s.value(owner, FIRST);
    expect(await report()).toMatchObject([{ created_at: first, taken_at: first }]);
  });

  test("is recognized by a hash that is purged after the retention of positions", async (s) => {
    const user = await s.user();
    await s.as(user, NEW_POSITION, [JSON.stringify({ ...HERE, client_id: "a" })]);
    const longest = "b".repeat(100);
    await s.as(user, NEW_POSITION, [JSON.stringify({ ...HERE, client_id: longest })]);
    await s.as(owner)`update app_private.position_hashes
      set created_at = now() - interval '31 days'
      where position_id = (select min(position_id) from app_private.position_hashes)`;
    await s.as(owner)`select app_private.purge_position_hashes()`;
    expect(await s.value(owner)`select count(*)::int from app_private.position_hashes`).toBe(1);
  });

  test.each(["", "x".repeat(101)])("is refused with the clientId %j", async (s, client_id) => {
    const entry = JSON.stringify({ ...HERE, client_id });
    await expect(s.as(await s.user(), NEW_POSITION, [entry])).rejects.toMatchObject({
      code: "LA400",
      message: expect.stringContaining("clientId is empty or has more than 100 characters"),
    });
  });
});

test("several requests at once with the same positions store each position once", async () => {
  const database = await openClone();
  try {
    const pool = database.ownerPool;
    const [user] = (
      await pool.query(
        "select id from app_public.new_user('one@example.org', $1, 'Test', '', false)",
        [`$2b$11$${"x".repeat(53)}`],
      )
    ).rows;
    const entries = Array.from({ length: 50 }, (_, n) => ({ ...HERE, taken_at: 1.7e9 + n }));
    const report = async (some: object[]) => {
      const client = await pool.connect();
      try {
        await client.query("begin");
        await client.query("select set_config('jwt.claims.user_id', $1, true)", [String(user.id)]);
        const { rows } = await client.query(NEW_POSITIONS, [JSON.stringify(some)]);
        await client.query("commit");
        return idsOf(rows);
      } finally {
        client.release();
      }
    };
    const [first, second, third] = await Promise.all([
      report(entries),
      report(entries.toReversed()),
      report(entries),
    ]);
    expect(second?.toReversed()).toEqual(first);
    expect(third).toEqual(first);
    const { rows } = await pool.query("select count(*)::int as count from app_public.positions");
    expect(rows).toEqual([{ count: 50 }]);
  } finally {
    await database.close();
  }
});

/** @database server */
import { describe, expect } from "@jest/globals";
import { random } from "../concurrency/world.ts";
import { SEED } from "../helpers/seed.ts";
import {
  type Actor,
  inside,
  metresEast,
  owner,
  type Row,
  type Scene,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

/** How many orders are tried. */
const ORDERS = 20;
/** What the head's versions have as texts. */
const STEPS = [
  { text1: "Run.", renotify: true },
  { text1: "Run fast.", points: square([0, 0], 0.02) },
];

/** Makes versions of an alert as a head sends them: two updates and an all-clear. Returns their rows. */
async function sentVersions(s: Scene, alertId: number): Promise<Row[]> {
  const admin = await s.user(true);
  await s.as(owner)`create publication alerts_of_head for table app_private.sent_alerts`;
  const id = await s.alert(admin, square(), { title: "Flood" });
  for (const { points, ...changes } of STEPS) {
    const area = points?.map(([longitude, latitude]) => ({ longitude, latitude }));
    await s.update(admin, id, { ...changes, ...(area && { points: area }) });
  }
  await s.cancel(admin, id);
  await s.as(owner)`drop publication alerts_of_head`;
  await s.as(owner)`update app_private.sent_alerts set alert_id = ${alertId}`;
  const rows = await s.as(owner)`delete from app_private.sent_alerts s
    returning to_jsonb(s) || jsonb_build_object('zone1', zone1::text, 'zone2', zone2::text, 'zone3',
    zone3::text) as row`;
  return rows.map(({ row }) => row).sort((a, b) => a.version - b.version);
}

async function becomeCell(s: Scene): Promise<Actor> {
  const head = await s.user();
  await s.as(owner)`insert into app_private.cell (name, head_user_id)
    values ('east', ${head.id})`;
  return head;
}

const arrive = (s: Scene, row: Row) =>
  s.as(owner)`insert into app_private.sent_alerts
    select (jsonb_populate_record(null::app_private.sent_alerts, ${JSON.stringify(row)})).* on conflict do nothing`;

/** Replaces a version, as the trigger of the replication does if the head was restored and published another one. */
async function replace(s: Scene, row: Row): Promise<void> {
  const key = [row.alert_id, row.version];
  await s.as(
    owner,
    "delete from app_private.sent_alerts where (alert_id, version) = ($1, $2)",
    key,
  );
  await arrive(s, row);
}

async function take(s: Scene, alertId: number): Promise<void> {
  await s.as(owner)`select app_private.take_alert(${alertId})`;
  await s.publish(alertId);
}

const STATE = `
  select to_jsonb(a) - 'user_id' - 'id' as alert, (
      select json_agg(json_build_array(v.version, v.text1, v.all_clear, v.is_renotified, v.created_at) order by v.version)
        from app_public.alert_versions v where v.alert_id = a.id) as versions
    from app_public.alerts a where a.id = $1`;

describe("versions that come from the head", () => {
  test(`end in the same state in whatever order they come, and tell nobody twice (seed ${SEED})`, async (s) => {
    const next = random(SEED);
    const people: Actor[] = [
      await s.userAt(inside),
      await s.userAt(metresEast(900)),
      await s.userAt(metresEast(5_000)),
    ];
    const versions = await sentVersions(s, 1);
    await becomeCell(s);
    const inOrder = 5_000;
    for (const row of versions) await arrive(s, { ...row, alert_id: inOrder });
    await take(s, inOrder);
    const [expected] = await s.as(owner, STATE, [inOrder]);
    expect(expected?.alert).toMatchObject({
      version: 4,
      all_clear: "It is over.",
      active: false,
    });

    for (let alertId = inOrder + 1; alertId <= inOrder + ORDERS; alertId += 1) {
      const arrivals = [...versions, ...versions.filter(() => next() < 0.5)]
        .map((row) => ({ row, at: next() }))
        .sort((a, b) => a.at - b.at);
      for (const { row } of arrivals) {
        await arrive(s, { ...row, alert_id: alertId });
        if (next() < 0.6) await take(s, alertId);
        if (next() < 0.2) await take(s, alertId);
      }
      await take(s, alertId);
      const [found] = await s.as(owner, STATE, [alertId]);
      expect(found).toEqual(expected);
      for (const person of people) {
        const told = await s.told(person, alertId);
        expect(told).toEqual([...new Set(told)]);
        // Nobody hears of a danger after its end.
        const over = told.findIndex((what) => what.startsWith("ALL_CLEAR"));
        expect(told.length === 0 || over === told.length - 1).toBe(true);
      }
    }
  });

  test("are not taken over an alert of the cell with the same id", async (s) => {
    const [version] = await sentVersions(s, 1);
    await becomeCell(s);
    const own = await s.alert(await s.user(true));
    await arrive(s, { ...version, alert_id: own });
    await expect(take(s, own)).rejects.toMatchObject({ code: "LA409" });
  });

  test("have an author who cannot be erased while the cell is one, and are the cell's own afterwards", async (s) => {
    const admin = await s.user(true);
    const versions = await sentVersions(s, 1);
    const head = await becomeCell(s);
    await arrive(s, { ...versions[0], alert_id: 7 });
    await take(s, 7);
    await expect(s.cancel(admin, 7)).rejects.toMatchObject({ code: "LA409" });
    await expect(s.as(admin)`select app_private.user_erase(${head.id})`).rejects.toMatchObject({
      constraint: "cell_head_user_id_fkey",
    });
    await s.as(owner)`delete from app_private.cell`;
    await arrive(s, { ...versions[1], alert_id: 7 });
    await take(s, 7);
    expect(await s.cancel(admin, 7)).toBe(7);
    expect((await s.as(owner, STATE, [7]))[0]?.alert).toMatchObject({ version: 2 });
  });

  test("win over versions with the same number that a restored head has lost", async (s) => {
    const person = await s.userAt(inside);
    const versions = await sentVersions(s, 7);
    await becomeCell(s);
    for (const row of versions) await arrive(s, row);
    await take(s, 7);
    const sentAt = await s.value(owner)`select now() + interval '1 minute'`;
    const update = {
      ...versions[2],
      version: 4,
      text1: "Of the restored head.",
      sent_at: sentAt,
    };
    await replace(s, { ...update, renotified_version: 4 });
    await take(s, 7);
    const [found] = await s.as(owner, STATE, [7]);
    expect(found?.alert).toMatchObject({
      version: 4,
      text1: update.text1,
      active: true,
      all_clear: null,
    });
    expect(found?.versions).toHaveLength(4);
    expect(await s.told(person, 7)).toEqual(["ALERT ONE 4"]);
  });
});

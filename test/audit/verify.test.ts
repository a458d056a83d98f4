/** @database server */
import { generateKeyPairSync } from "node:crypto";
import { describe, expect } from "@jest/globals";
import { type Checkpoint, keyName, makeCheckpoint } from "../../src/audit/checkpoint.ts";
import { exportedEntries, type Format } from "../../src/audit/export-entries.ts";
import { verifyAudit } from "../../src/audit/verify.ts";
import { owner, type Scene, stage } from "../database/scene.ts";
import { withoutTriggers } from "../helpers/without-triggers.ts";

const { test } = stage();

const { privateKey } = generateKeyPairSync("ed25519");
const key = keyName(privateKey);

/** Writes entries with every kind of value, and chains them. Returns the ids by place. */
async function fill(s: Scene): Promise<number[]> {
  // This text has more bytes than characters.
  const long = JSON.stringify({ a: "水".repeat(2500) });
  for (const facts of ["{}", long, '{"a": "\\"\\\\ \\n\\u0001 è 𝄞", "b": [1.50, null]}']) {
    await s.as(owner)`select app_private.audit('PEOPLE_READ', 'USER', 9007199254740993,
      ${facts}, 5, 6) from set_config('app.request_id', 'a-1', true)`;
    await s.as(owner)`select app_private.audit('ENTRIES_PURGED') where false`;
    await s.as(owner)`select app_private.audit('SETTINGS_CHANGED')`;
  }
  await s.as(owner)`select app_private.chain_audit()`;
  const rows = await s.as(owner)`select entry_id::int as id from app_private.audit_chain
    order by place`;
  return rows.map(({ id }) => id);
}

/** Runs a statement with triggers off, as an owner who hides something. */
async function forge(s: Scene, sql: string): Promise<void> {
  await s.as(owner, withoutTriggers(sql));
}

const verify = async (s: Scene, checkpoints: Checkpoint[] = [], by: string | string[] = []) => {
  await s.client.query("savepoint verification");
  const verdict = await verifyAudit(s.client, checkpoints, [by].flat());
  await s.client.query("rollback to savepoint verification");
  return verdict;
};
const faultsOf = async (s: Scene, checkpoints: Checkpoint[] = [], by: string | string[] = []) =>
  (await verify(s, checkpoints, by)).faults;

/** Makes a checkpoint of the chain's current state. */
async function checkpoint(
  s: Scene,
  signer = privateKey,
  at = "2026-01-01T00:00:00.000Z",
  place = "max(place)",
) {
  const [end] = await s.as(
    owner,
    `select place::int, encode(hash, 'hex') as hash from app_private.audit_chain
      where place = (select ${place} from app_private.audit_chain)`,
  );
  return makeCheckpoint({ at, place: end?.place, hash: end?.hash }, signer);
}

describe("a verification", () => {
  test("finds no faults in an intact chain with a checkpoint and with waiting entries", async (s) => {
    const ids = await fill(s);
    const kept = await checkpoint(s);
    await s.as(owner)`select app_private.audit('SETTINGS_CHANGED')`;
    expect(await verify(s, [kept], key)).toEqual({
      first: 1,
      last: ids.length,
      checkpoints: 1,
      waiting: 1,
      faults: [],
    });
    await s.as(owner)`select app_private.chain_audit()`;
    expect(await faultsOf(s, [kept, await checkpoint(s)], key)).toEqual([]);
  });

  test.each([
    ["actor_id = null"],
    ["created_at = created_at + interval '1 microsecond'"],
    ["session_id = 7"],
    ["request_id = 'other'"],
    ["action = 'USER_EDITED'"],
    ["object_type = 'ALERT'"],
    ["object_id = object_id + 1"],
    ["facts = facts || '{\"a\": 2}'"],
  ])("names the place of an entry that was changed by %s", async (s, change) => {
    const ids = await fill(s);
    await forge(s, `update app_public.audit_entries set ${change} where id = ${ids[2]}`);
    expect(await faultsOf(s)).toEqual([
      `place 3 (entry ${ids[2]}): the entry or its hash was changed`,
    ]);
  });

  test("names entries that were removed, alone or with their places", async (s) => {
    const ids = await fill(s);
    await forge(s, `delete from app_public.audit_entries where id = ${ids[1]}`);
    expect(await faultsOf(s)).toEqual([`place 2 (entry ${ids[1]}): the entry was removed`]);
    await forge(s, "delete from app_private.audit_chain where place = 2");
    expect(await faultsOf(s)).toEqual(["places 2 to 2: removed from the chain"]);
  });

  test("names entries that a checkpoint knows but were cut off the end, and a chain that was rewritten", async (s) => {
    const ids = await fill(s);
    const kept = await checkpoint(s);
    const first = await checkpoint(s, privateKey, undefined, "min(place)");
    const end = ids.length;
    await forge(
      s,
      `with cut as (delete from app_private.audit_chain where place >= ${end - 1} returning entry_id)
          delete from app_public.audit_entries where id in (select entry_id from cut)`,
    );
    expect(await faultsOf(s)).toEqual([]);
    for (const both of [
      [kept, first],
      [first, kept],
    ]) {
      expect(await faultsOf(s, both)).toEqual([
        `places ${end - 1} to ${end}: cut off, as the checkpoint of ${kept.at} knows them`,
      ]);
    }
    for (let i = 0; i < 2; i++) await s.as(owner)`select app_private.audit('SETTINGS_CHANGED')`;
    await s.as(owner)`select app_private.chain_audit()`;
    expect(await faultsOf(s)).toEqual([]);
    expect(await faultsOf(s, [kept])).toEqual([
      expect.stringMatching(
        RegExp(`^place ${end} .*: the checkpoint of .* the chain was rewritten$`),
      ),
    ]);
  });

  test("names entries that are outside the chain or were removed before they were chained, smallest id first", async (s) => {
    await fill(s);
    const add = (id: string) =>
      s.value(
        owner,
        `insert into app_public.audit_entries (id, action) overriding system value
            values (${id}, 'USER_EDITED') returning id::int`,
      );
    const id = await add("nextval(pg_get_serial_sequence('app_public.audit_entries', 'id'))");
    await add("-1");
    await s.as(owner)`insert into app_private.audit_waiting values (4712), (4711)`;
    expect(await faultsOf(s)).toEqual([
      "entry -1: it has no place in the chain, and does not wait for one",
      `entry ${id}: it has no place in the chain, and does not wait for one`,
      "entry 4711: removed before it was chained",
      "entry 4712: removed before it was chained",
    ]);
  });

  test("refuses checkpoints with a wrong signature, or of another key", async (s) => {
    await fill(s);
    const kept = await checkpoint(s);
    const wrong = ["checkpoint of 2026-01-01T00:00:00.000Z: its signature is wrong"];
    expect(await faultsOf(s, [{ ...kept, place: 1 }], key)).toEqual(wrong);
    expect(await faultsOf(s, [{ ...kept, hash: "0".repeat(64) }], key)).toEqual(wrong);
    const later = "2026-01-02T00:00:00.000Z";
    expect(await faultsOf(s, [{ ...kept, at: later }], key)).toEqual([
      `checkpoint of ${later}: its signature is wrong`,
    ]);
    expect(await faultsOf(s, [{ ...kept, place: 1 }])).toEqual(wrong);
    expect(await faultsOf(s, [{ ...kept, key: "no key" }])).toEqual(wrong);
    const other = await checkpoint(s, generateKeyPairSync("ed25519").privateKey);
    expect(await faultsOf(s, [other])).toEqual([]);
    expect(await faultsOf(s, [other], key)).toEqual([
      "checkpoint of 2026-01-01T00:00:00.000Z: its signature is by another key",
    ]);
    expect(await faultsOf(s, [kept, other], [key, other.key as string])).toEqual([]);
    const unsigned = { ...kept, key: null, signature: null };
    expect(await faultsOf(s, [unsigned])).toEqual([]);
    expect(await faultsOf(s, [unsigned], key)).toEqual(wrong);
    const { at, place } = kept;
    const another = makeCheckpoint({ at, place, hash: "0".repeat(64) }, privateKey);
    expect(await faultsOf(s, [kept, another], key)).toEqual([
      `checkpoint of ${at}: another one has another hash for its place`,
    ]);
  });

  test("begins where the last purge ended, and finds what was cut from there", async (s) => {
    const ids = await fill(s);
    await forge(
      s,
      `update app_public.audit_entries set created_at = now() - interval '6 years' where id <= ${ids[2]}`,
    );
    // The changed times are chained as if they were true.
    await forge(s, "delete from app_private.audit_chain");
    await s.as(owner)`insert into app_private.audit_waiting select id
      from app_public.audit_entries`;
    await s.as(owner)`select app_private.chain_audit()`;
    const kept = (daysAgo: number, place: number) =>
      checkpoint(
        s,
        privateKey,
        new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        `min(place) + ${place - 1}`,
      );
    const [old, young, next, last] = [
      await kept(366, 1),
      await kept(364, 1),
      await kept(99, 2),
      await kept(98, 3),
    ];
    expect(await s.value(owner)`select app_private.purge_audit()`).toBe(3);
    await s.as(owner)`select app_private.chain_audit()`;
    expect(await verify(s)).toMatchObject({ first: 4, last: ids.length + 1, faults: [] });
    // A purged place cannot be compared.
    expect(await verify(s, [old])).toMatchObject({ checkpoints: 0, faults: [] });
    const early = [`places 2 to 3: purged, although they came after the checkpoint of ${young.at}`];
    expect(await faultsOf(s, [young])).toEqual(early);
    // Several checkpoints report the same purge once.
    expect(await faultsOf(s, [young, next, last])).toEqual(early);
    // The purge has kept the hash of its last place.
    expect(await verify(s, [old, last])).toMatchObject({ checkpoints: 1, faults: [] });
    const other = makeCheckpoint({ at: last.at, place: 3, hash: "0".repeat(64) }, privateKey);
    expect(await faultsOf(s, [other])).toEqual([
      `place 3: the checkpoint of ${last.at} has another hash, so the chain was rewritten`,
    ]);
    await forge(s, "delete from app_private.audit_chain where place = 4");
    await forge(s, `delete from app_public.audit_entries where id = ${ids[3]}`);
    expect(await faultsOf(s)).toEqual(["places 4 to 4: removed from the chain"]);
  });

  test("names entries that come before the purge at which the chain should begin", async (s) => {
    const ids = await fill(s);
    await s.as(owner)`select app_private.audit('ENTRIES_PURGED', facts =>
      jsonb_build_object('place', c.place, 'hash', encode(c.hash, 'hex')))
      from app_private.audit_chain c where c.place = 2`;
    expect(await faultsOf(s)).toEqual([
      `place 1 (entry ${ids[0]}): it comes before the beginning of the chain`,
    ]);
  });

  test("distinguishes an entry that somebody removed from purged ones, even past the retention", async (s) => {
    const ids = await fill(s);
    await forge(
      s,
      `update app_public.audit_entries set created_at = now() - interval '6 years' where id <= ${ids[3]}`,
    );
    await forge(s, "delete from app_private.audit_chain");
    await s.as(owner)`insert into app_private.audit_waiting select id
      from app_public.audit_entries`;
    await s.as(owner)`select app_private.chain_audit()`;
    for (const place of [1, 2]) {
      expect(await s.value(owner)`select app_private.purge_audit(1)`).toBe(place);
      await s.as(owner)`select app_private.chain_audit()`;
      expect(await verify(s)).toMatchObject({ first: place + 1, faults: [] });
    }
    // The triggers allow this, because the entry is past the retention.
    await s.as(owner, `delete from app_public.audit_entries where id = ${ids[2]}`);
    expect(await faultsOf(s)).toEqual([`place 3 (entry ${ids[2]}): the entry was removed`]);
    await s.as(owner)`delete from app_private.audit_chain where place = 3`;
    expect(await faultsOf(s)).toEqual(["places 3 to 3: removed from the chain"]);
  });
});

describe("an export", () => {
  const written = async (s: Scene, format: Format, since?: Date, before?: Date) => {
    let text = "";
    await s.client.query("savepoint exporting");
    for await (const lines of exportedEntries(s.client, format, since, before)) text += lines;
    await s.client.query("rollback to savepoint exporting");
    return text;
  };

  test("has a line for each entry, as CSV and as JSON", async (s) => {
    const ids = await fill(s);
    const lines = (await written(s, "jsonl"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => Number(id))).toEqual(ids);
    const about = {
      session_id: "6",
      request_id: "a-1",
      object_type: "USER",
      object_id: "9007199254740993",
    };
    expect(lines.at(-2)).toMatchObject({ actor_id: 5, action: "PEOPLE_READ", ...about });
    expect(lines.at(-2).facts).toEqual({ a: '"\\ \n\u0001 è 𝄞', b: [1.5, null] });
    expect(lines.at(-1)).toMatchObject({ actor_id: null, object_id: null, facts: {} });
    const csv = await written(s, "csv");
    expect(csv).toMatch(
      /^id,created_at,actor_id,session_id,request_id,action,object_type,object_id,facts\r\n/,
    );
    expect(csv.match(/\r\n/g)).toHaveLength(ids.length + 1);
    expect(csv).toContain(',5,6,a-1,PEOPLE_READ,USER,9007199254740993,"{""a"":');
    expect(csv).toMatch(/SETTINGS_CHANGED,,,\{\}\r\n$/);
    expect(await written(s, "jsonl", new Date(Date.now() + 60_000))).toBe("");
  });

  test("has each entry of a long log once, the smallest id first", async (s) => {
    await s.as(owner)`insert into app_public.audit_entries (action) select 'SETTINGS_CHANGED'
      from generate_series(1, 20001)`;
    const lines = (await written(s, "csv")).trimEnd().split("\r\n").slice(1);
    const ids = lines.map((line) => Number.parseInt(line, 10));
    expect(ids).toHaveLength(20_001);
    expect(ids.every((id, at) => at === 0 || id > (ids[at - 1] as number))).toBe(true);
  });

  test("includes its start time, excludes its end time, and gives times in UTC", async (s) => {
    const ids = await fill(s);
    for (const day of [1, 2, 3]) {
      await forge(
        s,
        `update app_public.audit_entries set created_at = '2026-01-0${day}T00:00:00Z' where id = ${ids[day - 1]}`,
      );
    }
    await s.as(owner)`set local timezone to 'Asia/Tokyo'`;
    const days = [1, 3].map((day) => new Date(`2026-01-0${day}T00:00:00Z`));
    const lines = (await written(s, "jsonl", ...days)).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).created_at)).toEqual([
      "2026-01-01T00:00:00.000000Z",
      "2026-01-02T00:00:00.000000Z",
    ]);
  });

  test("fails if its connection is lost while somebody reads slowly", async () => {
    let fetched = 0;
    const query = async (asked: unknown) => {
      if (typeof asked !== "string") fetched += 1;
      if (fetched > 1) throw new Error("Connection terminated");
      return { rows: [["1"]] };
    };
    const lines = exportedEntries({ query } as never, "csv");
    await lines.next();
    expect((await lines.next()).value).toBe("1\r\n");
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    await expect(lines.next()).rejects.toThrow("Connection terminated");
  });

  test("aside, a verification fails if the database fails", async (s) => {
    await s.client.query("savepoint failing");
    await s.as(owner)`alter table app_private.audit_chain rename to gone`;
    await expect(verifyAudit(s.client, [])).rejects.toThrow("does not exist");
    await s.client.query("rollback to savepoint failing");
  });
});

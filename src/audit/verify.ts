import { hash } from "node:crypto";
import pg, { type ClientBase } from "pg";
import { type Checkpoint, isSigned } from "./checkpoint.ts";

/** The buffer that all inputs share. A new buffer for each input took as long as its hash. */
let input = Buffer.allocUnsafe(4096);

/** Returns the hash of an entry's place in the chain, as hex: SHA-256 of the previous hash and the entry's text. */
function chainHash(before: string, text: string): string {
  // A code unit of a JavaScript string takes three bytes at most.
  const most = before.length + 3 * text.length;
  if (input.length < most) input = Buffer.allocUnsafe(2 * most);
  let length = input.write(before, 0, "hex");
  length += input.write(text, length);
  return hash("sha256", input.subarray(0, length));
}

/**
 * Calls a function with each row of a query, as an array, as soon as it arrives. Keeps no row, and lets PostgreSQL use
 * parallel workers, which a cursor does not.
 * @param take Must not throw.
 */
function eachRow<Row extends unknown[]>(
  client: pg.ClientBase,
  text: string,
  take: (row: Row) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client
      .query(new pg.Query({ text, rowMode: "array" } as pg.QueryConfig))
      // pg's type declares rows as objects.
      .on("row", (row) => take(row as Row))
      .on("error", reject)
      .on("end", () => resolve());
  });
}

/** Builds the same text as app_private.audit_text(), which somebody who rewrites the log could change too. */
const CHAIN = `select c.place::text, c.entry_id::text, encode(c.hash, 'hex'),
    case when e.id is not null then json_build_array(
      e.id::text, extract(epoch from e.created_at)::text, e.actor_id::text, e.session_id::text, e.request_id,
      e.action::text, e.object_type::text, e.object_id::text, e.facts::text)::text end
  from app_private.audit_chain c left join app_public.audit_entries e on e.id = c.entry_id order by c.place`;

/** Makes the rows come in order of their places without delay: without sorting all of them, and without compilation. */
const SETTINGS = "select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)";

/** The entry of the last purge says where the chain begins now. */
const BEGINNING = `select (facts->>'place')::float8 as place, facts->>'hash' as hash from app_public.audit_entries
  where action = 'ENTRIES_PURGED' order by id desc limit 1`;

const LOOSE = `select e.id::text as id from app_public.audit_entries e
  where not exists (select from app_private.audit_chain c where c.entry_id = e.id)
    and not exists (select from app_private.audit_waiting w where w.entry_id = e.id) order by e.id`;

const LOST = `select w.entry_id::text as id from app_private.audit_waiting w
  where not exists (select from app_public.audit_entries e where e.id = w.entry_id) order by w.entry_id`;

const MIN_RETENTION_MS = 365 * 86_400_000;

export interface Verdict {
  /** The first and the last place that were verified. */
  first: number;
  last: number;
  /** How many checkpoints were compared. Checkpoints of places before the last purged one cannot be compared. */
  checkpoints: number;
  waiting: number;
  /** Each names the place of a fault. */
  faults: string[];
}

type ChainRow = [place: string, entryId: string, hash: string, text: string | null];

/** Returns what is wrong with the signature of a checkpoint. Undefined if the checkpoint counts. */
function wrongSignature(checkpoint: Checkpoint, keys: readonly string[]): string | undefined {
  if (keys.length === 0 && !checkpoint.key) return undefined;
  if (!checkpoint.key || !isSigned(checkpoint)) return "its signature is wrong";
  if (keys.length > 0 && !keys.includes(checkpoint.key)) return "its signature is by another key";
  return undefined;
}

/** Returns the checkpoints that count, by their places, and adds a fault for each of the others. */
function trusted(checkpoints: readonly Checkpoint[], keys: readonly string[], faults: string[]) {
  const byPlace = new Map<number, Checkpoint>();
  for (const checkpoint of checkpoints) {
    const wrong = wrongSignature(checkpoint, keys);
    if (wrong) faults.push(`checkpoint of ${checkpoint.at}: ${wrong}`);
    else if ((byPlace.get(checkpoint.place)?.hash ?? checkpoint.hash) !== checkpoint.hash) {
      faults.push(`checkpoint of ${checkpoint.at}: another one has another hash for its place`);
    } else byPlace.set(checkpoint.place, checkpoint);
  }
  return byPlace;
}

/**
 * Verifies the chain of the audit log from its first place to its last, and compares it with checkpoints. After a fault
 * it goes on from the hash that is stored, so that each fault is named once.
 * @param client In a transaction with one snapshot.
 * @param keys The public keys that sign checkpoints. Empty to accept any key, and checkpoints without a signature.
 */
export async function verifyAudit(
  client: ClientBase,
  checkpoints: readonly Checkpoint[],
  keys: readonly string[] = [],
): Promise<Verdict> {
  const faults: string[] = [];
  const witnessed = trusted(checkpoints, keys, faults);
  const [purged] = (await client.query<{ place: number; hash: string }>(BEGINNING)).rows;
  const begin = purged?.place ?? 0;
  for (const checkpoint of witnessed.values()) {
    if (checkpoint.place >= begin) continue;
    if (Date.parse(checkpoint.at) < Date.now() - MIN_RETENTION_MS) continue;
    faults.push(
      `places ${checkpoint.place + 1} to ${begin}: purged, although they came after the checkpoint of ${checkpoint.at}`,
    );
    break;
  }
  /** Compares the checkpoint of a place, if there is one, with the hash that is stored. */
  const compare = (place: number, stored: string, where: () => string) => {
    const checkpoint = witnessed.get(place);
    if (checkpoint && checkpoint.hash !== stored) {
      faults.push(
        `${where()}: the checkpoint of ${checkpoint.at} has another hash, so the chain was rewritten`,
      );
    }
  };
  let place = begin;
  let hash = purged?.hash ?? "";
  compare(place, hash, () => `place ${place}`);

  await client.query(SETTINGS);
  await eachRow<ChainRow>(client, CHAIN, ([placeText, entryId, stored, text]) => {
    const found = Number(placeText);
    const where = () => `place ${found} (entry ${entryId})`;
    if (found !== place + 1) {
      faults.push(
        found > place + 1
          ? `places ${place + 1} to ${found - 1}: removed from the chain`
          : `${where()}: it comes before the beginning of the chain`,
      );
    } else if (text === null) faults.push(`${where()}: the entry was removed`);
    else if (chainHash(hash, text) !== stored) {
      faults.push(`${where()}: the entry or its hash was changed`);
    }
    compare(found, stored, where);
    place = found;
    hash = stored;
  });

  const latest = [...witnessed.values()].reduce<Checkpoint | undefined>(
    (most, one) => (most && most.place > one.place ? most : one),
    undefined,
  );
  if (latest && latest.place > place) {
    faults.push(
      `places ${place + 1} to ${latest.place}: cut off, as the checkpoint of ${latest.at} knows them`,
    );
  }
  for (const { id } of (await client.query<{ id: string }>(LOOSE)).rows) {
    faults.push(`entry ${id}: it has no place in the chain, and does not wait for one`);
  }
  for (const { id } of (await client.query<{ id: string }>(LOST)).rows) {
    faults.push(`entry ${id}: removed before it was chained`);
  }
  const { rows } = await client.query("select count(*)::int from app_private.audit_waiting");
  return {
    first: begin + 1,
    last: place,
    checkpoints: [...witnessed.keys()].filter((at) => at >= begin).length,
    waiting: rows[0].count,
    faults,
  };
}

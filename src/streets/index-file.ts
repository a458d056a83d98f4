import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { PMTiles, type RangeResponse, type Source } from "pmtiles";
import { finestTiles, KINDS, type Name, namesIn } from "./street-names.ts";

/** A street, an address or another thing with a name in the map's file. */
export interface FoundStreet {
  name: string;
  /** The nearest place, which tells streets of one name apart; empty if there is none near. */
  place: string;
  longitude: number;
  latitude: number;
  isAddress: boolean;
}

/** Streets of one name in a square of this size count as one. */
const SQUARE_DEGREES = 0.1;
/** How many squares to each side are searched for the nearest place. */
const SQUARES_AROUND = 1;

const squareOf = (degrees: number) => Math.floor(degrees / SQUARE_DEGREES);

/** Collects each name once per square. The table is on disk, because a country's names do not fit into memory. */
const COLLECT = `
  create temp table names (
    text text, kind int, x int, y int, longitude real, latitude real, weight real,
    primary key (text, kind, x, y)
  ) without rowid`;
const ADD = `
  insert into names values (?, ?, ?, ?, ?, ?, ?)
    on conflict do update set longitude = excluded.longitude, latitude = excluded.latitude, weight = excluded.weight
      where excluded.weight > weight`;
/** The prefix indexes make short beginnings, such as "vi", as fast to find as long ones. */
const MAKE = `
  create virtual table search using fts5(
    text, place, longitude unindexed, latitude unindexed, kind unindexed,
    tokenize = "unicode61 remove_diacritics 2", prefix = "1 2 3"
  )`;
/** The search returns rows in this order, so that it can stop at the first few. */
const SORTED = "select text, kind, longitude, latitude from names order by kind, text";
const FILL = "insert into search (text, place, longitude, latitude, kind) values (?, ?, ?, ?, ?)";

type Place = Pick<Name, "text" | "longitude" | "latitude">;

/** Returns a function that finds the nearest place. */
function placeFinder(places: Place[]) {
  const squares = new Map<string, Place[]>();
  for (const place of places) {
    const key = `${squareOf(place.longitude)} ${squareOf(place.latitude)}`;
    squares.set(key, [...(squares.get(key) ?? []), place]);
  }
  return ({ text, longitude, latitude }: Place): string => {
    const [x, y] = [squareOf(longitude), squareOf(latitude)];
    let best = Number.POSITIVE_INFINITY;
    let nearest = "";
    const narrow = Math.cos((latitude * Math.PI) / 180);
    for (let dx = -SQUARES_AROUND; dx <= SQUARES_AROUND; dx += 1) {
      for (let dy = -SQUARES_AROUND; dy <= SQUARES_AROUND; dy += 1) {
        for (const place of squares.get(`${x + dx} ${y + dy}`) ?? []) {
          const distance = Math.hypot(
            (place.longitude - longitude) * narrow,
            place.latitude - latitude,
          );
          if (distance >= best || place.text === text) continue;
          best = distance;
          nearest = place.text;
        }
      }
    }
    return nearest;
  };
}

/** Makes the index of an archive's names in an empty database. */
export async function buildIndex(database: DatabaseSync, archive: PMTiles): Promise<void> {
  database.exec(COLLECT);
  const add = database.prepare(ADD);
  const places: Place[] = [];
  for await (const tile of finestTiles(archive)) {
    for (const { text, kind, longitude, latitude, weight } of namesIn(tile)) {
      const [x, y] = [squareOf(longitude), squareOf(latitude)];
      add.run(text, KINDS.indexOf(kind), x, y, longitude, latitude, weight);
      if (kind === "place") places.push({ text, longitude, latitude });
    }
  }
  database.exec(MAKE);
  const placeOf = placeFinder(places);
  const fill = database.prepare(FILL);
  // Row by row, because a thread in a long statement cannot be stopped.
  for (const row of database.prepare(SORTED).iterate()) {
    const name = row as Place & { kind: number };
    fill.run(name.text, placeOf(name), name.longitude, name.latitude, name.kind);
  }
  database.exec("drop table names");
}

/** Reads a PMTiles archive from an opened file. */
class FileHandleSource implements Source {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }
  getKey(): string {
    return String(this.#file.fd);
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  }
}

/** Changes when the index is made in another way, so that older ones are made again. */
const INDEX_FORMAT = 1;
const PREFIX = "streets-";
/** While another host is making the index. */
const RETRY_INTERVAL_MS = 1000;
/** SQLite's error code if another process is writing to the database. */
const SQLITE_BUSY = 5;
const IS_MADE = 1;

/** Removes the indexes of earlier files. */
async function removeOthers(directory: string, name: string): Promise<void> {
  for (const file of await readdir(directory)) {
    if (file.startsWith(PREFIX) && !file.startsWith(name)) await rm(join(directory, file));
  }
}

/** Begins a transaction as soon as no other host has one. If SQLite itself waited, the thread could not be stopped. */
async function begin(database: DatabaseSync): Promise<void> {
  for (;;) {
    try {
      database.exec("begin immediate");
      return;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      await setTimeout(RETRY_INTERVAL_MS);
    }
  }
}

/**
 * Opens the index of a map's file. Makes it if there is none, in one transaction: only one of several hosts makes it,
 * and an interrupted attempt leaves nothing behind.
 */
export async function openIndex(mapFile: string, directory: string): Promise<DatabaseSync> {
  await using file = await open(mapFile);
  const { size, mtimeNs } = await file.stat({ bigint: true });
  const key = createHash("sha256").update(`${INDEX_FORMAT} ${size} ${mtimeNs}`).digest("hex");
  const name = `${PREFIX}${key.slice(0, 16)}.sqlite`;
  await mkdir(directory, { recursive: true });
  const database = new DatabaseSync(join(directory, name));
  try {
    await begin(database);
    const { user_version: state } = database.prepare("pragma user_version").get() as {
      user_version: number;
    };
    if (state !== IS_MADE) {
      await buildIndex(database, new PMTiles(new FileHandleSource(file)));
      database.exec(`pragma user_version = ${IS_MADE}`);
    }
    database.exec("commit");
  } catch (error) {
    database.close();
    throw error;
  }
  await removeOthers(directory, name);
  return database;
}

/** The most answers, and the most words of a question. */
const MAX_ANSWERS = 6;
const MAX_WORDS = 8;

const ADDRESS = KINDS.indexOf("address");
const FIND = `
  select text as name, place, longitude, latitude, kind = ${ADDRESS} as "isAddress"
    from search where search match ? and (? or kind <> ${ADDRESS}) order by rowid limit ${MAX_ANSWERS}`;

/** Control characters separate words too: a zero byte would end the query. */
const BETWEEN_WORDS = /[\s,\p{C}]+/u;

/**
 * Returns a query for names that have a word beginning with each word of a text; undefined without a letter or digit.
 */
export function queryOf(text: string): string | undefined {
  const words = text.split(BETWEEN_WORDS).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return undefined;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(" ");
}

/** Returns a function that finds names in an index. It finds house numbers only if the question has a digit. */
export function finder(database: DatabaseSync): (text: string) => FoundStreet[] {
  const find = database.prepare(FIND);
  return (text) => {
    const query = queryOf(text);
    const rows = query ? find.all(query, Number(/\d/.test(query))) : [];
    return rows.map((row) => ({ ...row, isAddress: row.isAddress === 1 }) as FoundStreet);
  };
}

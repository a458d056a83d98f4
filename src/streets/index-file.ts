import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { PMTiles } from "pmtiles";
import { buildIndex } from "./build.ts";
import { FileHandleSource } from "./file-source.ts";

/** Changes when the index is made in another way, so that older ones are made again. */
const FORMAT = 1;
const PREFIX = "streets-";
/** Milliseconds between two tries while another host is making the index. */
const PAUSE = 1000;
/** SQLite's error code if another process is writing to the database. */
const BUSY = 5;
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
      if ((error as { errcode?: number }).errcode !== BUSY) throw error;
      await setTimeout(PAUSE);
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
  const key = createHash("sha256").update(`${FORMAT} ${size} ${mtimeNs}`).digest("hex");
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

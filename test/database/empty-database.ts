import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneEmbedded } from "location-alert-embedded";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { type Config, readConfig } from "../../src/settings/config.ts";
import { databaseUrl, dropDatabase, onServer } from "../helpers/server.ts";
import { withPostgis } from "../helpers/with-postgis.ts";

/** A database without any of the project's schemas. */
export interface EmptyDatabase {
  config: Config;
  /** Opens the database. A database on a native server can be opened several times at once. */
  open(): Promise<Database>;
  /** Closes everything that open() returned. */
  close(): Promise<void>;
  /** Closes everything that open() returned, and drops the database. */
  drop(): Promise<void>;
}

/** Makes an empty database on the server of the tests, or an embedded one that has only PostGIS. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "las-empty-"));
  const serverUrl = process.env.TEST_DATABASE_URL;
  const name = `las_${randomUUID().replaceAll("-", "")}`;
  if (serverUrl) await onServer(serverUrl, `create database ${name}`);
  else cloneEmbedded(await withPostgis(), directory);
  const config = readConfig({
    DATA_DIR: directory,
    JWT_SECRET: "a secret for tests of thirty-two characters",
    ...(serverUrl && { DATABASE_URL: databaseUrl(serverUrl, name) }),
  });
  const opened: Database[] = [];
  const close = async () => {
    for (const database of opened.splice(0)) await database.close();
  };
  return {
    config,
    close,
    async open() {
      const database = await openDatabase(config, () => {});
      opened.push(database);
      return database;
    },
    async drop() {
      await close();
      if (serverUrl) await dropDatabase(serverUrl, name);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneEmbedded } from "location-alert-embedded";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { migrate } from "../../src/database/run-migrations.ts";
import { readConfig } from "../../src/settings/config.ts";
import { databaseUrl, dropDatabase, onServer } from "./server.ts";
import { withPostgis } from "./with-postgis.ts";

/** The location of the migrated database that each test file clones. */
export interface Template {
  /** The server and the template's name, on a native database only. */
  serverUrl?: string;
  name?: string;
  /** A directory for the clones, and for the embedded template. */
  directory: string;
}

/** Makes and migrates the template. It is native if a variable names a server, else embedded. */
export async function makeTemplate(serverUrl = process.env.TEST_DATABASE_URL): Promise<Template> {
  const directory = await mkdtemp(join(tmpdir(), "las-test-"));
  const name = `las_template_${process.pid}`;
  const template: Template = serverUrl ? { serverUrl, name, directory } : { directory };
  if (serverUrl) await onServer(serverUrl, `create database ${name}`);
  else cloneEmbedded(await withPostgis(), join(directory, "template"));
  const database = await openTemplate(template);
  await migrate(database, console.error);
  // Tests take the role of an analyst, which an owner that is not a superuser does not have.
  await database.ownerPool.query("grant app_analyst to current_user");
  await database.close();
  return template;
}

/** Opens a template itself, to change it. */
export async function openTemplate({ serverUrl, name, directory }: Template): Promise<Database> {
  const config = readConfig({
    DATA_DIR: join(directory, "template"),
    ...(serverUrl && name && { DATABASE_URL: databaseUrl(serverUrl, name), JWT_SECRET: "unused" }),
  });
  return await openDatabase(config, () => {});
}

/** Copies a template. */
export async function copyTemplate({ serverUrl, name, directory }: Template): Promise<Template> {
  const copy = { directory: await mkdtemp(join(tmpdir(), "las-test-")) };
  if (!serverUrl) {
    cloneEmbedded(join(directory, "template"), join(copy.directory, "template"));
    return copy;
  }
  await onServer(serverUrl, `create database ${name}_copy template ${name}`);
  return { ...copy, serverUrl, name: `${name}_copy` };
}

export async function dropTemplate({ serverUrl, name, directory }: Template): Promise<void> {
  if (serverUrl && name) await dropDatabase(serverUrl, name);
  await rm(directory, { recursive: true, force: true });
}

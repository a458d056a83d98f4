import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cloneEmbedded, type EmbeddedDatabase, openEmbedded } from "location-alert-embedded";
import pg from "pg";
import { findTables, fingerprint, restore, type Tables } from "./restore.ts";

/** How long the connections of the last user may take to close, in milliseconds. */
const PATIENCE = 1000;

/** An open clone of the template, which one test file uses at a time. */
export interface KeptDatabase {
  directory: string;
  /** The same database for each file. Its `close` does nothing. */
  embedded: EmbeddedDatabase;
  /** Restores it for the next file. Closes it if that is impossible, because it changed too much or is in use. */
  giveBack(): Promise<void>;
}

const idle: KeptDatabase[] = [];

/** Returns the database that an earlier file gave back, or clones the template into the directory. */
export async function takeDatabase(template: string, directory: string): Promise<KeptDatabase> {
  return idle.pop() ?? (await openKept(template, directory));
}

async function openKept(template: string, directory: string): Promise<KeptDatabase> {
  cloneEmbedded(template, directory);
  const embedded = await openEmbedded({ dataDir: directory, holdsProcess: false });
  const files = new Set(readdirSync(directory));
  const connections = new Set<NodeJS.EventEmitter>();
  const connect = embedded.poolConfig.stream as () => NodeJS.EventEmitter;

  const asOwner = async <T>(run: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(embedded.poolConfig as pg.ClientConfig);
    await client.connect();
    try {
      return await run(client);
    } finally {
      await client.end();
    }
  };
  const [tables, opened] = await asOwner(async (client): Promise<[Tables, string]> => {
    const found = await findTables(client);
    return [found, await fingerprint(client, found)];
  });
  let expected = opened;

  /** Restores the database to its state when it was opened. Returns false if that is impossible. */
  async function isRestored(): Promise<boolean> {
    const closed = Promise.all([...connections].map((connection) => once(connection, "close")));
    await Promise.race([closed, sleep(PATIENCE, undefined, { ref: false })]);
    if (connections.size > 0) return false;
    return await asOwner(async (client) => {
      if ((await fingerprint(client, tables)) !== expected) return false;
      await restore(client, tables);
      expected = await fingerprint(client, tables);
      for (const name of readdirSync(directory)) {
        if (!files.has(name)) rmSync(join(directory, name), { recursive: true });
      }
      return true;
    });
  }

  const kept: KeptDatabase = {
    directory,
    embedded: {
      ...embedded,
      poolConfig: {
        ...embedded.poolConfig,
        stream: () => {
          const connection = connect();
          connections.add(connection);
          connection.once("close", () => connections.delete(connection));
          return connection as never;
        },
      },
      close: async () => {},
    },
    async giveBack() {
      if (await isRestored().catch(() => false)) {
        idle.push(kept);
        return;
      }
      await embedded.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return kept;
}

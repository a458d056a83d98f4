/** @database embedded */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import pg from "pg";
import { cloneEmbedded } from "../../embedded/clone.ts";
import { openEmbedded } from "../../embedded/index.ts";
import { inFull } from "../helpers/full.ts";
import { seededRandom } from "../helpers/seed.ts";
import { Child } from "./helpers/child.ts";
import { scratchClone } from "./helpers/prepared.ts";

const KILLS = inFull(10, 2);
const random = seededRandom();

async function withPool<T>(dataDir: string, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const database = await openEmbedded({ dataDir });
  const pool = new pg.Pool(database.poolConfig);
  try {
    return await use(pool);
  } finally {
    await pool.end();
    await database.close();
  }
}

it(`the embedded database keeps every acknowledged row when it is killed ${KILLS} times while writing, and can be cloned when it is closed`, async () => {
  const directory = await scratchClone();
  const acknowledged: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writer = new Child("writer", [directory]);
    await writer.until(3);
    await setTimeout(50 + random() * 300);
    await writer.kill();
    acknowledged.push(...writer.lines.map(Number));
  }
  const clone = join(directory, "clone");
  await withPool(directory, async (pool) => {
    expect(() => cloneEmbedded(directory, clone)).toThrow("has not been closed");
    const { rows } = await pool.query("select id from written where length(filling) = 1000");
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    // Each kill may leave at most one stored transaction that was not acknowledged.
    expect(stored.size - acknowledged.length).toBeLessThanOrEqual(KILLS * 4 * 3);
    // The index agrees with the table.
    await pool.query("set enable_seqscan = off");
    const { rows: counted } = await pool.query(
      "select count(id)::int as n from written where id > 0",
    );
    expect(counted).toEqual([{ n: stored.size }]);
  });
  process.stdout.write(`durability: ${acknowledged.length} rows acknowledged, none lost\n`);
  cloneEmbedded(directory, clone);
  expect(statSync(clone).mode & 0o777).toBe(0o700);
  expect(existsSync(join(clone, "embedded.lock"))).toBe(false);
  expect(() => cloneEmbedded(directory, clone)).toThrow("already");
});

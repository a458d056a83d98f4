/** Writes rows until it is killed, and prints the number of each acknowledged row. */
import { writeSync } from "node:fs";
import pg from "pg";
import { openEmbedded } from "../../../embedded/index.ts";

const database = await openEmbedded({ dataDir: process.argv[2] as string });
const pool = new pg.Pool({ ...database.poolConfig, max: 4 });
await pool.query("create table if not exists written (id serial primary key, filling text)");

async function write(): Promise<never> {
  const client = await pool.connect();
  for (;;) {
    await client.query("begin");
    const { rows } = await client.query(
      "insert into written (filling) select repeat('x', 1000) from generate_series(1, 3) returning id",
    );
    await client.query("commit");
    writeSync(1, `${rows.map(({ id }) => id).join("\n")}\n`);
  }
}

await Promise.all([write(), write(), write(), write()]);

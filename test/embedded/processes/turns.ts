/**
 * Lets three clients ask while a fourth is in a transaction, and prints their turns in the order in which they asked.
 * The database is in this thread, where the event loop says when a query has arrived.
 */
import { writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import pg from "pg";
import { databasePath } from "../../../embedded/data-directory.ts";
import { Multiplexer } from "../../../embedded/multiplexer.ts";
import { PGliteBackend } from "../../../embedded/pglite-backend.ts";
import { PortStream } from "../../../embedded/port-stream.ts";

const directory = process.argv[2] as string;
const backend = await PGliteBackend.open(databasePath(directory), directory);
const multiplexer = new Multiplexer(backend, console.error);

async function connect(): Promise<pg.Client> {
  const { port1, port2 } = new MessageChannel();
  multiplexer.add(new PortStream(port2));
  const client = new pg.Client({ stream: () => new PortStream(port1), user: "postgres" });
  await client.connect();
  return client;
}

const holder = await connect();
const others = [await connect(), await connect(), await connect()];
await holder.query("create temporary sequence turns; begin");
let answered = 0;
const turns: Promise<number>[] = [];
for (const other of others) {
  turns.push(
    other.query("select nextval('turns')::int as turn").then(({ rows }) => {
      answered += 1;
      return rows[0].turn;
    }),
  );
  // The event loop delivers what was posted before its next round.
  for (let round = 0; round < 2; round += 1) await nextTurn();
}
await holder.query("select 1");
writeSync(1, `${answered} before the end of the transaction\n`);
await holder.query("commit");
writeSync(1, `${await Promise.all(turns)}\n`);
process.exit();

/**
 * Closes the "database" of a thread from another, and prints what happens. It runs in its own process, because every
 * database of a process is told to close.
 */
import { writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers, { setImmediate as nextTurn } from "node:timers/promises";
import { BroadcastChannel } from "node:worker_threads";
import { followEmbedded, letOthersClose } from "../../../embedded/close-from-outside.ts";

const say = (what: string) => void writeSync(1, `${what}\n`);
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
};
const told: unknown[] = [];
const witness = new BroadcastChannel("embedded-database");
witness.onmessage = (event) => void told.push((event as { data: unknown }).data);

const close = followEmbedded();
await close();
say(`none is open${told}`);
const { promise: lasts, resolve: end } = Promise.withResolvers<void>();
letOthersClose(async () => {
  say("closing");
  end();
  // If the caller did not wait, it would be told during these turns.
  await turns();
  say("closed");
});
while (!told.includes("open")) await nextTurn();
// Another thread opens one too.
witness.postMessage("open");
await turns();
say("still open");
const isClosed = close().then(() => say("told"));
await lasts;
await isClosed;
while (!told.includes("closed")) await nextTurn();

const closeBusy = followEmbedded();
witness.postMessage("open");
await turns();
// Lets the process end even if the next call never returns.
witness.unref();
// The open database never says that it is closed.
Object.assign(timers, { setTimeout: async (delay: number) => say(`given up after ${delay} ms`) });
syncBuiltinESMExports();
await closeBusy();
process.exit();

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { databasePath, ensureDatabase } from "./data-directory.ts";
import { DirectoryLock } from "./directory-lock.ts";
import type { FromWorker, ToWorker, WorkerData } from "./messages.ts";
import { Multiplexer } from "./multiplexer.ts";
import { PGliteBackend } from "./pglite-backend.ts";
import { PortStream } from "./port-stream.ts";
import { serveSocket } from "./socket-server.ts";

const { directory } = workerData as WorkerData;
const parent = parentPort as MessagePort;

function send(message: FromWorker): void {
  parent.postMessage(message);
}

function log(line: string): void {
  send({ type: "log", line });
}

const lock = DirectoryLock.take(directory);
const created = await ensureDatabase(directory, async (path) => {
  const began = performance.now();
  log(`creating the embedded database in ${directory} (about ten seconds) …`);
  await PGliteBackend.create(path);
  log(`created the embedded database in ${((performance.now() - began) / 1000).toFixed(1)} s`);
});
const backend = await PGliteBackend.open(databasePath(directory), directory);
const multiplexer = new Multiplexer(backend, log);
const server = await serveSocket(directory, (socket) => multiplexer.add(socket));

parent.on("message", (message: ToWorker) => {
  if (message.type === "connect") multiplexer.add(new PortStream(message.port));
  else void close();
});
send({ type: "open", created, host: server.host });

async function close(): Promise<void> {
  const closed = server.close();
  await multiplexer.close();
  await closed;
  await backend.close();
  lock.release();
  parent.close();
}

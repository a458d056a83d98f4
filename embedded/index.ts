/**
 * PostgreSQL without a server: PGlite with PostGIS, in a worker thread, behind an ordinary `pg.Pool`.
 *
 * PGlite is a single backend. It runs in a worker thread (worker.ts), where many clients share it (multiplexer.ts). A
 * client's messages run as one request up to a Sync or a simple query (client-session.ts), and the client keeps the
 * backend until its transaction ends. So a transaction must never wait for a second connection. Clients connect through
 * a MessagePort that looks like a socket (port-stream.ts) or a Unix socket in the directory (socket-server.ts). There
 * is no TCP port. A lock of the operating system keeps out a second process (directory-lock.ts).
 *
 * Each client has its own prepared statements, start-up options, `set` and `listen`. They share the rest of the one
 * session: temporary tables, SQL's own `prepare`, session-level advisory locks, `set_config(…, false)`, and
 * `discard all` and `deallocate all`, which forget every client's statements. The login user is ignored: everyone is
 * the superuser until they take a role. `statement_timeout` and cancelling have no effect. COPY FROM STDIN works as a
 * simple query and is held in memory. There is no autovacuum and no fsync: the data survives a killed process, but not
 * a power cut.
 */
import { realpath } from "node:fs/promises";
import { setImmediate, setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { PoolConfig } from "pg";
import type { FromWorker, ToWorker, WorkerData } from "./messages.ts";
import { PortStream } from "./port-stream.ts";
import { DirectoryError, prepareDirectory } from "./prepare-directory.ts";

export { cloneEmbedded } from "./clone.ts";
export { PID_FILE } from "./data-directory.ts";
export { DirectoryError } from "./prepare-directory.ts";
export { SOCKET_NAME, socketHosts } from "./socket-server.ts";

/** Gets lines for the operator. */
type Log = (line: string, level?: "error") => void;

export interface EmbeddedDatabase {
  /** For `new pg.Pool({ ...poolConfig, max: 8 })`. */
  poolConfig: PoolConfig;
  /** For psql, and for libraries that take only a connection string. */
  connectionString: string;
  /** True if this call created the database. */
  created: boolean;
  /** Resolves with the reason if the database ends by itself. It cannot be opened again in this process. */
  lost: Promise<Error>;
  /** Waits for the running statement, ends all connections and closes the database. */
  close(): Promise<void>;
}

/** For clients that are already ending. */
const CLOSE_TIMEOUT_MS = 1000;

/** Native stack of the worker. It must be deeper than PostgreSQL's own limit on recursion. */
const STACK_MB = 64;

// Node 24 can crash when V8 frees WebAssembly code that it no longer needs:
// https://github.com/nodejs/node/issues/66366. V8 reads this flag each time it decides whether to free any, so it can
// be set in a running process.
setFlagsFromString("--no-wasm-code-gc");

/**
 * Opens the embedded database in a directory. Creates both if they do not exist.
 *
 * @param options.dataDir the directory, which has the database's files in `pgdata`
 * @param options.log gets lines for the operator
 * @param options.holdsProcess false lets the process end while the database is open
 * @throws DirectoryError if the directory cannot be used, or another process has it open; else the reason why the
 *   database cannot be opened
 */
export async function openEmbedded(options: {
  dataDir: string;
  log?: Log;
  holdsProcess?: boolean;
}): Promise<EmbeddedDatabase> {
  const log: Log = options.log ?? (() => {});
  prepareDirectory(options.dataDir);
  const workerData: WorkerData = { directory: await realpath(options.dataDir) };
  const worker = new Worker(new URL("./backend-thread.ts", import.meta.url), {
    workerData,
    // The lock uses SQLite, which is experimental in Node 24.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  const streams = new Set<PortStream>();
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  let failure: Error | undefined;

  const opened = new Promise<Extract<FromWorker, { type: "open" }>>((resolve, reject) => {
    worker.on("message", (message: FromWorker) => {
      if (message.type === "log") log(message.line);
      else resolve(message);
    });
    worker.on("error", (error: unknown) => {
      // PGlite's file system throws objects that are not errors.
      const reason = error instanceof Error ? error : new Error(inspect(error));
      // An error loses its class between threads.
      failure = / is in use by another process/.test(reason.message)
        ? new DirectoryError(reason.message)
        : reason;
      reject(failure);
    });
    worker.on("exit", () => {
      failure ??= new Error("the embedded database is closed");
      reject(failure);
    });
  });
  const { created, host } = await opened;
  if (options.holdsProcess === false) worker.unref();

  let closing: Promise<void> | undefined;
  worker.on("error", () => log(`the embedded database has stopped: ${failure?.message}`, "error"));
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  worker.on("exit", (code) => {
    for (const stream of streams) stream.destroy(closing ? undefined : failure);
    // Code 0 means that it was closed.
    if (code !== 0) lose(failure as Error);
  });

  const send = (message: ToWorker, transfer: MessagePort[] = []) =>
    worker.postMessage(message, transfer);

  const connect = (): PortStream => {
    const { port1, port2 } = new MessageChannel();
    const stream = new PortStream(port1);
    if (failure) {
      stream.destroy(failure);
    } else {
      streams.add(stream);
      stream.once("close", () => streams.delete(stream));
      send({ type: "connect", port: port2 }, [port2]);
    }
    return stream;
  };

  const close = async (): Promise<void> => {
    // If a pool has just ended, its clients' last messages are still on their way.
    await setImmediate();
    const ending = [...streams].filter((stream) => stream.writableEnded && !stream.closed);
    const gone = ending.map((stream) => new Promise((resolve) => stream.once("close", resolve)));
    await Promise.race([
      Promise.all(gone),
      setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    if (!failure) send({ type: "close" });
    await exited;
  };

  return {
    poolConfig: { stream: connect, user: "postgres", database: "postgres", ssl: false },
    // Gives the port, which PGPORT would set otherwise.
    connectionString: `postgresql:///postgres?user=postgres&port=5432&host=${encodeURIComponent(host)}`,
    created,
    lost,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

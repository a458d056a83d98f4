/**
 * PostgreSQL without a server: PGlite with PostGIS, in a worker thread, behind an ordinary `pg.Pool`.
 *
 * PGlite is one backend. The worker (worker.ts) holds it and lets many clients share it (multiplexer.ts): a
 * client's messages run as one request up to a Sync or a simple query (client-session.ts), and it keeps
 * the backend until its transaction is over. So a transaction must never wait for a second connection.
 * Clients reach it by a MessagePort dressed as a socket (port-stream.ts) or by a Unix socket in the
 * directory (socket-server.ts); there is no TCP port, and a lock of the operating system keeps a second
 * process out (directory-lock.ts).
 *
 * Prepared statements, start-up options, `set` and `listen` are each client's own. The rest of a session is
 * everyone's, for there is one: temporary tables, SQL's own `prepare`, session-level advisory locks,
 * `set_config(…, false)`, and `discard all` and `deallocate all`, which forget the statements of all. The
 * login user is ignored (all are the superuser until they take a role), and so are
 * `statement_timeout` and cancelling. COPY FROM STDIN works as a simple query, held in memory.
 * There is no autovacuum and no fsync: the data survives a killed process, not a power cut.
 */
import { mkdir, realpath } from "node:fs/promises";
import { setImmediate, setTimeout } from "node:timers/promises";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { PoolConfig } from "pg";
import type { FromWorker, ToWorker, WorkerData } from "./messages.ts";
import { PortStream } from "./port-stream.ts";

export interface EmbeddedDatabase {
  /** For `new pg.Pool({ ...poolConfig, max: 8 })`. */
  poolConfig: PoolConfig;
  /** For psql and libraries that only take a connection string. */
  connectionString: string;
  /** Whether this call created the database. */
  created: boolean;
  /** Waits for the running statement, ends all connections and closes the database. */
  close(): Promise<void>;
}

/** How long `close` waits for clients that are ending already, in milliseconds. */
const PATIENCE = 1000;

/** Native stack of the worker, in megabytes: PostgreSQL's own limit on recursion has to come first. */
const STACK = 64;

/**
 * Opens the embedded database in a directory, and creates both when they are not there.
 *
 * @param options.dataDir the directory; the database's files are in `pgdata` within it
 * @param options.log gets lines for the operator
 * @throws when another process has the directory open, or the database cannot be opened
 */
export async function openEmbedded(options: {
  dataDir: string;
  log?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {});
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const workerData: WorkerData = { directory: await realpath(options.dataDir) };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData,
    // SQLite, which keeps the lock, is experimental in Node 24.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { stackSizeMb: STACK },
  });
  const streams = new Set<PortStream>();
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  let failure: Error | undefined;

  const opened = new Promise<Extract<FromWorker, { type: "open" }>>((resolve, reject) => {
    worker.on("message", (message: FromWorker) => {
      if (message.type === "log") log(message.line);
      else resolve(message);
    });
    worker.on("error", (error: Error) => {
      failure = error;
      reject(error);
    });
    worker.on("exit", () => {
      failure ??= new Error("the embedded database is closed");
      reject(failure);
    });
  });
  const { created, host } = await opened;

  let closing: Promise<void> | undefined;
  worker.on("error", (error: Error) => log(`the embedded database has stopped: ${error.message}`));
  worker.on("exit", () => {
    for (const stream of streams) stream.destroy(closing ? undefined : failure);
  });

  const tell = (message: ToWorker, transfer: MessagePort[] = []) =>
    worker.postMessage(message, transfer);

  const connect = (): PortStream => {
    const { port1, port2 } = new MessageChannel();
    const stream = new PortStream(port1);
    if (failure) {
      stream.destroy(failure);
    } else {
      streams.add(stream);
      stream.once("close", () => streams.delete(stream));
      tell({ type: "connect", port: port2 }, [port2]);
    }
    return stream;
  };

  const close = async (): Promise<void> => {
    // A pool that has just ended leaves its clients' goodbyes under way.
    await setImmediate();
    const ending = [...streams].filter((stream) => stream.writableEnded && !stream.closed);
    const gone = ending.map((stream) => new Promise((resolve) => stream.once("close", resolve)));
    await Promise.race([Promise.all(gone), setTimeout(PATIENCE, undefined, { ref: false })]);
    if (!failure) tell({ type: "close" });
    await exited;
  };

  return {
    poolConfig: { stream: connect, user: "postgres", database: "postgres", ssl: false },
    connectionString: `postgresql:///postgres?user=postgres&host=${encodeURIComponent(host)}`,
    created,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

import type { PoolConfig } from "pg";
import type { Log } from "../process/log.ts";
import { PublicPool } from "./public-pool.ts";

/** Milliseconds to connect to a worker node. A position report that waits for that delays new alerts. */
const PATIENCE = 1_000;
/** Milliseconds until a host tries again to reach a worker node. */
const PAUSE = 30_000;

interface Node {
  pool: PublicPool;
  isReachable: boolean;
}

/**
 * The connections of a host to the worker nodes of its cluster, made when they are first needed. A node counts as
 * reachable once a connection was made, so that no request waits to find out. Until then, and after a failure, the
 * coordinator hands on the calls for that node.
 */
export class NodePools implements AsyncDisposable {
  readonly #config: PoolConfig;
  readonly #log: Log;
  readonly #nodes = new Map<string, Node>();
  readonly #pauses = new Set<NodeJS.Timeout>();

  /** @param config How requests connect to the coordinator. Each node is reached with the same user and options. */
  constructor(config: PoolConfig, log: Log) {
    this.#config = config;
    this.#log = log;
  }

  /** Returns the pool of a node; undefined if this host has not reached it yet, or lately failed to. */
  find(host: string, port: number): PublicPool | undefined {
    const address = `${host}:${port}`;
    const known = this.#nodes.get(address);
    if (known) return known.isReachable ? known.pool : undefined;
    const node: Node = { pool: this.#makePool(host, port), isReachable: false };
    this.#nodes.set(address, node);
    void this.#reach(address, node);
    return undefined;
  }

  /** Notes that no connection to a node could be made, and tries again later. */
  giveUp(pool: PublicPool, error: Error): void {
    for (const [address, node] of this.#nodes) {
      if (node.pool !== pool || !node.isReachable) continue;
      node.isReachable = false;
      this.#pause(address, node, error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const pause of this.#pauses) clearTimeout(pause);
    const nodes = [...this.#nodes.values()];
    this.#nodes.clear();
    await Promise.all(nodes.map(({ pool }) => pool.end()));
  }

  #makePool(host: string, port: number): PublicPool {
    const { connectionString, ...others } = this.#config;
    const url = new URL(connectionString as string);
    url.hostname = host;
    url.port = String(port);
    // A node that a broken network cuts off cannot end its statement. A position report delays new alerts until its
    // statement ends.
    const limits = { query_timeout: others.statement_timeout || undefined };
    const pool = new PublicPool({ ...others, ...limits, connectionString: url.href }, PATIENCE);
    // The pool replaces a connection that is lost while nobody uses it.
    pool.on("error", () => {});
    pool.on("connect", (client) => void client.on("error", () => {}));
    return pool;
  }

  async #reach(address: string, node: Node): Promise<void> {
    try {
      (await node.pool.connect()).release();
      node.isReachable = true;
    } catch (error) {
      this.#pause(address, node, error as Error);
    }
  }

  #pause(address: string, node: Node, error: Error): void {
    if (!this.#nodes.has(address)) return;
    this.#log(
      `database: this host does not reach the worker node ${address}, so the coordinator hands on its requests: ${error.message}`,
      "warn",
    );
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      void this.#reach(address, node);
    }, PAUSE);
    pause.unref();
    this.#pauses.add(pause);
  }
}

import type pg from "pg";

/** The callback that gets a connection from a pool. */
type Connected = Parameters<pg.Pool["connect"]>[0];

/** Makes a second release of a connection do nothing. */
function releasingOnce(callback: Connected): Connected {
  return (error, client, release) => {
    if (!client) return callback(error, client, release);
    let isReleased = false;
    callback(error, client, (destroy) => {
      if (isReleased) return;
      isReleased = true;
      release(destroy);
    });
  };
}

/**
 * Wraps a pool for graphile-worker, to work around two of its faults.
 *
 * - Errors lose their code. After some codes, such as those of a database that is starting, graphile-worker waits for
 *   up to three minutes before it connects again. Without a code it waits for two seconds.
 * - A second release of a connection does nothing. graphile-worker releases its LISTEN connection twice if it ends
 *   before LISTEN is answered. pg's pool would throw then, in a promise that nobody handles, and end the process.
 */
export function workerPool(pool: pg.Pool): pg.Pool {
  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw new Error((error as Error).message, { cause: error });
    }
  }
  return new Proxy(pool, {
    get(target, key, receiver) {
      if (key !== "connect") return Reflect.get(target, key, receiver);
      return (callback?: Connected) =>
        callback ? target.connect(releasingOnce(callback)) : connect();
    },
  });
}

import type pg from "pg";

/** What a pool calls back with a connection. */
type Connected = Parameters<pg.Pool["connect"]>[0];

/** A connection may be let go of twice: the second time does nothing. */
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
 * The pool as graphile-worker shall see it.
 *
 * After some errors of a database that starts or is out of reach it waits for up to three minutes before it asks again;
 * after any other, two seconds. It tells them apart by their codes: here they have none.
 *
 * What it listens on it lets go of twice where it ends while the answer to its LISTEN is to come, and none does. pg's
 * pool fails at that, in a promise that nobody handles, which ends the process.
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

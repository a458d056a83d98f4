import type pg from "pg";

/**
 * The pool as graphile-worker shall see it. After some errors of a database that starts or is out of reach it waits
 * for up to three minutes before it asks again; after any other, two seconds. It tells them apart by their codes.
 */
export function promptErrors(pool: pg.Pool): pg.Pool {
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
      return (callback?: Parameters<pg.Pool["connect"]>[0]) =>
        callback ? target.connect(callback) : connect();
    },
  });
}

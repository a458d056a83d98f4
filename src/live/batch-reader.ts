import type pg from "pg";
import { onOneConnection, type RequestSettings } from "../database/request-adaptor.ts";

/** A statement of someone's, under their role. */
interface Reading {
  settings: RequestSettings;
  text: string;
  values: readonly unknown[];
  resolve(rows: readonly unknown[]): void;
  reject(error: unknown): void;
}

/** Connections that are read on at once; the others are left to requests. */
const LANES = 2;
/** Statements that are under way on a connection. */
const UNDER_WAY = 100;

/**
 * Reads for many, each under their own role and policies and in a transaction of their own, without
 * waiting for one answer before the next is asked for.
 */
export class BatchReader {
  readonly #pool: pg.Pool;
  #waiting: Reading[] = [];
  #lanes = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The rows of a statement, as arrays. */
  read(
    settings: RequestSettings,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
    this.#waiting.push({ settings, text, values, resolve, reject });
    if (this.#lanes < LANES) {
      this.#lanes += 1;
      // Those of one moment are read together.
      setImmediate(() => void this.#work());
    }
    return promise;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const readings = this.#waiting.splice(0, UNDER_WAY);
      try {
        await onOneConnection(this.#pool, (clientOf) =>
          Promise.all(
            readings.map(({ settings, text, values, resolve, reject }) =>
              clientOf(settings)
                .query({ text, values: values as never, arrayMode: true })
                .then(({ rows }) => resolve(rows), reject),
            ),
          ),
        );
      } catch (error) {
        for (const { reject } of readings) reject(error);
      }
    }
    this.#lanes -= 1;
  }
}

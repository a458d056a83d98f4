import type pg from "pg";
import { readForEach } from "../database/request-adaptor.ts";
import type { RequestSettings } from "../database/request-settings.ts";

/** A read that waits for its turn. */
interface Waiting {
  settings: RequestSettings;
  text: string;
  values: readonly unknown[];
  resolve(rows: readonly unknown[] | Promise<readonly unknown[]>): void;
  reject(error: unknown): void;
}

/** The most connections to read on at once. The rest of the pool is for publications. */
const LANES = 2;
/** The most reads in one round trip. Their answers come together. */
const AT_ONCE = 200;

/** Reads for many subscribers at once, each under its own role and policies. */
export class BatchReader {
  readonly #pool: pg.Pool;
  #waiting: Waiting[] = [];
  #lanes = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Returns the rows of a statement, as arrays. */
  read(
    settings: RequestSettings,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
    this.#waiting.push({ settings, text, values, resolve, reject });
    if (this.#lanes < LANES) {
      this.#lanes += 1;
      // Reads that are asked for in the same turn of the event loop go together.
      setImmediate(() => void this.#work());
    }
    return promise;
  }

  async #work(): Promise<void> {
    for (let some = this.#take(); some.length > 0; some = this.#take()) {
      try {
        const results = await readForEach(this.#pool, (some[0] as Waiting).text, some);
        for (const [place, { resolve }] of some.entries()) {
          resolve(results[place] as Promise<readonly unknown[]>);
        }
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#lanes -= 1;
  }

  /** Takes the first reads that wait for the same statement. */
  #take(): Waiting[] {
    const text = this.#waiting[0]?.text;
    const end = this.#waiting.findIndex((one, place) => one.text !== text || place === AT_ONCE);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}

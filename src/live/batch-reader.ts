import { LRU } from "@graphile/lru";
import type pg from "pg";
import { AnswerBudget } from "../database/answer-budget.ts";
import type { DatabaseRequest } from "../database/database-request.ts";
import { readForEach } from "../database/request-adaptor.ts";

interface Waiting {
  request: DatabaseRequest;
  text: string;
  values: readonly unknown[];
  resolve(rows: readonly unknown[] | Promise<readonly unknown[]>): void;
  reject(error: unknown): void;
}

/** The rest of the pool is for publications. */
const MAX_CONNECTIONS = 2;
/** Their answers come together. */
const MAX_READS_PER_TRIP = 200;
/** For a statement whose cost is not known yet. */
const FIRST_READS_PER_TRIP = 4;
/** The last two are what a round trip should take. */
const MAX_TRIP_BYTES = 16_000_000;
const TARGET_TRIP_BYTES = 4_000_000;
const TARGET_TRIP_MS = 250;
/** The most statements whose number of reads per round trip is remembered. */
const MAX_STATEMENTS = 1_000;

/**
 * Reads for many subscribers at once, each under its own role and policies. Users take turns: a user who follows much,
 * or reads much for each event, delays only their own reads.
 */
export class BatchReader {
  readonly #pool: pg.Pool;
  /** The waiting reads of each user. The user who comes next is first. */
  readonly #queues = new Map<number, Waiting[]>();
  /** How many reads of a statement go together, learned from what the last ones took. */
  readonly #together = new LRU<string, number>({ maxLength: MAX_STATEMENTS });
  #lanes = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Returns the rows of a statement, as arrays. */
  read(
    request: DatabaseRequest,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly unknown[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
    this.#queueOf(request).push({ request, text, values, resolve, reject });
    if (this.#lanes < MAX_CONNECTIONS) {
      this.#lanes += 1;
      // Reads that are asked for in the same turn of the event loop go together.
      setImmediate(() => void this.#work());
    }
    return promise;
  }

  #queueOf({ identity }: DatabaseRequest): Waiting[] {
    const user = identity?.userId ?? 0;
    const queue = this.#queues.get(user) ?? [];
    this.#queues.set(user, queue);
    return queue;
  }

  async #work(): Promise<void> {
    for (let some = this.#take(); some.length > 0; some = this.#take()) {
      const { text } = some[0] as Waiting;
      const budget = new AnswerBudget(MAX_TRIP_BYTES);
      try {
        const { results, took } = await readForEach(this.#pool, text, some, budget);
        this.#learn(
          text,
          some.length,
          Math.max(budget.paid / TARGET_TRIP_BYTES, took / TARGET_TRIP_MS),
        );
        for (const [place, { resolve }] of some.entries()) {
          resolve(results[place] as Promise<readonly unknown[]>);
        }
      } catch (error) {
        if (budget.isSpent && some.length > 1) this.#readOneByOne(text, some);
        else for (const { reject } of some) reject(error);
      }
    }
    this.#lanes -= 1;
  }

  #most(text: string): number {
    return this.#together.get(text) ?? FIRST_READS_PER_TRIP;
  }

  /**
   * Learns how many reads go together: `count` of them took `part` of what a round trip should take. A few reads take
   * long for their number, so what was learned is reduced only if they took more than they should.
   */
  #learn(text: string, count: number, part: number): void {
    const most = Math.min(Math.floor(count / part), MAX_READS_PER_TRIP);
    this.#together.set(text, part > 1 ? Math.max(1, most) : Math.max(most, this.#most(text)));
  }

  /** Queues reads again that were too large together, so that they are read one by one. */
  #readOneByOne(text: string, some: Waiting[]): void {
    this.#together.set(text, 1);
    for (const one of some.toReversed()) this.#queueOf(one.request).unshift(one);
  }

  /** Takes the first read of the user who comes next, and reads of the same statement: one of each user in turn. */
  #take(): Waiting[] {
    const [next] = this.#queues.values();
    const text = next?.[0]?.text ?? "";
    const most = this.#most(text);
    const some: Waiting[] = [];
    // A user with more reads moves to the end, so this loop comes to them again.
    for (const [user, queue] of this.#queues) {
      if (some.length === most) break;
      if (queue[0]?.text !== text) continue;
      some.push(queue.shift() as Waiting);
      this.#queues.delete(user);
      if (queue.length > 0) this.#queues.set(user, queue);
    }
    return some;
  }
}

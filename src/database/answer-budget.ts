import type { ClientBase } from "pg";
import { AppError } from "../ops/app-error.ts";
import { type Answered, isUsuallyLarge, noteSize } from "./large-answers.ts";

/** What an answer adds to the bytes that the database sends. */
export interface AnswerShape extends Answered {
  /** The most characters that the keys of one row take. They are repeated for each row. */
  keysOfRow: number;
  /** The most keys under which one value of the database may appear. */
  copies: number;
}

interface Stream extends NodeJS.ReadableStream {
  destroy(): void;
}

/** A connection of the pool, and the budget that pays for what it receives. */
interface Watch {
  stream: Stream;
  budget: AnswerBudget | undefined;
}

const watches = new WeakMap<ClientBase, Watch>();

/** Watches a connection from its first use on. */
function watchOf(client: ClientBase): Watch {
  const known = watches.get(client);
  if (known) return known;
  // pg's types leave it out.
  const { stream } = (client as unknown as { connection: { stream: Stream } }).connection;
  const watch: Watch = { stream, budget: undefined };
  watches.set(client, watch);
  stream.on("data", (chunk: Buffer) => watch.budget?.payForBytes(chunk.length));
  return watch;
}

const PLAIN: AnswerShape = { keysOfRow: 0, copies: 1 };

/** Estimates the number of rows inside a column: PostgreSQL writes a list of rows as `{{…},{…}}`. */
function rowsInside(text: unknown): number {
  if (typeof text !== "string" || text[0] !== "{") return 0;
  let count = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) count += 1;
  return count;
}

/**
 * The bytes that an answer may still take. Its statements share them, and pay for rows as they arrive, so that an
 * answer that is too large ends before it fills the host's memory.
 */
export class AnswerBudget {
  readonly #most: number;
  readonly #shape: AnswerShape;
  readonly #isFlat: boolean;
  readonly #watches = new Set<Watch>();
  #left: number;

  /**
   * @param most The most bytes of the answer.
   * @param isFlat True if no column holds other rows.
   */
  constructor(most: number, shape: AnswerShape = PLAIN, isFlat = false) {
    this.#most = most;
    this.#shape = shape;
    this.#isFlat = isFlat;
    this.#left = most;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** The bytes that have been paid for so far. */
  get paid(): number {
    return this.#most - this.#left;
  }

  /** True if answers of this shape are usually large. */
  get isUsuallyLarge(): boolean {
    return isUsuallyLarge(this.#shape);
  }

  /** Remembers what has been paid so far as the size of an answer of this shape. */
  note(): void {
    noteSize(this.#shape, this.paid);
  }

  /** Begins the next answer of a subscription, with all bytes again. */
  refill(): void {
    this.#left = this.#most;
  }

  /** Pays for the keys of a row, and of the rows inside it. PostgreSQL's bytes are paid for already. */
  payForRow(columns: readonly unknown[]): void {
    let rows = 1;
    if (!this.#isFlat) for (const column of columns) rows += rowsInside(column);
    this.#pay(rows * this.#shape.keysOfRow);
  }

  payForBytes(bytes: number): void {
    this.#pay(bytes * this.#shape.copies);
  }

  #pay(bytes: number): void {
    this.#left -= bytes;
    // Otherwise PostgreSQL would go on sending.
    if (this.isSpent) for (const { stream } of this.#watches) stream.destroy();
  }

  /** Pays for what a connection receives, and ends the connection if that is too much, until `end` is called. */
  watch(client: ClientBase): { end(): void } {
    const watch = watchOf(client);
    watch.budget = this;
    this.#watches.add(watch);
    return {
      end: () => {
        watch.budget = undefined;
        this.#watches.delete(watch);
      },
    };
  }

  /** @throws AppError if the budget is spent. */
  check(): void {
    if (!this.isSpent) return;
    throw new AppError(
      "BAD_USER_INPUT",
      `The answer is larger than ${this.#most} bytes: ask for fewer rows or fields at once.`,
    );
  }
}

import type { ClientBase } from "pg";
import { AppError } from "../errors/app-error.ts";

/** What an answer adds to the bytes that the database sends. */
export interface AnswerShape {
  /** Characters of the keys of one row, at most. They are repeated for each row. */
  keysOfRow: number;
  /** Under how many keys a value of the database may be. */
  copies: number;
  /** True if no column holds other rows. */
  isFlat?: boolean;
}

/** About the number of rows inside a column: PostgreSQL writes a list of rows as `{{…},{…}}`. */
function rowsInside(text: unknown): number {
  if (typeof text !== "string" || text[0] !== "{") return 0;
  let count = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) count += 1;
  return count;
}

/**
 * The bytes that an answer may still take. Its statements share it, and pay for rows as they arrive, so that an answer
 * that is too large ends before it fills the host's memory.
 */
export class AnswerBudget {
  readonly #most: number;
  readonly #shape: AnswerShape;
  readonly #stops = new Set<() => void>();
  #left: number;

  /** @param most The most bytes of the answer. */
  constructor(most: number, shape: AnswerShape = { keysOfRow: 0, copies: 1 }) {
    this.#most = most;
    this.#shape = shape;
    this.#left = most;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Begins the next answer, of a subscription. */
  refill(): void {
    this.#left = this.#most;
  }

  /** Pays for the keys of a row, and of the rows inside it. PostgreSQL's bytes are paid for already. */
  payForRow(columns: readonly unknown[]): void {
    let rows = 1;
    if (!this.#shape.isFlat) for (const column of columns) rows += rowsInside(column);
    this.#pay(rows * this.#shape.keysOfRow);
  }

  #pay(bytes: number): void {
    this.#left -= bytes;
    if (this.isSpent) for (const stop of this.#stops) stop();
  }

  /** Pays for what a connection receives, and ends the connection if that is too much, as PostgreSQL would go on sending. */
  watch(client: ClientBase): () => void {
    // pg's types leave it out.
    const { stream } = (
      client as unknown as { connection: { stream: NodeJS.ReadableStream & { destroy(): void } } }
    ).connection;
    const pay = (chunk: Buffer) => this.#pay(chunk.length * this.#shape.copies);
    const stop = () => stream.destroy();
    stream.on("data", pay);
    this.#stops.add(stop);
    return () => {
      stream.off("data", pay);
      this.#stops.delete(stop);
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

const budgets = new WeakMap<object, AnswerBudget>();

/** Gives the request with these settings a budget. */
export function setBudget(settings: object, budget: AnswerBudget): void {
  budgets.set(settings, budget);
}

/** The budget of the request with these settings. */
export const budgetOf = (settings: object): AnswerBudget | undefined => budgets.get(settings);

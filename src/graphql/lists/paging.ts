import type { PgCodec, PgSelectStep } from "postgraphile/@dataplan/pg";
import { AppError } from "../../ops/app-error.ts";

/** The most rows in one list, or in one page of a connection. */
export const MAX_ROWS = 1000;

/** Returns the value of an argument. A negative one is BAD_USER_INPUT. */
export function notNegative(name: string, count: number): number {
  if (count < 0) throw new AppError("BAD_USER_INPUT", `${name} must not be negative.`);
  return count;
}

/** Returns a number of rows from an argument, cut to MAX_ROWS. */
export function capped(name: string, count: number): number {
  return Math.min(notNegative(name, count), MAX_ROWS);
}

/** The order of a table's rows in lists, by the smart tags of `orderById`. */
export function orderOf(codec: PgCodec): { attribute: string; direction: "ASC" | "DESC" } {
  const direction = codec.extensions?.tags?.newestFirst ? "DESC" : "ASC";
  return { attribute: String(codec.extensions?.tags?.orderedBy ?? "id"), direction };
}

/**
 * Orders rows by id, or by the column in the table's smart tag `@orderedBy`. With the tag `@newestFirst`
 * the order is descending.
 */
export function orderById($list: PgSelectStep, codec: PgCodec): void {
  $list.orderBy(orderOf(codec));
  $list.setOrderIsUnique();
}

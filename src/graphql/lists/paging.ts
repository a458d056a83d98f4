import type { PgCodec, PgSelectStep } from "postgraphile/@dataplan/pg";
import { AppError } from "../../errors/app-error.ts";

/** The most rows that one list, or one page of a connection, gives. */
export const MOST_ROWS = 1000;

/** A count from an argument; error BAD_USER_INPUT below zero. */
export function notNegative(name: string, count: number): number {
  if (count < 0) throw new AppError("BAD_USER_INPUT", `${name} must not be negative.`);
  return count;
}

/** A number of rows from an argument, cut to the most that are given. */
export function capped(name: string, count: number): number {
  return Math.min(notNegative(name, count), MOST_ROWS);
}

/** The order of a table's rows in lists, by the smart tags of `orderById`. */
export function orderOf(codec: PgCodec): { attribute: string; direction: "ASC" | "DESC" } {
  const direction = codec.extensions?.tags?.newestFirst ? "DESC" : "ASC";
  return { attribute: String(codec.extensions?.tags?.orderedBy ?? "id"), direction };
}

/**
 * Orders rows by id, or by the column that the table's smart tag `@orderedBy` names; newest first
 * where `@newestFirst` says so.
 */
export function orderById($list: PgSelectStep, codec: PgCodec): void {
  $list.orderBy(orderOf(codec));
  $list.setOrderIsUnique();
}

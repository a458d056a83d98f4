/**
 * Matches each digit in one way only: with two ways, a text takes as many steps as the square of its length. A phone
 * whose language has a decimal comma may write one.
 */
const DECIMAL = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;
/** Apps write fewer than thirty. */
const MAX_NUMBER_CHARACTERS = 100;

const isDecimal = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_NUMBER_CHARACTERS && DECIMAL.test(value.trim());

/** Reads a number, also if it is written as text; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  const number = isDecimal(value) ? Number(value.replace(",", ".")) : (value ?? undefined);
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** True for what apps send for a value that they do not have. */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === "";

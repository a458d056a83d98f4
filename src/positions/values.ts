const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a number, also if it is written as text; undefined for others. */
export function toNumber(value: unknown): number | undefined {
  const number =
    typeof value === "string" && DECIMAL.test(value.trim()) ? Number(value) : (value ?? undefined);
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** True for what apps send for a value that they do not have. */
export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === "";

/** True for a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object's member; undefined for everything that is no object. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

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

/** Reads JSON; undefined for texts that are none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

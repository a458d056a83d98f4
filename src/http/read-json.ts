/** Reads JSON; undefined for texts that are none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object's member; undefined for everything that is no object. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

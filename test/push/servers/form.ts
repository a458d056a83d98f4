/** Returns true if a value has the right form. */
export type Check = (value: unknown) => boolean;

/** The fields that an object may have. */
export interface Form {
  [name: string]: Check | Form;
}

export const isText: Check = (value) => typeof value === "string";

export const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

export const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);

/**
 * Compares an object with its form. Every field may be absent.
 * @returns The path of the first field that is unknown or wrong, or undefined.
 */
export function findWrongField(value: unknown, form: Form, path: string): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return path;
  for (const [name, field] of Object.entries(value)) {
    const check = Object.hasOwn(form, name) ? form[name] : undefined;
    const at = `${path}.${name}`;
    if (!check) return at;
    const wrong =
      typeof check === "function" ? !check(field) && at : findWrongField(field, check, at);
    if (wrong) return wrong;
  }
  return undefined;
}

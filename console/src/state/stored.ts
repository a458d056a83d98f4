import { effect, type Signal, signal } from "@preact/signals";

const keyOf = (name: string) => `location-alerts.${name}`;

/**
 * Returns what the browser's storage has under a name now, because another tab may have written it; undefined if it
 * cannot be read.
 */
export function storedValue<T>(name: string): T | null | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? "null");
  } catch {
    // Written by another version of the console, or storage is off.
    return undefined;
  }
}

/** Makes a signal whose value stays in the browser's storage, under a name. */
export function storedSignal<T>(name: string, initial: T): Signal<T> {
  const key = keyOf(name);
  const known = storedValue<T>(name);
  // A value from an older version may lack new fields.
  const isObject = known && typeof known === "object" && typeof initial === "object";
  const value = signal<T>(isObject ? { ...initial, ...known } : (known ?? initial));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(key, text);
    } catch {
      // Storage is full or off: the value lasts until the page is closed.
    }
  });
  return value;
}

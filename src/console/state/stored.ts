import { effect, type Signal, signal } from "@preact/signals";

/** Makes a signal whose value stays in the browser's storage, under a name. */
export function stored<T>(name: string, initial: T): Signal<T> {
  const key = `location-alerts.${name}`;
  let storedValue: T | undefined;
  try {
    storedValue = JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    // Written by another version of the console, or storage is off: starts with the initial value.
  }
  // A value from an older version may lack new fields.
  const isObject = typeof storedValue === "object" && typeof initial === "object";
  const value = signal<T>(isObject ? { ...initial, ...storedValue } : (storedValue ?? initial));
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

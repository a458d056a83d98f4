import { effect, type Signal, signal } from "@preact/signals";

/** A signal that outlives the page: kept in this browser under a name. */
export function stored<T>(name: string, initial: T): Signal<T> {
  const key = `location-alerts.${name}`;
  let kept: T | undefined;
  try {
    kept = JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    // Made by another version, or storage is off: begin anew.
  }
  // What another version kept may lack parts that are new.
  const isObject = typeof kept === "object" && typeof initial === "object";
  const value = signal<T>(isObject ? { ...initial, ...kept } : (kept ?? initial));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(key, text);
    } catch {
      // Full or off: it lasts as long as the page.
    }
  });
  return value;
}

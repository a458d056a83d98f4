import type { Store } from "./store.ts";

/** Keeps the state in a browser's local storage, which holds some ten thousand positions. */
export function browserStore(
  key: string,
  storage: Pick<Storage, "getItem" | "setItem"> = localStorage,
): Store {
  return {
    async read() {
      const text = storage.getItem(key);
      return text === null ? undefined : JSON.parse(text);
    },
    async write(state) {
      storage.setItem(key, JSON.stringify(state));
    },
  };
}

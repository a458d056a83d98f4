type Items = Record<string, string>;

/** A fake of the browser's storage, such as localStorage. */
export const storage = (): object =>
  Object.create({
    getItem(this: Items, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Items, name: string, text: string) {
      this[name] = text;
    },
    removeItem(this: Items, name: string) {
      delete this[name];
    },
  });

/** A fake of navigator.locks for all tabs. */
export function locks() {
  const held = new Set<string>();
  const waiting: (() => void)[] = [];
  return {
    async request(
      name: string,
      { signal }: { signal?: AbortSignal },
      hold: (lock: object) => Promise<void>,
    ) {
      while (held.has(name)) {
        await new Promise<void>((resolve, reject) => {
          waiting.push(resolve);
          signal?.addEventListener("abort", () => reject(signal.reason));
        });
      }
      held.add(name);
      await hold({});
      held.delete(name);
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** Defines a global that a browser would give the page. */
export function put(name: string, value: PropertyDescriptor): void {
  Object.defineProperty(globalThis, name, { configurable: true, ...value });
}

/** Turns the browser's storage off. */
export function turnStorageOff(): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    put(name, {
      get: () => {
        throw new DOMException("Storage is off.", "SecurityError");
      },
    });
  }
}

/** Opens an address of the console. */
export function openAddress(hash: string): void {
  location.hash = hash;
  window.dispatchEvent(new Event("hashchange"));
}

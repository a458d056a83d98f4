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

/** A fake of navigator.locks for all tabs. One tab at a time holds a lock, and another one can steal it. */
export function locks() {
  const held = new Map<string, () => void>();
  const waiting: (() => void)[] = [];
  return {
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
    async request(name: string, { steal }: { steal: boolean }, hold: () => Promise<void>) {
      if (steal) held.get(name)?.();
      while (!steal && held.has(name)) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      const { promise: stolen, reject } = Promise.withResolvers<void>();
      const lose = () => reject(new DOMException("Stolen.", "AbortError"));
      held.set(name, lose);
      await Promise.race([hold(), stolen]);
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

/** Returns an object with one property replaced. */
export const over = <T extends object>(target: T, key: string, value: unknown): T =>
  new Proxy(target, {
    get(_, name) {
      if (name === key) return value;
      const own = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });

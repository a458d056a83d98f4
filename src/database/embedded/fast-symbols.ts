/** A function of PostGIS. An object that has it is the table of PostGIS's exports. */
const KNOWN_EXPORT = "LWGEOM_in";

/**
 * Makes `create extension postgis` nine times faster (`npm run bench -- symbols`).
 *
 * Emscripten's `dlsym` calls `Object.keys` on all exports of PostGIS for each of its functions that it looks up, for an
 * index that nobody uses. Here the keys of that one table are listed once. The table is a local variable of
 * Emscripten's: no option, hook or subclass reaches it, and stripping the exports would break the functions that link
 * to each other through them. So `Object.keys` itself is replaced, in this thread only, which runs nothing but PGlite.
 */
export function speedUpSymbolLookup(): void {
  const keysOf = Object.keys;
  const listed = new WeakMap<object, string[]>();
  Object.keys = (value: object): string[] => {
    if (typeof value !== "object" || !Object.hasOwn(value, KNOWN_EXPORT)) return keysOf(value);
    const keys = listed.get(value) ?? keysOf(value);
    listed.set(value, keys);
    return keys;
  };
}

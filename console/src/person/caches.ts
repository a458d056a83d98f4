/** What the names of this page's caches begin with. */
export const CACHE_PREFIX = "location-alerts-person-";

/** Empties all caches of this page. */
export async function emptyCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
}

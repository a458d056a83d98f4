/** The browser's database in which this page keeps data for use without a network. */
const DATABASE = "location-alerts-person";
const STORE = "kept";

/** Runs one request on the store. */
async function run<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps a value under a name. */
export const keep = (name: string, value: unknown) =>
  run("readwrite", (store) => store.put(value, name));

/** Returns what is kept under a name; undefined if there is nothing. */
export const kept = <T>(name: string) =>
  run<T | undefined>("readonly", (store) => store.get(name) as IDBRequest<T | undefined>);

const from = (beginning: string) => IDBKeyRange.bound(beginning, `${beginning}\uffff`);

/** Returns all values that are kept under names with this beginning. */
export const keptAll = <T>(beginning: string) =>
  run<T[]>("readonly", (store) => store.getAll(from(beginning)) as IDBRequest<T[]>);

/** Deletes all values that are kept under names with this beginning. */
export const forgetAll = (beginning: string) =>
  run("readwrite", (store) => store.delete(from(beginning)));

/** Deletes everything that is kept. */
export const forgetKept = () => run("readwrite", (store) => store.clear());

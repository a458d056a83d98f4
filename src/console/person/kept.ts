/** What this page keeps in the browser's database, so that it is there without a network. */
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

/** Returns all that is kept under names that begin so. */
export const keptAll = <T>(beginning: string) =>
  run<T[]>("readonly", (store) => store.getAll(from(beginning)) as IDBRequest<T[]>);

/** Forgets all that is kept under names that begin so. */
export const forgetAll = (beginning: string) =>
  run("readwrite", (store) => store.delete(from(beginning)));

/** Forgets everything that is kept. */
export const forgetKept = () => run("readwrite", (store) => store.clear());

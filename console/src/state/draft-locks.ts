/**
 * The beginning of a lock's name, before the draft's key. The browser gives a lock to one tab at a time, and releases
 * it when the tab is closed.
 */
const PREFIX = "location-alerts.draft.";

/**
 * Locks a draft for this tab, or waits until the tab that holds the lock releases it.
 * @param isForced Takes the lock from the tab that holds it.
 * @param on.held Called when this tab has the lock.
 * @param on.lost Called when another tab takes it.
 * @returns A function that releases the lock, or stops waiting for it.
 */
export function lockDraft(
  key: string,
  isForced: boolean,
  on: { held: () => void; lost: () => void },
): () => void {
  const end = Promise.withResolvers<void>();
  let isOver = false;
  navigator.locks
    .request(PREFIX + key, { steal: isForced }, () => {
      if (!isOver) on.held();
      return end.promise;
    })
    .catch(() => {
      if (!isOver) on.lost();
    });
  return () => {
    isOver = true;
    end.resolve();
  };
}

/** Returns the keys of the drafts that some tab has open. */
export async function openDrafts(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name = "" }) => name.slice(PREFIX.length)));
}

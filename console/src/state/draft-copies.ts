import type { Draft } from "./draft-fields.ts";
import { session } from "./session.ts";

const PREFIX = "location-alerts.draft.";

/** A draft in the browser's storage, and who wrote it: unknown in a copy of an older version of the console. */
interface Copy {
  draft: Draft;
  userId?: number | undefined;
}

/** Returns the copy with a key, if this user has it in the browser. */
export function copyOf(key: string): Draft | undefined {
  try {
    const { draft, userId }: Copy = JSON.parse(localStorage.getItem(PREFIX + key) ?? "");
    const isOwn = userId === undefined || userId === session.peek()?.userId;
    return isOwn && draft.key ? draft : undefined;
  } catch {
    // There is none, another version of the console wrote it, or storage is off.
    return undefined;
  }
}

/** Returns all copies of this user in the browser. */
export function ownCopies(): Draft[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return names.flatMap((name) => copyOf(name.slice(PREFIX.length)) ?? []);
  } catch {
    // Storage is off.
    return [];
  }
}

/** Keeps a copy of a draft. Returns false if the storage is full or off. */
export function keepCopy(draft: Draft): boolean {
  const copy: Copy = { draft, userId: session.peek()?.userId };
  try {
    localStorage.setItem(PREFIX + draft.key, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function removeCopy(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is off.
  }
}

/** The browser takes the lock from a page that is reloaded or closed with a short delay. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Locks a copy for this tab. The browser releases the lock when the tab is closed.
 * @returns A function that releases the lock; undefined if another tab has it.
 */
export function lockCopy(key: string): Promise<(() => void) | undefined> {
  const locked = Promise.withResolvers<(() => void) | undefined>();
  const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS);
  const hold = () => new Promise<void>((release) => locked.resolve(release));
  navigator.locks.request(PREFIX + key, { signal }, hold).catch(() => locked.resolve(undefined));
  return locked.promise;
}

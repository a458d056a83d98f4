import { signal } from "@preact/signals";
import { request } from "../api/request.ts";
import { userNamesDocument } from "../api/user-names-document.ts";

/** The most aliases of a field that the service allows. */
const MAX_ALIASES = 20;

/**
 * Makes a store of users' names by their ids. Each name is requested once, because the audit log records the request.
 */
export function userNames() {
  const names = signal<ReadonlyMap<number, string>>(new Map());
  const asked = new Set<number>();

  async function loadSome(ids: readonly number[]): Promise<void> {
    const variables = Object.fromEntries(ids.map((id, at) => [`id${at}`, id]));
    const answer = await request(userNamesDocument(ids.length), variables);
    const found = ids.flatMap((id, at): [number, string][] => {
      const name = answer[`user${at}`]?.nodes[0]?.name;
      return name === undefined ? [] : [[id, name]];
    });
    names.value = new Map([...names.value, ...found]);
  }

  return {
    names,
    /**
     * Loads the names of users that are not known yet. Without an answer they stay unknown, and ids are shown instead.
     */
    async load(ids: Iterable<number>): Promise<void> {
      const unknown = [...new Set(ids)].filter((id) => !asked.has(id));
      for (const id of unknown) asked.add(id);
      for (let at = 0; at < unknown.length; at += MAX_ALIASES) {
        const some = unknown.slice(at, at + MAX_ALIASES);
        try {
          await loadSome(some);
        } catch {
          for (const id of some) asked.delete(id);
        }
      }
    },
  };
}

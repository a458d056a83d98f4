import { join } from "node:path";
import type { Rollup } from "vite";
import { LIBRARY, LIBRARY_WORKER } from "./map-library.ts";

type ModuleInfo = (id: string) => Rollup.ModuleInfo | null;

/** Returns a module and all that it imports, without dynamic imports. */
function reached(from: string, infoOf: ModuleInfo, found = new Set<string>()): Set<string> {
  if (found.has(from)) return found;
  found.add(from);
  for (const id of infoOf(from)?.importedIds ?? []) reached(id, infoOf, found);
  return found;
}

/** A style belongs to the chunks of its importers. */
const isStyle = (id: string) => id.endsWith(".css");

/** The chunks, in the order in which they take modules and all that these import. */
const CHUNKS = [
  "map-basis",
  "workers",
  "map-shared",
  "page",
  "joining",
  "common",
  "known",
  "map",
] as const;
type Chunk = (typeof CHUNKS)[number];

/** Returns the chunk of each module that the first screens need. */
function placed(source: string, infoOf: ModuleInfo): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  const place = (ids: Iterable<string>, chunk: Chunk) => {
    for (const id of ids) if (!chunks.has(id) && !isStyle(id)) chunks.set(id, chunk);
  };
  // The page starts the workers with a small part of the library. The page and the workers both use it.
  const starting = [...reached(join(source, "map/workers.ts"), infoOf)];
  place(
    starting.filter((id) => id.includes("node_modules") && !id.startsWith("\0")),
    "map-basis",
  );
  place(starting, "workers");
  const [, ...ofWorker] = reached(LIBRARY_WORKER, infoOf);
  place(ofWorker, "map-shared");
  // An entry is a chunk of its own.
  const [, ...ofLogin] = reached(join(source, "main.tsx"), infoOf);
  const ofMap = [...reached(join(source, "screens/map.tsx"), infoOf)];
  // People's pages load only what they share with the first screens, not the rest of those.
  for (const [page, chunk] of [
    ["person", "page"],
    ["join", "joining"],
  ] as const) {
    const ofPage = reached(join(source, page, "main.tsx"), infoOf);
    place(
      [...ofLogin, ...ofMap].filter((id) => ofPage.has(id)),
      chunk,
    );
  }
  place(ofLogin, "common");
  // Other screens need parts of the map's screen, but not the map itself.
  const isOfMap = (id: string) => id.startsWith(LIBRARY) || isStyle(id);
  place(
    ofMap.filter((id) => ![...reached(id, infoOf)].some(isOfMap)),
    "known",
  );
  place(ofMap, "map");
  return chunks;
}

/**
 * Puts the code of the login and of the first map into few files: each file costs a round trip, and its headers may be
 * larger than its code.
 * @param source The directory of the console's sources.
 */
export function chunks(source: string) {
  let all: Map<string, Chunk> | undefined;
  return {
    groups: CHUNKS.map((chunk, at) => ({
      priority: CHUNKS.length - at,
      name(id: string, bundle: { getModuleInfo: ModuleInfo }): string | null {
        all ??= placed(source, (each) => bundle.getModuleInfo(each));
        return all.get(id) === chunk ? chunk : null;
      },
    })),
  };
}

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, transformWithOxc } from "vite";
import { changed } from "./changed-lines.ts";
import { expectedModules } from "./expected-modules.ts";
import { shortened } from "./left-out.ts";
import { neededStyles } from "./map-styles.ts";

/** The directory of MapLibre's package, its sources and its styles. */
export const LIBRARY = dirname(dirname(fileURLToPath(import.meta.resolve("maplibre-gl"))));
const SOURCES = join(LIBRARY, "src");
const STYLES = join(LIBRARY, "dist/maplibre-gl.css");
/** MapLibre reads its version from this file. */
const DESCRIPTION = join(LIBRARY, "package.json");
export const LIBRARY_WORKER = join(SOURCES, "source/worker.ts");
/**
 * False if MAP_LIBRARY=package switches to MapLibre's own build. MapLibre's sources are not a public part of its
 * package, so our package.json names an exact version.
 */
export const isFromSources = process.env.MAP_LIBRARY !== "package";
/** The module that the console imports for the URL of MapLibre's worker. */
const WORKER_URL = "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
/** The module that starts the workers before the console has the map's code: four public functions of MapLibre. */
const WORKERS = "maplibre-gl/workers";
const WORKERS_OF_PACKAGE =
  'export { clearPrewarmedResources, prewarm, setWorkerCount, setWorkerUrl } from "maplibre-gl";';
const util = (module: string) => JSON.stringify(join(SOURCES, `util/${module}.ts`));
const WORKERS_OF_SOURCES = `
import { config } from ${util("config")};
import { WorkerPool } from ${util("worker_pool")};
export { clearPrewarmedResources, prewarm } from ${util("global_worker_pool")};
export function setWorkerUrl(url) { config.WORKER_URL = url; }
export function setWorkerCount(count) { WorkerPool.workerCount = count; }`;
/** MapLibre's own build, with all that an operator's style may use, and its worker. */
const WHOLE = "maplibre-gl/whole";
const WHOLE_WORKER = "maplibre-gl/whole-worker?url";
/** How a module registers a class that the page and the worker send each other. */
const REGISTERS = /^register\(/m;

/**
 * Builds MapLibre from the sources in its package. Its own build has two files, for the page and for the worker, and
 * most of the worker's code is in both. Here they share that code, and what the console does not use is left out: a
 * quarter fewer bytes.
 */
export function mapLibrary(): Plugin {
  const expected = expectedModules();
  return {
    name: "map-library",
    enforce: "pre",
    resolveId(source) {
      if (source === WORKERS) return `\0${WORKERS}`;
      if (source === WHOLE) return join(LIBRARY, "dist/maplibre-gl.mjs");
      if (source === WHOLE_WORKER) return join(LIBRARY, "dist/maplibre-gl-worker.mjs?url");
      if (!isFromSources) return undefined;
      if (source === "maplibre-gl") return join(SOURCES, "index.ts");
      return source === WORKER_URL ? `\0${WORKER_URL}` : undefined;
    },
    load(id) {
      if (id === `\0${WORKERS}`) return isFromSources ? WORKERS_OF_SOURCES : WORKERS_OF_PACKAGE;
      if (id !== `\0${WORKER_URL}`) return undefined;
      const file = this.emitFile({
        type: "chunk",
        id: LIBRARY_WORKER,
        name: "map-worker",
      });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    // MapLibre's own compiler leaves out fields without a value: otherwise they would undo what a base class's
    // constructor set.
    async transform(code, id) {
      if (!isFromSources) return undefined;
      if (id === STYLES) return neededStyles(code);
      if (id === DESCRIPTION) return JSON.stringify({ version: JSON.parse(code).version });
      if (!id.startsWith(SOURCES)) return undefined;
      const module = id.slice(SOURCES.length + 1);
      expected.see(module);
      const needed = changed(shortened(code, module), module);
      const compiled = await transformWithOxc(needed, id, {
        target: "es2022",
        typescript: { removeClassFieldsWithoutInitializer: true },
        assumptions: { setPublicClassFields: true },
      });
      return { ...compiled, moduleSideEffects: REGISTERS.test(needed) };
    },
    buildEnd(error) {
      if (isFromSources && !error) expected.check();
    },
  };
}

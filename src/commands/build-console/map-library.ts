import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, transformWithOxc } from "vite";

/** The directory of MapLibre's package, its sources, and those of its worker. */
export const LIBRARY = dirname(dirname(fileURLToPath(import.meta.resolve("maplibre-gl"))));
const SOURCES = join(LIBRARY, "src");
export const LIBRARY_WORKER = join(SOURCES, "source/worker.ts");
/** MAP_LIBRARY=package switches to MapLibre's own build. Its sources are no public part of it, so its version is exact. */
export const isFromSources = process.env.MAP_LIBRARY !== "package";
/** What the console imports for the URL of MapLibre's worker. */
const WORKER_URL = "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
/** What the console imports to start the workers before it has the map's code: three public functions of MapLibre. */
const WORKERS = "maplibre-gl/workers";
const WORKERS_OF_PACKAGE = 'export { prewarm, setWorkerCount, setWorkerUrl } from "maplibre-gl";';
const util = (module: string) => JSON.stringify(join(SOURCES, `util/${module}.ts`));
const WORKERS_OF_SOURCES = `
import { config } from ${util("config")};
import { WorkerPool } from ${util("worker_pool")};
export { prewarm } from ${util("global_worker_pool")};
export function setWorkerUrl(url) { config.WORKER_URL = url; }
export function setWorkerCount(count) { WorkerPool.workerCount = count; }`;
/** How a module registers a class that the page and the worker send each other. */
const REGISTERS = /^register\(/m;

/** Where the worker sends the page a copy of the file that it has loaded. */
const GEOJSON_WORKER = join(SOURCES, "source/geojson_worker_source.ts");
const SENDS_COPY = "if (params.request) result.data = params.data;";

/**
 * Returns a module without the copy. Nothing reads it, and to receive that of the fine coast, of 7 MB, takes the page so long
 * that one notices it while typing.
 */
function withoutCopy(code: string, id: string): string {
  if (id !== GEOJSON_WORKER) return code;
  if (!code.includes(SENDS_COPY)) throw new Error(`${id} does not have: ${SENDS_COPY}`);
  return code.replace(SENDS_COPY, "");
}

/**
 * Builds MapLibre from the sources in its package. Its own build has two files, for the page and for the worker, and most of
 * the worker's code is in both. Here they share that code, and what the console does not use is left out: a quarter
 * fewer bytes.
 */
export function mapLibrary(): Plugin {
  return {
    name: "map-library",
    enforce: "pre",
    resolveId(source) {
      if (source === WORKERS) return `\0${WORKERS}`;
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
    // MapLibre's own compiler leaves out fields without a value: otherwise they would undo what a parent's constructor set.
    async transform(code, id) {
      if (!id.startsWith(SOURCES)) return undefined;
      const compiled = await transformWithOxc(withoutCopy(code, id), id, {
        target: "es2022",
        typescript: { removeClassFieldsWithoutInitializer: true },
        assumptions: { setPublicClassFields: true },
      });
      return { ...compiled, moduleSideEffects: REGISTERS.test(code) };
    },
  };
}

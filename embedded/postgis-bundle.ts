import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import type { Extension } from "@electric-sql/pglite";
import { postgis } from "@electric-sql/pglite-postgis";

const BLOCK_BYTES = 512;

/** The files that the extension `postgis` needs. The others are for raster, topology, a geocoder and upgrades. */
const NEEDED =
  /^(lib\/postgresql\/postgis-3\.so|share\/proj\/.*|share\/postgresql\/extension\/postgis(\.control|--\d[\d.]*\.sql))$/;

/**
 * PostGIS without the parts that are never loaded here. That halves the time to open a database. The smaller bundle is
 * made once and kept in the directory.
 */
export function slimPostgis(directory: string): Extension {
  return {
    name: postgis.name,
    setup: async (pglite, emscriptenOptions) => {
      const setup = await postgis.setup(pglite, emscriptenOptions);
      return { ...setup, bundlePath: slimBundle(setup.bundlePath as URL, directory) };
    },
  };
}

function slimBundle(original: URL, directory: string): URL {
  // The name contains the original's size, so another version gets another bundle.
  const path = join(directory, `postgis-${statSync(original).size}.tar.gz`);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    const slim = gzipSync(neededEntries(gunzipSync(readFileSync(original))), {
      level: constants.Z_BEST_SPEED,
    });
    writeFileSync(`${path}.new`, slim);
    renameSync(`${path}.new`, path);
  }
  return pathToFileURL(path);
}

/** A tar archive of only the needed entries of another. */
function neededEntries(tar: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = 0;
  while (at < tar.length && tar[at] !== 0) {
    const name = tar.toString("latin1", at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8);
    const end = at + BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    if (NEEDED.test(name)) kept.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, Buffer.alloc(2 * BLOCK_BYTES)]);
}

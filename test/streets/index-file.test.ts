import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { pmtiles } from "../../src/cli/pmtiles-writer.ts";
import { finder, openIndex } from "../../src/streets/index-file.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-index-"));
});
afterAll(() => rm(directory, { recursive: true }));

/** Makes a map file with points of these names. */
function fileWith(...names: string[]): Buffer {
  const features = names.map((name) => ({ id: null, type: 1, geometry: [[5, 5]], tags: { name } }));
  // The library's types want tiles as geojson-vt makes them.
  const data = fromGeojsonVt({ pois: { features } } as never, { version: 2, extent: 4096 });
  return pmtiles([{ z: 14, x: 8192, y: 8192, data }], [-1, -1, 1, 1], {});
}

/**
 * Opens the index of a file that was changed at this time. Returns what a search finds, and which indexes exist then.
 */
async function open(
  file: Buffer,
  changedAt: number,
): Promise<[found: string[], indexes: string[]]> {
  const path = join(directory, "map.pmtiles");
  await writeFile(path, file);
  await utimes(path, changedAt, changedAt);
  const data = join(directory, "data");
  const database = await openIndex(path, data);
  try {
    return [finder(database)("mill").map(({ name }) => name), await readdir(data)];
  } finally {
    database.close();
  }
}

test("a map file with another size or time gets a new index, and the previous file's index is removed", async () => {
  const [old, oldIndexes] = await open(fileWith("Mill"), 1000);
  expect([old, oldIndexes]).toEqual([
    ["Mill"],
    [expect.stringMatching(/^streets-\w{16}\.sqlite$/)],
  ]);
  // This file has the same time, like one that is copied with its time.
  const larger = fileWith("Mill", "Millpond");
  const [found, indexes] = await open(larger, 1000);
  expect(found).toEqual(["Mill", "Millpond"]);
  expect([indexes.length, indexes[0] === oldIndexes[0]]).toEqual([1, false]);
  const [, later] = await open(larger, 2000);
  expect([later.length, later[0] === indexes[0]]).toEqual([1, false]);
});

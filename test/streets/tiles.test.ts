import { expect, test } from "@jest/globals";
import { PMTiles } from "pmtiles";
import { pmtiles, type Tile } from "../../src/cli/pmtiles-writer.ts";
import { finestTiles } from "../../src/streets/street-names.ts";

const ZOOM = 10;

test("the tiles of the largest zoom are found in all directories of a large file", async () => {
  const tiles: Tile[] = [];
  for (const z of [ZOOM - 1, ZOOM])
    for (let x = 0; x < 20; x += 1)
      for (let y = 0; y < 20; y += 1) tiles.push({ z, x, y, data: Buffer.from(`${z} ${x} ${y}`) });
  const bytes = pmtiles(tiles, [-180, 70, -170, 85], {});
  const archive = new PMTiles({
    getKey: () => "tiles",
    getBytes: async (offset, length) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
  const found: string[] = [];
  for await (const { z, x, y, data } of finestTiles(archive)) {
    expect(Buffer.from(data).toString()).toBe(`${z} ${x} ${y}`);
    found.push(`${z} ${x} ${y}`);
  }
  const expected = tiles.filter(({ z }) => z === ZOOM).map(({ z, x, y }) => `${z} ${x} ${y}`);
  expect(found.sort()).toEqual(expected.sort());
});

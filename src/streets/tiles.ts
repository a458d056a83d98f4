import { type Entry, type Header, type PMTiles, tileIdToZxy, zxyToTileId } from "pmtiles";

/** Yields the entries of the tiles from an id on, which may be in leaf directories. */
async function* entriesFrom(
  first: number,
  archive: PMTiles,
  header: Header,
  offset = header.rootDirectoryOffset,
  length = header.rootDirectoryLength,
): AsyncGenerator<Entry> {
  const { cache, source } = archive;
  const entries = await cache.getDirectory(source, offset, length, header);
  for (const [index, entry] of entries.entries()) {
    if (entry.runLength > 0) {
      if (entry.tileId >= first) yield entry;
      continue;
    }
    const next = entries[index + 1]?.tileId ?? Number.POSITIVE_INFINITY;
    if (next <= first) continue;
    yield* entriesFrom(
      first,
      archive,
      header,
      header.leafDirectoryOffset + entry.offset,
      entry.length,
    );
  }
}

export interface FoundTile {
  z: number;
  x: number;
  y: number;
  data: ArrayBuffer;
}

/** Yields the tiles of the largest zoom, which have all names. Tiles that repeat, such as the sea's, come once. */
export async function* finestTiles(archive: PMTiles): AsyncGenerator<FoundTile> {
  const header = await archive.getHeader();
  const first = zxyToTileId(header.maxZoom, 0, 0);
  for await (const { tileId } of entriesFrom(first, archive, header)) {
    const [z, x, y] = tileIdToZxy(tileId);
    const tile = await archive.getZxy(z, x, y);
    if (tile) yield { z, x, y, data: tile.data };
  }
}

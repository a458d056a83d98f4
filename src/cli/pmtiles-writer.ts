import { gzipSync } from "node:zlib";
import { zxyToTileId } from "pmtiles";

/** A tile and its address. */
export interface Tile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

interface Entry {
  id: number;
  offset: number;
  length: number;
  /** How many tiles have this content. 0 for a directory. */
  run: number;
}

/** The most entries of one directory. It is low, so that small files have leaf directories too. */
const MOST_ENTRIES = 300;
const HEADER_LENGTH = 127;

function* varint(value: number): Generator<number> {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) yield (rest % 0x80) + 0x80;
  yield rest;
}

/** Writes a directory: all tile ids as differences, then all run lengths, lengths and offsets. */
function directory(entries: Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }) => offset + 1),
  ];
  return gzipSync(Buffer.from(numbers.flatMap((number) => [...varint(number)])));
}

/** Returns the root directory and the leaf directories that it points to. */
function directories(entries: Entry[]): { root: Buffer; leaves: Buffer } {
  if (entries.length <= MOST_ENTRIES) return { root: directory(entries), leaves: Buffer.alloc(0) };
  const leaves: Buffer[] = [];
  const root: Entry[] = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += MOST_ENTRIES) {
    const part = entries.slice(at, at + MOST_ENTRIES);
    const leaf = directory(part);
    root.push({ id: part[0]?.id ?? 0, offset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(root), leaves: Buffer.concat(leaves) };
}

/** Makes a PMTiles file of version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md. */
export function pmtiles(
  tiles: Tile[],
  [west, south, east, north]: [number, number, number, number],
  metadata: object,
): Buffer {
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  let length = 0;
  const sorted = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data: gzipSync(data) }))
    .sort((a, b) => a.id - b.id);
  for (const { id, data } of sorted) {
    entries.push({ id, offset: length, length: data.length, run: 1 });
    contents.push(data);
    length += data.length;
  }
  const { root, leaves } = directories(entries);
  const json = gzipSync(JSON.stringify(metadata));

  const header = Buffer.alloc(HEADER_LENGTH);
  header.write("PMTiles", "latin1");
  header[7] = 3;
  let at = 8;
  const write = (value: number) => {
    at = header.writeBigUInt64LE(BigInt(value), at);
  };
  let offset = HEADER_LENGTH;
  for (const size of [root.length, json.length, leaves.length, length]) {
    write(offset);
    write(size);
    offset += size;
  }
  for (let counts = 0; counts < 3; counts += 1) write(entries.length);
  const zooms = tiles.map(({ z }) => z);
  // Clustered; the directories and the tiles are gzip; the tiles are vector tiles.
  header.set([1, 2, 2, 1, Math.min(...zooms), Math.max(...zooms)], 96);
  [west, south, east, north].forEach((degrees, index) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index);
  });
  return Buffer.concat([header, root, json, leaves, ...contents]);
}

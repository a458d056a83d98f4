import type { GeoJSON } from "geojson";
import { t } from "../../words/translate.ts";
import { readGeoJson } from "../read-area.ts";
import { DAMAGED, FileError, MOST_BYTES, TOO_LARGE } from "./file-error.ts";
import { readKml } from "./read-kml.ts";
import { shapefileReader, zipReader } from "./readers.ts";

/** Unpacks data, and stops if they grow too large: a small file may unpack to gigabytes. */
async function inflate(packed: Uint8Array, most: number): Promise<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += chunk.length;
    if (size > most) throw new FileError(TOO_LARGE);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** True if the end record of the archive is there. Without it, the library would search indefinitely. */
function isWhole(bytes: Uint8Array): boolean {
  const end = new TextDecoder("latin1").decode(bytes.subarray(-65_557));
  return end.includes("PK\x05\x06");
}

/** Unpacks the files of a ZIP archive whose names match a pattern. The returned names are in lower case. */
async function unzip(bytes: Uint8Array, wanted: RegExp): Promise<Map<string, Uint8Array>> {
  if (!isWhole(bytes)) throw new FileError(DAMAGED);
  const { iter } = await zipReader();
  const files = new Map<string, Uint8Array>();
  let left = MOST_BYTES;
  for (const item of iter(bytes, (packed) => inflate(packed, left))) {
    const name = item.filename.toLowerCase();
    // macOS adds files in this folder.
    if (name.startsWith("__macosx/") || !wanted.test(name)) continue;
    const file = await item.read();
    left -= file.length;
    files.set(name, file);
  }
  return files;
}

const NOTHING = t(
  "There is no shapefile in the archive. Pack the .shp file together with its .dbf and .prj files.",
);

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
/** The parser takes a DataView of the file's own bytes. */
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads the shapefiles, KML and GeoJSON of a ZIP archive. A shapefile's .prj names its projection. */
export async function readZip(bytes: Uint8Array): Promise<GeoJSON[]> {
  const files = await unzip(bytes, /\.(shp|dbf|prj|cpg|kml|geojson)$/);
  const found: GeoJSON[] = [];
  for (const [name, file] of files) {
    if (name.endsWith(".kml")) found.push(await readKml(text(file) as string));
    if (name.endsWith(".geojson")) found.push(readGeoJson(text(file) as string));
    if (!name.endsWith(".shp")) continue;
    const { combine, parseDbf, parseShp } = await shapefileReader();
    const beside = (ending: string) => files.get(name.replace(/shp$/, ending));
    const table = beside("dbf");
    const rows = table && parseDbf(view(table), text(beside("cpg")));
    found.push(combine([parseShp(view(file), text(beside("prj"))), rows]));
  }
  if (found.length === 0) throw new FileError(NOTHING);
  return found;
}

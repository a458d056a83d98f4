import type { GeoJSON } from "geojson";
import { t } from "../../words/translate.ts";
import { readGeoJson } from "../read-area.ts";
import { FileError } from "./file-error.ts";
import { readKml } from "./read-kml.ts";
import { shapefileReader } from "./readers.ts";
import { unzip } from "./unzip.ts";

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

import type { Position } from "geojson";
import { decode } from "../../state/read-text.ts";
import { t } from "../../words/translate.ts";
import { type Drawn, nameIn } from "./drawn.ts";
import { DAMAGED, FileError } from "./file-error.ts";
import { readTable } from "./read-table.ts";

/** Polygons, without and with heights and measures. */
const POLYGONS = [5, 15, 25];
const MULTIPATCH = 31;

/** Degrees of WGS 84, in the words of ESRI and of OGC. */
const WGS84 =
  /^GEOGCS\["[^"]*",DATUM\["(D_)?WGS_?(19)?84".*PRIMEM\["Greenwich",0[.0]*[,\]].*UNIT\["degree",0\.0174532925/is;

/** Returns the rings of a record of polygons. */
function ringsOf(record: DataView): Position[][] {
  const [parts, points] = [record.getInt32(36, true), record.getInt32(40, true)];
  const first = 44 + 4 * parts;
  const starts = Array.from({ length: parts }, (_, part) => record.getInt32(44 + 4 * part, true));
  const ends = [...starts.slice(1), points];
  if (starts.some((start, part) => start < 0 || start > (ends[part] as number)))
    throw new RangeError();
  return starts.map((start, part) =>
    Array.from({ length: (ends[part] as number) - start }, (_, index) => {
      const at = first + 16 * (start + index);
      return [record.getFloat64(at, true), record.getFloat64(at + 8, true)];
    }),
  );
}

/** Reads the records of a .shp file: the rings of each, or none. Throws RangeError if the file is damaged. */
function readShapes(bytes: Uint8Array): Position[][][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The lengths count words of 16 bits.
  if (view.getInt32(0) !== 9994 || view.getInt32(24) * 2 > bytes.length) throw new RangeError();
  const shapes: Position[][][] = [];
  for (let at = 100; at < bytes.length; ) {
    const length = view.getInt32(at + 4) * 2;
    const record = new DataView(bytes.buffer, bytes.byteOffset + at + 8, length);
    if (at + 8 + length > bytes.length) throw new RangeError();
    const type = length === 0 ? 0 : record.getInt32(0, true);
    if (type === MULTIPATCH) {
      throw new FileError(t("The shapefile has surfaces in space. Export its areas as polygons."));
    }
    shapes.push(POLYGONS.includes(type) ? ringsOf(record) : []);
    at += 8 + length;
  }
  return shapes;
}

/**
 * Reads a shapefile.
 * @param beside Returns another file of the shapefile, by its ending.
 */
export function readShapefile(
  shp: Uint8Array,
  beside: (ending: string) => Uint8Array | undefined,
): Drawn[] {
  const text = (ending: string) => decode(beside(ending) ?? new Uint8Array()).trim();
  const prj = text("prj");
  const crs = prj === "" || WGS84.test(prj.replaceAll(/\s+/g, "")) ? undefined : prj;
  let shapes: Position[][][];
  try {
    shapes = readShapes(shp);
  } catch (error) {
    throw error instanceof RangeError ? new FileError(DAMAGED) : error;
  }
  const table = beside("dbf");
  const rows = table && readTable(table, text("cpg"));
  if (rows && rows.length !== shapes.length) {
    throw new FileError(
      t(
        "The .shp file has {shapes, number} records, and the .dbf file {rows, number}: one of them is of another export.",
        {
          shapes: shapes.length,
          rows: rows.length,
        },
      ),
    );
  }
  return shapes.flatMap((rings, index) => {
    const row = rows ? rows[index] : {};
    if (!row || rings.length === 0) return [];
    return [{ name: nameIn(row), parts: [{ rings, crs, isLoose: true }] }];
  });
}

import type { Position } from "geojson";
import { decode } from "../../state/read-text.ts";
import { t } from "../../words/translate.ts";
import { type Drawn, nameIn } from "./drawn.ts";
import { DAMAGED, FileError } from "./file-error.ts";

/** A record of a table: its texts by their columns. */
type Row = Record<string, string>;

/** The upper half of the code pages of DOS, which browsers do not know. */
const DOS: Record<string, string> = {
  437: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  850: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  852: "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};
/** What browsers call other code pages. */
const LABELS: Record<string, string> = {
  866: "ibm866",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  65001: "utf-8",
};
/** The code pages that byte 29 of a table stands for. Those of Windows-1252 are left out: tables in UTF-8 have them too. */
const CODE_PAGES: Record<number, number> = {
  1: 437,
  2: 850,
  19: 932,
  31: 852,
  34: 852,
  35: 852,
  38: 866,
  55: 850,
  64: 852,
  77: 936,
  78: 949,
  79: 950,
  80: 874,
  100: 852,
  101: 866,
  120: 950,
  121: 949,
  122: 936,
  123: 932,
  124: 874,
  125: 1255,
  126: 1256,
  135: 852,
  200: 1250,
  201: 1251,
  202: 1254,
  203: 1253,
  204: 1257,
};

/** Returns the function that decodes texts in the encoding that a .cpg file or the table itself names. */
function decoderOf(named: string): (bytes: Uint8Array) => string {
  const iso = /8859[-_]?(\d+)/.exec(named)?.[1];
  const page = /\d{3,5}/.exec(named)?.[0] ?? "";
  const upper = iso ? undefined : DOS[page];
  if (upper) {
    return (bytes) =>
      Array.from(bytes, (byte) =>
        byte < 128 ? String.fromCharCode(byte) : upper[byte - 128],
      ).join("");
  }
  const windows = /^(125\d|874)$/.test(page) && `windows-${page}`;
  const label = (iso && `iso-8859-${iso}`) || windows || LABELS[page] || named;
  try {
    new TextDecoder(label || "utf-8");
  } catch {
    throw new FileError(
      t(
        "The names are in the encoding {name}, which browsers cannot read. Export the file in UTF-8.",
        {
          name: named,
        },
      ),
    );
  }
  return (bytes) => decode(bytes, label);
}

/**
 * Reads the texts of a .dbf file.
 * @param encoding What its .cpg file says.
 * @returns Its records; undefined for those that are deleted.
 */
function readTable(bytes: Uint8Array, encoding = ""): (Row | undefined)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33) throw new FileError(DAMAGED);
  const [count, first, length] = [
    view.getUint32(4, true),
    view.getUint16(8, true),
    view.getUint16(10, true),
  ];
  if (length === 0 || first + count * length > bytes.length) throw new FileError(DAMAGED);
  const decoded = decoderOf(encoding.trim() || String(CODE_PAGES[view.getUint8(29)] ?? ""));
  const text = (from: number, to: number) =>
    decoded(bytes.subarray(from, to))
      .replace(/\0.*$|\uFFFD$/s, "")
      .trim();
  const columns: { name: string; at: number; end: number }[] = [];
  let at = 1;
  for (let field = 32; field + 32 <= first && bytes[field] !== 0x0d; field += 32) {
    const end = at + view.getUint8(field + 16);
    // Only texts are names.
    if (bytes[field + 11] === 0x43) columns.push({ name: text(field, field + 11), at, end });
    at = end;
  }
  return Array.from({ length: count }, (_, index) => {
    const row = first + index * length;
    if (bytes[row] === 0x2a) return undefined;
    return Object.fromEntries(
      columns.map((column) => [column.name, text(row + column.at, row + column.end)]),
    );
  });
}

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

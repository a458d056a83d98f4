import { iter } from "but-unzip";
import type { GeoJSON, MultiPolygon, Position } from "geojson";
import { TransformedAreaDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { decode } from "../../state/read-text.ts";
import { place } from "../../words/place-words.ts";
import { t } from "../../words/translate.ts";
import type { Shape } from "../area.ts";
import { crossingsOf } from "../crossings.ts";
import {
  crsOf,
  listOf,
  NOT_DEGREES,
  type Part,
  partsOfGeoJson,
  readGeoJson,
  shapesFrom,
  tidyPart,
} from "../read-area.ts";
import { cornerCount } from "./corners.ts";
import { type Drawn, nameIn } from "./drawn.ts";
import { DAMAGED, FileError, MAX_CORNERS, MOST_BYTES, TOO_LARGE } from "./file-error.ts";
import { readShapefile } from "./read-shapefile.ts";

/** The most corners of a request: the service takes 2 MB. */
const MAX_REQUEST_CORNERS = 20_000;

/** Returns the first parts that fit into a request. */
function firstOf(parts: Part[]): Part[] {
  let left = MAX_REQUEST_CORNERS;
  const end = parts.findIndex(({ rings }, index) => {
    left -= cornerCount([rings]);
    return left < 0 && index > 0;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

const unknownCrsText = (crs: string) =>
  t(
    "The service does not know the coordinate system “{name}”, or its datum. Export the file in WGS 84 (EPSG:4326).",
    // Well-known text begins with its name.
    { name: /"([^"]*)"/.exec(crs)?.[1] ?? crs },
  );

/** Transforms polygons to degrees of WGS 84, in place. The database does it, because it knows all datums. */
async function toDegrees(parts: Part[]): Promise<void> {
  for (let left = parts; left.length > 0; left = left.filter(({ crs }) => crs)) {
    const [{ crs }] = left as [Part];
    if (!crs) continue;
    const some = firstOf(left.filter((part) => part.crs === crs));
    const area: MultiPolygon = {
      type: "MultiPolygon",
      coordinates: some.map(({ rings }) => rings),
    };
    const { transformedArea } = await request(TransformedAreaDocument, { area, crs }).catch(
      (error) => {
        throw error.code === "BAD_USER_INPUT" ? new FileError(unknownCrsText(crs)) : error;
      },
    );
    (transformedArea as MultiPolygon).coordinates.forEach((rings, index) => {
      Object.assign(some[index] as Part, { rings, crs: undefined });
    });
  }
}

/** Returns the elements of a name, whatever their prefix. */
const all = (node: Document | Element, name: string) =>
  [...node.getElementsByTagName("*")].filter(({ localName }) => localName === name);

const textOf = (node: Element, name: string) => all(node, name)[0]?.textContent.trim();

/** Returns the corners of a ring. Some programs write blanks after the commas. */
const ringOf = (coordinates: Element): Position[] =>
  coordinates.textContent
    .trim()
    .replaceAll(/\s*,\s*/g, ",")
    .split(/\s+/)
    .filter(Boolean)
    .map((tuple) => {
      const numbers = tuple.split(",").map((number) => (number ? Number(number) : Number.NaN));
      // More numbers than longitude, latitude and height are a list whose tuples are not apart.
      return numbers.length > 3 ? [] : numbers;
    });

/** Returns the rings of a polygon, the outer one first. One without an outer ring has an empty one. */
function ringsOf(polygon: Element): Position[][] {
  const [outer, inner] = ["outerBoundaryIs", "innerBoundaryIs"].map((name) =>
    all(polygon, name).flatMap((boundary) => all(boundary, "coordinates").map(ringOf)),
  ) as [Position[][], Position[][]];
  return [...(outer.length > 0 ? outer : [[]]), ...inner];
}

/** Reads the areas of KML, the format of Google Earth. */
function readKml(bytes: Uint8Array): Drawn[] {
  const [, encoding] =
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(
      new TextDecoder("latin1").decode(bytes.subarray(0, 300)).trim(),
    ) ?? [];
  // Some programs declare UTF-16 and write UTF-8. UTF-16 has a byte order mark.
  const text = decode(bytes, encoding && !/^utf/i.test(encoding) ? encoding : undefined);
  const kml = new DOMParser().parseFromString(text.trim(), "text/xml");
  if (all(kml, "parsererror").length > 0 || kml.documentElement.localName !== "kml") {
    throw new FileError(t("The file is not KML, or is damaged. Export it again."));
  }
  const placemarks = all(kml, "Placemark").map((placemark) => {
    const data = [...all(placemark, "Data"), ...all(placemark, "SimpleData")].map((element) => [
      element.getAttribute("name"),
      textOf(element, "value") ?? element.textContent,
    ]);
    const [name] = [...placemark.children].filter(({ localName }) => localName === "name");
    return {
      name: name?.textContent.trim() || nameIn(Object.fromEntries(data)),
      parts: all(placemark, "Polygon").map((polygon) => ({
        rings: ringsOf(polygon),
        crs: undefined,
      })),
    };
  });
  return [...placemarks, ...all(kml, "NetworkLink").map(() => ({ parts: [], isLink: true }))];
}

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
  const files = new Map<string, Uint8Array>();
  let left = MOST_BYTES;
  for (const item of iter(bytes, (packed) => inflate(packed, left))) {
    const name = item.filename.toLowerCase();
    // macOS adds files in folders of this name, and some that begin like that.
    if (/(^|\/)(__macosx\/|\._)/.test(name) || !wanted.test(name)) continue;
    // Two names that differ in their case only, or one name twice, would be one file.
    if (files.has(name)) throw new FileError(DAMAGED);
    const file = await item.read();
    left -= file.length;
    files.set(name, file);
  }
  return files;
}

/** An area, and its name in the file. */
export interface NamedArea {
  name: string;
  shapes: Shape[];
}

const EMPTY = t("The file is empty.");
const UNPACKED = t("A shapefile has several parts: pack the .shp, .dbf and .prj files as one ZIP.");
const NO_AREAS = t("There are only points, lines and images in the file, and no areas.");
const OTHER_PROJECTION = t(
  "The file is not in degrees, and nothing in it says in what else. Export it in WGS 84 (EPSG:4326), or add its .prj file.",
);

const NOTHING = t(
  "There is no shapefile in the archive. Pack the .shp file together with its .dbf and .prj files.",
);
const LINKS = t(
  "There are only links to other files in the file (NetworkLink). Open them, and save the areas as a file.",
);

/** The first bytes of files, in hexadecimal. */
const ZIP = "504b0304";
const SHAPEFILE = "0000270a";

function check({ name, shapes }: NamedArea): void {
  for (const { coordinates } of shapes) {
    const [at] = crossingsOf({ type: "Polygon", coordinates });
    if (!at) continue;
    const [longitude, latitude] = at as [number, number];
    throw new FileError(
      t("“{name}” crosses itself at {place}. Correct it there, and export it again.", {
        name,
        place: place(longitude, latitude),
      }),
    );
  }
}

/** Runs a step for an area, and names it if the step fails. */
function withAreaName<Result>(name: string | undefined, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    const { message } = error as Error;
    if (message === NOT_DEGREES) throw new FileError(OTHER_PROJECTION);
    if (error instanceof TypeError) throw new FileError(DAMAGED);
    throw new FileError(name === undefined ? message : `“${name}”: ${message}`);
  }
}

/** Returns the areas in GeoJSON, one for each feature. */
function areasIn(geojson: GeoJSON): Drawn[] {
  const isMany = geojson?.type === "FeatureCollection";
  return (isMany ? listOf(geojson.features) : [geojson]).map((feature) => {
    const name = nameIn(feature?.type === "Feature" ? feature.properties : null);
    return { name, parts: withAreaName(name, () => partsOfGeoJson(feature, crsOf(geojson))) };
  });
}

function readPlain(bytes: Uint8Array): Drawn[] {
  const text = decode(bytes).trim();
  return text.startsWith("<") ? readKml(bytes) : areasIn(readGeoJson(text));
}

/** Reads all areas of an archive. */
async function readArchive(bytes: Uint8Array): Promise<Drawn[]> {
  const files = await unzip(bytes, /\.(shp|dbf|prj|cpg|kml|(geo)?json|wkt|zip|kmz)$/);
  const read = [...files].filter(([name]) => !/\.(dbf|prj|cpg)$/.test(name));
  if (read.length === 0) throw new FileError(NOTHING);
  return read.flatMap(([name, file]) => {
    if (/\.(zip|kmz)$/.test(name))
      throw new FileError(
        t("“{name}” is an archive in the archive: import it by itself.", { name }),
      );
    return name.endsWith(".shp")
      ? readShapefile(file, (ending) => files.get(name.replace(/shp$/, ending)))
      : readPlain(file);
  });
}

async function parse(bytes: Uint8Array): Promise<Drawn[]> {
  const beginning = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0"));
  if (beginning.join("") === ZIP) return await readArchive(bytes);
  if (beginning.join("") === SHAPEFILE) throw new FileError(UNPACKED);
  return readPlain(bytes);
}

/** Names areas after the file if they have no name, and apart if they have the same one. */
function withNames(drawn: Drawn[], fileName: string) {
  const taken = new Set<string>();
  return drawn.map(({ name, parts }, index) => {
    const own = name ?? (drawn.length === 1 ? fileName : `${fileName} ${index + 1}`);
    let unique = own;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${own} ${number}`;
    taken.add(unique.toLowerCase());
    return { name: unique, parts };
  });
}

/** Returns the polygons of parts. Many corners are refused first, as they would take long. */
function tidyParts(parts: Part[]): Part[] {
  if (cornerCount(parts.map(({ rings }) => rings)) > MAX_CORNERS)
    throw new Error(t("It has more than 10,000 corners. Export it with fewer."));
  return parts.flatMap(tidyPart);
}

/**
 * Reads the areas of a file: GeoJSON, KML, KMZ, a zipped shapefile or well-known text.
 * @throws FileError with a message that says what is wrong with the file, or RequestError if the service cannot
 * transform it.
 */
export async function readFile(file: File): Promise<NamedArea[]> {
  if (file.size === 0) throw new FileError(EMPTY);
  if (file.size > MOST_BYTES) throw new FileError(TOO_LARGE);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const all = await parse(bytes).catch((error) => {
    throw error instanceof FileError ? error : new FileError(DAMAGED);
  });
  const drawn = all.filter(({ parts }) => parts.length > 0);
  if (drawn.length === 0) throw new FileError(all.some(({ isLink }) => isLink) ? LINKS : NO_AREAS);
  const named = withNames(drawn, file.name.replace(/\.\w+$/, ""));
  const tidy = named.map(({ name, parts }) => ({
    name,
    parts: withAreaName(name, () => tidyParts(parts)),
  }));
  await toDegrees(tidy.flatMap(({ parts }) => parts));
  const areas = tidy.map(({ name, parts }) => ({
    name,
    shapes: withAreaName(name, () => shapesFrom(parts)),
  }));
  areas.forEach(check);
  return areas;
}

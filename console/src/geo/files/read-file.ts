import type { GeoJSON } from "geojson";
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
import { toDegrees } from "../to-degrees.ts";
import { cornerCount } from "./corners.ts";
import { type Drawn, nameIn } from "./drawn.ts";
import { DAMAGED, FileError, MAX_CORNERS, MOST_BYTES, TOO_LARGE } from "./file-error.ts";
import { readKml } from "./read-kml.ts";
import { readShapefile } from "./read-shapefile.ts";
import { unzip } from "./read-zip.ts";

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

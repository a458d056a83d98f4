import type { Feature, GeoJSON } from "geojson";
import { place } from "../../words/place-words.ts";
import { t } from "../../words/translate.ts";
import type { Shape } from "../area.ts";
import { crossingsOf } from "../crossings.ts";
import { listOf, NOT_DEGREES, readGeoJson, shapesIn } from "../read-area.ts";
import { cornersOf } from "./corners.ts";
import { DAMAGED, FileError, MOST_BYTES, MOST_CORNERS, TOO_LARGE } from "./file-error.ts";
import { readKml } from "./read-kml.ts";
import { readZip } from "./read-zip.ts";

/** An area, and its name in the file. */
export interface NamedArea {
  name: string;
  shapes: Shape[];
}

const EMPTY = t("The file is empty.");
const UNPACKED = t("A shapefile has several parts: pack the .shp, .dbf and .prj files as one ZIP.");
const NO_AREAS = t("There are only points and lines in the file, and no areas.");
const OTHER_PROJECTION = t(
  "The file is not in degrees, and nothing in it says in what else. Export it in WGS 84 (EPSG:4326), or add its .prj file.",
);

/** The first bytes of files, in hexadecimal. */
const ZIP = "504b0304";
const SHAPEFILE = "0000270a";

const NAME = /^(name|nam|title|label|nom|nome|nombre)/i;

/** Returns the first property that looks like a name. */
function nameIn(properties: Feature["properties"]): string | undefined {
  const named = Object.entries(properties ?? {}).find(
    ([key, value]) => NAME.test(key) && typeof value === "string" && value.trim() !== "",
  );
  return named && String(named[1]).trim();
}

function shapesOfFeature(geojson: GeoJSON): Shape[] {
  try {
    return shapesIn(geojson);
  } catch (error) {
    const { message } = error as Error;
    throw new FileError(message === NOT_DEGREES ? OTHER_PROJECTION : message);
  }
}

function check({ name, shapes }: NamedArea): void {
  if (cornersOf(shapes) > MOST_CORNERS) {
    throw new FileError(
      t("“{name}” has more than 10,000 corners. Export it with fewer.", { name }),
    );
  }
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

/** Returns the areas in GeoJSON, one for each feature, with its name. */
function areasIn(geojson: GeoJSON, fileName: string): NamedArea[] {
  const features = geojson?.type === "FeatureCollection" ? listOf(geojson.features) : [geojson];
  const found = features
    .map((feature) => ({
      name: nameIn(feature?.type === "Feature" ? feature.properties : null),
      shapes: shapesOfFeature(feature),
    }))
    .filter(({ shapes }) => shapes.length > 0);
  return found.map(({ name, shapes }, index) => ({
    name: name ?? (found.length === 1 ? fileName : `${fileName} ${index + 1}`),
    shapes,
  }));
}

async function parse(bytes: Uint8Array): Promise<GeoJSON[]> {
  const beginning = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0"));
  if (beginning.join("") === ZIP) return await readZip(bytes);
  if (beginning.join("") === SHAPEFILE) throw new FileError(UNPACKED);
  const text = new TextDecoder().decode(bytes).trim();
  return [text.startsWith("<") ? await readKml(text) : readGeoJson(text)];
}

/**
 * Reads the areas of a file: GeoJSON, KML, KMZ, a zipped shapefile or well-known text.
 * @throws FileError with a message that says what is wrong with the file.
 */
export async function readFile(file: File): Promise<NamedArea[]> {
  if (file.size === 0) throw new FileError(EMPTY);
  if (file.size > MOST_BYTES) throw new FileError(TOO_LARGE);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const all = await parse(bytes).catch((error) => {
    throw error instanceof FileError ? error : new FileError(DAMAGED);
  });
  const areas = all.flatMap((geojson) => areasIn(geojson, file.name.replace(/\.\w+$/, "")));
  if (areas.length === 0) throw new FileError(NO_AREAS);
  areas.forEach(check);
  return areas;
}

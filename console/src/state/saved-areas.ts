import {
  NewSavedAreaDocument,
  SavedAreaDocument,
  SavedAreaEditDocument,
  SavedAreaRemoveDocument,
  SavedAreasDocument,
  type SavedAreasQuery,
} from "../api/operations.ts";
import { messageOf, RequestError, request } from "../api/request.ts";
import { type Area, areaOf, type Shape, shapesOf } from "../geo/area.ts";
import { FileError } from "../geo/files/file-error.ts";
import type { NamedArea } from "../geo/files/read-file.ts";
import { listed } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { loaded } from "./loaded.ts";

export type SavedArea = NonNullable<SavedAreasQuery["savedAreas"]>[number];

const PAGE_SIZE = 1000;

/** All saved areas by name, without their geometry, which is large. */
export const savedAreas = loaded(async (signal) => {
  const all: SavedArea[] = [];
  let isMore = true;
  while (isMore) {
    const page = { limit: PAGE_SIZE, offset: all.length };
    const found = (await request(SavedAreasDocument, page, { signal })).savedAreas ?? [];
    all.push(...found);
    isMore = found.length === PAGE_SIZE;
  }
  return all;
});

/** Loads the shapes of a saved area. */
export async function savedShapes(id: number): Promise<Shape[]> {
  const [area] = (await request(SavedAreaDocument, { id })).savedAreas ?? [];
  if (!area) throw new RequestError("NOT_FOUND", t("Someone has removed this area meanwhile."));
  return shapesOf(area.areaGeoJson as Area);
}

const newArea = (name: string, area: Area) =>
  request(NewSavedAreaDocument, { input: { name, area } });

export async function saveArea(name: string, area: Area): Promise<void> {
  await newArea(name, area);
  await savedAreas.load();
}

/** Saves the areas of a file one by one. Those whose name a saved area has are listed, and do not stop the others. */
export async function saveAreas(areas: NamedArea[]): Promise<void> {
  const known: string[] = [];
  try {
    for (const { name, shapes } of areas) {
      const area = areaOf(shapes);
      if (!area) continue;
      await newArea(name, area).catch((error) => {
        if (error.code !== "CONFLICT") throw new FileError(`“${name}”: ${messageOf(error)}`);
        known.push(`“${name}”`);
      });
    }
  } finally {
    await savedAreas.load();
  }
  if (known.length === 0) return;
  throw new FileError(
    t(
      "Saved areas have these names already: {names}. {others, plural, =0 {} one {The other one is saved.} other {The # others are saved.}}",
      {
        names: listed(known),
        others: areas.length - known.length,
      },
    ),
  );
}

/** Renames a saved area, or replaces its outline. Fails if someone else has changed it since it was loaded. */
export async function editArea(
  { id, version }: SavedArea,
  change: { name: string } | { area: Area },
): Promise<void> {
  try {
    await request(SavedAreaEditDocument, { id, input: { ...change, expectedVersion: version } });
  } finally {
    await savedAreas.load();
  }
}

export async function removeArea(id: number): Promise<void> {
  await request(SavedAreaRemoveDocument, { id });
  await savedAreas.load();
}

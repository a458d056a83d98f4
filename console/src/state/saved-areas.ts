import {
  NewSavedAreaDocument,
  SavedAreaDocument,
  SavedAreaEditDocument,
  SavedAreaRemoveDocument,
  SavedAreasDocument,
  type SavedAreasQuery,
} from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { type Area, type Shape, shapesOf } from "../geo/area.ts";
import { t } from "../words/translate.ts";
import { loaded } from "./loaded.ts";

export type SavedArea = NonNullable<SavedAreasQuery["savedAreas"]>[number];

/** The most areas that the lists show. */
const MOST_AREAS = 1000;

/** The saved areas by name, without their geometry, which is large. */
export const savedAreas = loaded(async (signal) => {
  const page = { limit: MOST_AREAS, offset: 0 };
  return (await request(SavedAreasDocument, page, { signal })).savedAreas ?? [];
});

/** Loads the shapes of a saved area. */
export async function savedShapes(id: number): Promise<Shape[]> {
  const [area] = (await request(SavedAreaDocument, { id })).savedAreas ?? [];
  if (!area) throw new RequestError("NOT_FOUND", t("Someone has removed this area meanwhile."));
  return shapesOf(area.areaGeoJson as Area);
}

export async function saveArea(name: string, area: Area): Promise<void> {
  await request(NewSavedAreaDocument, { input: { name, area } });
  await savedAreas.load();
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

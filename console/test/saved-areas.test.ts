import "./helpers/globals.ts";
import { beforeEach, expect, test } from "@jest/globals";
import {
  editArea,
  removeArea,
  saveArea,
  saveAreas,
  savedAreas,
  savedShapes,
} from "../src/state/saved-areas.ts";
import { session } from "../src/state/session.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { square } from "./helpers/square.ts";

const AREA = { type: "Polygon" as const, coordinates: [square(0, 0, 1)] };
const SAVED = { id: 7, version: 3, name: "The centre" };

let asked: ReturnType<typeof fakeService>;
let isRefused: boolean;
beforeEach(() => {
  isRefused = false;
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  asked = fakeService({
    SavedAreas: () => ({ savedAreas: [SAVED] }),
    SavedArea: ({ id }) => ({ savedAreas: id === 7 ? [{ areaGeoJson: AREA }] : [] }),
    NewSavedArea: () => (isRefused ? refusal("CONFLICT", "Someone else was first.") : {}),
    SavedAreaEdit: () => (isRefused ? refusal("CONFLICT", "Someone else was first.") : {}),
    SavedAreaRemove: () => (isRefused ? refusal("CONFLICT", "Someone else was first.") : {}),
  });
});

test.each([
  [
    "NewSavedArea",
    () => saveArea("The centre", AREA),
    { input: { name: "The centre", area: AREA } },
  ],
  [
    "SavedAreaEdit",
    () => editArea(SAVED as never, { name: "Downtown" }),
    { id: 7, input: { name: "Downtown", expectedVersion: 3 } },
  ],
  ["SavedAreaRemove", () => removeArea(7), { id: 7 }],
])("the list of saved areas is loaded again after %s", async (name, change, variables) => {
  await change();
  expect(asked).toEqual([
    { name, variables },
    { name: "SavedAreas", variables: { limit: 1000, offset: 0 } },
  ]);
  expect(savedAreas.data.value).toEqual([SAVED]);
});

test("a refused change of a saved area fails with its reason, and a refused edit loads the list again", async () => {
  isRefused = true;
  await expect(editArea(SAVED as never, { area: AREA })).rejects.toThrow("Someone else was first.");
  expect(asked.at(-1)?.name).toBe("SavedAreas");
  await expect(saveArea("The centre", AREA)).rejects.toThrow("Someone else was first.");
  await expect(removeArea(7)).rejects.toThrow("Someone else was first.");
});

test("loading a saved area that was removed fails with a message that says so", async () => {
  expect(await savedShapes(7)).toEqual([{ kind: "polygon", coordinates: AREA.coordinates }]);
  await expect(savedShapes(8)).rejects.toThrow("Someone has removed this area meanwhile.");
});

test("all saved areas are listed, a thousand in each answer", async () => {
  const all = Array.from({ length: 2001 }, (_, id) => ({ ...SAVED, id }));
  asked = fakeService({
    SavedAreas: ({ limit, offset }) => ({
      savedAreas: all.slice(offset as number, (offset as number) + (limit as number)),
    }),
  });
  await savedAreas.load();
  expect(savedAreas.data.value).toHaveLength(2001);
  expect(asked.map(({ variables }) => variables.offset)).toEqual([0, 1000, 2000]);
});

test("an area of a file that cannot be saved stops those after it, but one whose name is taken does not", async () => {
  fakeService({
    SavedAreas: () => ({ savedAreas: [SAVED] }),
    NewSavedArea: ({ input }) => {
      const { name } = input as { name: string };
      if (name === "Taken") return refusal("CONFLICT");
      return name === "Bad"
        ? refusal("BAD_USER_INPUT", "It is faulty.")
        : { newSavedArea: { id: 1 } };
    },
  });
  const named = (...names: string[]) =>
    names.map((name) => ({
      name,
      shapes: [{ kind: "polygon" as const, coordinates: AREA.coordinates }],
    }));
  await saveAreas(named("A", "B"));
  await expect(saveAreas(named("Taken", "A", "Taken"))).rejects.toThrow(
    "Saved areas have these names already: “Taken” and “Taken”. The other one is saved.",
  );
  await expect(saveAreas(named("Bad", "A"))).rejects.toThrow("“Bad”: It is faulty.");
});

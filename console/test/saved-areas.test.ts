import "./helpers/globals.ts";
import { beforeEach, expect, test } from "@jest/globals";
import { saveAreas, savedAreas } from "../src/state/saved-areas.ts";
import { session } from "../src/state/session.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { square } from "./helpers/square.ts";

const AREA = { type: "Polygon" as const, coordinates: [square(0, 0, 1)] };
const SAVED = { id: 7, version: 3, name: "The centre" };

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
});

test("all saved areas are listed, a thousand in each answer", async () => {
  const all = Array.from({ length: 2001 }, (_, id) => ({ ...SAVED, id }));
  const asked = fakeService({
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

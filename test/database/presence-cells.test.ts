/** @database server */
import { expect } from "@jest/globals";
import { owner, stage } from "./scene.ts";

const { test } = stage();

/** Which cell gives its people to a rest that is too small to be shown. */
test.each([
  ["of too few people is merged with the smallest cell, not with a larger one", [9, 6, 2]],
  ["of just enough people is shown by itself", [9, 3, 2]],
])("a rest %s", async (s, _, people) => {
  await s.as(owner)`insert into app_private.presence
    select '2026-01-01', 15, x, y, people, 5
      from unnest(array[100, 20000, 100], array[100, 20000, 20000], ${people}::int[]) c (x, y, people)`;
  await s.as(owner)`select app_private.merge_small_cells('2026-01-01', 5)`;
  expect(await s.as(owner)`select zoom, x, people from app_private.presence order by zoom`).toEqual(
    [
      { zoom: 0, x: 0, people: 5 },
      { zoom: 15, x: 100, people: 5 },
    ],
  );
});

import { expect, test } from "@jest/globals";
import { owner, type Scene, stage } from "./scene.ts";

/** Which cell gives its people to a rest that is too small to be shown. */

const { play } = stage();

/** Keeps the hour's counts, and returns its cells. */
async function kept(s: Scene) {
  await s.as(owner, "select app_private.keep_presence('2026-01-01', 5)");
  return await s.as(
    owner,
    "select zoom, x, people::int from app_private.presence where hour = '2026-01-01' order by zoom",
  );
}

test(
  "a remainder of too few people is merged with the smallest cell, not with a larger one",
  play(async (s) => {
    await s.as(
      owner,
      `insert into app_private.counts (task, key, people)
        values ('hour', '["cell", 100, 100]', 9), ('hour', '["cell", 20000, 20000]', 6), ('hour', '["cell", 100, 20000]', 2)`,
    );
    expect(await kept(s)).toEqual([
      { zoom: 0, x: 0, people: 5 },
      { zoom: 15, x: 100, people: 5 },
    ]);
  }),
);

test(
  "a remainder of just enough people is shown by itself",
  play(async (s) => {
    await s.as(
      owner,
      `insert into app_private.counts (task, key, people)
        values ('hour', '["cell", 100, 100]', 9), ('hour', '["cell", 20000, 20000]', 3), ('hour', '["cell", 100, 20000]', 2)`,
    );
    expect(await kept(s)).toEqual([
      { zoom: 0, x: 0, people: 5 },
      { zoom: 15, x: 100, people: 5 },
    ]);
  }),
);

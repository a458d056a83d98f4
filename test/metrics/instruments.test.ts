/** @database server */
import { expect, test } from "@jest/globals";
import { poolWait, pushDelay } from "../../src/ops/instruments.ts";

test.each([
  ["half a second for a connection", poolWait, 0.3, [0.1, 0.5, 1, 10]],
  ["five minutes for a push", pushDelay, 200, [1, 120, 300, 3600]],
] as const)(
  "a wait of %s is counted in the right buckets of seconds",
  async (_what, histogram, wait, bounds) => {
    histogram.observe(wait);
    const { values } = await histogram.get();
    const upTo = (bound: number) =>
      values.find(({ labels }) => Number((labels as { le?: number }).le) === bound)?.value;
    expect(bounds.map(upTo)).toEqual([0, ...bounds.slice(1).map((bound) => Number(bound > wait))]);
  },
);

import { expect, test } from "@jest/globals";
import { holdRefusal } from "../../src/limits/hold-refusal.ts";

test("a refusal waits for a second, and one of too many not at all", async () => {
  const begun = performance.now();
  const held = Array.from({ length: 10_000 }, () => holdRefusal());
  let isOver = false;
  const first = Promise.race(held).then(() => {
    isOver = true;
  });
  await holdRefusal();
  expect(isOver).toBe(false);
  await first;
  await Promise.all(held);
  expect(performance.now() - begun).toBeGreaterThan(990);
  // There is room again.
  let isNextOver = false;
  const next = holdRefusal().then(() => {
    isNextOver = true;
  });
  await new Promise(setImmediate);
  expect(isNextOver).toBe(false);
  await next;
});

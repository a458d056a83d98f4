import { expect, test } from "@jest/globals";
import { pointsOfCourse, spanSeconds } from "../src/state/timeline.ts";

const step = (beganAt: number, told: number, seen = 0, duration = 60) => ({
  beganAt,
  duration,
  told,
  pushed: 0,
  seen,
});

test("the numbers of a timeline grow at once at each step, and stay between steps", () => {
  const steps = [step(1000, 5), step(1060, 2, 1), step(1300, 1)];
  expect(pointsOfCourse(steps, "told", 1000)).toEqual([
    [0, 0],
    [0, 0],
    [0, 5],
    [60, 5],
    [60, 7],
    [300, 7],
    [300, 8],
  ]);
  expect(pointsOfCourse(steps, "pushed", 1000).at(-1)).toEqual([300, 0]);
  expect(pointsOfCourse([], "told", 1000)).toEqual([[0, 0]]);
});

test("a timeline ends with the last step or version, and is never empty", () => {
  expect(spanSeconds([], [1000], 1000)).toBe(60);
  expect(spanSeconds([step(1060, 1)], [1000, 1030], 1000)).toBe(120);
  expect(spanSeconds([step(1060, 1)], [1000, 5000], 1000)).toBe(4000);
});

import { expect, test } from "@jest/globals";
import { logProblems } from "../../src/process/log.ts";

test("of a library its errors and warnings are logged, with its name, and nothing else", () => {
  const logged: unknown[] = [];
  const say = logProblems((...event) => void logged.push(event), "jobs")();
  for (const level of ["error", "warning", "info", "debug"]) say(level, `some ${level}`);
  expect(logged).toEqual([
    ["jobs: some error", "error"],
    ["jobs: some warning", "warn"],
  ]);
});

import { expect, test } from "@jest/globals";
import { logProblems } from "../../src/ops/log.ts";

test("only the errors and warnings of a library are logged, with its name", () => {
  const logged: unknown[] = [];
  const say = logProblems((...event) => void logged.push(event), "jobs")();
  for (const level of ["error", "warning", "info", "debug"]) say(level, `some ${level}`);
  expect(logged).toEqual([
    ["jobs: some error", "error"],
    ["jobs: some warning", "warn"],
  ]);
});

import { afterEach, expect, jest, test } from "@jest/globals";
import { logFailure, logProblems } from "../../src/ops/outage.ts";

afterEach(() => void jest.useRealTimers());

test("only the errors and warnings of a library are logged, with its name", () => {
  const logged: unknown[] = [];
  const say = logProblems((...event) => void logged.push(event), "jobs")();
  for (const level of ["error", "warning", "info", "debug"]) say(level, `some ${level}`);
  expect(logged).toEqual([
    ["jobs: some error", "error"],
    ["jobs: some warning", "warn"],
  ]);
});

test("one line a minute stands for all that a database which is away makes fail, in libraries too", () => {
  jest.useFakeTimers();
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const problem = logProblems(log, "jobs")();
  const refused = Object.assign(new Error(""), { code: "ECONNREFUSED", syscall: "connect" });
  const fail = () => {
    logFailure(log, "jobs: no heartbeat", refused);
    logFailure(log, "live", new Error("Connection terminated unexpectedly"));
    problem("error", "no listener", { error: new Error("refused", { cause: refused }) });
    problem("error", "Failed task 1", { error: new Error("Connection terminated"), failure: true });
    problem("error", "Failed to fail jobs '1':\nError: connect ECONNREFUSED 127.0.0.1:1");
    logFailure(log, "sessions", new Error("disk full"));
  };
  for (let second = 0; second < 60; second += 1) {
    fail();
    jest.advanceTimersByTime(1000);
  }
  expect(logged).toEqual(["jobs: no heartbeat: ECONNREFUSED", "sessions: disk full"]);
  fail();
  expect(logged).toHaveLength(4);
  // This job did not reach a server of its own, such as that of mails.
  problem("error", "Failed task 2", { error: refused, failure: true });
  expect(logged.slice(4)).toEqual(["jobs: Failed task 2"]);
});

import { rm } from "node:fs/promises";
import { afterAll, afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";
import { migrationsFolder } from "../helpers/migrations-folder.ts";

/** The order of a migration's steps, without a database. `migrate.test.ts` has a database. */

let steps: string[];
/** The errors of successive runs of the migration; undefined for a run that succeeds. */
let failures: (Error | undefined)[];

fakeSleep();
jest.unstable_mockModule("graphile-worker", () => ({
  runMigrations: async () => steps.push("migrations of jobs"),
  Logger: class {},
}));
const { migrate } = await import("../../src/database/run-migrations.ts");

const folder = await migrationsFolder(0, "select 'the migration'");
afterAll(() => rm(folder, { recursive: true }));

/** True if the database is away when the lock is released. */
let isAway: boolean;
const STEPS: [RegExp, string][] = [
  [/pg_advisory_lock/, "lock"],
  [/pg_advisory_unlock/, "unlock"],
  [/from pg_namespace/, "history"],
  [/create extension/, "prepare"],
  [/the migration/, "migration"],
  [/reassign owned|alter .* owner to/s, "owner"],
];
const client = {
  query: async (text: string) => {
    const step = STEPS.find(([pattern]) => pattern.test(text))?.[1] ?? text.trim().split("\n")[0];
    steps.push(step as string);
    if (isAway && step === "unlock") throw new Error("Connection terminated");
    const failure = step === "migration" ? failures.shift() : undefined;
    if (failure) throw failure;
    return { rows: [] };
  },
  release: () => steps.push("release"),
};
const database = { ownerPool: { connect: async () => client } as never };
const BEFORE = [
  "lock",
  "history",
  "prepare",
  "migrations of jobs",
  "set lock_timeout = '2s'",
  "create schema if not exists graphile_migrate;",
];
const RUN = ["begin", "migration"];
const AFTER = ["reset lock_timeout", "unlock", "release"];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  [steps, failures, isAway] = [[], [], false];
});
afterEach(() => void jest.useRealTimers());

test("a migration checks everything before it changes anything, and then releases its lock", async () => {
  await migrate(database, () => {}, folder);
  const noted = expect.stringContaining("insert into graphile_migrate.migrations");
  expect(steps).toEqual([...BEFORE, ...RUN, noted, "commit", "owner", ...AFTER]);
});

test("a migration that gets no lock is tried again, and one that fails releases its lock", async () => {
  const locked = Object.assign(new Error("canceling statement due to lock timeout"), {
    code: "55P03",
  });
  failures = [locked, new Error("division by zero")];
  const logged: string[] = [];
  const failed = migrate(database, (line) => void logged.push(line), folder).catch(
    (error: Error) => error.message,
  );
  while (logged.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await failed).toContain("division by zero");
  expect(logged).toEqual([expect.stringContaining("waits for a long transaction")]);
  expect(steps).toEqual([...BEFORE, ...RUN, "rollback", ...RUN, "rollback", ...AFTER]);
});

test("a migration fails with its own error, even if the database is away when the lock is released", async () => {
  [failures, isAway] = [[new Error("division by zero")], true];
  await expect(migrate(database, () => {}, folder)).rejects.toThrow("division by zero");
  expect(steps).toEqual([...BEFORE, ...RUN, "rollback", ...AFTER]);
});

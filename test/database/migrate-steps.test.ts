import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";

/** The order of a migration's steps, without a database. `migrate.test.ts` has a database. */

let steps: string[];
/** The errors of successive runs of graphile-migrate; undefined for a run that succeeds. */
let failures: (Error | undefined)[];
let settings: unknown[];

fakeSleep();
jest.unstable_mockModule("graphile-migrate", () => ({
  migrate: async (given: unknown) => {
    steps.push("migrations");
    settings.push(given);
    const failure = failures.shift();
    if (failure) throw failure;
  },
}));
/** The connection that graphile-migrate keeps. It takes a moment to close. */
const kept = new EventEmitter();
jest.unstable_mockModule("graphile-migrate/dist/pgReal.js", () => ({
  async withClient(_url: string, _settings: unknown, run: (client: unknown) => Promise<unknown>) {
    if (isAway) throw new Error("Connection refused");
    return await run(kept);
  },
  clearAllPools() {
    steps.push("end of their pools");
    if (isAway) return;
    setImmediate(() => {
      steps.push("their connection is closed");
      kept.emit("end");
    });
  },
}));
jest.unstable_mockModule("graphile-worker", () => ({
  runMigrations: async () => steps.push("migrations of jobs"),
  Logger: class {},
}));
const step = (name: string) => async () => void steps.push(name);
jest.unstable_mockModule("../../src/database/check-history.ts", () => ({
  checkHistory: step("history"),
  MIGRATIONS_FOLDER: "migrations",
}));
jest.unstable_mockModule("../../src/database/prepare.ts", () => ({
  prepare: step("prepare"),
  giveToOwner: step("owner"),
}));
const { migrate } = await import("../../src/database/run-migrations.ts");

/** True if the database is away when the lock is released. */
let isAway: boolean;
const client = {
  query: async (text: string) => {
    steps.push(/pg_advisory_\w+/.exec(text)?.[0] ?? text);
    if (isAway && text.includes("unlock")) throw new Error("Connection terminated");
  },
  release: () => steps.push("release"),
};
const database = {
  connectionString: "postgres://owner@localhost/las",
  ownerPool: { connect: async () => client } as never,
};
const CHECKS = ["pg_advisory_lock", "history", "prepare", "migrations of jobs"];
const RELEASE = ["pg_advisory_unlock", "release"];
const END = ["end of their pools", "their connection is closed"];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  [steps, failures, settings, isAway] = [[], [], [], false];
});
afterEach(() => void jest.useRealTimers());

test("a migration checks everything before it changes anything, and then releases its lock and connections", async () => {
  await migrate(database, () => {}, "other-migrations");
  expect(steps).toEqual([...CHECKS, "migrations", ...END, "owner", ...RELEASE]);
  expect(settings).toMatchObject([
    {
      connectionString: database.connectionString,
      migrationsFolder: "other-migrations",
      pgSettings: { application_name: "location-alert migration", lock_timeout: "2s" },
    },
  ]);
});

test("a migration that gets no lock is tried again, and one that fails releases its lock and connections", async () => {
  const locked = Object.assign(new Error("canceling statement due to lock timeout"), {
    code: "55P03",
  });
  failures = [locked, new Error("division by zero")];
  const logged: string[] = [];
  const failed = migrate(database, (line) => void logged.push(line)).catch(
    (error: Error) => error.message,
  );
  await jest.advanceTimersByTimeAsync(3_000);
  expect(await failed).toBe("division by zero");
  expect(logged).toEqual([expect.stringContaining("waits for a long transaction")]);
  expect(steps).toEqual([...CHECKS, "migrations", "migrations", ...END, ...RELEASE]);
});

test("a migration fails with its own error, even if the database is away when the lock is released", async () => {
  [failures, isAway] = [[new Error("division by zero")], true];
  await expect(migrate(database, () => {})).rejects.toThrow("division by zero");
  expect(steps).toEqual([...CHECKS, "migrations", "end of their pools", ...RELEASE]);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, jest, test } from "@jest/globals";
import { rowFaults } from "../../src/cli/restore-check/data.ts";
import { CommandError, messageOf } from "../../src/cli/run-command.ts";
import { MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";
import { AppError } from "../../src/ops/app-error.ts";
import { ConfigError } from "../../src/ops/config-error.ts";

/** The folder of the last scratch database, and its migrations. */
let scratch: { folder: string; migrations: string[] };
jest.unstable_mockModule("../../src/cli/export/scratch-database.ts", () => ({
  async withScratchDatabase(_url: unknown, _log: unknown, _run: unknown, folder: string) {
    scratch = { folder, migrations: (await readdir(join(folder, "committed"))).sort() };
  },
}));
const { expectedCatalogue } = await import("../../src/cli/restore-check/catalogue.ts");

describe("someone whose command fails sees", () => {
  const failure = (code: string, message = "no") => Object.assign(new Error(message), { code });

  test.each([
    ["their own mistake", new CommandError("Give a file.")],
    ["a mistake in the environment", new ConfigError("Give a file.")],
    ["a refusal of the API", new AppError("BAD_USER_INPUT", "Give a file.")],
  ])("%s as a sentence", (_what, error) => {
    expect(messageOf(error)).toBe("Give a file.");
  });

  test.each(["ECONNREFUSED", "ENOTFOUND", "3D000", "28P01"])(
    "that the database cannot be reached: %s",
    (code) => {
      const question = "Is DATABASE_URL right?";
      expect(messageOf(failure(code))).toBe(`Cannot reach the database: no. ${question}`);
      expect(messageOf(failure(code, ""))).toBe(`Cannot reach the database: ${code}. ${question}`);
    },
  );

  test.each(["42P01", "42883", "3F000"])("that the database is not migrated: %s", (code) => {
    expect(messageOf(failure(code))).toMatch(/^This database is not migrated: start the service/);
  });

  test("the whole stack of an unexpected error", () => {
    const error = failure("XX000", "a surprise");
    expect(messageOf(error)).toBe(error.stack);
    expect(messageOf("a text")).toBe("a text");
  });
});

/** Runs a command with this code as its body. Returns its exit code and its standard error. */
async function outcomeOf(main: string, PATH = process.env.PATH): Promise<[number, string]> {
  const file = (path: string) => new URL(`../../src/cli/${path}.ts`, import.meta.url).href;
  const script = `import { runCommand } from "${file("run-command")}";
    import { countDumped } from "${file("restore-check/data")}";
    runCommand(() => ${main});`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = ["--input-type=module", "--eval", script];
  const child = spawn(process.execPath, args, { env: { ...env, PATH } });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return [code, stderr];
}

test("a command whose promise never settles ends with 1", async () => {
  expect(await outcomeOf("new Promise(() => {})")).toEqual([
    1,
    "The command stopped before its end.\n",
  ]);
});

describe("a check of a restored database", () => {
  test("compares the rows of our tables with those in the backup, also of partitions that the database lacks", () => {
    const found = new Map([
      ["app_public.users", 2],
      ["app_public.alerts", 0],
      ["app_public.partition_since", 5],
    ]);
    const dumped = new Map([
      ["app_public.users", 3],
      ["app_public.alerts", 0],
      ["public.spatial_ref_sys", 8500],
      ["app_public.positions_2026_11_25", 7],
      ["app_public.positions_2026_11_26", 0],
      ["graphile_worker._private_jobs", 1],
    ]);
    expect(rowFaults(found, dumped)).toEqual([
      "rows: app_public.users has 2, and the backup 3",
      "rows: app_public.positions_2026_11_25 is missing, and the backup has 7",
      "rows: graphile_worker._private_jobs is missing, and the backup has 1",
    ]);
  });

  test("expects what the migrations of its release make, and leaves no copy of them", async () => {
    await expectedCatalogue(3, () => {});
    const all = (await readdir(join(MIGRATIONS_FOLDER, "committed"))).sort();
    expect(scratch.migrations).toEqual(all.slice(0, 3));
    expect(existsSync(scratch.folder)).toBe(false);
  });

  test("says that pg_restore is missing", async () => {
    expect(await outcomeOf('countDumped("alerts.dump")', "/nowhere")).toEqual([
      1,
      "Cannot run pg_restore, which reads the backup: spawn pg_restore ENOENT\n",
    ]);
  });

  test("refuses a database of a newer release", async () => {
    await expect(expectedCatalogue(10_000, () => {})).rejects.toThrow(
      /^A newer release made this database, by 10000 migrations\. This one has \d+: check it with the newer one\.$/,
    );
  });
});

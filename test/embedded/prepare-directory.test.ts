/** @database embedded */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { databasePath, ensureDatabase } from "../../embedded/data-directory.ts";
import { DirectoryError, prepareDirectory } from "../../embedded/prepare-directory.ts";
import { scratch } from "./helpers/prepared.ts";

it("makes a directory and its parents, for its owner only", () => {
  const parent = join(scratch(), "parent");
  prepareDirectory(join(parent, "data"));
  for (const path of [parent, join(parent, "data")])
    expect(statSync(path).mode & 0o777).toBe(0o700);
});

describe("a sentence that names the place refuses", () => {
  const file = join(scratch(), "file");
  writeFileSync(file, "");

  it.each([
    ["a file", file, "must be a directory"],
    ["a directory in a file", join(file, "data"), "not a directory (ENOTDIR)"],
    // Node's recursive mkdir would never return.
    ["a place where no directory can be made", "/proc/las/data", "/proc/las/data cannot be used"],
    // For users other than root, it is refused before its space is checked.
    ["a place without space", "/proc", /\/proc has 0 MB left, and needs 100|permission denied/],
  ])("%s", (_what, path, why) => {
    const prepare = () => prepareDirectory(path);
    expect(prepare).toThrow(DirectoryError);
    expect(prepare).toThrow(/^\/[^\n]+[^.]$/);
    expect(prepare).toThrow(why);
  });
});

/** Makes a directory with a file. */
async function create(path: string): Promise<void> {
  mkdirSync(path);
  writeFileSync(join(path, "made"), "complete");
}

it("a database is made once", async () => {
  const directory = scratch();
  expect(await ensureDatabase(directory, create)).toBe(true);
  const again = async () => {
    throw new Error("made twice");
  };
  expect(await ensureDatabase(directory, again)).toBe(false);
  expect(readFileSync(join(databasePath(directory), "made"), "utf8")).toBe("complete");
});

it("a creation that fails leaves no database, and the next one starts from the beginning", async () => {
  const directory = scratch();
  const failing = async (path: string) => {
    await create(path);
    throw new Error("the disk is full");
  };
  await expect(ensureDatabase(directory, failing)).rejects.toThrow("the disk is full");
  expect(existsSync(databasePath(directory))).toBe(false);
  expect(await ensureDatabase(directory, create)).toBe(true);
});

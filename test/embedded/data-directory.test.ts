/** @database embedded */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { databasePath, ensureDatabase } from "../../embedded/data-directory.ts";
import { scratch } from "./helpers/prepared.ts";

/** Makes a directory with a file. */
async function create(path: string): Promise<void> {
  mkdirSync(path);
  writeFileSync(join(path, "made"), "complete");
}

test("a database is made once", async () => {
  const directory = scratch();
  expect(await ensureDatabase(directory, create)).toBe(true);
  const again = async () => {
    throw new Error("made twice");
  };
  expect(await ensureDatabase(directory, again)).toBe(false);
  expect(readFileSync(join(databasePath(directory), "made"), "utf8")).toBe("complete");
});

test("a creation that fails leaves no database, and the next one starts from the beginning", async () => {
  const directory = scratch();
  const failing = async (path: string) => {
    await create(path);
    throw new Error("the disk is full");
  };
  await expect(ensureDatabase(directory, failing)).rejects.toThrow("the disk is full");
  expect(existsSync(databasePath(directory))).toBe(false);
  expect(await ensureDatabase(directory, create)).toBe(true);
});

/** @database embedded */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

/** The free space of the disk, in blocks of 4 kB, and the error with which a directory refuses access. */
let blocks: number;
let refusal: Error | undefined;
jest.unstable_mockModule("node:fs", () => ({
  ...fs,
  statfsSync: () => ({ bavail: blocks, bfree: 2 * blocks, bsize: 4096 }),
  accessSync: (path: string, mode: number) => {
    if (refusal && mode === (fs.constants.W_OK | fs.constants.X_OK)) throw refusal;
    fs.accessSync(path, mode);
  },
}));
const { prepareDirectory } = await import("../../embedded/prepare-directory.ts");

const MEGABYTE = 256;

let directory: string;
beforeEach(() => {
  refusal = undefined;
  directory = fs.mkdtempSync(join(tmpdir(), "las-space-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

test.each([
  ["a new database needs 100 MB", 100, false],
  ["one that is there needs 20 MB", 20, true],
])("%s of free space", (_what, needed, isThere) => {
  if (isThere) fs.mkdirSync(join(directory, "pgdata"));
  blocks = needed * MEGABYTE - 1;
  expect(() => prepareDirectory(directory)).toThrow(
    `${directory} has ${needed - 1} MB left, and needs ${needed}`,
  );
  blocks += 1;
  prepareDirectory(directory);
});

test("a directory that may not be written to is refused with the reason", () => {
  blocks = 1000 * MEGABYTE;
  refusal = Object.assign(new Error("EACCES"), { code: "EACCES", errno: -13 });
  expect(() => prepareDirectory(directory)).toThrow(
    `${directory} cannot be used: permission denied (EACCES)`,
  );
});

/** @database embedded */
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
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

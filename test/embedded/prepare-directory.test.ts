import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { prepareDirectory } from "../../src/database/embedded/prepare-directory.ts";
import { ConfigError } from "../../src/ops/config-error.ts";
import { scratch } from "./helpers/prepared.ts";

it("makes a directory and its parents, for its owner only", () => {
  const parent = join(scratch(), "parent");
  prepareDirectory(join(parent, "data"));
  for (const path of [parent, join(parent, "data")])
    expect(statSync(path).mode & 0o777).toBe(0o700);
});

describe("an error that names DATA_DIR refuses", () => {
  const file = join(scratch(), "file");
  writeFileSync(file, "");

  it.each([
    ["a file", file, "must be a directory"],
    ["a directory in a file", join(file, "data"), "not a directory (ENOTDIR)"],
    // Node's recursive mkdir would never return.
    ["a place where no directory can be made", "/proc/las/data", "cannot be used: /proc/las/data"],
    // For users other than root, it is refused before its space is checked.
    ["a place without space", "/proc", /needs 100 MB: \/proc has 0 MB left|permission denied/],
  ])("%s", (_what, path, why) => {
    const prepare = () => prepareDirectory(path);
    expect(prepare).toThrow(ConfigError);
    expect(prepare).toThrow(/^DATA_DIR [^\n]+\.$/);
    expect(prepare).toThrow(why);
  });
});

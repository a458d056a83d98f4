import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

/**
 * The versions that the fast path was proved against. To upgrade one of them, pin it exactly in package.json, run
 * `DOCUMENTS=50000 npm test -- test/fast-path`, and write the new version here.
 */
const PROVED = {
  "@dataplan/pg": "1.1.2",
  grafast: "1.1.3",
  grafserv: "1.0.2",
  postgraphile: "5.1.5",
};

test("the libraries that the fast path replaces have the versions that it was proved against", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const [name, version] of Object.entries(PROVED)) {
    const installed = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
    expect({ name, pinned: dependencies[name], installed: installed.version }).toEqual({
      name,
      pinned: version,
      installed: version,
    });
  }
});

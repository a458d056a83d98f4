// Fails if a test runs on neither database. Takes the files that `jest --json` wrote.
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Tests that need what .ci/run lacks: programs that it does not install, files outside the project. */
const ELSEWHERE = [
  /^test\/docs\/analysts\..* (DuckDB|ogr2ogr) /,
  /^test\/api\/contract\..* the original$/,
];

const PROJECT = join(import.meta.dirname, "..");
const seen = new Map(
  globSync("{test,console/test}/**/*.test.ts", { cwd: PROJECT }).map((file) => [
    `${file} as a whole`,
    false,
  ]),
);
for (const path of process.argv.slice(2)) {
  for (const { name, assertionResults } of JSON.parse(readFileSync(path, "utf8")).testResults) {
    const file = relative(PROJECT, name);
    seen.set(`${file} as a whole`, true);
    for (const { fullName, status } of assertionResults) {
      const test = `${file}: ${fullName}`;
      seen.set(test, seen.get(test) || status !== "pending");
    }
  }
}
const nowhere = [...seen]
  .filter(([test, runs]) => !runs && !ELSEWHERE.some((pattern) => pattern.test(test)))
  .map(([test]) => test);
console.log(`${seen.size} tests and files, of which ${nowhere.length} run nowhere`);
for (const test of nowhere) console.log(`  ${test}`);
process.exitCode = nowhere.length > 0 ? 1 : 0;

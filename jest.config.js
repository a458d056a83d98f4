import { globSync, readFileSync } from "node:fs";

/** Node runs TypeScript without a build, in the tests as in the service. The transform only strips types. */
export default {
  testEnvironment: "<rootDir>/test/helpers/environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/console/test/**/*.test.ts"],
  testPathIgnorePatterns: notRun(),
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {
    "\\.ts$": "<rootDir>/test/helpers/strip-types.js",
    "\\.tsx$": "<rootDir>/test/helpers/compile-jsx.js",
    "/node_modules/graphql/index\\.js$": "<rootDir>/test/helpers/load-once.js",
  },
  transformIgnorePatterns: ["/node_modules/(?!graphql/index\\.js$)"],
  setupFilesAfterEnv: ["<rootDir>/test/helpers/equal-dates.ts"],
  globalSetup: "<rootDir>/test/helpers/global-setup.ts",
  globalTeardown: "<rootDir>/test/helpers/global-teardown.ts",
  reporters: ["default", "<rootDir>/test/helpers/slowest.js"],
  testSequencer: "<rootDir>/test/helpers/slowest-first.js",
  // Long, because the machine may be busy. A test that hangs still fails.
  testTimeout: 180_000,
  // Twice the two cores of a small machine, because tests also wait: for timers, Chromium and processes.
  maxWorkers: 4,
};

/**
 * Returns the files that do not run, by the `@database` in their first lines (docs/contributing.md, Tests). FULL=1 or a
 * path on the command line runs these too, except those that are for one database only.
 */
function notRun() {
  const { TEST_DATABASE_URL, SERVER_TOO, FULL } = process.env;
  const isAll = FULL || process.argv.some((argument) => /^(console\/)?test\b/.test(argument));
  const left = TEST_DATABASE_URL ? ["embedded"] : ["server only"];
  if (!TEST_DATABASE_URL && !isAll) left.push("server", ...(SERVER_TOO ? ["either"] : []));
  return globSync("{test,console/test}/**/*.test.ts", { cwd: import.meta.dirname })
    .filter((path) => left.includes(databaseOf(`${import.meta.dirname}/${path}`)))
    .map((path) => `<rootDir>/${path}$`);
}

function databaseOf(path) {
  return /^\/\*\* @database ([\w ]+) \*\/$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "either";
}

/** Node runs TypeScript without a build, in the tests as in the service. The transform only strips types. */
export default {
  testEnvironment: "<rootDir>/test/helpers/environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  testPathIgnorePatterns: notRun(),
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/test/helpers/strip-types.js" },
  globalSetup: "<rootDir>/test/helpers/global-setup.ts",
  globalTeardown: "<rootDir>/test/helpers/global-teardown.ts",
  reporters: ["default", "<rootDir>/test/helpers/slowest.js"],
  testSequencer: "<rootDir>/test/helpers/slowest-first.js",
  // Long, because the machine may be busy. A test that hangs still fails.
  testTimeout: 180_000,
  // One more than the machine's two cores, because tests also wait: for timers, Chromium and processes.
  maxWorkers: 3,
};

/**
 * Returns the files that do not run. The embedded database runs all files. A native one runs those whose result can
 * differ: it skips tests that hardly use a database, and API tests that write little and are not refused by it.
 * FULL=1 or a path on the command line runs these too.
 */
function notRun() {
  const { TEST_DATABASE_URL, FULL } = process.env;
  if (!TEST_DATABASE_URL) return [];
  const isChosen = process.argv.some((argument) => argument.startsWith("test/"));
  if (FULL || isChosen) return ["<rootDir>/test/embedded/"];
  return [
    "<rootDir>/test/(auth|console|embedded|push|speech)/",
    "<rootDir>/test/fast-path/proof",
    // .ci/run-17 runs these.
    "<rootDir>/test/(commands/(drill|transfer-to)|docs/backup)",
    "<rootDir>/test/api/(?!alert-life|busy|contract\\.|database-away|errors|new-|notifications)",
  ];
}

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
 * Returns the files that do not run. FULL=1 or a path on the command line runs these too, but no test of the embedded
 * database on a native one.
 *
 * The embedded database leaves out tests of several connections, and slow ones in which it does what a native one does.
 * A native one runs those whose result can differ: it leaves out tests that hardly use a database, and API tests that
 * write little and are not refused by it.
 */
function notRun() {
  const { TEST_DATABASE_URL, FULL } = process.env;
  const isAll = FULL || process.argv.some((argument) => argument.startsWith("test/"));
  if (!TEST_DATABASE_URL) {
    if (isAll) return [];
    return [
      "<rootDir>/test/(concurrency|crash)/",
      "<rootDir>/test/commands/demo",
      "<rootDir>/test/database/(announcements|concurrency|explain|migrate\\.|upgrade|users-at-once)",
      "<rootDir>/test/delivery/worker",
    ];
  }
  if (isAll) return ["<rootDir>/test/embedded/"];
  return [
    "<rootDir>/test/(auth|console|embedded|push|speech)/",
    "<rootDir>/test/fast-path/proof",
    // .ci/run-17 runs these.
    "<rootDir>/test/(commands/(drill|transfer-to)|docs/backup)",
    "<rootDir>/test/api/(?!alert-life|busy|contract\\.|database-away|errors|new-|notifications)",
  ];
}

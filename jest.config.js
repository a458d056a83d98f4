/** Node runs the TypeScript itself, in the tests as in the service: the transform takes types away. */
export default {
  testEnvironment: "<rootDir>/test/helpers/environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  testPathIgnorePatterns: notRun(),
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/test/helpers/strip-types.js" },
  globalSetup: "<rootDir>/test/helpers/global-setup.ts",
  globalTeardown: "<rootDir>/test/helpers/global-teardown.ts",
  reporters: ["default", "<rootDir>/test/helpers/slowest.js"],
  // Long, as a machine may do other things too: what hangs is found out all the same.
  testTimeout: 180_000,
  // Each has a database and a service, file after file.
  maxWorkers: 2,
};

/**
 * On the embedded database everything runs. On a native one, what can differ there; all but what is about the embedded
 * database if FULL=1 is set, or paths are given.
 */
function notRun() {
  const { TEST_DATABASE_URL, FULL } = process.env;
  if (!TEST_DATABASE_URL) return [];
  const isChosen = process.argv.some((argument) => argument.startsWith("test/"));
  if (FULL || isChosen) return ["<rootDir>/test/embedded/"];
  const SAME = ["console", "embedded", "push", "speech"];
  return SAME.map((folder) => `<rootDir>/test/${folder}/`);
}

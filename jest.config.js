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
 * On the embedded database everything runs. On a native one, what can differ there: not what hardly touches a database,
 * and of the API's files those that write the most, or are refused by the database. FULL=1 and paths on the command line
 * run the others too.
 */
function notRun() {
  const { TEST_DATABASE_URL, FULL } = process.env;
  if (!TEST_DATABASE_URL) return [];
  const isChosen = process.argv.some((argument) => argument.startsWith("test/"));
  if (FULL || isChosen) return ["<rootDir>/test/embedded/"];
  return [
    "<rootDir>/test/(auth|console|embedded|push|speech)/",
    "<rootDir>/test/fast-path/proof",
    "<rootDir>/test/api/(?!alert-life|contract\\.|errors|new-|notifications)",
  ];
}

/** Node runs the TypeScript itself, in the tests as in the service: the transform takes types away. */
export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // On a native database, what tests the embedded one has nothing to say.
  testPathIgnorePatterns: process.env.TEST_DATABASE_URL ? ["<rootDir>/test/embedded/"] : [],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/test/helpers/strip-types.js" },
  globalSetup: "<rootDir>/test/helpers/global-setup.ts",
  globalTeardown: "<rootDir>/test/helpers/global-teardown.ts",
  testTimeout: 60_000,
  // Each file starts a database and a service of its own.
  maxWorkers: 2,
};

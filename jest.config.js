/**
 * Left out on the embedded database: tests of several connections, and slow ones in which it does what a server does.
 */
const ON_A_SERVER = [
  "api/(?!alert-life|contract\\.|database-away|errors|new-|notifications)",
  "commands/(audit|export-schema|migrate-cycle|restore|transfer|user)",
  "(concurrency|crash|metrics|speech)/",
  "console/test/browser/",
  "database/(alerts-search|analytics|announcements|concurrency|counting|delivery-|explain|export|mailed-links)",
  "database/(migrate\\.|near|old-history|public-pool|rls-matrix|speeches|upgrade|users-at-once)",
  "(delivery|examples)/",
  "docs/backup",
  "erasure/restore",
  "fast-path/(events|shapes)",
  "geometry/(exactness|near)",
  "http/(?!start)",
  "jobs/(heartbeat|lane|runs)",
  "live/(?!listen|notification-added)",
  "log/requests",
];

/**
 * Left out on the embedded database too if the same tests run on a server next, as in .ci/run (SERVER_TOO=1): what takes
 * longest of what both databases do alike. No file with a test that a server skips may be here: .ci/run-nowhere.js finds it.
 */
const NEXT_ON_A_SERVER = [
  "api/(alert-life|errors|new-user)",
  "audit/verify",
  "database/(alert-|audit|checked-area|cleared-places|cursors|deliver|device)",
  "database/(erasure|held-|invitations|last-position-only|live|logins|matching|new-|notifications|partitions)",
  "database/(password-links|policies|positions|presence-cells|primary-client|publish-chunk|push-|queue|reach)",
  "database/(repeated|report-locks|retention|saved-areas|sessions|settings|shared-drafts|synchronous|take-back|user|why|zones)",
  "docs/analysts",
  "geometry/",
  "jobs/(crontab|retention)",
  "matching/",
];

/** Left out on a server: tests of the embedded database, and those that hardly use any. */
const ON_THE_EMBEDDED = [
  "(auth|config|embedded|limits|positions|process|push|streets)/",
  "(config|mail/mailer)\\.",
  "console/test/(?!browser)",
  "floors",
  "(compose/(?!database)|docs/(pages|payloads)|log/(?!portal|requests))",
  // With a fake database.
  "(database/(answer-budget|migrate-steps|read-speech)|jobs/tasks)",
];

/** Node runs TypeScript without a build, in the tests as in the service. The transform only strips types. */
export default {
  testEnvironment: "<rootDir>/test/helpers/environment.ts",
  testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/console/test/**/*.test.ts"],
  testPathIgnorePatterns: notRun(),
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {
    "\\.ts$": "<rootDir>/test/helpers/strip-types.js",
    "\\.tsx$": "<rootDir>/test/helpers/compile-jsx.js",
  },
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
 * Returns the files that do not run. FULL=1 or a path on the command line runs these too, but no test of the embedded
 * database on a native one.
 */
function notRun() {
  const { TEST_DATABASE_URL, SERVER_TOO, FULL } = process.env;
  const isAll = FULL || process.argv.some((argument) => /^(console\/)?test\b/.test(argument));
  const left = TEST_DATABASE_URL
    ? isAll
      ? ["embedded/"]
      : ON_THE_EMBEDDED
    : isAll
      ? []
      : [...ON_A_SERVER, ...(SERVER_TOO ? NEXT_ON_A_SERVER : [])];
  return left.map((path) => `<rootDir>/${path.startsWith("console/") ? "" : "test/"}${path}`);
}

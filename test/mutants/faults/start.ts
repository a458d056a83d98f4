import { inFile } from "../fault.ts";

/** Faults in the start of a process. */
export const faults = [
  ...inFile(
    "src/database/migrate.ts",
    ["test/database/migrate.test.ts"],
    [
      [
        "hosts that start together migrate at once",
        "select pg_advisory_lock($1)",
        "select $1::int",
      ],
      [
        "the lock of migrations is kept",
        '.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK])',
        '.query("select 1")',
      ],
    ],
  ),
  ...inFile(
    "src/database/first-administrator.ts",
    ["test/database/first-administrator.test.ts"],
    [
      ["an email in capitals makes a second administrator", "e.email = lower($1)", "e.email = $1"],
      [
        "hosts that start together make two administrators",
        'await client.query("select from app_private.settings for update");',
        "",
      ],
      [
        "a password made up is shown though one is configured",
        "rowCount || password ?",
        "rowCount ?",
      ],
      [
        "ADMIN_PASSWORD is ignored",
        "hashPassword(password ?? madeUpPassword, email)",
        "hashPassword(madeUpPassword, email)",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/prepare-directory.ts",
    ["test/embedded/prepare-directory.test.ts"],
    [
      ["a file is taken for a directory", "!statSync(path).isDirectory()", "false"],
      ["a full disk is tried", "free < needed", "false"],
    ],
  ),
  ...inFile(
    "src/database/embedded/index.ts",
    ["test/embedded/code-collection.test.ts"],
    [["V8 frees the engine's code", 'setFlagsFromString("--no-wasm-code-gc");', ""]],
  ),
  ...inFile(
    "src/database/embedded/index.ts",
    ["test/embedded/lost.test.ts"],
    [["a service outlives its embedded database", "if (code !== 0) lose", "if (code === 0) lose"]],
  ),
  ...inFile(
    "src/service-thread.ts",
    ["test/embedded/lost.test.ts"],
    [["a service that lost its database is not started again", "    return 1;", "    return 0;"]],
  ),
  ...inFile(
    "src/database/open.ts",
    ["test/database/open.test.ts"],
    [["requests begin as the owner", '"-c role=app_host -c jit=off"', '"-c jit=off"']],
  ),
  ...inFile(
    "src/service.ts",
    ["test/http/service.test.ts"],
    [
      ["a start makes no partitions", "await makePositionPartitions(database.ownerPool, log);", ""],
      ["a host with JOBS=false runs jobs", "if (config.runsJobs)", "if (true)"],
    ],
  ),
  ...inFile(
    "src/service.ts",
    ["test/http/owner-pooler.test.ts"],
    [
      [
        "the owner's connections may share sessions",
        "  await requireOwnerSessions(database);\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/process/welcome.ts",
    ["test/http/welcome.test.ts"],
    [["a promoted user is told of ADMIN_PASSWORD", ": isPromoted\n", ": false\n"]],
  ),
  ...inFile(
    "src/process/watchdog.ts",
    ["test/process/watchdog.test.ts"],
    [
      ["a drain counts as time to end", "await sleep(drain + ENDING);", "await sleep(ENDING);"],
      [
        "a service that hangs is never ended",
        "endAtOnce(`${reason}: the service has not ended after ${most} s.`);",
        "",
      ],
      [
        "a service that heard nothing is ended twice",
        "    return;\n  }\n  await sleep(drain",
        "  }\n  await sleep(drain",
      ],
      ["a service has two seconds to end", "ENDING = 25_000", "ENDING = 2_500"],
      ["a service has no time to hear", "HEARING = 3_000", "HEARING = 300"],
      [
        "a second signal is passed on too",
        "process.once(signal, () => {",
        "process.on(signal, () => {",
      ],
      ["a thread is not told of a signal", "thread.postMessage(signal);", ""],
      [
        "the drain of a thread is not waited for",
        'once(thread, "message"), drain, endAtOnce',
        'once(thread, "message"), 0, endAtOnce',
      ],
    ],
  ),
];

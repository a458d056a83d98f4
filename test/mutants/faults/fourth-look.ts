import { inFile } from "../fault.ts";

/** Faults in the host that a reader found and that got past all tests. */
export const faults = [
  ...inFile(
    "src/channels/push/web-push/subscription.ts",
    ["test/push/registry.test.ts"],
    [
      [
        "a subscription has to begin with its endpoint",
        "return /^\\s*\\{/.test(token);",
        'return /^\\s*\\{\\s*"endpoint"/.test(token);',
      ],
    ],
  ),
  ...inFile(
    "src/commands/distribute/check-cluster.ts",
    ["test/commands/distribute.test.ts"],
    [
      [
        "a service of another database keeps one from distributing",
        "where a.datname = current_database() and a.application_name",
        "where a.application_name",
      ],
      ["workers run on while one distributes", "(host|jobs|publication)", "(host)"],
    ],
  ),
  ...inFile(
    "src/commands/drill/run-on.ts",
    ["test/commands/drill.test.ts"],
    [
      [
        "a drill goes on after a command that failed",
        "    ...(signal && { signal }),\n  });",
        "    ...(signal && { signal }),\n  }).catch((failed: { stdout: string }) => failed);",
      ],
    ],
  ),
  ...inFile(
    "src/commands/export/scratch-database.ts",
    ["test/commands/export-schema.test.ts"],
    [
      [
        "a scratch database has all migrations, whichever it should have",
        "await migrate(database, log, migrationsFolder);",
        "await migrate(database, log);",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/sessions.ts",
    ["test/api/quotas.test.ts"],
    [
      [
        "a wrong refresh token counts as right if it is one",
        "return next !== undefined;",
        "return token !== undefined;",
      ],
    ],
  ),
  ...inFile(
    "src/http/graphql.ts",
    ["test/http/graphql.test.ts"],
    [
      [
        "a fault of the short road is logged without its request",
        "[runFor(logged, () => maskError(fault))]",
        "[maskError(fault)]",
      ],
    ],
  ),
  ...inFile(
    "src/speech/wav.ts",
    ["test/speech/wav.test.ts"],
    [
      [
        "a sound that ends with its header is an error",
        "at + 8 <= bytes.length;",
        "at + 8 < bytes.length;",
      ],
    ],
  ),
  ...inFile(
    "src/streets/index-file.ts",
    ["test/http/streets.test.ts"],
    [
      [
        "a damaged index is waited for",
        "if ((error as { errcode?: number }).errcode !== BUSY) throw error;",
        "if ((error as { errcode?: number }).errcode === undefined) throw error;",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/requests.ts",
    ["test/metrics/requests.test.ts"],
    [
      [
        "requests that nobody reads in the metrics fill the memory",
        "  if (ended.length >= ENOUGH) countEnded();\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/database-state.ts",
    ["test/metrics/database-state.test.ts"],
    [
      [
        "a scrape that nobody waits for any more goes on in the database",
        "  set local statement_timeout = ${PATIENCE};\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/state.ts",
    ["test/metrics/state.test.ts"],
    [
      [
        "while a host is replaced, the database is twice as large",
        '      help,\n      registers,\n      aggregator: "max",\n',
        "      help,\n      registers,\n",
      ],
      [
        "while a host is replaced, its jobs count twice",
        '      labelNames: ["task"] as const,\n      registers,\n      aggregator: "max",\n',
        '      labelNames: ["task"] as const,\n      registers,\n',
      ],
      [
        "one host that reaches the database is enough",
        'aggregator: "min",\n    async collect() {\n      this.set((await stateOf())',
        'aggregator: "max",\n    async collect() {\n      this.set((await stateOf())',
      ],
    ],
  ),
  ...inFile(
    "src/hosts/metrics.ts",
    ["test/hosts/parent.test.ts"],
    [["all scrapes have one id", "  lastScrape += 1;\n", ""]],
  ),
  ...inFile(
    "src/erasure/erasure-list.ts",
    ["test/erasure/restore.test.ts"],
    [
      [
        "everyone on the machine reads a list of erasures that was empty first",
        'this.#file, "a", 0o600)',
        'this.#file, "a")',
      ],
      [
        "a list in a folder that is not there cannot be written",
        "    await mkdir(dirname(this.#file), { recursive: true });\n    await (await open",
        "    await (await open",
      ],
      ["what may be written is emptied", 'this.#file, "a", 0o600)', 'this.#file, "w", 0o600)'],
    ],
  ),
  ...inFile(
    "src/erasure/erasures.ts",
    ["test/erasure/restore.test.ts"],
    [
      [
        "a person who cannot be erased again is no error",
        'be erased again: ${message}`, "error");',
        "be erased again: ${message}`);",
      ],
      [
        "erasures that are not listed are no error",
        'be listed: ${(error as Error).message}`, "error");',
        "be listed: ${(error as Error).message}`);",
      ],
    ],
  ),
  ...inFile(
    "src/process/http-server.ts",
    ["test/process/hand-over.test.ts"],
    [
      [
        "a host that is replaced waits for idle connections without end",
        "requestsOf.get(server)?.size && performance.now() < end",
        "requestsOf.get(server)?.size",
      ],
      [
        "a host that is replaced does not wait for its connections",
        "  while (requestsOf.get(server)?.size && performance.now() < end) await sleep(IDLE_CHECK_INTERVAL);\n",
        "",
      ],
      [
        "a host that is replaced keeps its connections",
        "export async function handOver(server: Server, keepAlive: number): Promise<void> {\n  endConnections(server);",
        "export async function handOver(server: Server, keepAlive: number): Promise<void> {",
      ],
    ],
  ),
  ...inFile(
    "src/process/http-server.ts",
    ["test/http/slow-clients.test.ts"],
    [
      [
        "a host that is full sends connections round to the others",
        "dropMaxConnection: true",
        "dropMaxConnection: false",
      ],
    ],
  ),
  ...inFile(
    "src/live/listener.ts",
    ["test/live/listen.test.ts"],
    [
      [
        "a host that stops opens one more connection",
        "if (!signal.aborted) return await open(",
        "return await open(",
      ],
      [
        "a database that is away is tried without a pause",
        "const RECONNECT_PAUSE = 500;",
        "const RECONNECT_PAUSE = 5;",
      ],
      [
        "a lost connection that listens is no warning",
        'is lost: reconnecting", "warn");',
        'is lost: reconnecting");',
      ],
    ],
  ),
  ...inFile(
    "src/live/poll.ts",
    ["test/live/poll.test.ts"],
    [["a poll that fails is no warning", '.message}`, "warn");', ".message}`);"]],
  ),
  ...inFile(
    "src/live/index.ts",
    ["test/live/live.test.ts"],
    [["lost announcements are no warning", '`, "warn");', "`);"]],
  ),
  ...inFile(
    "src/http/request-log.ts",
    ["test/log/requests.test.ts"],
    [["the log does not know who joins", '  "/join",\n', ""]],
  ),
  ...inFile(
    "src/database/open.ts",
    ["test/database/open.test.ts"],
    [
      [
        "a lost connection is no warning",
        'lost a connection: ${error.message}`, "warn"))',
        "lost a connection: ${error.message}`))",
      ],
    ],
  ),
  ...inFile(
    "src/database/retry-locked.ts",
    ["test/database/retry-locked.test.ts"],
    [
      [
        "a migration that waits is no warning",
        'and tries again.", "warn");',
        'and tries again.");',
      ],
    ],
  ),
  ...inFile(
    "src/jobs/heartbeat.ts",
    ["test/jobs/beats.test.ts"],
    [
      [
        "a heartbeat that is missing is no warning",
        'no heartbeat: ${error.message}`, "warn");',
        "no heartbeat: ${error.message}`);",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/lane.ts",
    ["test/jobs/runs.test.ts"],
    [
      [
        "jobs that do not run yet are no warning",
        'not running yet: ${error.message}`, "warn");',
        "not running yet: ${error.message}`);",
      ],
    ],
  ),
  ...inFile(
    "src/auth/session-use.ts",
    ["test/auth/session-use.test.ts"],
    [
      [
        "uses of sessions that are not noted are no warning",
        'is not noted: ${(error as Error).message}`, "warn");',
        "is not noted: ${(error as Error).message}`);",
      ],
    ],
  ),
  ...inFile(
    "src/auth/signing-keys.ts",
    ["test/auth/signing-keys.test.ts"],
    [["a short secret is no warning", '        "warn",\n', ""]],
  ),
  ...inFile(
    "src/streets/search.ts",
    ["test/http/streets.test.ts"],
    [
      [
        "a map's file that cannot be searched is no error",
        'cannot be searched: ${error.message}`, "error");',
        "cannot be searched: ${error.message}`);",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/index.ts",
    ["test/embedded/lost.test.ts"],
    [
      [
        "the end of the embedded database is no error",
        'has stopped: ${failure?.message}`, "error"));',
        "has stopped: ${failure?.message}`));",
      ],
    ],
  ),
  ...inFile(
    "src/service-thread.ts",
    ["test/embedded/lost.test.ts"],
    [
      [
        "a service that ends without its database says so as usual",
        'with its database.", "error");',
        'with its database.");',
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/prepare-directory.ts",
    ["test/embedded/free-space.test.ts"],
    [
      [
        "a new database needs as little space as one that is there",
        "const TO_CREATE = 100;",
        "const TO_CREATE = 20;",
      ],
      [
        "a database that is there needs the space of a new one",
        "existsSync(databasePath(path)) ? TO_START : TO_CREATE",
        "TO_CREATE",
      ],
      ["just enough space is too little", "if (free < needed)", "if (free <= needed)"],
      [
        "a directory that may not be written to is found out by PGlite",
        "    accessSync(path, constants.W_OK | constants.X_OK);\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/speech/espeak-ng.ts",
    ["test/speech/engine-failures.test.ts"],
    [
      ["an engine fills the log", "slice(0, MAX_ERROR_OUTPUT)", "slice(0)"],
      [
        "speech is as urgent as requests",
        "    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);\n",
        "",
      ],
      ["an engine without a version is named undefined", ' ?? "without a version"', ""],
    ],
  ),
  ...inFile(
    "src/speech/mp3.ts",
    ["test/speech/mp3.test.ts"],
    [["each speech leaves a thread", "    await worker.terminate();\n", ""]],
  ),
  ...inFile(
    "src/worker.ts",
    ["test/delivery/worker.test.ts"],
    [
      [
        "a worker opens the embedded database of a service",
        "if (!config.databaseUrl) {",
        "if (config.databaseUrl === undefined && config.isProduction) {",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restored.ts",
    ["test/database/old-history.test.ts"],
    [["the ids of a database of other migrations move", "    await checkHistory(pool);\n", ""]],
  ),
  ...inFile(
    "src/commands/distribute.ts",
    ["test/commands/distribute.test.ts"],
    [
      [
        "the embedded database is distributed",
        'if (kind === "embedded") {',
        'if (kind !== "embedded") {',
      ],
    ],
  ),
  ...inFile(
    "src/commands/migrate.ts",
    ["test/database/owner.test.ts"],
    [
      [
        "npm run migrate does not tell an owner what lacks",
        '    if (verb === "migrate") await prepare(pool);\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/demo.ts",
    ["test/commands/demo.test.ts"],
    [
      [
        "a demo says nothing while it runs",
        "    logProgress(end, () => tally.line(second())),\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/demo/participants.ts",
    ["test/commands/demo.test.ts"],
    [
      [
        "a demo's users have no phones",
        "      { input: { token: `demo-device-${seed}-${traveller.number}` } },",
        "      { input: { token: `demo-device-${seed}` } },",
      ],
    ],
  ),
  ...inFile(
    "src/commands/export-schema.ts",
    ["test/commands/export-schema.test.ts"],
    [
      [
        "a file that is missing is no stale one",
        "if (current === undefined) return `${basename(committed)} is missing.\\n`;",
        'if (current === undefined) return "";',
      ],
      [
        "a check of an export leaves its copies",
        "  } finally {\n    await rm(directory, { recursive: true, force: true });\n  }",
        "  } finally {\n  }",
      ],
    ],
  ),
  ...inFile(
    "src/streets/build.ts",
    ["test/streets/search.test.ts"],
    [
      ["no place is looked for in the north", "dy <= AROUND", "dy < AROUND"],
      ["no place is looked for in the south", "let dy = -AROUND", "let dy = 0"],
      ["no place is looked for in the east", "dx <= AROUND", "dx < AROUND"],
    ],
  ),
  ...inFile(
    "src/database/node-pools.ts",
    ["test/database/node-pools.test.ts"],
    [
      [
        "a report waits for ten seconds for a worker node",
        "const PATIENCE = 1_000;",
        "const PATIENCE = 10_000;",
      ],
    ],
  ),
  ...inFile(
    "src/live/batch-reader.ts",
    ["test/live/batch-reader.test.ts"],
    [
      [
        "events of eight megabytes are too large together",
        "const MOST_BYTES = 16_000_000;",
        "const MOST_BYTES = 8_000_000;",
      ],
    ],
  ),
];

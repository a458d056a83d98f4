import { inFile, inFunction } from "../fault.ts";

/** Faults in what operators see of the database: readiness, sessions and locks. */
export const faults = [
  ...inFunction(
    "app_private.note_push_outcome",
    ["test/database/push-outcomes.test.ts"],
    [
      [
        "a change is noted after seconds only",
        "or o.why is distinct from note_push_outcome.why",
        "",
      ],
      ["each push writes its outcome", "o.at < clock_timestamp() - interval '5 seconds'", "true"],
      [
        "a provider fails since its last refusal",
        "coalesce(o.failing_since, clock_timestamp())",
        "clock_timestamp()",
      ],
    ],
  ),
  ...inFunction(
    "app_private.readiness",
    [
      "test/database/readiness.test.ts",
      "test/http/health.test.ts",
      "test/database/push-outcomes.test.ts",
    ],
    [
      ["jobs of the future wait", "j.run_at <= clock_timestamp() and", ""],
      ["jobs that run wait", "j.locked_at is null and", ""],
      ["jobs that are given up wait", "and j.attempts < j.max_attempts", ""],
      ["a database without migrations is ready", "into strict migration", "into migration"],
    ],
  ),
  ...inFunction(
    "app_private.failing_pushes",
    ["test/database/push-outcomes.test.ts"],
    [["providers that take pushes fail", "where o.why is not null", ""]],
  ),
  ...inFile(
    "src/database/readiness.ts",
    ["test/http/health.test.ts"],
    [["/readyz waits as long as the database", "Promise.race([asked, late.promise])", "asked"]],
  ),
  ...inFile(
    "src/channels/push/states.ts",
    ["test/push/states.test.ts"],
    [
      ["/readyz shows the text of a provider", "withoutDetail(failure.why)", "failure.why"],
      ["a provider that is off fails", 'configured[name] === "on" ?', "true ?"],
    ],
  ),
  ...inFile(
    "src/database/require-sessions.ts",
    ["test/database/require-sessions.test.ts"],
    [
      ["shared sessions are taken", "if (after !== before)", "if (false)"],
      ["a role that is not taken does not matter", "(role && row.role !== role)", "false"],
      [
        "a timeout that is dropped does not matter",
        "(statement_timeout && row.timeout !== statement_timeout)",
        "false",
      ],
    ],
  ),
  ...inFile(
    "src/database/retry-locked.ts",
    ["test/database/retry-locked.test.ts"],
    [
      ["a migration waits for ever", "if (tries === TRIES)", "if (false)"],
      ["each error is tried again", "!== LOCK_NOT_AVAILABLE", '=== "none"'],
    ],
  ),
  ...inFile(
    "src/database/check-history.ts",
    ["test/database/old-history.test.ts"],
    [["a migration that was edited is taken", "ours.hash === hash", "index > 0"]],
  ),
  ...inFile(
    "src/database/batch-query.ts",
    ["test/database/large-events.test.ts"],
    [
      [
        "an event of four million bytes is too large",
        "if (length > LARGEST_ROW)",
        "if (length >= LARGEST_ROW)",
      ],
      [
        "a batch that a connection knows is read one by one",
        "if (!this.hasBeenParsed(connection)) {",
        "if (connection) {",
      ],
      [
        "a batch beside another one of its statement is read one by one",
        "      connection.submittedNamedStatements[name] = text;\n",
        "",
      ],
      ["the first batch of a connection is read one by one", "  prepareForBatches(client);\n", ""],
      ["what batches find is not waited for", "  await Promise.all(runs);\n", ""],
    ],
  ),
  ...inFile(
    "src/database/check-history.ts",
    ["test/database/old-history.test.ts"],
    [["a migration that was edited alone is another history", " order by filename`", "`"]],
  ),
  ...inFile(
    "src/database/delegated-calls.ts",
    ["test/fast-path/delegated.test.ts"],
    [
      [
        "PostgreSQL ends connections that the pool keeps",
        "Math.max(longestStatement, POOL_IDLE)",
        "longestStatement",
      ],
      [
        "a connection that a large answer ended serves the next request",
        "hasFailed || budget?.isSpent",
        "hasFailed",
      ],
      ["a cluster has no transactions", "client.withTransaction(run)", "run(client as never)"],
    ],
  ),
  ...inFile(
    "src/database/first-administrator.ts",
    ["test/database/first-administrator.test.ts"],
    [
      ["two administrators are none", " where is_admin limit 1", " where is_admin"],
      ["a password that was made up has eight letters", "randomBytes(12)", "randomBytes(6)"],
    ],
  ),
  ...inFile(
    "src/database/limit-session.ts",
    ["test/database/limit-session.test.ts"],
    [
      [
        "a host that has vanished is asked thirty times",
        "'tcp_keepalives_count', '3'",
        "'tcp_keepalives_count', '30'",
      ],
      [
        "a host that has vanished is asked rarely",
        "'tcp_keepalives_interval', '2'",
        "'tcp_keepalives_interval', '20'",
      ],
    ],
  ),
  ...inFile(
    "src/database/migrate.ts",
    ["test/database/migrate-steps.test.ts"],
    [
      [
        "a lost connection hides why a migration failed",
        "[MIGRATION_LOCK]).catch(() => {});",
        "[MIGRATION_LOCK]);",
      ],
    ],
  ),
  ...inFile(
    "src/database/run-committed.ts",
    ["test/database/migrate-steps.test.ts"],
    [
      [
        "a migration has no name in pg_stat_activity",
        '      application_name: "location-alert migration",\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/check-history.ts",
    ["test/database/old-history.test.ts"],
    [
      ["a database that lacks a migration is current", "ran.has(file)", "ran.size > 0"],
      ["migrations run at each start", "ran.has(file)", "ran.size === 0"],
    ],
  ),
  ...inFile(
    "src/database/open.ts",
    ["test/database/open.test.ts"],
    [
      [
        "statements of requests wait for each other's answers",
        "max: poolSize,\n    pipeline: true,",
        "max: poolSize,",
      ],
      [
        "statements of publications wait for each other's answers",
        "max: pools.publication,\n      pipeline: true,",
        "max: pools.publication,",
      ],
    ],
  ),
  ...inFile(
    "src/database/prepare.ts",
    ["test/database/owner.test.ts"],
    [
      [
        "each error of a preparation is a sentence",
        "isSentence(error) ? new ConfigError(error.message) : error",
        "new ConfigError((error as Error).message)",
      ],
    ],
  ),
  ...inFile(
    "src/database/primary-client.ts",
    ["test/database/primary-client.test.ts"],
    [
      [
        "a dead connection is noticed after hours",
        "      keepAliveInitialDelayMillis: SILENCE,\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/publication.ts",
    ["test/database/publish-for.test.ts"],
    [
      [
        "a job publishes what is left to others",
        "await publishFor(database, id, goesOn);",
        "await publishFor(database, id);",
      ],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/database/request-adaptor.test.ts"],
    [
      [
        "a token without a session is our fault",
        'settings["token.session_id"] || null];',
        'settings["token.session_id"] ?? null];',
      ],
    ],
  ),
  ...inFile(
    "src/database/split-statements.ts",
    ["test/database/split-statements.test.ts"],
    [["a comment without an end is a statement", "return sql.length;", "return start + 2;"]],
  ),
  ...inFile(
    "src/database/replica.ts",
    ["test/database/replica.test.ts"],
    [
      [
        "a standby is too old a moment too early",
        "this.lag <= this.#options.maxLag",
        "this.lag < this.#options.maxLag",
      ],
    ],
  ),
  ...inFile(
    "src/database/large-answers.ts",
    ["test/database/large-answers.test.ts"],
    [
      [
        "the next large answer is read before the last one is written",
        "        await setImmediate();\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/delegated-calls.ts",
    ["test/fast-path/delegated.test.ts"],
    [
      [
        "a list with an offset runs on a worker node",
        "rows.endsWith(source)",
        "rows.includes(source)",
      ],
    ],
  ),
];

import { inFile } from "../fault.ts";

/** Faults in how databases are opened and migrated, and in the statements of requests. */
export const faults = [
  ...inFile(
    "src/database/open.ts",
    ["test/database/open.test.ts"],
    [
      ["a connection that is lost in use ends the host", 'client.on("error", () => {});', ""],
      ["a silent database keeps its connections", "connections.add(client);", ""],
      [
        "connections that are gone are cut off too",
        'pool.on("remove", (client) => connections.delete(client));',
        "",
      ],
      ["requests are compiled", "-c role=app_host -c jit=off", "-c role=app_host"],
      [
        "a host waits for ever for the embedded database",
        "{ query_timeout: timeouts.statement }",
        "{}",
      ],
      ["POOL_SIZE changes nothing", "    max: poolSize,\n", ""],
      [
        "a request waits as long to connect as for a statement",
        "new PublicPool(publicConfig, timeouts.connection)",
        "new PublicPool(publicConfig, timeouts.statement)",
      ],
      ["a long statement ends all connections", "      if (embedded) return;\n", ""],
      ["attempts to connect stay long in silence", "      expectSilence();\n", ""],
      ["the embedded database stays open", "await embedded?.close();", ""],
      [
        "the pool of readiness stays open",
        "const pools = [ownerPool, hostPool, publicationPool, readinessPool];",
        "const pools = [ownerPool, hostPool, publicationPool];",
      ],
    ],
  ),
  ...inFile(
    "src/database/open.ts",
    ["test/embedded/lock.test.ts"],
    [
      [
        "a directory in use is no mistake of the configuration",
        "/is in use by another process/.test(message)",
        "false",
      ],
    ],
  ),
  ...inFile(
    "src/database/open-replica.ts",
    ["test/database/open-replica.test.ts"],
    [
      ["a standby has ten connections", "      max: poolSize,\n", ""],
      [
        "a standby that hangs is waited for",
        "open({ max: 1, query_timeout: PATIENCE })",
        "open({ max: 1 })",
      ],
      [
        "a standby that lags keeps its connections",
        'for (const client of connections) cutOff(client, "the standby lags or is silent");',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/request-query.ts",
    ["test/database/request-query.test.ts"],
    [
      [
        "a request's id stays on its connection",
        "set_config('app.request_id', $3, true)",
        "set_config('app.request_id', $3, false)",
      ],
      ["keys of rows are free", "this.#budget?.payForRow(message.fields);", ""],
    ],
  ),
  ...inFile(
    "src/database/extended-query.ts",
    ["test/database/request-query.test.ts"],
    [
      [
        "a statement without a name has the role of the host",
        'queryMode: "extended"',
        "queryMode: undefined",
      ],
    ],
  ),
  ...inFile(
    "src/database/read-speech.ts",
    ["test/database/read-speech.test.ts"],
    [
      ["the last byte of a speech is lost after a slice", "at <= last", "at < last"],
      ["a speech that is gone ends its answer", "if (rows[0]?.bytes) yield", "yield"],
    ],
  ),
  ...inFile(
    "src/database/readiness.ts",
    ["test/database/readiness.test.ts"],
    [
      ["/readyz takes a mail server for well", "failingMail: failing_mail", "failingMail: null"],
      ["each look at the database leaves a timer", "clearTimeout(timer);", ""],
    ],
  ),
  ...inFile(
    "src/database/batch-query.ts",
    ["test/database/large-events.test.ts"],
    [
      [
        "a subscriber reads as the first of the same role",
        "(found[place] as [string, string])[1]",
        "(found[places[0] as number] as [string, string])[1]",
      ],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/database/large-events.test.ts"],
    [
      [
        "a connection is given back while subscribers read on it",
        "    await Promise.allSettled(results);\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/database/request-adaptor.test.ts"],
    [
      [
        "a standby is not asked if its reader reported within half an hour",
        "$1 * interval '1 millisecond'",
        "$1 * interval '1 second'",
      ],
      [
        "a publication waits for public requests",
        "    if (isUrgent(request)) return await publish<never>(request, callback as never);\n",
        "",
      ],
      [
        "a session that is over publishes first for ever",
        'if (client.role === ANONYMOUS) onSessionEnd(Number(settings["token.session_id"]));',
        "",
      ],
      [
        "a database that is away ends sessions",
        "if (client.role === ANONYMOUS)",
        "if ((client.role ?? ANONYMOUS) === ANONYMOUS)",
      ],
      [
        "who publishes in a transaction has a session for ever",
        "this.role = await takeRole(this.#client, this.#claims);",
        "await takeRole(this.#client, this.#claims);",
      ],
      ["a standby answers every request", "replica && isHistory(request)", "replica"],
      [
        "an answer that is too large asks on",
        "    budget?.check();\n    // The callback",
        "    // The callback",
      ],
    ],
  ),
  ...inFile(
    "src/database/delegated-calls.ts",
    ["test/fast-path/delegated.test.ts"],
    [
      ["large answers take no turns on a cluster", " || budgetOf(settings)?.isUsuallyLarge", ""],
      ["rows of a worker node are free", "for (const row of rows) budget?.payForRow(row);", ""],
      ["a connection is given back before it ends what it holds", "      await ending;\n", ""],
      [
        "a report holds alerts until it is answered",
        "if (position !== null) end();\n      return",
        "return",
      ],
      [
        "a connection that cannot end what it holds is used again",
        ".catch((error) => cutOff(client, error.message))",
        ".catch(() => {})",
      ],
      [
        "rows as objects come as arrays from a worker node",
        "arrayMode ? this.callFor(text, values) : undefined",
        "this.callFor(text, values)",
      ],
      [
        "a token without a session reaches a worker node",
        "!call || !userId || !sessionId",
        "!call || !userId",
      ],
    ],
  ),
  ...inFile(
    "src/database/migrate.ts",
    ["test/database/migrate-steps.test.ts"],
    [
      ["any node of a cluster is migrated", "    await refuseWorkerNode(client);\n", ""],
      [
        "a database of other migrations is migrated",
        "await checkHistory(client, migrationsFolder);\n",
        "false;\n",
      ],
      ["an owner without rights is not told", "    await prepare(client);\n", ""],
    ],
  ),
  ...inFile(
    "src/database/run-committed.ts",
    ["test/database/migrate-steps.test.ts"],
    [
      ["requests wait as long as a migration", "      lock_timeout: MIGRATION_LOCK_TIMEOUT,\n", ""],
      [
        "a migration that gets no lock fails at once",
        "await retryLocked(() => migrate(settings), log);",
        "await migrate(settings);",
      ],
      ["a connection of migrations stays open", "    clearAllPools();\n", ""],
      ["a connection of migrations may outlive them", "    await idle?.closed;\n", ""],
    ],
  ),
  ...inFile(
    "src/database/first-administrator.ts",
    ["test/database/first-administrator.test.ts"],
    [
      [
        "nobody is told which password is refused",
        "error instanceof AppError ? new ConfigError(`ADMIN_PASSWORD: ${error.message}`) : error",
        "error",
      ],
      [
        "an email that is refused leaves a failed transaction",
        'await client.query("rollback");',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/statement-by-statement.ts",
    ["test/database/statement-by-statement.test.ts"],
    [
      ["a cluster gets migrations whole", "if (!(await isCluster(client)))", "if (true)"],
      [
        "a server gets each statement of a migration alone",
        "if (!(await isCluster(client)))",
        "if (false)",
      ],
      ["an error names a line of its statement", "${+position + start}", "${position}"],
      ["a cluster changes tables side by side", "= 'sequential'", "= 'parallel'"],
    ],
  ),
  ...inFile(
    "src/database/split-statements.ts",
    ["test/database/split-statements.test.ts"],
    [
      ["a comment ends at the first end within", 'mark === "/*" ? 1 : -1', "-1"],
      ["a statement ends within parentheses", 'token === "(" || ', ""],
      [
        "a body in SQL ends at its first statement",
        'last} ${token}` === "begin atomic"',
        'last}` === ""',
      ],
      ["a case ends a body in SQL", 'token === "case" || ', ""],
      ["an end without a beginning joins statements", "Math.max(0, depth - 1)", "depth - 1"],
      ["comments are a statement", "if (last) statements", "statements"],
      ["a backslash ends a string with escapes", "(?:[^'\\\\]|\\\\[\\s\\S]|'')*", "[^']*"],
      ["a dollar quote ends at any tag", "[\\s\\S]*?\\1", "[\\s\\S]*?\\$"],
    ],
  ),
];

import { inFile } from "../fault.ts";

/** Faults in what operators see: the log, the metrics, and the warnings of pushes. */
export const faults = [
  ...inFile(
    "src/metrics/database-state.ts",
    ["test/metrics/database-state.test.ts"],
    [
      ["each scrape asks the database", "FRESH = 5_000", "FRESH = 500"],
      [
        "each scrape asks a database that is away",
        "known = { at: performance.now(), state };",
        "if (state) known = { at: performance.now(), state };",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/state.ts",
    ["test/metrics/state.test.ts"],
    [
      [
        "a task without jobs keeps its numbers",
        "this.reset();\n        for (const job",
        "for (const job",
      ],
      ["a number that is zero is missing", "number != null", "number"],
      ["a provider that is off or fails is up", 'is === "on" ? 1 : 0', "is ? 1 : 0"],
      [
        "a provider stays as it was while the database is away",
        "this.reset();\n        if (!state) return;",
        "if (!state) return;",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/serve.ts",
    ["test/metrics/serve.test.ts"],
    [["scrapers keep the page open", "server.closeAllConnections();", ""]],
  ),
  ...inFile(
    "src/log/open-log.ts",
    ["test/log/open-log.test.ts"],
    [
      ["LOG_LEVEL is ignored", 'if (rank > last && wanted !== "always") return;', ""],
      ["LOG_LEVEL leaves out checkpoints", ' && wanted !== "always"', ""],
      ["the last lines are lost", 'process.once("exit", () => writer.end());', ""],
      ["a warning waits", "rank <= LEVELS.indexOf", "rank < 0 && LEVELS.indexOf"],
    ],
  ),
  ...inFile(
    "src/log/request.ts",
    ["test/log/requests.test.ts"],
    [
      ["any id is taken", "given !== undefined && SANE.test(String(given))", "given !== undefined"],
      ["a long name is logged", "name?.slice(0, LONGEST_NAME)", "name"],
      ["an error is an answer", "const outcome = this.#code ?? failure", "const outcome = failure"],
    ],
  ),
  ...inFile(
    "src/log/request.ts",
    ["test/metrics/metrics.test.ts"],
    [
      [
        "names of clients are series",
        "[operation = route, ...others] = this.#fields ?? []",
        "[operation = route, ...others] = this.#name ? [this.#name] : (this.#fields ?? [])",
      ],
    ],
  ),
  ...inFile(
    "src/http/request-log.ts",
    ["test/log/requests.test.ts"],
    [
      ["paths are logged", '?? "other"', "?? url"],
      ["a client that leaves is ok", "isAborted: !response.writableFinished,", ""],
    ],
  ),
  ...inFile(
    "src/http/graphql.ts",
    ["test/log/requests.test.ts"],
    [
      ["the fast path forgets its request", "setRequest(requester.settings, logged);", ""],
      ["its answers have no id", ', "X-Request-Id": logged.id };', " };"],
      ["what it leaves has no id", 'response.setHeader("X-Request-Id", logged.id);', ""],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/log/portal.test.ts"],
    [
      [
        "PostgreSQL does not know the request",
        "name: statementName(text), portal }",
        "name: statementName(text) }",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/database-state.ts",
    ["test/metrics/database-state.test.ts"],
    [
      ["no provider fails", "coalesce(app_private.failing_pushes(), '{}')", "'{}'::json"],
      ["each scrape asks", "asking ??= query(pool)", "asking = query(pool)"],
      ["a scrape waits for the database", "Promise.race([asking, tooLate])", "asking"],
    ],
  ),
  ...inFile(
    "src/channels/push/failure-log.ts",
    ["test/push/failure-log.test.ts"],
    [
      ["each failure warns", "if (this.#failures === 0 || this.#timer) return;", ""],
      ["a token is logged", 'token ? why.replaceAll(token, "…") : why', "why"],
      ["a token in a receipt is logged", "Expo(nent)?PushToken", "ExpoPushToken"],
      ["a host that ends warns", "!(outcome.unsent && !outcome.everyone)", "true"],
    ],
  ),
];

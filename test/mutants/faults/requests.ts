import { inFile } from "../fault.ts";

/** Faults on the way from a request to the database and back. */
export const faults = [
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/database/answer-turns.test.ts"],
    [
      ["large answers take no turns", "return budget.isUsuallyLarge\n", "return !budget\n"],
      [
        "all large answers are of one user",
        'answerTurns.large(request["token.user_id"], read)',
        'answerTurns.large("", read)',
      ],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/database/large-events.test.ts"],
    [
      [
        "a subscriber's large event is told as rows",
        "if (rows instanceof AppError) throw rows;",
        "",
      ],
      ["a slow line makes many round trips", " - (hasAsked - began)", ""],
    ],
  ),
  ...inFile(
    "src/database/request-query.ts",
    ["test/database/request-query.test.ts", "test/database/large-answers.test.ts"],
    [
      [
        "a connection that could not prepare is never right again",
        ".catch(() => ready.delete(client))",
        ".catch(() => {})",
      ],
      [
        "a role lasts for the connection",
        "set_config('role', a.role, true)",
        "set_config('role', a.role, false)",
      ],
    ],
  ),
  ...inFile(
    "src/database/extended-query.ts",
    ["test/database/request-query.test.ts"],
    [
      [
        "a statement that failed once is missing for ever",
        "delete connection.parsedStatements[name];",
        "",
      ],
      [
        "a statement that failed once is there already",
        'connection.close({ type: "S", name });',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/batch-query.ts",
    ["test/database/large-events.test.ts"],
    [
      ["one subscriber's failure is everyone's", "parts).catch(() => undefined)", "parts)"],
      ["an event has any size", "if (length > LARGEST_ROW)", "if (false)"],
      [
        "subscribers read as administrators",
        "runFor(client, statement, role, parts)",
        'runFor(client, statement, "app_admin", parts)',
      ],
      ["a missing value is the text null", "value == null ? null : String(value)", "String(value)"],
      [
        "administrators and users mix their events up",
        "results[place] = rowsOf?.[part]",
        "results[place] = rowsOf?.[place]",
      ],
      [
        "who has lost their session goes on reading",
        "found[place]?.[0] === role ?",
        'found[place]?.[0] !== (role === "app_user" ? "app_admin" : "app_user") ?',
      ],
      [
        "a batch reads the sessions in any order",
        "\n    order by t.place",
        "\n    order by t.place desc",
      ],
    ],
  ),
  ...inFile(
    "src/database/answer-budget.ts",
    ["test/database/answer-budget.test.ts"],
    [
      [
        "PostgreSQL sends all of an answer that is too large",
        "if (this.isSpent) for (const { stream } of this.#watches) stream.destroy();",
        "",
      ],
      ["rows inside a row cost nothing", "if (!this.#isFlat) for", "if (false) for"],
      [
        "the next request's bytes are paid by the last",
        "watch.budget = undefined;\n        this",
        "this",
      ],
      ["an answer ends the connections of others", "this.#watches.delete(watch);", ""],
      [
        "a subscription ends after some events",
        "refill(): void {\n    this.#left = this.#most;",
        "refill(): void {",
      ],
      ["a value under two keys is paid once", "bytes * this.#shape.copies", "bytes"],
      [
        "what is left is noted as the size",
        "noteSize(this.#shape, this.paid)",
        "noteSize(this.#shape, this.#left)",
      ],
      ["keys are paid once", "rows * this.#shape.keysOfRow", "this.#shape.keysOfRow"],
    ],
  ),
  ...inFile(
    "src/database/on-connection.ts",
    ["test/database/answer-budget.test.ts"],
    [
      [
        "an answer that is too large is given",
        "budget?.check();\n    return result;",
        "return result;",
      ],
      [
        "an answer that is too large is our fault",
        "budget?.check();\n    throw error;",
        "throw error;",
      ],
      ["a request pays for the next one of its connection", "watching?.end();", ""],
      [
        "a connection that was cut goes back to the pool",
        "client.release(budget?.isSpent);",
        "client.release();",
      ],
      ["sizes are not remembered", "budget?.note();", ""],
    ],
  ),
  ...inFile(
    "src/database/on-connection.ts",
    ["test/log/requests.test.ts"],
    [
      [
        "the log does not name the backend",
        "if (logged) logged.backend",
        "if (false) (logged as never as { backend: unknown }).backend",
      ],
    ],
  ),
  ...inFile(
    "src/database/public-pool.ts",
    ["test/database/public-pool.test.ts"],
    [
      ["a connection that failed counts as used", "if (!client) this.#giveBack();", ""],
      ["no way is made", "Math.min(LEFT_TO_PUBLIC, most)", "most"],
      [
        "those who wait are forgotten after a publication",
        "this.#publications -= 1;\n      this.#serve();",
        "this.#publications -= 1;",
      ],
    ],
  ),
  ...inFile(
    "src/database/publication.ts",
    ["test/database/publish-for.test.ts"],
    [
      [
        "anyone makes requests wait",
        "isUrgent(settings) ? this.#publicPool.makeWay() : undefined",
        "this.#publicPool.makeWay()",
      ],
    ],
  ),
  ...inFile(
    "src/database/publication.ts",
    ["test/database/publish-for.test.ts", "test/api/unfinished-publication.test.ts"],
    [
      [
        "a publication has ended that has not",
        "if (chunk.complete) return true;",
        "if (!chunk.complete) return true;",
      ],
    ],
  ),
  ...inFile(
    "src/database/read-history.ts",
    ["test/database/replica.test.ts"],
    [
      ["the standby judges rights", " || !(await mayAsk())", ""],
      ["a standby that lags answers", "!replica.isFresh || ", ""],
      [
        "a slow statement runs twice",
        "if ((error as { code?: string }).code === QUERY_CANCELED) throw error;",
        "",
      ],
      [
        "a standby that is gone fails requests",
        "return await fromPrimary();\n  }\n}",
        "throw error;\n  }\n}",
      ],
    ],
  ),
  ...inFile(
    "src/database/replica.ts",
    ["test/database/replica.test.ts"],
    [
      ["a quiet primary makes the standby old", "lsn <= replayed", "lsn < replayed"],
      ["a standby is as old as the oldest moment that it reached", ".findLast(", ".find("],
      [
        "requests wait for a standby that lags",
        "if (wasFresh && !this.isFresh) this.#options.cutOff();",
        "",
      ],
      [
        "a slow report is missed by its reader",
        "options.maxLag + options.longestReport",
        "options.maxLag",
      ],
      [
        "a standby without an answer stays fresh",
        "return performance.now() - this.#reached;",
        "return (this.#ahead.at(-1)?.at ?? Number.POSITIVE_INFINITY) - this.#reached;",
      ],
    ],
  ),
  ...inFile(
    "src/database/read-speech.ts",
    ["test/api/audio.test.ts", "test/http/audio.test.ts"],
    [
      ["more bytes of a sound come than were asked for", "Math.min(SLICE, last + 1 - at)", "SLICE"],
      ["the last byte of a sound is missing", "last + 1 - at", "last - at"],
      ["a sound ends after its first slice", "at += SLICE", "at += last"],
    ],
  ),
  ...inFile(
    "src/database/alert-defaults.ts",
    ["test/console/static.test.ts"],
    [
      ["each visitor asks the database for defaults", "askedAt = performance.now();", ""],
      [
        "defaults are gone while the database is away",
        "} catch {\n",
        "} catch {\n      known = null;\n",
      ],
      ["defaults never change", "KEPT_FOR = 5_000", "KEPT_FOR = 5_000_000"],
    ],
  ),
  ...inFile(
    "src/database/open.ts",
    ["test/database/open.test.ts"],
    [
      [
        "a statement of a request has no end",
        "statement_timeout: timeouts.statement,\n        lock",
        "lock",
      ],
      [
        "a transaction that a request left holds its locks",
        "idle_in_transaction_session_timeout: timeouts.statement,",
        "",
      ],
      [
        "a lost connection ends the process",
        'pool.on("error", (error) => log(`database: lost a connection: ${error.message}`, "warn"));',
        "",
      ],
      ["publications have ten connections", "max: pools.publication,", ""],
      [
        "/readyz waits for a hanging connection",
        "connectionTimeoutMillis: PATIENCE,\n      query_timeout: PATIENCE,",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/first-administrator.ts",
    ["test/database/first-administrator.test.ts"],
    [["a user who is promoted is made again", "if (!made.isPromoted) {", "if (true as boolean) {"]],
  ),
  ...inFile(
    "src/database/migrate.ts",
    ["test/database/migrate.test.ts", "test/database/old-history.test.ts"],
    [["another's database is migrated", "await checkHistory(client, migrationsFolder);", "false;"]],
  ),
  ...inFile(
    "src/database/check-history.ts",
    ["test/database/old-history.test.ts"],
    [
      [
        "a newer release is refused",
        "if (!ours || ours.hash === hash) continue;",
        "if (ours?.hash === hash) continue;",
      ],
      [
        "an edited file is another history",
        "index === 0 ? OTHER_HISTORY : edited(ours.file)",
        "OTHER_HISTORY",
      ],
    ],
  ),
  ...inFile(
    "src/database/readiness.ts",
    ["test/database/readiness.test.ts", "test/http/health.test.ts"],
    [["no failing provider fails /readyz", "failing_pushes ?? {}", "failing_pushes as never"]],
  ),
  ...inFile(
    "src/database/large-answers.ts",
    ["test/database/large-answers.test.ts", "test/database/answer-turns.test.ts"],
    [["all users share a lane of large answers", "key: userId", 'key: ""']],
  ),
  ...inFile(
    "src/database/report-with-key.ts",
    ["test/http/positions.test.ts"],
    [["a phone's positions are another's", "values: [userId, hash,", "values: [userId + 1, hash,"]],
  ),
  ...inFile(
    "src/graphql/requests/own-variables.ts",
    ["test/api/paging.test.ts"],
    [
      [
        "a variable that is not given is what objects inherit",
        "Object.setPrototypeOf(variableValues, null);",
        "",
      ],
    ],
  ),
];

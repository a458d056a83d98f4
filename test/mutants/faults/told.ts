import { inFile } from "../fault.ts";

/** Faults in what the log, the metrics and the audit log say of a request. */
export const faults = [
  ...inFile(
    "src/log/request.ts",
    ["test/log/request.test.ts"],
    [
      ["a request takes ten times as long in the log", "ms * 10) / 10", "ms * 10)"],
      [
        "a trace that is cut off names a request",
        "([\\da-f]{32})-[\\da-f]{16}-[\\da-f]{2}/",
        "([\\da-f]{32})/",
      ],
      [
        "the last error of a request counts",
        'this.#code === undefined || code === "INTERNAL_SERVER_ERROR"',
        "true",
      ],
      [
        "our fault among others is not told",
        ' || code === "INTERNAL_SERVER_ERROR") this',
        ") this",
      ],
      ["a client that left is told by its status", 'isAborted ? "aborted" : status', "status"],
      ["an error is told by its status", "this.#code ?? failure", "failure ?? this.#code"],
      [
        "several fields are the first one's series",
        'others.length > 0 ? "several" : operation',
        "operation",
      ],
      ["a refusal over a websocket has no line", " || this.#code !== undefined;", ";"],
      ["a request of nobody has a user", "this.userId || undefined", "this.userId"],
      ["a line has seconds", "ms: Math.round(ms * 10) / 10", "ms: Math.round(ms / 100) / 10"],
    ],
  ),
  ...inFile(
    "src/metrics/requests.ts",
    ["test/log/request.test.ts"],
    [
      ["seconds in the metrics are milliseconds", "ms / 1000", "ms"],
      [
        "the life of a websocket's operation counts as a duration",
        'if (transport === "http") ',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/http/request-log.ts",
    ["test/log/requests.test.ts"],
    [
      [
        "the page of people is another request in the log",
        'const route = routeOf(request.url);\n    response.on("close", () => {\n',
        'response.on("close", () => {\n      const route = routeOf(request.url);\n',
      ],
      ["GraphiQL is another request in the log", '  "/graphiql",\n', ""],
      ["downloads have no name in the log", '  "/export",\n', ""],
      ["reports of an app have no name in the log", '  "/positions/osmand",\n', ""],
    ],
  ),
  ...inFile(
    "src/http/websockets.ts",
    ["test/live/websockets.test.ts"],
    [["a websocket does not say its id", "headers.push(`X-Request-Id: ${idOf(request)}`)", "{}"]],
  ),
  ...inFile(
    "src/metrics/state.ts",
    ["test/metrics/state.test.ts"],
    [
      ["idle connections are used", "totalCount - idleCount", "totalCount"],
      [
        "who waits before pg's pool is not told",
        'waiting" }, hostPool.waiting)',
        'waiting" }, hostPool.waitingCount)',
      ],
      ["a lag is in milliseconds", "replica.lag / 1000", "replica.lag"],
      ["each host reads the database", "if (!hasDatabase) return registry;", ""],
      ["a database that is away is up", "(await stateOf()) ? 1 : 0", "(await stateOf()) ? 1 : 1"],
    ],
  ),
  ...inFile(
    "src/metrics/database-state.ts",
    ["test/metrics/database-state.test.ts"],
    [
      [
        "a job that runs waits",
        "attempts < max_attempts and locked_at is null and run_at",
        "attempts < max_attempts and run_at",
      ],
      ["a job of later waits", " and run_at <= now() as is_due", " as is_due"],
      [
        "a job that was given up is told as waiting",
        "attempts < max_attempts and locked_at",
        "locked_at",
      ],
      [
        "a last try is given up",
        "j.attempts >= j.max_attempts and j.locked_at is null",
        "j.attempts >= j.max_attempts",
      ],
      ["a job that failed once is given up", "j.attempts >= j.max_attempts", "j.attempts > 0"],
      ["dead workers are alive", " filter (where w.seen_at > now() - interval '10 seconds')", ""],
      ["the oldest heartbeat counts", "max(w.seen_at)", "min(w.seen_at)"],
      [
        "the youngest job is the oldest",
        "max(extract(epoch from now() - j.run_at))",
        "min(extract(epoch from now() - j.run_at))",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/audit/people-fields.ts",
    ["test/audit/people-fields.test.ts"],
    [
      [
        "a track does not name its person",
        '"Query.positionsConnection": { user: ["condition", "userId"] }',
        '"Query.positionsConnection": {}',
      ],
      [
        "a last position does not name its person",
        '"Query.lastPositions": { user: ["userId"] }',
        '"Query.lastPositions": { user: ["id"] }',
      ],
      [
        "who looks for one user names none",
        '"Query.usersConnection": { user: ["condition", "id"] }',
        '"Query.usersConnection": {}',
      ],
      [
        "who an update reaches names no alert",
        '"Query.alertUpdateReach": { alert: ["id"] }',
        '"Query.alertUpdateReach": {}',
      ],
      [
        "who asks about one of two alerts names the first",
        "alertIds.length === 1",
        "alertIds.length > 0",
      ],
      ["an entry names any number of people", ".slice(0, MOST_IDS)", ""],
      ["an id past 32 bits fails the entry", "< 2 ** 31;", "<= 2 ** 31;"],
      ["a notification by its id is one's own", '["id", "alertId"].every(', '["alertId"].every('],
      [
        "an administrator's own entry is of others",
        '["id"], values) === userId',
        '["id"], values) === -userId',
      ],
      [
        "people are named twice",
        "    ...new Set(\n      others",
        "    ...Array.from(\n      others",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/serve.ts",
    ["test/metrics/serve.test.ts"],
    [
      ["metrics that cannot be read are an empty page", "page === undefined ? 500 : 200", "200"],
      [
        "metrics that cannot be read end the process",
        "await read().catch(() => undefined)",
        "await read()",
      ],
      ["metrics are answered to any method", ' || method !== "GET"', ""],
    ],
  ),
  ...inFile(
    "src/positions/note-faults.ts",
    ["test/positions/note-faults.test.ts"],
    [
      [
        "several faults count as one",
        "unstorable.inc({ app }, faults.length)",
        "unstorable.inc({ app })",
      ],
      [
        "a fault of another app is not logged",
        "`${app} ${userId} ${fault}`",
        "`${userId} ${fault}`",
      ],
      [
        "faults that were logged are not counted",
        "unstorable.inc({ app }, faults.length)",
        "unstorable.inc({ app }, new Set(faults).size)",
      ],
    ],
  ),
  ...inFile(
    "src/http/request-log.ts",
    ["test/log/requests.test.ts"],
    [["each preflight has a line", ' || method === "OPTIONS"', ""]],
  ),
  ...inFile(
    "src/positions/activity.ts",
    ["test/positions/readers.test.ts"],
    [
      ["who cycles walks", 'cycling: "ON_BICYCLE"', 'cycling: "ON_FOOT"'],
      ["who is in a vehicle is unknown", '  in_vehicle: "IN_VEHICLE",\n', ""],
      ["who is on foot walks", 'on_foot: "ON_FOOT"', 'on_foot: "WALKING"'],
    ],
  ),
  ...inFile(
    "src/positions/osmand.ts",
    ["test/positions/readers.test.ts"],
    [
      ["valid=0 is valid", '["false", "0"]', '["false"]'],
      [
        "valid=true is not valid",
        '!["false", "0"].includes(values.valid ?? "")',
        "values.valid === undefined",
      ],
      ["location beats lat and lon", "values.lat ?? latitude", "latitude ?? values.lat"],
    ],
  ),
  ...inFile(
    "src/positions/read-position.ts",
    ["test/positions/readers.test.ts"],
    [
      ["a batch as large as may be has a fault", "all.length > MOST", "all.length >= MOST"],
      [
        "places on the equator are none",
        "if (latitude === undefined || longitude === undefined)",
        "if (!latitude || !longitude)",
      ],
    ],
  ),
];

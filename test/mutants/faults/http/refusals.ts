import { inFile } from "../../fault.ts";

/** Faults in the status and the codes of responses, and in the record of reads. */
export const faults = [
  ...inFile(
    "src/graphql/errors/http-errors.ts",
    ["test/http/http-errors.test.ts"],
    [
      [
        "a websocket whose database is away gets another error",
        "if (node && seconds !== undefined) unavailable.set(node.req, seconds)",
        "if (node || seconds !== undefined) unavailable.set(node!.req, seconds!)",
      ],
      [
        "what is executed within the service fails",
        " = args.requestContext ?? {};",
        " = args.requestContext as never;",
      ],
      [
        "a document that waited too long is malformed",
        "if (own?.retryAfter !== undefined) return later({ ...result, buffer }, own.retryAfter);",
        "",
      ],
      [
        "a large batch with an expired token seems to be our fault",
        'if (own?.code === "UNAUTHENTICATED") return { ...result, buffer, statusCode: 200 };',
        "",
      ],
      [
        "a fault of grafserv is the client's",
        'result.statusCode >= 500 ? "INTERNAL_SERVER_ERROR" : "BAD_USER_INPUT"',
        '"BAD_USER_INPUT"',
      ],
      ["a refusal is cut off", "String(recoded.length)", "String(buffer.length)"],
      [
        "a refusal is as long as its characters",
        "String(recoded.length)",
        "String(String(recoded).length)",
      ],
      ["the status 400 has no code", "result.statusCode >= 400 &&", "result.statusCode > 400 &&"],
      ["refusals at other paths get codes", 'requestDigest.path === "/graphql" &&', ""],
      [
        "pages are read as JSON",
        'String(result.headers["content-type"]).startsWith("application/json")',
        "true",
      ],
      [
        "a request that found no database was answered",
        "if (node && seconds !== undefined) unavailable.set(node.req, seconds);",
        "",
      ],
      [
        "every 503 says to come back in a second",
        '"retry-after": String(seconds)',
        '"retry-after": "1"',
      ],
      ["a 503 loses its other headers", '...result.headers, "retry-after"', '"retry-after"'],
    ],
  ),
  ...inFile(
    "src/graphql/audit/record-read.ts",
    ["test/audit/record-read.test.ts"],
    [
      [
        "a read of history is recorded on the standby",
        "await withPgClient(claims,",
        "await withPgClient(settings,",
      ],
      [
        "an answer does not wait for its entry",
        "await withPgClient(claims,",
        "void withPgClient(claims,",
      ],
      ["a followed person was read once", "isSubscription],", "false],"],
      ["strangers' reads are recorded", 'if (!settings["token.user_id"]) return;', ""],
      ["an entry does not name its request", "setRequest(claims, requestOf(settings));", ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/quotas.ts",
    ["test/limits/operation-quotas.test.ts"],
    [
      ["everyone publishes without a quota", "identity?.isAdmin ?? false", "true"],
      ["administrators need a quota to publish", "identity?.isAdmin ?? false", "false"],
      ["a batch in variables is one report", "variableValues ?? {}", "{}"],
      ["an operation of no name fails as our fault", "if (!operation) return undefined;", ""],
      ["a megabyte is one report", "reports && Math.max(reports, bySize)", "reports"],
      ["a large request without reports counts as some", "reports && Math.max", "Math.max"],
    ],
  ),
  ...inFile(
    "src/process/log.ts",
    ["test/process/log.test.ts"],
    [
      ["a library's warnings are lost", 'if (level === "warning")', 'if (level === "warn")'],
      [
        "nobody knows which library failed",
        'log(`${of}: ${message}`, "error")',
        'log(message, "error")',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/errors/database-errors.ts",
    ["test/api/saved-areas.test.ts"],
    [
      [
        "a name that is taken says nothing of itself",
        "i.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)",
        "i.relnamespace in ('app_private'::regnamespace)",
      ],
    ],
  ),
  ...inFile(
    "src/service.ts",
    ["test/http/service.test.ts"],
    [
      [
        "what waits for slow clients has no limit",
        "  started.defer(limitUnsent(server, config.limits.answer.unsent));\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/http/graphql/grafserv.ts",
    ["test/api/bad-input.test.ts"],
    [
      [
        "strangers send large bodies",
        "if (identity) return await this.#admitted(identity, await digest.getBody());",
        "return await digest.getBody();",
      ],
      [
        "an expired token makes a large batch a mistake",
        "error instanceof SafeError ? needsToken() : error",
        "error",
      ],
      [
        "a large batch with an expired token is well in the log",
        "if (error instanceof AppError) logged?.fail(error.extensions.code);",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/http/graphql/grafserv.ts",
    ["test/api/quotas.test.ts"],
    [
      [
        "the log does not say whose large body is refused",
        "if (logged) logged.userId = identity.userId;",
        "",
      ],
      ["a large body is one report", "logged.bytes = body.buffer.length", "logged.bytes = 0"],
      [
        "large bodies are parsed without end",
        "if (mustBeAdmitted(identity, bytes)) await admitBody(this.#takeQuota, identity, bytes);",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/limits/large-bodies.ts",
    ["test/api/bad-input.test.ts"],
    [["strangers send small bodies only", "STRANGERS = 65_536", "STRANGERS = 65_535"]],
  ),
  ...inFile(
    "src/limits/large-bodies.ts",
    ["test/api/quotas.test.ts"],
    [
      ["an administrator's large body has a quota", " && !identity.isAdmin", ""],
      ["small bodies have a quota", "bytes > LARGEST", "bytes >= LARGEST"],
      ["a large body counts as one field", "Math.ceil(bytes / BYTES_A_FIELD)", "1"],
      ["no large body is refused", "if (wait > 0) throw await quotaExceeded(wait);", ""],
    ],
  ),
  ...inFile(
    "src/http/websockets.ts",
    ["test/api/quotas.test.ts"],
    [
      ["a large message is one report", "logged.bytes = text.length;", ""],
      [
        "large messages are parsed without end",
        "await admitBody(parts.takeQuota, identity, logged.bytes);",
        "",
      ],
      [
        "a large message beyond the quota is our fault",
        "if (error instanceof AppError) {",
        "if (false) {",
      ],
      [
        "a large message that is refused has no line in the log",
        "logged.fail(error.extensions.code);",
        "",
      ],
      [
        "the log does not say whose large message is refused",
        "logged.userId = identity?.userId;",
        "",
      ],
      [
        "a large message that is refused cuts off the answers of others",
        "connection.closeSoon(TRY_AGAIN_LATER, message)",
        "connection.close(TRY_AGAIN_LATER, message)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/few-variable-errors.ts",
    ["test/api/bad-input.test.ts"],
    [["a variable may have fifty errors", "MOST_ERRORS = 5", "MOST_ERRORS = 50"]],
  ),
];

import { inFile } from "../../fault.ts";

/** Faults in the position reports of apps. */
export const faults = [
  ...inFile(
    "src/http/positions.ts",
    ["test/http/positions-handler.test.ts"],
    [
      [
        "a report without a body costs nothing before it is read",
        "/ BYTES_A_REPORT) || 1",
        "/ BYTES_A_REPORT) || 0",
      ],
      ["strangers make the host read much", "if (keyBefore) await check(keyBefore, request);", ""],
      ["an unknown key uses up its user's quota", "if (!isRight) throw unknownKey();", ""],
      ["a good key is checked at each report", "if (keys.isKnown(hashOf(key))) return;", ""],
      ["keys may be tried without end", "await refuseFor(wait);", ""],
      [
        "a large body counts as one report",
        "Math.ceil(asked.body.length / BYTES_A_REPORT) || 1",
        "1",
      ],
      ["small reports count twice", "reading.positions.length - taken", "reading.positions.length"],
      ["many small reports count as one", "if (owed > 0) await", "if (owed < 0) await"],
      [
        "a batch that was paid for in part is refused",
        "await takeQuota(userOf(key), { reports: 0, others: 0, owed })",
        "await takeReports(key, owed)",
      ],
      [
        "a key in the body has no quota",
        "await takeReports(key, taken);",
        "if (keyBefore) await takeReports(key, taken);",
      ],
      ["a key in the body is not checked", "if (!keyBefore) await check(key, request);", ""],
      [
        "an app drops its positions at a fault of ours",
        'return new Refusal(503, "INTERNAL_SERVER_ERROR"',
        'return new Refusal(500, "INTERNAL_SERVER_ERROR"',
      ],
      [
        "an app drops its positions at a full quota",
        'throw new Refusal(503, "RATE_LIMITED", BUSY, wait);',
        'throw new Refusal(429, "RATE_LIMITED", BUSY, wait);',
      ],
      [
        "an app drops its positions if the service is busy",
        "if (error instanceof BusyError) return new Refusal(503,",
        "if (error instanceof BusyError) return new Refusal(500,",
      ],
      ["deviceid is no key", 'query.get("id"), query.get("deviceid")', 'query.get("id")'],
      ["any app may have its key in the body", "app.isKeyInBody && findDeviceKey", "findDeviceKey"],
      ["answers to apps may be cached", '"cache-control": "no-store",', ""],
      [
        "a body without a key may be large",
        "keyBefore ? LARGEST_BODY : LARGEST_OF_STRANGERS",
        "LARGEST_BODY",
      ],
      [
        "nobody learns of a body that is too large",
        'if (body === undefined) reading.faults = ["its body is too large, or badly compressed"];',
        "",
      ],
      [
        "a client that leaves is a fault of ours",
        "if (request.destroyed && !request.complete) return;",
        "",
      ],
      ["the log does not know who reported by an app", "logged.userId = key.userId;", ""],
      [
        "apps are not told how long to wait",
        '...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),\n  });\n  response.end(text);',
        "});\n  response.end(text);",
      ],
      ["who reports too often is refused at once", "await holdRefusal();", ""],
      [
        "what went wrong is not in the log",
        'log(`error ${id}: ${describe(error)}`, "error", { requestId });',
        "",
      ],
      ["the log takes a refused report for an answer", "logged.fail(code);", ""],
      ["a revoked key counts as good", "keys.note(hashOf(key), false);", ""],
      ["answers to apps have no id", 'response.setHeader("X-Request-Id", logged.id);', ""],
    ],
  ),
  ...inFile(
    "src/http/positions.ts",
    ["test/http/positions.test.ts"],
    [
      ["an app is not asked for a password", "...(status === 401 && {", "...(status === 400 && {"],
      ["apps use any method", 'if (!app.methods.includes(request.method ?? "")) {', "if (false) {"],
      ["nobody learns of reports that the database refuses", "...(reported.faults ?? [])", ""],
      ["a key in the path is not read", "segment, ...ids", "...ids"],
      ["a slash at the end is another path", "([^/?]*))?\\/?(?:", "([^/?]*))?(?:"],
    ],
  ),
  ...inFile(
    "src/http/positions/read-body.ts",
    ["test/http/positions-handler.test.ts"],
    [
      [
        "a body as long as it may be is read as none",
        "if (size <= most) chunks",
        "if (size < most) chunks",
      ],
      ["a small body may become of any size", ", { maxOutputLength: most }", ""],
      ["a body of any size is read", "if (size > most) return undefined;", ""],
    ],
  ),
];

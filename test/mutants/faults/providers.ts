import { inFile } from "../fault.ts";

/** Faults in what each provider is sent, and in how its answers are read. */
export const faults = [
  ...inFile(
    "src/channels/push/jobs/send-pushes.ts",
    ["test/push/send-pushes.test.ts"],
    [
      [
        "pushes go on after the host's end began",
        "while (wait === 0 && !abortSignal.aborted)",
        "while (wait === 0)",
      ],
      [
        "a batch goes on after the host's end began",
        "chunk.map(toPush), abortSignal)",
        "chunk.map(toPush))",
      ],
      [
        "the pushes that follow are not queued",
        "await query(FOLLOW_UP, [storedName, notificationIds, level, wait]);",
        "",
      ],
      [
        "pushes that wait are sent at once",
        "notificationIds, level, wait]",
        "notificationIds, level, 0]",
      ],
      [
        "an all-clear has the title of its alert",
        "isAllClear ? undefined : (title ?? undefined)",
        "title ?? undefined",
      ],
      ["the time until a push does not count its sending", "age + (at - claimedAt) / 1000", "age"],
      ["the time until a push is in milliseconds", "(at - claimedAt) / 1000", "at - claimedAt"],
      ["alerts are read for each batch", ".filter((id) => !alerts.has(id))", ""],
      [
        "outcomes are noted for other pushes",
        "const { outcome, at } = sent[index] as Sent;\n      return { user_id",
        "const { outcome, at } = sent[0] as Sent;\n      return { user_id",
      ],
      ["an outcome is as old as the process", "performance.now() - at", "at"],
      [
        "one provider's refusal of a device stops all",
        'outcome.state === "retry" && outcome.everyone',
        'outcome.state === "retry"',
      ],
      [
        "an update has the kind of an alert",
        "level,\n        kind,\n        expiresAt",
        'level,\n        kind: "ALERT",\n        expiresAt',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/jobs/check-receipts.ts",
    ["test/push/check-receipts.test.ts"],
    [
      [
        "receipts of a provider without them fail",
        "if (!watched?.provider.receipts) return;",
        "if (!watched) return;",
      ],
      [
        "receipts that are not recorded count as asked for",
        "({ ...outcome, receipt }))),\n    ]);",
        "({ ...outcome, receipt }))),\n    ]).catch(() => {});",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/send-all.ts",
    ["test/push/send-all.test.ts"],
    [
      [
        "a refusal of one push stops all",
        'outcome.state === "retry" && outcome.everyone',
        'outcome.state === "retry"',
      ],
      [
        "a batch is larger than the provider takes",
        "first + provider.batchSize",
        "first + provider.batchSize + 1",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo.ts",
    ["test/push/expo.test.ts"],
    [
      ["Expo has more connections than it allows", "MAX_CONNECTIONS = 6", "MAX_CONNECTIONS = 60"],
      [
        "a batch of several projects is split by project once",
        "splitByProject(batch, response.projects)",
        "splitInHalf(batch)",
      ],
      [
        "a batch that is refused is refused as a whole",
        "if (batch.length > 1) {",
        "if (batch.length > 100) {",
      ],
      ["a batch is sent after a part of it", "waiting.unshift(", "waiting.push("],
      ["a receipt that says too big fails its push", "limit < before\n", "limit > before\n"],
      ["receipts of a list are receipts", 'typeof data !== "object" || ', ""],
      ["the token of an account is not sent", "authorization: `Bearer ${accessToken}`,", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/batch.ts",
    ["test/push/expo.test.ts"],
    [
      ["Expo keeps pushes for four weeks", "ttl: timeToLive(entry.push),", ""],
      [
        "level ONE of Expo wakes no phone",
        'priority: isUrgent ? "high" : "normal"',
        'priority: "normal"',
      ],
      [
        "level TWO of Expo breaks through a focus",
        'isUrgent ? "time-sensitive" : "active"',
        '"time-sensitive"',
      ],
      ["pushes of Expo make no sound", 'sound: "default",', ""],
      [
        "an app does not know its notification",
        "...messageIn(entry),\n    data,",
        "...messageIn(entry),",
      ],
      ["a batch of an odd number loses one", "batch.slice(middle)]", "batch.slice(middle + 1)]"],
      [
        "the projects of a batch that are not named are sent for ever",
        "batches.length > 1 ? batches : splitInHalf(batch)",
        "batches",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/response.ts",
    ["test/push/expo.test.ts", "test/push/misbehaviour.test.ts"],
    [
      [
        "tickets that do not fit fail all",
        '{ state: "retry", why } };\n  }',
        '{ state: "failed", why } };\n  }',
      ],
      ["a large batch fails", 'if (answer.status === 413) return { refused: "too big" };', ""],
      [
        "a wrong token of the account fails all pushes",
        "return answer.status === 400\n",
        "return answer.status >= 400\n",
      ],
      [
        "null is a body",
        "(JSON.parse(answer.text) as Body | null) ?? {}",
        "JSON.parse(answer.text) as Body",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/ticket.ts",
    ["test/push/expo.test.ts"],
    [
      [
        "a ticket has no receipt",
        '? { state: "accepted", receipt: ticket.id } : ',
        '? { state: "accepted" } : ',
      ],
      ["a rate that was exceeded fails", 'case "MessageRateExceeded":\n', ""],
      ["an error of Expo's fails", 'case "ExpoError":\n', ""],
      [
        "a null for a ticket stops the batch",
        "const error = ticket?.details?.error",
        "const error = ticket.details?.error",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/token.ts",
    ["test/push/registry.test.ts", "test/push/expo.test.ts"],
    [
      [
        "a bare token of Expo is sent bare",
        "? token : `ExponentPushToken[${token}]`",
        "? token : token",
      ],
      [
        "the short form of a token is no token of Expo",
        "/^Expo(nent)?PushToken\\[.+\\]$/",
        "/^ExponentPushToken\\[.+\\]$/",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/token.ts",
    ["test/push/registry.test.ts"],
    [["any text with a colon is a token of FCM", "{80,}", "+"]],
  ),
  ...inFile(
    "src/channels/push/fcm.ts",
    ["test/push/fcm.test.ts"],
    [
      [
        "a service account without tokens is asked for each push",
        "after: error.after, everyone: true };",
        "after: error.after };",
      ],
      [
        "a refused access token fails its push",
        'if (outcome !== "unauthorized") return outcome;',
        'if (outcome === "unauthorized") return { state: "failed", why: "401" };\n      return outcome;',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/message.ts",
    ["test/push/fcm.test.ts"],
    [
      ["Android keeps pushes for four weeks", "ttl: `${ttl}s`,", ""],
      [
        "a message that is sent twice shows twice on Android",
        "tag,\n        default_sound",
        "default_sound",
      ],
      ["a message that is sent twice shows twice on iOS", '"apns-collapse-id": tag,', ""],
      ["pushes to iOS make no sound", 'sound: "default", ', ""],
      ["pushes to Android make no sound", "default_sound: true,", ""],
      ["an iPhone saves its battery at level ONE", 'isUrgent ? "10" : "5"', '"5"'],
      ["an app on FCM does not know its notification", "data: stringData(push),", ""],
      ["a browser on FCM keeps pushes for four weeks", "TTL: String(ttl), ", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/response.ts",
    ["test/push/fcm.test.ts"],
    [
      [
        "a project that is not found loses all its devices",
        'case "NOT_FOUND":',
        'case "NOT_FOUND":\n    case undefined:',
      ],
      ["a wrong token is kept", 'field === "message.token"', 'field === "token"'],
      [
        "a wrong token that only words tell of is kept",
        "/registration token/i.test(message)",
        "false",
      ],
      [
        "an argument that is wrong is shortened for ever",
        " || details.length === 0",
        " || details.length >= 0",
      ],
      ["a bare invalid argument fails", " || details.length === 0", ""],
      ["a 413 stops everyone", 'if (answer.status === 413) return "too big";', ""],
      [
        "an access token that is refused stops everyone",
        'if (answer.status === 401) return "unauthorized";',
        "",
      ],
      ["a quota of the project fails its push only", "everyone: !isOfDevice", "everyone: false"],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/access-tokens.ts",
    ["test/push/fcm.test.ts"],
    [
      ["Google is waited for without end", "{ ...init, signal }", "{ ...init }"],
      ["any library's scope is asked for", "scopes: [SCOPE],", "scopes: [],"],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push.ts",
    ["test/push/web-push.test.ts"],
    [
      ["browsers keep pushes for four weeks", "TTL: timeToLive(push),", "TTL: 2419200,"],
      [
        "a push without a title shows nothing",
        'title === undefined ? { title: body, body: "" } : { title, body }',
        "({ title, body })",
      ],
      [
        "an administrator reads the whole endpoint",
        "const { host } = new URL(subscription.endpoint);",
        "const host = subscription.endpoint;",
      ],
      ["a browser does not know its notification", ", data: dataOf(push) }", " }"],
      [
        "a broken subscription fails all",
        'if (!subscription) return { state: "failed", why: "the token is not a Web Push subscription" };',
        'if (!subscription) return { state: "retry", why: "the token is not a Web Push subscription", everyone: true };',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/subscription.ts",
    ["test/push/web-push.test.ts"],
    [["a subscription without a key is complete", ", keys.auth];", "];"]],
  ),
  ...inFile(
    "src/channels/push/web-push/subscription.ts",
    ["test/push/web-push.test.ts", "test/push/registry.test.ts"],
    [
      ["a subscription with a blank before it is a bare token", "/^\\s*\\{/", "/^\\{/"],
      ["keys that are numbers are keys", 'typeof field === "string" && field', "field"],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/vapid-keys.ts",
    ["test/config.test.ts"],
    [
      [
        "keys of two pairs are a pair",
        'return curve.getPublicKey("base64url") === publicKey\n',
        'return curve.getPublicKey("base64url")\n',
      ],
      ["any public key", "if (!PUBLIC_KEY.test(publicKey)) {", "if (false) {"],
      ["a private key may have padding", "{43}$/", "{43}/"],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/vapid-keys.ts",
    ["test/push/vapid-keys.test.ts"],
    [
      [
        "keys that were damaged are used",
        "return findKeyError(keys) ? undefined : keys;",
        "return keys;",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/message.ts",
    ["test/push/message.test.ts"],
    [
      ["a message may be empty", '|| "…" };', "};"],
      ["a title may be empty", 'line?.trimEnd() || "…"', 'line?.trimEnd() ?? "…"'],
      ["blank lines are the title", "text.trimStart().match", "text.match"],
      [
        "title and body together take more than there is",
        "maxBytes - jsonBytes(title)",
        "maxBytes",
      ],
      ["the data takes no bytes", '{ title: "", body: "", data }', '{ title: "", body: "" }'],
      [
        "the title counts as nothing when a message is halved",
        "(jsonBytes(title) + jsonBytes(body)) / 2",
        "jsonBytes(body) / 2",
      ],
      [
        "a message too big at any length is sent for ever",
        "bytes = halfTextBytes(message);",
        "bytes = halfTextBytes(message) ?? MIN_TEXT_BYTES;",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    ["test/push/http-client.test.ts"],
    [
      ["each push opens a connection", "keepAlive: true", "keepAlive: false"],
      ["letters that are cut between packets are broken", '.setEncoding("utf8")\n        ', ""],
      ["a certificate that expired fails its push", "|.*CERT.*", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    ["test/push/misbehaviour.test.ts", "test/push/http-client.test.ts", "test/push/expo.test.ts"],
    [["an answer that breaks off is waited for", '.on("error", reject);\n    })', ";\n    })"]],
  ),
  ...inFile(
    "src/channels/push/disabled-provider.ts",
    ["test/push/index.test.ts"],
    [
      [
        "pushes of a provider that is off fail",
        'state: "retry", why, everyone: true, unsent: true',
        'state: "failed", why',
      ],
      ["pushes of a provider that is off count as tried", ", unsent: true", ""],
      ["each push of a provider that is off is tried", ", everyone: true", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/index.ts",
    ["test/push/registry.test.ts"],
    [
      [
        "receipts are never asked for",
        "push_receipts: makeCheckReceipts(",
        "push_receipt: makeCheckReceipts(",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/index.ts",
    ["test/push/index.test.ts"],
    [
      ["configured keys are ignored", "push.webPush.keys ?? (databaseUrl", "(databaseUrl"],
      [
        "browsers get no key",
        "vapidPublicKey: keys?.publicKey",
        "vapidPublicKey: push.webPush.keys?.publicKey",
      ],
      ["nobody hears what receipts say", "watch: watch.receipts", "watch: () => {}"],
      [
        "nobody hears that a provider is off",
        'if (status !== "on") log(',
        'if (status === "on") log(',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/own-tokens.ts",
    ["test/push/index.test.ts"],
    [
      [
        "outcomes after a foreign token are shifted",
        "isOwn(push) ? (outcomes.shift() as Outcome) : FOREIGN",
        "isOwn(push) ? (outcomes.pop() as Outcome) : FOREIGN",
      ],
      [
        "a foreign token is forgotten",
        '{ state: "failed", why: "the token belongs to another provider" }',
        '{ state: "dead", why: "the token belongs to another provider" }',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/states.ts",
    ["test/push/states.test.ts"],
    [
      [
        "since when a provider fails is in milliseconds",
        "Math.floor(Date.parse(failure.since) / 1000)",
        "Date.parse(failure.since)",
      ],
      ["failures are found by another name", "failing[storedName]", "failing[name]"],
      ["what to set is not told", 'status.replace(/^off: /, "")', "null"],
      [
        "a provider that is on is off",
        'if (status === "on") return',
        'if (status === "off") return',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/failure-log.ts",
    ["test/push/failure-log.test.ts"],
    [
      [
        "an address that is as good as a key is logged",
        '\\/[^\\s"]*/g, "$1/…"',
        '\\/[^\\s"]*/g, "$&"',
      ],
      [
        "a device that is gone warns",
        'outcome.state === "failed" ||',
        'outcome.state === "dead" || outcome.state === "failed" ||',
      ],
      ["a provider works again at each push", "this.#hasWarned = false;", ""],
      ["failures are counted again", "this.#failures = 0;\n  }", "}"],
      [
        "failures of the next minute are not told",
        "this.#timer = undefined;\n      this.#warn();",
        "this.#timer = undefined;",
      ],
      [
        "a provider that fails works again",
        "if (failures > 0) this.#warn();\n    else if",
        "if (failures > 0) this.#warn();\n    if",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/watch.ts",
    ["test/metrics/metrics.test.ts", "test/push/send-pushes.test.ts"],
    [
      [
        "Prometheus does not see a provider's first push",
        "pushes.inc({ provider, outcome }, 0);",
        ";",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/watch.ts",
    ["test/push/failure-log.test.ts"],
    [
      [
        "pushes that failed have a delay",
        'if (outcome.state === "accepted") pushDelay',
        "pushDelay",
      ],
      [
        "Prometheus does not see the delay of a provider's first pushes",
        'for (const level of ["ONE", "TWO", "THREE"]) pushDelay.zero({ provider, level });',
        "",
      ],
      ["failures are not noted", "failures.note(settled);", ""],
      [
        "pushes that arrived are counted twice",
        'outcomes.filter(({ state }) => state !== "accepted")',
        "outcomes",
      ],
      [
        "what receipts say is not counted",
        "for (const { state } of others) pushes.inc({ provider, outcome: state });",
        "",
      ],
      [
        "what receipts say is not told",
        "failures.note(others.map((outcome) => ({ outcome })));",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/time-to-live.ts",
    ["test/push/time-to-live.test.ts"],
    [["a push that is late lives for a negative time", "Math.max(seconds, 0)", "seconds"]],
  ),
  ...inFile(
    "src/channels/push/provider-errors.ts",
    ["test/push/web-push.test.ts", "test/push/misbehaviour.test.ts", "test/push/expo.test.ts"],
    [
      ["a provider's wait is ignored", 'after: retryAfter(answer.headers["retry-after"]),', ""],
      [
        "an unreachable provider is tried for each push",
        "everyone: unreachable }",
        "everyone: false }",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/provider-errors.ts",
    ["test/push/web-push.test.ts"],
    [["a provider's page is kept with its line breaks", '.replace(/\\s+/g, " ")', ""]],
  ),
  ...inFile(
    "src/channels/push/fcm/service-account.ts",
    ["test/config.test.ts"],
    [
      [
        "a service account without a project is taken",
        'if (typeof value !== "string" || !value) throw',
        "if (false) throw",
      ],
      [
        "a token_uri that is no URL is taken",
        'if (!URL.canParse(account.tokenUri)) throw new Error("its token_uri is not a URL");',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/jobs/send-pushes.ts",
    ["test/delivery/job.test.ts"],
    [
      ["each version of an alert makes a push of its own", " and v.version = n.version", ""],
      ["pushes go in any order", "    order by n.ordinality`", "    order by n.token desc`"],
      ["an update is late from the start", "coalesce(v.created_at, a.created_at)", "a.created_at"],
      [
        "who came later was told late",
        "then b.published_at else n.created_at end",
        "then b.published_at else b.published_at end",
      ],
      [
        "a forgotten position came late",
        "coalesce(n.taken_at <= b.published_at, true)",
        "coalesce(n.taken_at <= b.published_at, false)",
      ],
      [
        "a publication that runs has no delay",
        "coalesce(v.completed_at, p.completed_at, 'infinity')",
        "coalesce(v.completed_at, p.completed_at)",
      ],
      [
        "who came later was told late since the next version is complete",
        "coalesce(v.completed_at, p.completed_at, 'infinity')",
        "coalesce(p.completed_at, 'infinity')",
      ],
      [
        "a push ends in seconds since 1970",
        "extract(epoch from expires_at)::float8 * 1000",
        "extract(epoch from expires_at)::float8",
      ],
      ["TWO has the text of THREE", "'TWO', text2, 'THREE', text3", "'TWO', text3, 'THREE', text3"],
      ["an all-clear has no text", ", 'ALL_CLEAR', all_clear)", ")"],
    ],
  ),
  ...inFile(
    "src/channels/push/expo.ts",
    ["test/push/index.test.ts"],
    [["Expo gets one request at a time", "MAX_CONNECTIONS = 6", "MAX_CONNECTIONS = 1"]],
  ),
  ...inFile(
    "src/channels/push/fcm.ts",
    ["test/push/index.test.ts"],
    [["FCM gets one push at a time", "concurrency: 64", "concurrency: 1"]],
  ),
  ...inFile(
    "src/channels/push/web-push.ts",
    ["test/push/index.test.ts"],
    [["browsers are pushed to one by one", "concurrency: 64", "concurrency: 1"]],
  ),
  ...inFile(
    "src/channels/push/registry.ts",
    ["test/push/index.test.ts"],
    [
      [
        "one job pushes by FCM",
        'task: "push_fcm", concurrency: 2',
        'task: "push_fcm", concurrency: 1',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    ["test/push/http-client.test.ts"],
    [
      ["a network that is away fails each push", "|ENETUNREACH", ""],
      ["a wrong TLS fails each push", "|ERR_SSL_.*", ""],
      ["a dropped connection stops all", "(ECONNREFUSED|", "(ECONNREFUSED|ECONNRESET|"],
      ["a broken pipe is a failure of the request", ' || code === "EPIPE"', ""],
    ],
  ),
];

import { inFile } from "../fault.ts";

const MISBEHAVIOUR = "test/push/misbehaviour.test.ts";

/** Faults in push. */
export const faults = [
  ...inFile(
    "src/channels/push/web-push/vapid-header.ts",
    ["test/push/vapid-header.test.ts"],
    [
      ["a VAPID token is used after its end", "known.end <= now", "false"],
      [
        "a VAPID token made by a clock that was ahead is used",
        " || known.end - now > USED_FOR",
        "",
      ],
      [
        "a VAPID token is made anew for each push of a millisecond",
        "known.end - now > USED_FOR",
        "known.end - now >= USED_FOR",
      ],
      ["a VAPID token is used until its end", "end: now + USED_FOR", "end: now + VALID_FOR"],
      ["a VAPID token is used for milliseconds", "end: now + USED_FOR", "end: USED_FOR"],
      [
        "a VAPID token is valid for a day and more",
        "const VALID_FOR = 2 * USED_FOR",
        "const VALID_FOR = 25 * USED_FOR",
      ],
      [
        "a VAPID token ends in milliseconds",
        "Math.floor((now + VALID_FOR) / 1000)",
        "now + VALID_FOR",
      ],
      ["all push services get one VAPID token", "headers.get(origin)", 'headers.get("")'],
      ["a new VAPID token is never kept", "headers.set(origin, known);", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push.ts",
    ["test/push/web-push.test.ts", MISBEHAVIOUR],
    [
      [
        "level ONE has the usual urgency",
        'push.level === "ONE" ? "high"',
        'push.level === "TWO" ? "high"',
      ],
      ["any host is posted to", "!isAllowed(subscription.endpoint, hosts)", "false"],
      ["a message of one byte too many", "MESSAGE_LIMIT = 3993", "MESSAGE_LIMIT = 3994"],
      [
        "a second push does not replace the first",
        "topic: `notification-${push.notificationId}`,",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push.ts",
    ["test/push/web-push.test.ts"],
    [
      ["a silent push service is sent to all the same", "if (held) return held;", ""],
      ["nobody notes that a push service is silent", "silentHosts.note(host, answer);", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    [MISBEHAVIOUR],
    [["a push service that takes too long is not silent", ", timedOut: true", ""]],
  ),
  ...inFile(
    "src/channels/push/web-push/response.ts",
    ["test/push/web-push.test.ts", MISBEHAVIOUR],
    [
      ["a browser of Microsoft's misses a large alert", "answer.status === 406", "false"],
      [
        "a gone browser is kept",
        "answer.status === 404 || answer.status === 410",
        "answer.status === 404",
      ],
      [
        "one push service stops all",
        "if (temporary) return { ...temporary, everyone: false }",
        "if (temporary) return temporary",
      ],
      ["a redirect counts as accepted", "answer.status < 300", "answer.status < 400"],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/response.ts",
    ["test/push/web-push.test.ts"],
    [
      [
        "a Mismatch in one word is tried again for ever",
        "/mismatch/i.test(text)",
        "/mismatch/.test(text)",
      ],
      [
        "an unreachable push service stops all",
        "{ ...unanswered(host, answer), everyone: false }",
        "unanswered(host, answer)",
      ],
      ["a large message fails", 'if (answer.status === 413) return "too big";', ""],
      [
        "a browser that is not found is kept",
        "answer.status === 404 || answer.status === 410",
        "answer.status === 410",
      ],
      [
        "a push with a token that is refused for now fails",
        'if (refusesToken(answer)) return { state: "retry", why };',
        "",
      ],
      [
        "a browser of another key is tried until its alert ends",
        "return !/mismatch/i.test(text)",
        "return true",
      ],
      ["each 403 is tried again", "status === 403 && /jwt", "status === 403 || /jwt"],
      ["a 403 of an expired token fails", "|expired/i", "/i"],
      ["a 403 of a token that lasts too long fails", "|\\bexp\\b", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/silent-hosts.ts",
    ["test/push/silent-hosts.test.ts"],
    [
      ["pushes wait for a try that is over", "Math.min(rest, SOON)", "SOON"],
      [
        "one late answer makes a push service silent",
        "if (now - answeredAt <= timeout / 2) return;",
        "",
      ],
      [
        "a push service that answered long ago is never silent",
        "now - answeredAt <= timeout / 2",
        "answeredAt > 0",
      ],
      ["a dropped connection makes a push service silent", "if (!answer.timedOut) return;", ""],
      [
        "a push service that refuses connections is silent",
        "if (!answer.timedOut) return;",
        "if (!answer.timedOut && !answer.unreachable) return;",
      ],
      [
        "who waits for a try waits as long as for an answer",
        "silence.isTried ? Math.min(rest, SOON) : rest",
        "rest",
      ],
      ["all pushes try a push service after its silence", "silence.until = now + timeout;", ""],
      ["a push service is silent for ever", "silence.until <= now", "silence.until < 0"],
      [
        "a push service that answers again stays silent",
        "hosts.set(host, { answeredAt: now })",
        "hosts.set(host, { ...hosts.get(host), answeredAt: now })",
      ],
      ["a push that is held back counts as sent", ", unsent: true", ""],
      ["a silent push service stops all", "everyone: false", "everyone: true"],
      ["any number of hosts is remembered", "maxLength: 1000", "maxLength: 1001"],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/hosts.ts",
    ["test/push/web-push-hosts.test.ts"],
    [
      [
        "an address may have a password without a name",
        "url.username || url.password",
        "url.username",
      ],
      [
        "an address may have a name without a password",
        "url.username || url.password",
        "url.password",
      ],
      [
        "the own machine may be reached by any protocol",
        'url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)',
        'url.protocol !== "https:" && !isLoopback',
      ],
      [
        "a name that ends alike is allowed",
        "url.host.endsWith(pattern.slice(1))",
        "url.host.endsWith(pattern.slice(2))",
      ],
      [
        "http is allowed",
        'if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)) return false;',
        "",
      ],
      ["an address may be in any characters", "[!-~]{1,2048}", "[^]{1,2048}"],
      ["an address may have any length", "[!-~]{1,2048}", "[!-~]+"],
      ["credentials are allowed", "if (url.username || url.password) return false;", ""],
      ["any port is allowed", "url.host === pattern", "url.hostname === pattern"],
    ],
  ),
  ...inFile(
    "src/channels/push/message.ts",
    ["test/push/message.test.ts"],
    [
      ["a title that just fits is cut", "MAX_TITLE_BYTES = 256", "MAX_TITLE_BYTES = 255"],
      [
        "a title of sixty emoji families has 1,500 bytes",
        "Math.min(MAX_TITLE_BYTES, Math.floor(maxBytes / 4))",
        "Math.floor(maxBytes / 4)",
      ],
      ["a title has any number of characters", "    MAX_TITLE_GRAPHEMES,\n", ""],
      [
        "a title takes all of a small message",
        "Math.min(MAX_TITLE_BYTES, Math.floor(maxBytes / 4))",
        "MAX_TITLE_BYTES",
      ],
      ["two sizes of a text are one message", "[maxBytes, ownTitle, text]", "[ownTitle, text]"],
      ["two titles of a text are one message", "[maxBytes, ownTitle, text]", "[maxBytes, text]"],
      ["a short text is sent twice", "title === text.trim()", "title === ''"],
      [
        "the second line is in the title",
        "/^[^\\r\\n\\v\\f\\x85\\u2028\\u2029]*/",
        "/^[^\\r\\n\\v\\f\\x85\\u2029]*/",
      ],
      ["the last size is never tried", "half < MIN_TEXT_BYTES", "half <= 2 * MIN_TEXT_BYTES"],
    ],
  ),
  ...inFile(
    "src/channels/push/shorten.ts",
    ["test/push/message.test.ts"],
    [
      ["a blank stays before the ellipsis", ".trimEnd() + ELLIPSIS", " + ELLIPSIS"],
      ["sixty graphemes count as too many", "count > maxPieces", "count >= maxPieces"],
      [
        "the ellipsis counts for nothing",
        "size + ELLIPSIS_BYTES <= maxBytes && count < maxPieces",
        "size <= maxBytes && count <= maxPieces",
      ],

      [
        "escapes in JSON count for nothing",
        "Buffer.byteLength(JSON.stringify(text)) - 2",
        "Buffer.byteLength(text)",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/retry-after.ts",
    ["test/push/retry-after.test.ts"],
    [
      ["seconds between blanks are a date that is none", "header?.trim()", "header"],
      ["seconds count as milliseconds", "Number(text) * 1000", "Number(text)"],
      ["a date in the past makes a negative wait", "Math.max(wait, 0)", "wait"],
      [
        "a provider may ask to wait for a year",
        "Math.min(Math.max(wait, 0), MAX_WAIT)",
        "Math.max(wait, 0)",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/time-to-live.ts",
    ["test/push/time-to-live.test.ts"],
    [
      [
        "a push is sent at the end of its alert",
        "push.endsAt <= performance.now()",
        "push.endsAt < performance.now()",
      ],
      ["a push outlives its alert by a second", "Math.floor((push", "Math.ceil((push"],
      [
        "a host whose clock is ahead takes alerts for ended",
        "push.endsAt <= performance.now()",
        "push.expiresAt <= Date.now()",
      ],
      [
        "a host whose clock is behind has pushes kept for longer",
        "(push.endsAt - performance.now())",
        "(push.expiresAt - Date.now())",
      ],
      ["a push asks to be kept for all of a long alert", ", MAX_SECONDS);", ", Infinity);"],
      ["a push is kept for four weeks and a day", "28 * 86_400", "29 * 86_400"],
    ],
  ),
  ...inFile(
    "src/channels/push/time-to-live.ts",
    ["test/delivery/job.test.ts", "test/push/fcm.test.ts"],
    [["a push that its host takes for late is never sent", 'state: "retry"', 'state: "failed"']],
  ),
  ...inFile(
    "src/channels/push/provider-errors.ts",
    ["test/push/web-push.test.ts", "test/push/misbehaviour.test.ts"],
    [
      ["408 means failed", "answer.status === 408 || ", ""],
      [
        "500 stops everyone",
        "{ ...refusedForEveryone(provider, answer), everyone: false }",
        "refusedForEveryone(provider, answer)",
      ],
      [
        "503 stops one push only",
        "answer.status === 429 || answer.status === 503",
        "answer.status === 429",
      ],
      ["a provider's whole page is kept", ".slice(0, MAX_DETAIL)", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    ["test/push/misbehaviour.test.ts", "test/push/fcm.test.ts"],
    [
      ["a slow provider is waited for", "      signal,\n", ""],
      [
        "a timeout stops everyone",
        "unreachable: false, timedOut: true",
        "unreachable: true, timedOut: true",
      ],
      ["characters are counted as bytes", "Buffer.byteLength(body)", "body.length"],
    ],
  ),
  ...inFile(
    "src/channels/push/expo.ts",
    ["test/push/expo.test.ts"],
    [
      ["more than a hundred in a batch", "BATCH_SIZE = 100", "BATCH_SIZE = 101"],
      [
        "pushes of alerts that have ended are sent",
        "if (hasEnded(entry.push)) entry.outcome = ENDED",
        "",
      ],
      [
        "after a refusal the rest is sent",
        "for (const entry of waiting.splice(0).flat()) entry.outcome = outcome;",
        "",
      ],
      ["a receipt of 3xx counts", "answer.status >= 300 || ", ""],
      [
        "a receipt makes the limit smaller without end",
        "Math.max(MIN_MESSAGE_LIMIT, ",
        "Math.max(0, ",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/batch.ts",
    ["test/push/expo.test.ts"],
    [["Android shows a push that Expo got twice twice", "push.notificationId}`", "push.alertId}`"]],
  ),
  ...inFile(
    "src/channels/push/expo/compress.ts",
    ["test/push/expo.test.ts"],
    [
      [
        "a slow line carries no large batch to Expo",
        '{ headers: { "content-encoding": "gzip" }, body: await zip(JSON.stringify(content)) }',
        "{ headers: {}, body: JSON.stringify(content) }",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/response.ts",
    ["test/push/expo.test.ts"],
    [
      [
        "as many tickets are told as messages",
        "${data.length} for ${tokens.length} messages",
        "${tokens.length} for ${data.length} messages",
      ],
      ["a ticket too few is not noticed", "data.length === tokens.length &&", ""],
      ["tickets of other tokens are used", "token === undefined || token === tokens[at]", "true"],
      [
        "too many requests at status 400 fail",
        'if (code === "TOO_MANY_REQUESTS") return { all: refusedForEveryone("Expo", answer, description) };',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/ticket.ts",
    ["test/push/expo.test.ts"],
    [
      [
        "a device that is gone is kept",
        'return { state: "dead", why }',
        'return { state: "failed", why }',
      ],
      ["an error of Apple's fails", 'case "ProviderError":', ""],
      ["wrong credentials fail one push only", ", everyone: true", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/access-tokens.ts",
    ["test/push/fcm.test.ts"],
    [
      [
        "an answer without an access token is used",
        'if (!access_token) throw new Error("the answer has no access token");',
        "",
      ],
      ["an access token is used after its end", "&& token.end > Date.now()", ""],
      [
        "an access token is used to its last second",
        "(expiry_date ?? 0) - MARGIN",
        "(expiry_date ?? 0)",
      ],
      ["a refused access token is used again", "token.value !== refused && ", ""],
      ["a failure to get a token is kept", "if (latest === renewed) latest = undefined;", ""],
      [
        "each push gets its own access token",
        "latest === known ? renew() : (latest ?? renew())",
        "renew()",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/response.ts",
    ["test/push/fcm.test.ts"],
    [
      [
        "a quota of a device is that of all unless its subject says so",
        "`${subject} ${description}`",
        "`${subject}`",
      ],
      ["a redirect of FCM counts as accepted", "answer.status < 300", "answer.status < 400"],
      ["a device over its quota stops all", "everyone: !isOfDevice", "everyone: true"],
      ["an unregistered device is kept", 'case "UNREGISTERED":\n', ""],
      [
        "a 403 fails the push",
        'temporaryFailure("FCM", answer) ?? refusedForEveryone',
        'temporaryFailure("FCM", answer) ?? ((..._: unknown[]) => ({ state: "failed", why }) as never)',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/message.ts",
    ["test/push/fcm.test.ts"],
    [
      ["Apple gets the end in milliseconds", "Math.floor(push.expiresAt / 1000)", "push.expiresAt"],
      ["level ONE wakes no phone", 'isUrgent ? "HIGH" : "NORMAL"', '"NORMAL"'],
    ],
  ),
  ...inFile(
    "src/channels/push/send-all.ts",
    ["test/push/send-all.test.ts"],
    [
      [
        "a host that ends hides that a provider refuses everyone",
        'refusal ??= { state: "retry", why: "The host was ending." }',
        'refusal = { state: "retry", why: "The host was ending." }',
      ],
      [
        "batches go on after the provider refuses everyone",
        "refusal ??= outcomes.find",
        "outcomes.find",
      ],
      ["batches go on after the host begins to end", "if (signal?.aborted)", "if (false)"],
      ["what was not sent counts as tried", "({ ...refusal, unsent: true })", "({ ...refusal })"],
      ["outcomes are kept at the wrong place", "sent[first + index]", "sent[sent.length]"],
      [
        "one batch at a time",
        "Array.from({ length: provider.concurrency }",
        "Array.from({ length: 1 }",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/jobs/send-pushes.ts",
    ["test/delivery/push.test.ts"],
    [
      [
        "an all-clear is too late after an hour",
        "cancelled_at + interval '1 day'",
        "cancelled_at + interval '1 hour'",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/jobs/send-pushes.ts",
    ["test/push/send-pushes.test.ts"],
    [
      [
        "a push has its notification's id as text",
        "Number(notification_id)",
        "notification_id as never",
      ],
      [
        "an all-clear has the text of the level",
        "texts[isAllClear ? kind : level]",
        "texts[level]",
      ],
      ["an all-clear ends with its alert", "isAllClear ? clearBy : expiresAt", "expiresAt"],
      ["the host's clock says when an alert ends", "readAt + (end - now)", "end - Date.now()"],
      [
        "a slow answer makes an alert last for longer",
        "{ ...alert, readAt }",
        "{ ...alert, readAt: performance.now() }",
      ],
      ["a refusal is not waited for", "wait = Math.max(wait, rows[0]?.wait ?? 0)", "wait = 0"],
      ["a job that begins after its host's end succeeds", "abortSignal.throwIfAborted();", ""],
      [
        "one odd text keeps all outcomes from being recorded",
        "return storableJson(",
        "return JSON.stringify(",
      ],
      [
        "pushes after the first thousand are lost",
        "start += CHUNK_SIZE",
        "start += claimed.length",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/jobs/check-receipts.ts",
    ["test/push/check-receipts.test.ts"],
    [
      [
        "why a receipt fails is lost",
        "({ ...outcome, receipt })",
        "({ state: outcome.state, receipt })",
      ],
      [
        "receipts that are missing are not asked for again",
        "storedName,\n      receipts,\n",
        "storedName,\n      [...outcomes.keys()],\n",
      ],
      [
        "one odd text keeps all receipts from being recorded",
        "storableJson(Array",
        "JSON.stringify(Array",
      ],
      ["nobody hears what was recorded of receipts", "watched.watch([...outcomes.values()]);", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/own-tokens.ts",
    ["test/push/index.test.ts", "test/push/registry.test.ts"],
    [
      ["a provider gets the tokens of others", "if (pushes.every(isOwn))", "if (true)"],
      ["a bare token is refused", "detect(token) ?? provider.name", "detect(token)"],
    ],
  ),
  ...inFile(
    "src/channels/push/jobs/send-pushes.ts",
    ["test/push/send-pushes.test.ts"],
    [["follow-ups have the priority of ONE", "level = first.level;", ""]],
  ),
  ...inFile(
    "src/channels/push/one-by-one.ts",
    ["test/push/fcm.test.ts"],
    [["ended alerts are pushed one by one", "if (hasEnded(push)) return ENDED;", ""]],
  ),
  ...inFile(
    "src/channels/push/one-by-one.ts",
    ["test/push/web-push.test.ts"],
    [
      [
        "one push's error fails all",
        'return { state: "failed", why: (error as Error).message };',
        "throw error;",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm.ts",
    ["test/push/fcm.test.ts"],
    [
      [
        "the data of a message adds to what FCM takes",
        "textBytesBeside(stringData(push), MESSAGE_LIMIT)",
        "MESSAGE_LIMIT",
      ],
      [
        "a refused access token is used once more",
        "await accessTokens.get(accessToken)",
        "await accessTokens.get()",
      ],
      [
        "Google's wait for an access token is ignored",
        ", after: error.after, everyone: true",
        ", everyone: true",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/response.ts",
    ["test/push/fcm.test.ts"],
    [
      [
        "a device of another sender is forgotten",
        'case "SENDER_ID_MISMATCH":\n      return { state: "failed", why };',
        'case "SENDER_ID_MISMATCH":\n      return { state: "dead", why };',
      ],
      [
        "Apple's credentials stop all",
        'return { state: "retry", why };',
        'return { state: "retry", why, everyone: true };',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/service-account.ts",
    ["test/config.test.ts"],
    [
      [
        "an email of a service account may be a number",
        'if (typeof value !== "string" || !value) throw',
        "if (!value) throw",
      ],
      [
        "a service account's secret is shown",
        'throw new Error("it is not JSON");',
        "throw new Error(`it is not JSON: ${json}`);",
      ],
      ["a wrong key is noticed at the first push", "createPrivateKey(account.privateKey);", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/index.ts",
    ["test/push/index.test.ts"],
    [
      [
        "providers are asked after the end",
        "await Promise.all(opened.map(({ provider }) => provider.close?.()));",
        "",
      ],
      [
        "providers get tokens of others",
        "provider: ownTokensOnly(provider, detectProvider)",
        "provider",
      ],
      [
        "Web Push makes keys beside PostgreSQL",
        "(databaseUrl ? undefined : await loadOrCreateVapidKeys(dataDir))",
        "(await loadOrCreateVapidKeys(dataDir))",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    ["test/push/misbehaviour.test.ts"],
    [["a dropped connection stops everyone", 'code === "ECONNRESET" || code === "EPIPE"', "false"]],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    ["test/push/http-client.test.ts"],
    [
      ["a failure without a code says nothing", "(${code || message})", "(${code})"],
      ["an unknown host fails its push only", "ENOTFOUND|", ""],
      [
        "a slow line has a quarter of a second to connect",
        "autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT, ",
        "",
      ],
      ["a line that is too slow to connect fails at once", 'code === "ETIMEDOUT"', "false"],
    ],
  ),
  ...inFile(
    "src/channels/index.ts",
    ["test/push/index.test.ts"],
    [
      [
        "channels stay open at the end",
        "await Promise.all(channels.map((channel) => channel.close()));",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/vapid-keys.ts",
    ["test/push/vapid-keys.test.ts"],
    [
      [
        "nobody learns what another key of Web Push ends",
        'loss: "browsers have to register for pushes again."',
        'loss: ""',
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/web-push/subscription.ts",
    ["test/push/web-push.test.ts"],
    [
      [
        "a subscription without a key of its browser is whole",
        "[endpoint, keys.p256dh, keys.auth]",
        "[endpoint, keys.auth]",
      ],
      [
        "a subscription without an address is whole",
        "[endpoint, keys.p256dh, keys.auth]",
        "[keys.p256dh, keys.auth]",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/batch.ts",
    ["test/push/expo.test.ts"],
    [
      [
        "a batch that is too big is divided in a small and a large one",
        "Math.ceil(batch.length / 2)",
        "Math.ceil(batch.length / 3)",
      ],
    ],
  ),
];

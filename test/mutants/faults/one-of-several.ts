import { inFile } from "../fault.ts";

/** Faults that affect one of several entries or turns, and faults in rare cases. */
export const faults = [
  ...inFile(
    "src/channels/push/expo/response.ts",
    ["test/push/expo.test.ts"],
    [
      ["Expo's tickets count whatever its status", "answer.status < 300 && Array", "Array"],
      [
        "what is no list of tokens is one of a project",
        'Array.isArray(value) && value.every((item) => typeof item === "string")',
        "true",
      ],
      [
        "a bad request without a reason has an empty one",
        '${description ?? "a bad request"}',
        "${description}",
      ],
      [
        "too many messages for Expo count by the status only",
        'code === "PUSH_TOO_MANY_NOTIFICATIONS" || ',
        "",
      ],
      [
        "a message that Expo finds invalid counts by the status only",
        ' || code === "VALIDATION_ERROR"',
        "",
      ],
      [
        "an error of Expo without words ends with a colon",
        "[error.code, error.message].filter(Boolean).join",
        "[error.code, error.message].join",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/expo.ts",
    ["test/push/expo.test.ts"],
    [
      [
        "each receipt of an answer makes the messages shorter",
        "Math.floor((before * 3) / 4)",
        "Math.floor((limit * 3) / 4)",
      ],
      [
        "an error of one half keeps back the other half of a batch",
        'outcome?.state !== "retry" || !outcome.everyone',
        'outcome?.state !== "retry"',
      ],
      ["receipts without data are read", " || data === null", ""],
    ],
  ),
  ...inFile(
    "src/channels/push/expo/ticket.ts",
    ["test/push/expo.test.ts"],
    [
      [
        "a ticket without a code begins with a colon",
        "[error, ticket?.message].filter(Boolean)",
        "[error, ticket?.message]",
      ],
      ["a ticket without words says nothing", ' || "an error without a message"', ""],
    ],
  ),
  ...inFile(
    "src/channels/push/fcm/response.ts",
    ["test/push/fcm.test.ts"],
    [
      [
        "FCM's code is looked for in the first detail only",
        "details.find(({ errorCode }) => errorCode)?.errorCode",
        "details[0]?.errorCode",
      ],
      ["a message that is too large is not too big", "/too (big|large)/i", "/too big/i"],
      [
        "a bad request of no error of FCM's fails its message",
        "answer.status === 400 && error",
        "answer.status === 400",
      ],
      [
        "an error of FCM without a code begins with a colon",
        "[code, error.message].filter(Boolean)",
        "[code, error.message]",
      ],
    ],
  ),
  ...inFile(
    "src/channels/push/http-client.ts",
    ["test/push/http-client.test.ts"],
    [["a host whose TLS fails is reachable", "|ERR_TLS_.*", ""]],
  ),
  ...inFile(
    "src/channels/push/provider-errors.ts",
    ["test/push/provider-errors.test.ts"],
    [
      ["blanks around a provider's text are told", ".trim().slice", ".slice"],
      ["half a character of a provider's text is told", "storable(detail", "String(detail"],
      ["an answer without a text ends with a colon", "${short && `: ${short}`}", ": ${short}"],
    ],
  ),
  ...inFile(
    "src/channels/push/failure-log.ts",
    ["test/push/failure-log.test.ts"],
    [
      [
        "a provider works again only if all devices exist",
        'settled.some(({ outcome }) => outcome.state === "accepted")',
        'settled.every(({ outcome }) => outcome.state === "accepted")',
      ],
    ],
  ),
  ...inFile(
    "src/positions/moment.ts",
    ["test/positions/readers.test.ts"],
    [
      ["a fraction after a comma is no time", "[.,]\\d+", "[.]\\d+"],
      ["a time between blanks is none", "value.trim()", "value"],
      ["a time with small letters is none", "$/i;", "$/;"],
      ["a blank before a zone makes it no time", "([.,]\\d+)? ?", "([.,]\\d+)?"],
    ],
  ),
  ...inFile(
    "src/positions/osmand.ts",
    ["test/positions/readers.test.ts"],
    [
      [
        "what is no message beside a location is left out silently",
        "![json].flat().every(isObject)",
        "![json].flat().some(isObject)",
      ],
      ["blanks before a body make it a form", "text = body.trim()", "text = body"],
    ],
  ),
  ...inFile(
    "src/positions/device-key.ts",
    ["test/positions/readers.test.ts"],
    [
      ["a header with two blanks has no password", "/^Basic +(", "/^Basic ("],
      ["a password in base64url is none", "[A-Za-z\\d+/_=-]", "[A-Za-z\\d+/=]"],
    ],
  ),
  ...inFile(
    "src/limits/token-buckets.ts",
    ["test/limits/token-buckets.test.ts"],
    [
      [
        "a bucket that is charged fills twice",
        "this.#leftOf(bucket, now) - count;\n    bucket.at = now;",
        "this.#leftOf(bucket, now) - count;",
      ],
    ],
  ),
  ...inFile(
    "src/limits/fair-queue.ts",
    ["test/limits/fair-queue.test.ts"],
    [
      ["of those who wait for idleness one goes on", ".splice(0))", ".splice(0, 1))"],
      [
        "a queue runs one more at once",
        "this.#running >= this.#size.atOnce",
        "this.#running > this.#size.atOnce",
      ],
    ],
  ),
  ...inFile(
    "src/limits/quotas.ts",
    ["test/limits/quotas.test.ts"],
    [["a refusal for a quota comes at once", "await holdRefusal();\n", ""]],
  ),
  ...inFile(
    "src/speech/voices.ts",
    ["test/speech/voices.test.ts"],
    [
      [
        "another language of a voice counts in small letters only",
        "String(other).toLowerCase()",
        "String(other)",
      ],
    ],
  ),
  ...inFile(
    "src/speech/wav.ts",
    ["test/speech/wav.test.ts"],
    [["any RIFF is a WAV file", ' || bytes.toString("latin1", 8, 12) !== "WAVE"', ""]],
  ),
  ...inFile(
    "src/metrics/state.ts",
    ["test/metrics/state.test.ts"],
    [
      [
        "the partitions are as many as the workers",
        "({ partitions }) => partitions",
        "({ workers }) => workers",
      ],
      [
        "the publications that run are as many as the workers",
        "(state) => state.publications",
        "(state) => state.workers",
      ],
      [
        "the workers are as many as the partitions",
        "({ workers }) => workers",
        "({ partitions }) => partitions",
      ],
      [
        "the lags of the hosts are added up",
        'aggregator: "max",\n      collect() {',
        "collect() {",
      ],
    ],
  ),
  ...inFile(
    "src/metrics/database-state.ts",
    ["test/metrics/database-state.test.ts"],
    [["a database without jobs has no list of them", "coalesce(j.jobs, '[]')", "j.jobs"]],
  ),
  ...inFile(
    "src/database/alert-defaults.ts",
    ["test/database/alert-defaults.test.ts"],
    [
      [
        "the age of positions is the duration of alerts",
        'max_position_age as "maxPositionAge"',
        'duration as "maxPositionAge"',
      ],
    ],
  ),
  ...inFile(
    "src/database/open-replica.ts",
    ["test/database/open-replica.test.ts"],
    [
      [
        "a transaction on the standby may rest for ever",
        "      idle_in_transaction_session_timeout: timeouts.statement,\n",
        "",
      ],
      ["a standby is measured by itself", "primary: readinessPool,", "primary: open({ max: 1 }),"],
      [
        "connections to the standby have no name",
        '        application_name: "location-alert replica",\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/large-answers.ts",
    ["test/database/large-answers.test.ts"],
    [
      ["a document's usual size falls by half", "FALL = 0.98", "FALL = 0.5"],
      ["twenty large answers wait at most", "mostWaiting: 2_000", "mostWaiting: 20"],
    ],
  ),
  ...inFile(
    "src/database/node-pools.ts",
    ["test/database/node-pools.test.ts"],
    [
      [
        "a connection that is lost while it is used ends the process",
        'void client.on("error", () => {})',
        "void client",
      ],
    ],
  ),
  ...inFile(
    "src/database/publication.ts",
    ["test/database/publish-for.test.ts"],
    [
      [
        "reports are counted from the first chunk on",
        "earlier = { began, positionId: chunk.position_id };",
        "earlier ??= { began, positionId: chunk.position_id };",
      ],
    ],
  ),
  ...inFile(
    "src/database/parents-apart.ts",
    ["test/database/parents-apart.test.ts"],
    [["rows of parents apart have another form", "...options,\n    text", "text"]],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/crontab.test.ts"],
    [
      [
        "a purge of last positions that fails is queued twice",
        "purge_last_positions ?fill=2d&jobKey=purge_last_positions",
        "purge_last_positions ?fill=2d",
      ],
      [
        "a checkpoint that fails is queued twice",
        "checkpoint_audit ?jobKey=checkpoint_audit",
        "checkpoint_audit",
      ],
      ["a count that fails is queued twice", "queue=figures&jobKey=count_figures", "queue=figures"],
      [
        "counts of versions that fail are queued twice",
        "?queue=figures&jobKey=count_versions",
        "?queue=figures",
      ],
      [
        "partitions that are not made are queued twice",
        "?fill=2d&jobKey=make_position_partitions",
        "?fill=2d",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/tasks.test.ts"],
    [
      [
        "failed logins are purged as sessions",
        "purge_logins: upkeep.purgeLogins",
        "purge_logins: upkeep.purgeSessions",
      ],
      [
        "counts are not added up",
        "compact_alert_reach: upkeep.compactAlertReach",
        "compact_alert_reach: upkeep.endExpiredAlerts",
      ],
      [
        "nobody looks how many ids are left",
        "check_notification_ids: upkeep.checkNotificationIds",
        "check_notification_ids: upkeep.purgeLogins",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/channels.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a client that leaves closes the channels of others",
        "(channel) => !remaining.has(channel)",
        "() => true",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/backend-output.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a request for COPY data after a statement is the first",
        "if (!this.tag) this.firstCopyRequest ??= bytes;",
        "this.firstCopyRequest ??= bytes;",
      ],
      [
        "the last request for COPY data is the first",
        "this.firstCopyRequest ??= bytes",
        "this.firstCopyRequest = bytes",
      ],
      [
        "the client sees a request for COPY data that is answered",
        "this.copyRequests > this.#hiddenCopyRequests",
        "true",
      ],
    ],
  ),
  ...inFile(
    "src/live/poll.ts",
    ["test/live/poll.test.ts"],
    [["an error is told after the end", "if (!signal.aborted) log", "log"]],
  ),
  ...inFile(
    "src/live/notifications.ts",
    ["test/live/notification-feeds.test.ts"],
    [
      [
        "only the last announcement's notifications count",
        "sum + last - first + 1",
        "last - first + 1",
      ],
    ],
  ),
  ...inFile(
    "src/live/positions.ts",
    ["test/live/position-feeds.test.ts"],
    [
      [
        "one subscriber hears of new positions",
        "for (const feed of this.#historyFeeds) feed",
        "for (const feed of [...this.#historyFeeds].slice(0, 1)) feed",
      ],
      [
        "one subscriber hears of changed positions",
        "for (const feed of this.#changeFeeds) feed.push({ userId });\n        if",
        "for (const feed of [...this.#changeFeeds].slice(0, 1)) feed.push({ userId });\n        if",
      ],
      [
        "one subscriber hears of positions that are gone",
        "      for (const feed of this.#changeFeeds) feed.push({ userId });\n    }",
        "      for (const feed of [...this.#changeFeeds].slice(0, 1)) feed.push({ userId });\n    }",
      ],
    ],
  ),
  ...inFile(
    "src/live/alert-progress.ts",
    ["test/live/alert-feeds.test.ts"],
    [
      [
        "one subscriber hears of an alert's progress",
        "for (const feed of followed.feeds) {",
        "for (const feed of [...followed.feeds].slice(0, 1)) {",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/audit/people-fields.ts",
    ["test/audit/people-fields.test.ts"],
    [
      [
        "fragments that use others for ever are read for ever",
        "if (visited.has(name)) continue;",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/document-size.ts",
    ["test/limits/document-size.test.ts"],
    [
      ["fields of inputs cost as much as one", "  inputFields: 8,\n", ""],
      ["values of enums cost as much as one", "  enumValues: 8,\n", ""],
      ["directives of the schema cost as much as one", "  directives: 6,\n", ""],
      ["arguments of the schema cost as much as one", "  args: 3,\n", ""],
      ["possible types cost as much as one", "  possibleTypes: 2,\n", ""],
      ["interfaces cost as much as one", "  interfaces: 2,\n", ""],
      [
        "what stands in an inline fragment of introspection is a field",
        "return this.selections(node.selectionSet, isMeta)",
        "return this.selections(node.selectionSet, false)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/planned-operations.ts",
    ["test/limits/planned-operations.test.ts"],
    [["every truth has a plan of its own", "conditions.has(name) && ", ""]],
  ),
  ...inFile(
    "src/graphql/requests/request-context.ts",
    ["test/limits/request-context.test.ts"],
    [
      [
        "the log names nothing of several operations",
        "getOperationAST(document, operationName);\n  if (operation)",
        "getOperationAST(document);\n  if (operation)",
      ],
      ["the log leaves out the name of an operation", "operation.name?.value", "undefined"],
    ],
  ),
  ...inFile(
    "src/graphql/errors/database-errors.ts",
    ["test/http/mask-error.test.ts"],
    [
      [
        "who is not logged in is forbidden",
        'new AppError("UNAUTHENTICATED", error.message)',
        'new AppError("FORBIDDEN", error.message)',
      ],
      [
        "a lock that is not free is a fault",
        'case "55P03": // lock_not_available, after LOCK_TIMEOUT\n',
        "",
      ],
      [
        "a transaction that rested too long is a fault",
        'case "25P03": // idle_in_transaction_session_timeout\n',
        "",
      ],
      [
        "half of a surrogate pair is a fault",
        'case "22P02": // invalid_text_representation: raised for half of a surrogate pair in JSON\n',
        "",
      ],
      [
        "a character that is not in the repertoire is a fault",
        'case "22021": // character_not_in_repertoire\n',
        "",
      ],
      [
        "a character that cannot be translated is a fault",
        'case "22P05": // untranslatable_character\n',
        "",
      ],
      ["any foreign key means that the user is erased", "/_user_id_fkey$/", "/fkey$/"],
      ["a shard's constraint is unknown", '(?:_\\d{6,})?"/', '"/'],
      ["a shard's column is unknown", ' in column "', ' in columns "'],
      ["a column that is null has no name", 'columnOf(error) ?? "A value"', '"A value"'],
      ["what already exists is not explained", 'explained ?? "This', '"This'],
      [
        "what already exists needs an explanation",
        'explained ?? "This already exists."',
        "explained as string",
      ],
    ],
  ),
];

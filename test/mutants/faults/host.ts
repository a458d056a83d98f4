import { inFile } from "../fault.ts";

/** Faults in what follows the database, runs jobs, reads the environment and knows people. */
export const faults = [
  ...inFile(
    "src/live/recent-ids.ts",
    ["test/live/recent-ids.test.ts"],
    [
      [
        "ids are forgotten at half their time",
        "> 2 * this.#lifetime ? new Set() : this.#newer",
        "> this.#lifetime ? new Set() : this.#newer",
      ],
      ["ids are never forgotten", "this.#newer = new Set();\n      this.#since", "this.#since"],
      ["an older id is new again", " || this.#older.has(id)", ""],
    ],
  ),
  ...inFile(
    "src/live/listener.ts",
    ["test/live/listen.test.ts"],
    [
      ["a silent connection is taken for an idle one", "if (!hasAnswered) markLost();", ""],
      [
        "an idle connection is taken for a silent one",
        "hasAnswered = true;\n    }, markLost",
        "}, markLost",
      ],
      ["what was missed is not told", "if (connection) onGap();", ""],
      ["the check outlives its connection", "clearInterval(checkTimer);", ""],
      ["a lost connection is not reconnected", "connection = await reconnect();", "return;"],
    ],
  ),
  ...inFile(
    "src/live/poll.ts",
    ["test/live/poll.test.ts"],
    [
      [
        "slow polls take all of the time",
        "Math.max(INTERVAL, took / POLLING_SHARE) - took",
        "Math.max(0, INTERVAL - took)",
      ],
      [
        "polls are a second apart after each",
        "Math.max(INTERVAL, took / POLLING_SHARE) - took",
        "INTERVAL",
      ],
      [
        "an error ends the polling",
        "if (!signal.aborted) log(`live: ${(error as Error).message}`);",
        "throw error;",
      ],
    ],
  ),
  ...inFile(
    "src/live/feed.ts",
    ["test/live/feed.test.ts"],
    [
      [
        "an event after the end waits",
        "if (this.isEnded) return;\n    this.#waiting.set",
        "this.#waiting.set",
      ],
      ["a feed that ends leaves its timer", "clearTimeout(this.#rest);", ""],
      ["a feed rests as long as it read", "took / this.#share", "took"],
      [
        "what was taken is given again",
        "this.#waiting = new Map();\n    return events",
        "return events",
      ],
    ],
  ),
  ...inFile(
    "src/live/alert-progress.ts",
    ["test/live/alert-feeds.test.ts"],
    [
      ["an unchanged alert is told every second", "if (progress === lastProgress) return;", ""],
      ["a subscriber hears nothing at first", "feed.push({ id });\n    return feed", "return feed"],
      ["an alert nobody follows is polled", "followed.ending.abort();", ""],
    ],
  ),
  ...inFile(
    "src/live/notifications.ts",
    ["test/live/notification-feeds.test.ts"],
    [
      [
        "a notification is told twice",
        "!this.#passedOn.add(id)",
        "!(this.#passedOn.add(id), true)",
      ],
      [
        "a user's first subscriber hears nothing",
        "this.#feeds.set(userId, feedsOfUser.add(feed))",
        "this.#feeds.set(userId, new Set([feed]))",
      ],
      ["what a failed read loses is not told", "this.#onLoss(error as Error);", ""],
      [
        "a user who left keeps their place",
        "if (feedsOfUser.size === 0) this.#feeds.delete(userId);",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/live/positions.ts",
    ["test/live/position-feeds.test.ts"],
    [
      [
        "positions that commit late are missed",
        "values: [String(greatestIds[0])]",
        "values: [String(greatestIds.at(-1))]",
      ],
      ["positions are told at each poll", "if (passedOn.has(id)) continue;", ""],
      ["ids are compared as texts", "if (BigInt(id) > greatest)", "if (id > String(greatest))"],
      [
        "all positions of the day are read at each poll",
        "if (greatestIds.length > LATE_POLLS) greatestIds.shift();",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/live/batch-reader.ts",
    ["test/live/batch-reader.test.ts"],
    [
      [
        "a batch of two statements runs the first for both",
        "one.text !== text || place === AT_ONCE",
        "place === AT_ONCE",
      ],
      ["a batch has any size", "one.text !== text || place === AT_ONCE", "one.text !== text"],
      ["a failed batch is never answered", "for (const { reject } of some) reject(error);", ""],
      ["lanes are used up", "this.#lanes -= 1;", ""],
    ],
  ),
  ...inFile(
    "src/jobs/heartbeat.ts",
    ["test/jobs/beats.test.ts"],
    [
      [
        "a failed heartbeat ends the process",
        ".catch((error: Error) => {\n        log(`jobs: no heartbeat: ${error.message}`);\n      })",
        "",
      ],
      ["a heartbeat comes too late", "const INTERVAL = 2_000", "const INTERVAL = 12_000"],
      ["a pool that ended is alive", "this.#pools.delete(poolId);", ""],
    ],
  ),
  ...inFile(
    "src/jobs/speak-alert.ts",
    ["test/speech/speak-alert.test.ts"],
    [
      [
        "a text that fails silences the others",
        "failures.push(`${text.level}: ${error.message}`);",
        "throw error;",
      ],
      ["a failure is forgotten", "if (failures.length > 0)", "if (false)"],
      ["a text is spoken again", "if (rows[0]?.spoken) return;", ""],
    ],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/crontab.test.ts"],
    [
      [
        "expired alerts end once an hour",
        "* * * * * end_expired_alerts",
        "0 * * * * end_expired_alerts",
      ],
      ["positions are never purged", "20 3 * * * purge_positions ?fill=2d\n", ""],
      [
        "a missed night is not made up",
        "10 3 * * * make_position_partitions ?fill=2d",
        "10 3 * * * make_position_partitions",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/errors/database-errors.ts",
    ["test/api/errors.test.ts"],
    [
      ["a cancelled statement is our fault", 'case "57014": // query_canceled\n', ""],
      ["a deadlock is our fault", 'case "40P01": // deadlock_detected\n', ""],
      ["too many connections are our fault", 'case "53300": // too_many_connections\n', ""],
      [
        "a busy service is the client's fault",
        '"RATE_LIMITED", "The service is busy',
        '"BAD_USER_INPUT", "The service is busy',
      ],
      [
        "a check without words quotes PostgreSQL",
        "return explained === undefined ? undefined : new AppError",
        "return new AppError",
      ],
      ["a number out of range is our fault", 'case "22003":', 'case "22000":'],
    ],
  ),
  ...inFile(
    "src/auth/tokens.ts",
    ["test/auth/tokens.test.ts"],
    [
      ["a remembered token never ends", "known && known.end > Date.now()", "known"],
      ["any algorithm of the secret verifies", 'algorithms: ["HS256"],', ""],
      [
        "any issuer verifies",
        "issuer: ISSUER,\n        audience: AUDIENCE,\n      });\n      if",
        "audience: AUDIENCE,\n      });\n      if",
      ],
      ["a token without an end verifies", " || !exp) return", ") return"],
      ["a version of 2^31 reaches the database", "< 2 ** 31;", "<= 2 ** 31;"],
      ["a token's end is in seconds", "end: exp * 1000", "end: exp"],
    ],
  ),
  ...inFile(
    "src/auth/passwords.ts",
    ["test/auth/passwords.test.ts"],
    [
      [
        "a password of seven characters",
        ".length < MIN_CHARACTERS",
        ".length < MIN_CHARACTERS - 1",
      ],
      [
        "a password of eight characters is refused",
        ".length < MIN_CHARACTERS",
        ".length <= MIN_CHARACTERS",
      ],
      ["a password of 72 bytes is refused", "> MAX_BYTES) {", ">= MAX_BYTES) {"],
      ["bcrypt cuts a long password", "&& Buffer.byteLength(password) <= MAX_BYTES", ""],
      ["an unknown email is known at once", "hash ?? (await dummyHash)", 'hash ?? ""'],
    ],
  ),
  ...inFile(
    "src/auth/hash-queue.ts",
    ["test/auth/hash-queue.test.ts"],
    [
      ["one lane fills the queue", "inLane <= MOST_IN_LANE && ", ""],
      ["any number of hashes wait", "this.#waiting.length <= MOST_WAITING", "true"],
      ["a hash that is done still runs", "this.#running -= 1;", ""],
      [
        "strangers are as good as users",
        "those.length > 0 ? those : this.#waiting",
        "this.#waiting",
      ],
      ["strangers never have their turn", "!next.lane.isKnown", "true"],
      ["the lane with the most turns comes next", "turns(a) - turns(b)", "turns(b) - turns(a)"],
    ],
  ),
  ...inFile(
    "src/auth/common-passwords.ts",
    ["test/auth/passwords.test.ts"],
    [
      ["common passwords count in lower case only", "password.toLowerCase()", "password"],
      ["the part before the @ is a password", '.split("@", 1)', ".slice(0, 0).split()"],
      ["a repeated common password is a good one", "?.[1] ?? text", "?.[0] ?? text"],
    ],
  ),
  ...inFile(
    "src/limits/client-address.ts",
    ["test/limits/client-address.test.ts"],
    [
      ["each address of a /64 is a client", "slice(0, PREFIX / 16), 0, 0, 0, 0", "slice(0, 8)"],
      ["IPv4 has two forms", "ipaddr.process(address)", "ipaddr.parse(address)"],
      ["each request warns", "hasWarned = true;", ""],
      ["a client without an address has none", ' ?? "0.0.0.0"', ' ?? ""'],
    ],
  ),
  ...inFile(
    "src/limits/token-buckets.ts",
    ["test/limits/token-buckets.test.ts"],
    [
      [
        "a bucket grows without bound",
        "Math.min(burst, bucket.left +",
        "Math.max(0, bucket.left +",
      ],
      [
        "a refusal takes from the bucket",
        "if (missing > 0) return",
        "bucket.left = left - count;\n    bucket.at = now;\n    if (missing > 0) return",
      ],
      ["a large batch never passes", "Math.min(count, burst) - left", "count - left"],
      ["a large batch costs the burst only", "left - count", "left - Math.min(count, burst)"],
      ["buckets are forgotten too soon", "this.#old.get(key) ?? ", ""],
      ["any number of keys is kept", " || this.#young.size >= MOST_KEYS", ""],
    ],
  ),
  ...inFile(
    "src/limits/count-fields.ts",
    ["test/limits/count-fields.test.ts"],
    [
      ["a batch counts as one", "Math.max(1, itemsOf(field, variables))", "1"],
      [
        "an empty batch is free",
        "Math.max(1, itemsOf(field, variables))",
        "itemsOf(field, variables)",
      ],
      ["anyone publishes without a quota", "isAdmin && PUBLISHING", "PUBLISHING"],
      [
        "fragments are free",
        "counts = ofFragment(node.name.value)",
        "counts = { reports: 0, others: 0 }",
      ],
    ],
  ),
  ...inFile(
    "src/limits/quotas.ts",
    ["test/api/quotas.test.ts"],
    [
      ["reports have no quota", "counts.reports && (await reports", "0 && (await reports"],
      ["users share a quota by address", "requests.take(userId", "requests.take(address()"],
    ],
  ),
  ...inFile(
    "src/auth/secret.ts",
    ["test/auth/secret.test.ts"],
    [
      ["everyone on the machine may read the secret", ", mode: 0o600", ""],
      [
        "a short secret is not warned of",
        "if (secret.length < MIN_LENGTH) {\n    log",
        "if (false) {\n    log",
      ],
      [
        "a file that was emptied signs tokens",
        "if (secret.length < MIN_LENGTH) {\n    throw",
        "if (false) {\n    throw",
      ],
    ],
  ),
  ...inFile(
    "src/config/config.ts",
    ["test/config.test.ts"],
    [
      ["a token lasts for two hours", "2 * 86400", "2 * 3600"],
      [
        "one origin of several is *",
        'origins.length === 1 && origins[0] === "*"',
        'origins[0] === "*"',
      ],
      ["PostgreSQL without a secret", "config.databaseUrl && !config.jwtSecret", "false"],
      ["a port past the last", "0, 65535", "0, 65536"],
    ],
  ),
  ...inFile(
    "src/config/map.ts",
    ["test/console/static.test.ts"],
    [
      ["a map over any protocol", 'protocol !== "https:" && protocol !== "http:"', "false"],
      ["a template without {x}", '["{z}", "{x}", "{y}"]', '["{z}", "{y}"]'],
    ],
  ),
  ...inFile(
    "src/config/variables.ts",
    ["test/config.test.ts"],
    [
      [
        "a secret loses its spaces",
        "return this.#env[name] || undefined",
        "return this.#env[name]?.trim() || undefined",
      ],
      ["the least value is refused", "value < min", "value <= min"],
      ["the greatest value is refused", "value > max", "value >= max"],
      ["a fraction is a whole number", "!Number.isInteger(value) || ", ""],
      ["any word is false", 'if (text !== "true" && text !== "false")', "if (false)"],
    ],
  ),
  ...inFile(
    "src/config/push.ts",
    ["test/config.test.ts"],
    [
      ["one VAPID key is enough", "if (!publicKey || !privateKey) {", "if (false) {"],
      ["any subject", "!/^(mailto:\\S+@\\S+|https:\\/\\/\\S+)$/.test(text) || ", ""],
      ["hosts in capitals never match", ".map((pattern) => pattern.toLowerCase())", ""],
    ],
  ),
  ...inFile(
    "src/database/embedded/batch-runner.ts",
    ["test/embedded/clients.test.ts"],
    [
      [
        "a SET that was rolled back is kept",
        'output.tag === "ROLLBACK" ? [] : statements',
        "statements",
      ],
      ["a SET that failed is kept", "if (!output.error) statements.push", "statements.push"],
      [
        "a SET is kept before its commit",
        'if (output.status !== "I" || statements.length === 0)',
        "if (statements.length === 0)",
      ],
      [
        "a client's transaction stays open when it leaves",
        'if (this.#status !== "I") await this.#internal("rollback");',
        "",
      ],
    ],
  ),
];

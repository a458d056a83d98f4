import { inFile } from "../fault.ts";

/** Faults in how the host follows the database, runs jobs, reads the environment and authenticates people. */
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
      ["a silent connection is taken for an idle one", "markLost();\n    onSilence();", ""],
      ["silence is not told", "onSilence();", ""],
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
        'if (!signal.aborted) log(`live: ${(error as Error).message}`, "warn");',
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
    "src/database/request-adaptor.ts",
    ["test/database/large-events.test.ts"],
    [
      [
        "events of any size fill the host",
        "const watching = budget.watch(client);",
        "const watching = { end() {} };",
      ],
      [
        "a connection that was ended is used again",
        "client.release(budget.isSpent);",
        "client.release();",
      ],
    ],
  ),
  ...inFile(
    "src/live/batch-reader.ts",
    ["test/live/batch-reader.test.ts"],
    [
      [
        "a batch of two statements runs the first for both",
        "if (queue[0]?.text !== text) continue;",
        "",
      ],
      ["a batch has any size", "if (some.length === most) break;", ""],
      [
        "whose event came last is read first",
        "const [next] = this.#queues.values();",
        "const next = [...this.#queues.values()].at(-1);",
      ],
      ["slow statements are read by hundreds", "Math.floor(count / part)", "AT_ONCE"],
      ["a few reads make the next ones few", "Math.max(most, this.#most(text))", "most"],
      ["new statements are read by hundreds", "?? AT_FIRST", "?? AT_ONCE"],
      [
        "events that are too large together are lost",
        "if (budget.isSpent && some.length > 1)",
        "if (false as boolean)",
      ],
      ["a failed batch is never answered", "for (const { reject } of some) reject(error);", "{}"],
      ["lanes are used up", "this.#lanes -= 1;", ""],
    ],
  ),
  ...inFile(
    "src/jobs/heartbeat.ts",
    ["test/jobs/beats.test.ts"],
    [
      [
        "a failed heartbeat ends the process",
        '.catch((error: Error) => {\n        log(`jobs: no heartbeat: ${error.message}`, "warn");\n      })',
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
      ["a worker that ends speaks on", "      abortSignal.throwIfAborted();\n", ""],
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
      [
        "positions are never purged",
        "20 3 * * * purge_positions ?fill=2d&jobKey=purge_positions\n",
        "",
      ],
      [
        "a missed night is not made up",
        "make_position_partitions ?fill=2d&",
        "make_position_partitions ?",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/errors/database-errors.ts",
    ["test/api/errors.test.ts"],
    [
      [
        "a cancelled statement is our fault",
        'case "57014": // query_canceled, after STATEMENT_TIMEOUT\n',
        "",
      ],
      ["a deadlock is our fault", 'case "40P01": // deadlock_detected\n', ""],
      ["too many connections are our fault", 'case "53300": // too_many_connections\n', ""],
      [
        "a busy service is the client's fault",
        "new BusyError()",
        'new AppError("BAD_USER_INPUT", "Busy.")',
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
      [
        "the use of a token is told every few minutes",
        "USE_INTERVAL = 3_600_000",
        "USE_INTERVAL = 360_000",
      ],
      ["a remembered token never ends", "known && known.end > now ?", "known ?"],
      ["any algorithm of the secret verifies", "algorithms: [key.algorithm],", ""],
      ["a token of any type verifies", " || typ !== TYPE", ""],
      ["any key may have signed", "keyOf.get(kid)", "signer"],
      ["each use is told", "found.nextUse = now + USE_INTERVAL;", ""],
      [
        "any issuer verifies",
        "issuer: ISSUER,\n        audience: AUDIENCE,\n      });\n      if",
        "audience: AUDIENCE,\n      });\n      if",
      ],
      ["a token without an end verifies", " || !claims.exp) return", ") return"],
      ["an id of 2^31 reaches the database", "claims.sub, 2 ** 31", "claims.sub, 2 ** 32"],
      ["a token's end is in seconds", "end: claims.exp * 1000", "end: claims.exp"],
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
    "src/limits/fair-queue.ts",
    ["test/limits/fair-queue.test.ts"],
    [
      ["one lane fills the queue", "!isLaneFull && ", ""],
      ["any number wait", "this.#waiting <= mostWaiting", "true"],
      ["what is done still runs", "this.#running -= 1;", ""],
      ["strangers are as good as users", "those.length > 0 ? those : busy", "busy"],
      ["strangers never have their turn", "!next.isKnown", "true"],
      ["the lane with the most turns comes next", "a.turns - b.turns", "b.turns - a.turns"],
    ],
  ),
  ...inFile(
    "src/database/public-pool.ts",
    ["test/database/public-pool.test.ts"],
    [
      ["a connection that comes too late is nobody's", "return outcome[2]();", "return;"],
      [
        "who came last is served first",
        "for (const begin of this.#waiting) {",
        "for (const begin of [...this.#waiting].reverse()) {",
      ],
      [
        "a connection without an answer is waited for",
        "super({ ...config, Client: clientWithin(patience) });",
        "super(config);",
      ],
    ],
  ),
  ...inFile(
    "src/database/large-answers.ts",
    ["test/database/large-answers.test.ts", "test/live/websockets.test.ts"],
    [
      ["unknown answers are small", "?? LARGE + 1", "?? 0"],
      ["one small answer makes a document small", "(usual.get(shape) ?? 0) * FALL", "0"],
      ["three are read at once", "atOnce: 2", "atOnce: 3"],
      ["few of a user wait", "mostInLane: 200", "mostInLane: 20"],
      ["one that is late is read", "if (isLate) return;", ""],
      ["a wait has no end", "isLate = true;\n        reject(refusal());", ""],
      ["turns rest for nobody", "ended - lastSmall < OTHERS_REMAIN", "true"],
      ["turns never rest", "ended - lastSmall < OTHERS_REMAIN", "false"],
      [
        "a failed read keeps its turn",
        "await reading.catch(() => {});",
        "await reading;\n        await new Promise(() => {});",
      ],
    ],
  ),
  ...inFile(
    "src/auth/common-passwords.ts",
    ["test/auth/passwords.test.ts"],
    [
      [
        "four signs beyond the first plane are long enough to be repeated",
        "if ([...unit].length < MIN",
        "if (unit.length < MIN",
      ],
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
      ["strangers at an address keep sessions from a refresh", ', "sessionRefresh"', ""],
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
    ["test/limits/quotas.test.ts"],
    [
      ["reports have no quota", "counts.reports && (await reports", "0 && (await reports"],
      ["users share a quota by address", "requests.take(userId", "requests.take(address()"],
    ],
  ),
  ...inFile(
    "src/auth/keys.ts",
    ["test/auth/tokens.test.ts"],
    [
      [
        "a key on another curve signs",
        "asymmetricKeyDetails?.namedCurve !==",
        "asymmetricKeyType ===",
      ],
      ["secrets are published", '.filter(({ verifying }) => verifying.type === "public")', ""],
    ],
  ),
  ...inFile(
    "src/auth/session-use.ts",
    ["test/auth/session-use.test.ts"],
    [
      ["uses of sessions are written all the time", "INTERVAL = 60_000", "INTERVAL = 6_000"],
      [
        "a host that stops does not wait for the last uses",
        "    await this.write();\n  }\n}",
        "    void this.write();\n  }\n}",
      ],
      ["uses are written after the end", "    clearInterval(this.#timer);\n", ""],
      ["sessions are written after the first minute only", "setInterval(", "setTimeout("],
      ["a session is written for ever", "this.#used = new Map();", ""],
      ["a failed write is forgotten", "for (const identity of used) this.note(identity);", ""],
      ["a locked session is logged", "code === LOCK_NOT_AVAILABLE", 'code === ""'],
      [
        "the last uses are lost",
        "clearInterval(this.#timer);\n    await this.write();",
        "clearInterval(this.#timer);",
      ],
    ],
  ),
  ...inFile(
    "src/process/kept-secret.ts",
    ["test/auth/signing-keys.test.ts"],
    [["everyone on the machine may read the secret", ", mode: 0o600", ""]],
  ),
  ...inFile(
    "src/process/kept-secret.ts",
    ["test/process/kept-secret.test.ts"],
    [
      ["a draft of the secret stays", "await rm(draft, { force: true });", ""],
      ["a secret is half written", "await writeFile(draft,", "await writeFile(file,"],
      [
        "the second of two starts has its own secret",
        'return readFile(file, "utf8");',
        "return make();",
      ],
    ],
  ),
  ...inFile(
    "src/auth/signing-keys.ts",
    ["test/auth/signing-keys.test.ts"],
    [
      ["a short secret is not warned of", "one.length < MIN_LENGTH", "false"],
      [
        "a file that was emptied signs tokens",
        "secret.length < MIN_LENGTH ? undefined : secret",
        "secret",
      ],
      [
        "the previous key signs",
        "[first, ...others] = [",
        "[first, ...others] = [\n    sessions.previousPrivateKey,",
      ],
    ],
  ),
  ...inFile(
    "src/config/config.ts",
    ["test/config.test.ts", "test/config/misspelled.test.ts"],
    [
      ["a token lasts for two hours", "2 * 86400", "2 * 3600"],
      ["a misspelled setting is ignored", "refuseMisspelled(env, variables.known);", ""],
      ["PostgreSQL without a secret", "config.databaseUrl && !config.jwtSecret", "false"],
      ["a port past the last", "0, 65535", "0, 65536"],
    ],
  ),
  ...inFile(
    "src/config/origins.ts",
    ["test/config.test.ts"],
    [
      [
        "one origin of several is *",
        'origins.length === 1 && origins[0] === "*"',
        'origins[0] === "*"',
      ],
      ["an origin has a path", "URL.parse(text)?.origin === text", "URL.canParse(text)"],
      ["an origin needs no scheme", "[a-z\\d+.-]*:\\/\\/", "[a-z\\d+.-]*(:\\/\\/)?"],
    ],
  ),
  ...inFile(
    "src/config/misspelled.ts",
    ["test/config/misspelled.test.ts"],
    [
      ["a service of Kubernetes is a mistake", 'KUBERNETES_LINK.test(value ?? "")', "false"],
      ["the database of a tool is a mistake", "OF_TOOLS.test(name)", "false"],
      ["swapped letters are two mistakes", "(isSwapped &&", "(false &&"],
      ["short names match others", "length < 6 ? 0 :", "length < 6 ? 1 :"],
      ["a mistake in a name of six letters is ignored", "length < 6 ? 0 :", "length < 7 ? 0 :"],
      [
        "a wrong letter is two mistakes",
        "    isWithin(mistakes - 1, a.slice(1), b.slice(1)) ||\n",
        "",
      ],
      ["underscores make a name longer", "tolerance(letters.length)", "tolerance(known.length)"],
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
        "const value = this.#env[name] || undefined",
        "const value = this.#env[name]?.trim() || undefined",
      ],
      ["the least value is refused", "value >= min", "value > min"],
      ["the greatest value is refused", "value <= max", "value < max"],
      [
        "a fraction is a whole number",
        "/^-?\\d+$/.test(text) ? Number(text) : Number.NaN",
        "Number(text)",
      ],
      ["a variable beats its file", "if (value?.trim()) throw", "if (false) throw"],
      ["a file's last line break is part of a secret", '.replace(/\\r?\\n$/, "")', ""],
      ["any word is false", "if (text && !word)", "if (false)"],
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
  ...inFile(
    "src/auth/tokens.ts",
    ["test/auth/tokens.test.ts"],
    [["all tokens last for two days", "expiresIn: seconds", "expiresIn: 172800"]],
  ),
  ...inFile(
    "src/config/variables.ts",
    ["test/config.test.ts"],
    [
      [
        "a database's password is shown",
        'written as %23 and %2F",\n',
        'written as %23 and %2F",\n        text,\n',
      ],
      ["words are separated by commas only", "/[\\s,]+/", "/,/"],
      ["a provider's path begins with two slashes", '.replace(/\\/+$/, "")', ""],
    ],
  ),
  ...inFile(
    "src/config/config.ts",
    ["test/config.test.ts"],
    [
      [
        "a host runs no jobs by default",
        'variables.boolean("JOBS", true)',
        'variables.boolean("JOBS", false)',
      ],
      [
        "the fast path is off by default",
        'variables.boolean("FAST_PATH", true)',
        'variables.boolean("FAST_PATH", false)',
      ],
      [
        "GraphiQL is served in production",
        '["production", "development", "test"]) === "production"',
        '["production", "development", "test"]) === "test"',
      ],
    ],
  ),
  ...inFile(
    "src/database/publication.ts",
    ["test/api/unfinished-publication.test.ts"],
    [
      [
        "an unfinished publication waits for its job",
        'await this.#pool.query("select app_private.continue_publication($1)", [id]);',
        "",
      ],
      [
        "a mutation waits for the publication for 40 s",
        "MATCHING_BUDGET = 700",
        "MATCHING_BUDGET = 40_000",
      ],
    ],
  ),
  ...inFile(
    "src/database/publication.ts",
    ["test/database/publish-for.test.ts"],
    [
      ["a mutation publishes to the end", "if (!(await goesOn())) return false;", ""],
      [
        "a publication leaves no time to reports",
        "await sleep(rest * (performance.now() - began));",
        "",
      ],
      ["a publication rests while nobody reports", "Math.min(rate / MANY_REPORTS, 1)", "1"],
    ],
  ),
  ...inFile(
    "src/live/index.ts",
    ["test/live/live.test.ts"],
    [
      [
        "clients do not hear of lost announcements",
        'log(`live: ${error.message}`, "warn");\n    events.emit("gap");',
        'log(`live: ${error.message}`, "warn");',
      ],
    ],
  ),
  ...inFile(
    "src/live/index.ts",
    ["test/live/listener.test.ts"],
    [["a gap is not passed on", 'forget();\n      events.emit("gap");', "forget();"]],
  ),
  ...inFile(
    "src/live/alert-progress.ts",
    ["test/live/alert-feeds.test.ts"],
    [
      [
        "an alert that failed once cannot be followed",
        "} finally {\n      if (progress === null) feed.end();\n    }\n    if (progress === null) return undefined;",
        "} finally {\n    }\n    if (progress === null) {\n      feed.end();\n      return undefined;\n    }",
      ],
      [
        "a deleted alert is followed on",
        "if (progress === null) feed.end();\n        else feed.push",
        "feed.push",
      ],
      ["an alert's subscribers never rest", "share: POLLING_SHARE,", ""],
    ],
  ),
  ...inFile(
    "src/live/positions.ts",
    ["test/live/position-feeds.test.ts"],
    [
      [
        "the second subscriber after a pause hears nothing",
        "this.#polling = undefined;\n      },",
        "},",
      ],
      [
        "each position of a user comes",
        "keyOf: ({ userId }) => userId",
        "keyOf: ({ id }) => Number(id)",
      ],
      ["a failed start is remembered", "feed.end();\n      throw error;", "throw error;"],
    ],
  ),
  ...inFile(
    "src/jobs/lane.ts",
    ["test/jobs/heartbeat.test.ts"],
    [
      [
        "a worker's locked jobs stay locked after its restart",
        'await owner.query("select app_private.free_jobs($1)", [[poolId]]);',
        "",
      ],
      [
        "a job whose answer was lost stays locked",
        'setImmediate(() => void workerPool.gracefulShutdown("the database went away"));',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/lane.ts",
    ["test/jobs/lane.test.ts"],
    [
      ["a worker that ended is alive", ".then(() => heartbeat.delete(poolId))", ""],
      [
        "a lane waits for ever for outcomes",
        'Promise.all([once(events, "pool:fatalError"), workersEnded]),',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/worker-pool.ts",
    ["test/jobs/worker-pool.test.ts"],
    [
      [
        "a database that starts is waited for too long",
        "throw new Error((error as Error).message, { cause: error });",
        "throw error;",
      ],
      ["a connection is released twice", "if (isReleased) return;", ""],
    ],
  ),
  ...inFile(
    "src/jobs/upkeep.ts",
    ["test/jobs/crontab.test.ts"],
    [
      [
        "ids of 31 bits are warned of too late",
        "if (last < LAST_INT / 2) return;",
        "if (last < LAST_INT) return;",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/crontab.test.ts"],
    [["counts of reach are never added up", "* * * * * compact_alert_reach\n", ""]],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/speech/speak-alert.test.ts"],
    [
      [
        "alerts published without an engine stay silent",
        'if (engine) await owner.query("select app_private.queue_missing_speeches()");',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/jobs/index.ts",
    ["test/jobs/crontab.test.ts", "test/speech/speak-alert.test.ts"],
    [
      [
        "speech is tried without an engine",
        "makeSpeakAlert(engine)",
        "makeSpeakAlert(engine as never)",
      ],
    ],
  ),
  ...inFile(
    "src/auth/refresh-tokens.ts",
    ["test/auth/refresh-tokens.test.ts"],
    [["sessions from 100,000 on are not refreshed", "(\\d{1,15})", "(\\d{1,5})"]],
  ),
  ...inFile(
    "src/database/node-pools.ts",
    ["test/database/node-pools.test.ts"],
    [
      [
        "a statement waits for a node that is cut off",
        "{ query_timeout: others.statement_timeout || undefined }",
        "{}",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/batch-runner.ts",
    ["test/embedded/notify.test.ts"],
    [["who notifies hears it twice", "this.#share(output, session);", "this.#share(output);"]],
  ),
  ...inFile(
    "src/database/is-cluster.ts",
    ["test/database/is-cluster.test.ts"],
    [
      ["every database is a cluster", "rowCount === 1", "rowCount === 0"],
      ["a worker node is migrated", "if (!rows[0].refused) return;", "return;"],
      ["a coordinator is not migrated", "if (!rows[0].refused) return;", ""],
      [
        "a database without Citus is asked for its group",
        "if (!(await isCluster(database))) return;",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/parents-apart.ts",
    ["test/database/parents-apart.test.ts"],
    [
      [
        "positions of a cluster are joined",
        "last_positions|notifications|positions",
        "last_positions|notifications",
      ],
      [
        "what one node has is read apart",
        "if (!IS_DISTRIBUTED.test(rows as string)) return undefined;",
        "",
      ],
      ["a key is that of another place", "index + 1 + Number(place)", "index + 1"],
      [
        "all rows are of the first parent",
        "[...shared, place, ...keysOfOne",
        "[...shared, 0, ...keysOfOne",
      ],
      ["the values before the parents are lost", "values.slice(0, index - 1)", "[]"],
      ["a key that is null is a text", "key == null || ", ""],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/database/parents-apart.test.ts"],
    [
      [
        "the rows of the last parent only",
        "rows.push(...found.rows);",
        "rows.splice(0, rows.length, ...found.rows);",
      ],
      [
        "rows that are read apart are free",
        "for (const row of found.rows) this.#budget?.payForRow(Object.values(row as object));",
        "",
      ],
      [
        "a transaction that fails stays on its connection",
        'await this.#client.query("rollback");',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/directory-lock.ts",
    ["test/embedded/lock.test.ts"],
    [["garbage collection releases a directory", "    held.add(lock);\n", ""]],
  ),
  ...inFile(
    "src/database/embedded/client-session.ts",
    ["test/embedded/clients.test.ts"],
    [
      ["what comes after a goodbye is run", "while (!this.gone) {", "for (;;) {"],
      [
        "a Sync ends a COPY",
        '      case "H":\n      case "S":\n        return true;\n      case "X":\n        this.#copyQuery',
        '      case "X":\n        this.#copyQuery',
      ],
      ["a statement instead of data is lost", "return isComplete;", "return true;"],
      ["a client hangs after a COPY that was refused", "    this.#ignoreSync = false;\n", ""],
      [
        "a client hangs after a COPY that a simple query refused",
        "this.#copyRefused = isExtended;",
        "this.#copyRefused = true;",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/client-session.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a client that reads nothing is never gone",
        "    setTimeout(() => stream.destroy(), DISCONNECT_DELAY).unref();\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/channels.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a client that leaves all channels listens on",
        "        own.clear();\n      } else {",
        "      } else {",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/multiplexer.ts",
    ["test/embedded/multiplexer.test.ts"],
    [
      ["nobody hears of an idle transaction", "    this.#watchOwner();\n", ""],
      ["batches leave the event loop no turn", "        await nextTurn();\n", ""],
    ],
  ),
  ...inFile(
    "src/database/embedded/port-stream.ts",
    ["test/embedded/port-stream.test.ts"],
    [
      [
        "a side that reads nothing is sent everything",
        "this.#unacknowledged >= WINDOW",
        "this.#unacknowledged >= 8 * WINDOW",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/protocol.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a start-up packet has any size",
        "(this.#typed ? MAX_MESSAGE : MAX_STARTUP)",
        "MAX_MESSAGE",
      ],
      ["long statements are inspected", "end - offset > MAX_INSPECTED ?", "false ?"],
    ],
  ),
  ...inFile(
    "src/database/embedded/startup.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "the name of any database is this one",
        'database !== "postgres" && database !== user',
        "false",
      ],
      ["libpq's default database is refused", " && database !== user", ""],
      ["an old protocol is served", "code >> 16 !== 3", "code >> 16 > 3"],
      [
        "an extension that is unknown is taken",
        '.filter((name) => name.startsWith("_pq_."))',
        ".filter(() => false)",
      ],
      ["protocol 3.2 is taken for 3.0", "(code & 0xffff) > 0", "(code & 0xffff) > 2"],
    ],
  ),
  ...inFile(
    "src/database/embedded/statement-names.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "a statement that is closed stays open",
        'if (type === "C") this.open.delete(backendName);',
        "",
      ],
      ["a portal has the name of a statement", 'bytes[5] !== 0x53 || name === ""', 'name === ""'],
      ["a name of 63 bytes is hashed", "<= MAX_NAME", "< MAX_NAME"],
    ],
  ),
  ...inFile(
    "src/database/embedded/settings.ts",
    ["test/embedded/protocol.test.ts"],
    [
      ["SET NAMES sets names", '["names", "client_encoding"],', ""],
      ["SET SCHEMA sets schema", '["schema", "search_path"],', ""],
      ["SET SEED is a setting", '"seed", ', ""],
      ["RESET ALL ends an identity", '["session authorization", "role"];', '["role"];'],
      [
        "DISCARD ALL keeps settings",
        "return { actual: new Map(), wanted: initial };",
        "return { actual: current, wanted: initial };",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/startup-settings.ts",
    ["test/embedded/protocol.test.ts"],
    [
      ["the name of an application is a setting", '  "application_name",\n', ""],
      ["what extends the protocol is a setting", ' && !name.startsWith("_pq_.")', ""],
    ],
  ),
  ...inFile(
    "src/database/embedded/client-session.ts",
    ["test/embedded/protocol.test.ts"],
    [
      [
        "any number of a client's batches wait",
        "if (this.#waiting > MAX_WAITING) this.#stream.pause();",
        "",
      ],
      [
        "a client that waited is never read again",
        "if (this.#stream.isPaused() && this.#waiting < MAX_WAITING) this.#stream.resume();",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/database/embedded/socket-server.ts",
    ["test/embedded/socket-server.test.ts"],
    [
      [
        "everyone on the machine connects as the owner",
        'if (process.platform !== "win32") chmodSync(path, 0o600);',
        "",
      ],
      [
        "a socket is in a directory of somebody else",
        "uid !== process.getuid?.() || (mode & 0o77) !== 0",
        "uid !== process.getuid?.()",
      ],
      [
        "the directory of a socket stays",
        "rmSync(elsewhere, { recursive: true, force: true });",
        "",
      ],
    ],
  ),
];

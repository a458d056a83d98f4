import { inFile } from "../fault.ts";

/** Faults in who waits, who is refused, and which connections a request may use. */
export const faults = [
  ...inFile(
    "src/limits/fair-queue.ts",
    ["test/limits/fair-queue.test.ts"],
    [
      [
        "the queue counts as idle while its last work still runs",
        "if (this.#running > 0) await",
        "if (this.#waiting > 0) await",
      ],
      ["turns are counted for a moment", "const PERIOD = 60_000", "const PERIOD = 60"],
      ["turns are counted for ever", "      state.turns = 0;\n", ""],
      [
        "what waits at the end of a minute makes room for more",
        "if (state.waiting.length === 0) this.#lanes.delete(name)",
        "this.#lanes.delete(name)",
      ],
      ["the oldest that waits is refused", "refused?.waiting.pop()", "refused?.waiting.shift()"],
      ["the newest of a lane comes first", "next.waiting.shift()", "next.waiting.pop()"],
      ["a known account and a stranger share a lane", "`${isKnown} ${key}`", "key"],
      [
        "a turn that begins at once does not count",
        "else this.#count(state);",
        "else this.#running += 1;",
      ],
    ],
  ),
  ...inFile(
    "src/limits/token-buckets.ts",
    ["test/limits/token-buckets.test.ts"],
    [
      [
        "a wait is rounded down",
        "Math.ceil(missing / perSecond)",
        "Math.floor(missing / perSecond)",
      ],
      ["a debt is forgotten", "isOver ? this.#notFull(now) : []", "[]"],
    ],
  ),
  ...inFile(
    "src/limits/shared-buckets.ts",
    ["test/limits/shared-buckets.test.ts"],
    [
      [
        "any number of keys waits to be told",
        "if (this.#untold.size >= MOST_KEYS) this.#untold.clear();",
        "",
      ],
      [
        "other hosts do not learn what is owed",
        "    this.#note(key, count);\n  }\n\n  /**",
        "  }\n\n  /**",
      ],
    ],
  ),
  ...inFile(
    "src/limits/quotas.ts",
    ["test/limits/quotas.test.ts"],
    [["nothing is ever owed", "if (counts.owed) await reports.owe(userId, counts.owed);", ""]],
  ),
  ...inFile(
    "src/limits/quotas.ts",
    ["test/limits/secrets.test.ts"],
    [
      ["whatever else is asked gives a guess back", "if (counts.guesses) await", "await"],
      [
        "guesses count as requests",
        "await guesses.take(address(), 1)",
        "await anonymous.take(address(), 1)",
      ],
      [
        "a guess that was right does not come back",
        "if (counts.guesses) await guesses.owe(address(), -1);",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/limits/secrets.ts",
    ["test/limits/secrets.test.ts"],
    [
      ["sessions of a busy service are soon unknown", "MOST = 100_000", "MOST = 10_000"],
      [
        "guesses displace secrets that were right",
        "if (isRight || this.isKnown(secret)) this",
        "this",
      ],
      [
        "a right secret is a guess again",
        "const isGuess = !this.isKnown(secret)",
        "const isGuess = true",
      ],
      ["a secret that is wrong now stays known", "isRight || this.isKnown(secret)", "isRight"],
      ["wrong secrets come back", "if (isGuess && !isWrong)", "if (isGuess)"],
      ["a check that fails is a wrong guess", "let isWrong = false", "let isWrong = true"],
    ],
  ),
  ...inFile(
    "src/limits/client-address.ts",
    ["test/limits/client-address.test.ts"],
    [
      ["addresses that do not count are no warning", 'and ${why}`, "warn");', "and ${why}`);"],
      ["TRUST_PROXY=0 warns of nothing", " && trustProxy !== 0", ""],
      [
        "all clients of a proxy that adds ports are one",
        'withoutPort(proxyAddr(request, trusts) ?? "")',
        'proxyAddr(request, trusts) ?? ""',
      ],
      ["a proxy with a port is a stranger", "address && withoutPort(address), hop", "address, hop"],
      ["an IPv6 address in brackets is none", "(?::\\d+)?|", ":\\d+|"],
      ["nobody learns of a proxy that sends no address", 'address !== "" && ', "false && "],
    ],
  ),
  ...inFile(
    "src/auth/passwords.ts",
    ["test/auth/passwords.test.ts"],
    [
      ["a process ends in the middle of a hash", "  await queue.idle();\n", ""],
      ["hashes are cheaper", "const COST = 11", "const COST = 10"],
      [
        "a password is hashed whatever comes first",
        "    await begin();\n    return await bcrypt.hash",
        "    return await bcrypt.hash",
      ],
      [
        "a password is compared whatever comes first",
        "    await begin();\n    return await bcrypt.compare",
        "    return await bcrypt.compare",
      ],
    ],
  ),
  ...inFile(
    "src/auth/tokens.ts",
    ["test/auth/tokens.test.ts"],
    [
      ["any claim makes an administrator", "claims.adm === true &&", "claims.adm !== undefined &&"],
      ["no token says who is an administrator", "...(isAdmin && { adm: true })", ""],
      ["every token is an administrator's", "...(isAdmin && { adm: true })", "adm: true"],
      ["a session begins as a number", "/^\\d+$/.test(claim)", "/^\\d/.test(claim)"],
    ],
  ),
  ...inFile(
    "src/auth/ended-sessions.ts",
    ["test/auth/tokens.test.ts"],
    [
      [
        "an ended session keeps an administrator's right to go first",
        "isAdmin && this.#ids.get(sessionId) ? { userId, sessionId } : identity",
        "identity",
      ],
      [
        "the end of one session takes the right of all",
        "isAdmin && this.#ids.get(sessionId)",
        "isAdmin && this.#ids.length > 0",
      ],
    ],
  ),
  ...inFile(
    "src/graphile.config.ts",
    ["test/api/quotas.test.ts"],
    [
      [
        "no host notes that a session is over",
        "          onSessionEnd: parts.tokens.noteEnd,\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/auth/keys.ts",
    ["test/auth/tokens.test.ts"],
    [["all private keys have one name", "kidOf({ crv, kty, x, y })", "kidOf({ crv, kty })"]],
  ),
  ...inFile(
    "src/graphql/requests/check-turns.ts",
    ["test/limits/unknown-documents.test.ts"],
    [
      ["websockets take no turns", "ws?.extra.request ?? request", "request"],
      ["users are strangers", "isKnown: !!identity", "isKnown: false"],
      [
        "all users of an address have one lane",
        "String(identity?.userId ?? clientAddress(request))",
        "String(clientAddress(request))",
      ],
      ["planned documents take turns", " && !isPlanned(body)", ""],
      [
        "known documents that are not planned take no turns",
        "return known.planned.has(",
        "return true || known.planned.has(",
      ],
      [
        "a refused subscription is planned",
        "operation && Symbol.asyncIterator in results",
        "operation",
      ],
      [
        "subscriptions on the fast path take turns",
        "known.planned.add(args.document, operation, args, false);",
        "",
      ],
      [
        "who names no operation takes turns",
        "if (!operation) return true;",
        "if (!operation) return false;",
      ],
      ["an address may have any number that wait", "mostInLane: 200", "mostInLane: 2_000"],
      ["documents are refused as a fault of ours", "new BusyError()", "new Error()"],
    ],
  ),
  ...inFile(
    "src/graphql/requests/quotas.ts",
    ["test/limits/operation-quotas.test.ts"],
    [
      [
        "a batch that is a default value counts as one report",
        "withDefaults(operation, variableValues ?? {})",
        "variableValues ?? {}",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/quotas.ts",
    ["test/api/quotas.test.ts"],
    [
      [
        "introspection is one field",
        "others: others + Math.floor(introspected / VALUES_OF_A_FIELD)",
        "others",
      ],
      [
        "each value of introspection is a field",
        "introspected / VALUES_OF_A_FIELD",
        "introspected",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/publishes.ts",
    ["test/limits/request-context.test.ts"],
    [
      ["a query publishes", "operation?.operation !== OperationTypeNode.MUTATION", "!operation"],
      ["only what publishes alone does", "selections.some(", "selections.every("],
    ],
  ),
  ...inFile(
    "src/limits/count-fields.ts",
    ["test/limits/request-context.test.ts"],
    [
      ["a publication that is held waits as all others do", '  "publicationHold",\n', ""],
      ["to take a publication back waits as all others do", '  "publicationTakeBack",\n', ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/reads-history.ts",
    ["test/limits/request-context.test.ts"],
    [
      ["a standby answers what is new", ".every((field) =>", ".some((field) =>"],
      ["a standby changes", "operation?.operation !== OperationTypeNode.QUERY", "!operation"],
      [
        "a standby lists people",
        'new Set(["positionsConnection"])',
        'new Set(["positionsConnection", "alerts"])',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/request-context.ts",
    ["test/limits/request-context.test.ts"],
    [
      [
        "anyone takes connections of publications",
        "if (identity?.isAdmin && publishes(",
        "if (publishes(",
      ],
      ["anyone reads from the standby", "replica && identity?.isAdmin && ", "replica && "],
      ["there always is a standby", "replica && identity?.isAdmin", "identity?.isAdmin"],
      ["the log does not learn who asks", "logged.userId = identity?.userId;", ""],
      ["what a program calls itself is not noted", 'node?.req.headers["user-agent"]', "undefined"],
      ["statements do not know their request", "setRequest(pgSettings, logged);", ""],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/passwords.ts",
    ["test/api/user-password-edit.test.ts"],
    [
      [
        "one's own email is a password",
        "select (app_public.me()).email",
        "select (app_public.me()).name",
      ],
      [
        "a reset takes the email as a password",
        "(select email from app_public.users where id = $1)",
        "(select name as email from app_public.users where id = $1)",
      ],
      [
        "users make the host hash for a reset",
        "select app_public.require_admin(), (select email",
        "select (select email",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/first-password.ts",
    ["test/api/users-import.test.ts"],
    [
      [
        "strangers make the host hash for links that are none",
        'const email = await emailOf(caller, "select app_private.password_link_email($1) as email", [\n    token,\n  ]);\n  const hash = await hashPassword(password, email, {',
        "const hash = await hashPassword(password, undefined, {",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/joining.ts",
    ["test/api/invitations.test.ts"],
    [
      [
        "strangers make the host hash for invitations that are none",
        "  await begin().catch(holdIfLimited);\n  const hash = await hashPassword(password, email.trim(), lane, begin)",
        "  const hash = await hashPassword(password, email.trim(), lane)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/mail.ts",
    ["test/api/users-import.test.ts"],
    [["a mail that never goes out is promised", "if (isOn) return", "if (isOn || !isOn) return"]],
  ),
  ...inFile(
    "src/http/app.ts",
    ["test/api/mail.test.ts"],
    [["the console believes that mail is off", "parts.config.mail !== undefined", "false"]],
  ),
  ...inFile(
    "src/auth/common-passwords.ts",
    ["test/auth/passwords.test.ts"],
    [["a few characters and a line break are repeated", "$/su)", "$/u)"]],
  ),
  ...inFile(
    "src/auth/hash-queue.ts",
    ["test/limits/fair-queue.test.ts"],
    [
      [
        "who finds the queue of hashes full waits for half a minute",
        "RETRY_AFTER = 3",
        "RETRY_AFTER = 30",
      ],
      [
        "who finds the queue of hashes full is not told why",
        "Too many logins at once",
        "Too many requests at once",
      ],
    ],
  ),
  ...inFile(
    "src/auth/hash-turns.ts",
    ["test/auth/hash-turns.test.ts"],
    [
      ["hashes keep all cores busy", "availableParallelism() - 1", "availableParallelism()"],
      ["hashes keep all but one of many cores busy", "Math.min(3, Math", "Math.max(3, Math"],
      [
        "a machine with one core hashes nothing",
        "Math.max(1, availableParallelism() - 1)",
        "availableParallelism() - 1",
      ],
    ],
  ),
  ...inFile(
    "src/auth/keys.ts",
    ["test/auth/tokens.test.ts"],
    [
      ["an update gives secrets another name", "kidOf({ k:", "kidOf({ secret:"],
      [
        "an update gives private keys another name",
        "kidOf({ crv, kty, x, y })",
        "kidOf({ kty, crv, x, y })",
      ],
      ["names of keys are whole thumbprints", ".slice(0, 22)", ""],
    ],
  ),
  ...inFile(
    "src/auth/signing-keys.ts",
    ["test/auth/signing-keys.test.ts"],
    [
      [
        "a kept secret of 32 characters is too short",
        "secret.length < MIN_LENGTH ?",
        "secret.length <= MIN_LENGTH ?",
      ],
      [
        "each host of a server's database makes a secret",
        "(databaseUrl ? undefined : await",
        "(await",
      ],
    ],
  ),
  ...inFile(
    "src/auth/tokens.ts",
    ["test/live/connection-init.test.ts"],
    [
      [
        "a payload without a token counts before its header",
        'typeof authorization === "string" ?',
        'typeof authorization === "string" && !accessToken ?',
      ],
      [
        "token counts before accessToken",
        "    token,\n    accessToken = token,\n",
        "    accessToken,\n    token = accessToken,\n",
      ],
    ],
  ),
  ...inFile(
    "src/limits/hold-refusal.ts",
    ["test/limits/hold-refusal.test.ts"],
    [
      ["a refusal takes ten seconds", "HOLD = 1_000", "HOLD = 10_000"],
      ["a refusal that was held takes its room for ever", "  held -= 1;\n", ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/weighted-cache.ts",
    ["test/limits/weighted-cache.test.ts"],
    [
      [
        "a value that is not there takes a place",
        "kept && this.#weight * 2",
        "kept || this.#weight * 2",
      ],
      [
        "a value that is set again leaves as if it were old",
        "?.weight ?? 0);\n    this.#kept.delete(key);",
        "?.weight ?? 0);",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/planned-operations.ts",
    ["test/limits/planned-operations.test.ts"],
    [
      ["a literal condition fails the request", "if (value.kind === Kind.VARIABLE) names", "names"],
      ["each use of a plan weighs as another one", "if (isNew) known.plans", "known.plans"],
    ],
  ),
];

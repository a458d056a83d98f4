import { inFile } from "../fault.ts";

const LISTS = ["test/api/users.test.ts", "test/api/positions.test.ts", "test/api/paging.test.ts"];

/** Faults in the API, and on its way to the database. */
export const faults = [
  ...inFile(
    "src/graphql/mutations/passwords.ts",
    ["test/api/user-password-edit.test.ts", "test/api/new-user.test.ts"],
    [
      ["the second password is ignored", "password1 !== password2", "false"],
      [
        "the second password is the one that counts",
        "return password1;",
        "return password1.slice(0, 8);",
      ],
      [
        "users make the host hash for others",
        "select app_public.require_admin(), $1::text as email",
        "select $1::text as email",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/current-password.ts",
    ["test/api/current-password.test.ts", "test/api/user-password-edit.test.ts"],
    [
      ["anyone makes the host hash", "if (!identity) throw", "if (false) throw"],
      [
        "any password confirms",
        "!(await checkAttempt(withPgClient, attempt, async () => found))",
        "false",
      ],
      ["none confirms", "if (!isRequired) return;", "return;"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/user-edit.ts",
    ["test/api/current-password.test.ts"],
    [
      ["the same email needs a password", " and email <> $2", ""],
      ["an email needs no password", "return rows.length > 0;", "return false;"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/web-push-registration.ts",
    ["test/api/register-device.test.ts"],
    [
      ["any push service is registered", "!isAllowed(subscription.endpoint, hosts)", "false"],
      ["a subscription of any length is read", "token.length > LONGEST", "false"],
      ["the tokens of strangers are read", "if (identity) checkToken", "checkToken"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/sessions.ts",
    ["test/api/sessions.test.ts"],
    [
      [
        "a refresh returns a token of its own",
        "successorOf(token, valid)",
        "successorOf(token, key)",
      ],
      ["a refresh token is stored", "token: sha256(own)", "token: Buffer.from(own)"],
      ["every session asks", "=== (identity as Identity | undefined)?.sessionId", "> 0"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/sessions.ts",
    ["test/api/quotas.test.ts"],
    [
      [
        "who guesses makes a known session unknown",
        "${token.userId}.${token.sessionId}.${family}",
        "${token.userId}.${token.sessionId}",
      ],
      [
        "sessions that are known are refreshed without end",
        "if (token && known.isKnown(secret)) {",
        "if (false) {",
      ],
      ["refresh tokens may be guessed without end", "return next !== undefined;", "return true;"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/login.ts",
    ["test/api/login.test.ts"],
    [
      ["any password logs in", "if (!credentials) throw", "if (false) throw"],
      ["a token of no type", 'tokenType: "Bearer"', 'tokenType: ""'],
    ],
  ),
  ...inFile("src/graphql/lists/list-filters.ts", LISTS, [
    ["a filter excludes what it names", "sql`${left} = ${right}`", "sql`${left} <> ${right}`"],
    ["an empty filter finds nothing", "if (value == null) return undefined;", ""],
  ]),
  ...inFile("src/graphql/lists/list-search.ts", LISTS, [
    ["a % in a search is a pattern", '.replace(/[\\\\%_]/g, "\\\\$&")', ""],
    ["capitals are not found", "text.toLowerCase()", "text"],
    ["a search finds a part in the middle", "`${text", "`%${text"],
    ["a search needs all columns", '" or ")})`', '" and ")})`'],
  ]),
  ...inFile(
    "src/graphql/types/int64.ts",
    ["test/api/bad-input.test.ts", "test/api/paging.test.ts", "test/api/positions.test.ts"],
    [
      ["a fraction fits Int64", "!Number.isSafeInteger(number)", "!Number.isFinite(number)"],
      ["a text of no number is 0", "/^-?\\d+$/.test(value)", "true"],
    ],
  ),
  ...inFile(
    "src/graphql/types/epoch-seconds.ts",
    ["test/api/bad-input.test.ts", "test/api/new-position.test.ts"],
    [
      [
        "a time is rounded up",
        "floor(extract(epoch from ${expression}))",
        "ceil(extract(epoch from ${expression}))",
      ],
      [
        "a time past all dates is our fault",
        "if (!(Number(seconds) >= FIRST_SECOND && Number(seconds) <= LAST_SECOND))",
        "if (false)",
      ],
      ["a time is in milliseconds", "Number(seconds) * 1000", "Number(seconds)"],
    ],
  ),
  ...inFile(
    "src/graphql/requests/document-size.ts",
    ["test/api/document-limits.test.ts", "test/api/answer-size.test.ts"],
    [
      [
        "a fragment counts once",
        "if (known || !node) return known ?? NOTHING;",
        "if (known || !node) return NOTHING;",
      ],
      [
        "an operation that is not asked for does not count",
        "size.fields += sums.fields;",
        "size.fields = sums.fields;",
      ],
      ["literals have no depth", "1 + Math.max(inner.depth, literals)", "1 + inner.depth"],
      [
        "lists of the schema count as one value",
        "(LENGTHS.get(name) ?? 1) * inner.introspected",
        "inner.introspected",
      ],
      ["a value under many keys counts once", "inner.copies * (", "inner.copies || ("],
    ],
  ),
  ...inFile(
    "src/graphql/requests/document-limits.ts",
    ["test/api/document-limits.test.ts"],
    [
      ["any text is parsed", "if (text.length <= length) return;", "return;"],
      ["one more is allowed", "if (count > most) {", "if (count > most + 1) {"],
      ["many logins are allowed", '[size.logins, 1, "logins"]', '[size.logins, 400, "logins"]'],
    ],
  ),
  ...inFile(
    "src/graphql/requests/weighted-cache.ts",
    ["test/limits/weighted-cache.test.ts"],
    [
      ["a value counts each time", "weight - (this.#kept.get(key)?.weight ?? 0)", "weight"],
      [
        "the value used last goes first",
        "      this.#kept.delete(key);\n      this.#kept.set(key, kept);\n",
        "",
      ],
      ["what has left weighs on", "this.#weight -= one.weight;", "this.#weight -= 1;"],
    ],
  ),
  ...inFile(
    "src/graphql/requests/sound-lists.ts",
    ["test/api/answer-size.test.ts", "test/api/audio.test.ts"],
    [
      ["the oldest alerts are heard", "idOf(b) - idOf(a) ||", "idOf(a) - idOf(b) ||"],
      ["sounds cost nothing", "this.#left -= speech.size;", ""],
      [
        "an older alert is heard in place of a newer one",
        "if (this.#isSpent) return;",
        "if (this.#isSpent) { this.#isSpent = false; continue; }",
      ],
      [
        "the calmest text is heard first",
        "a.batch.level - b.batch.level",
        "b.batch.level - a.batch.level",
      ],
      ["a list begins with a comma", "isFirst ? numbers.subarray(1) : numbers", "numbers"],
    ],
  ),
  ...inFile(
    "src/database/answer-budget.ts",
    ["test/api/answer-size.test.ts"],
    [
      ["keys cost nothing", "rows * this.#shape.keysOfRow", "0"],
      ["bytes cost nothing", "this.#pay(bytes * this.#shape.copies);", ""],
      ["rows inside rows cost nothing", "rows += rowsInside(column)", "rowsInside(column)"],
    ],
  ),
  ...inFile(
    "src/graphql/requests/widen-variables.ts",
    ["test/api/clients.test.ts", "test/api/positions.test.ts"],
    [
      ["a variable Int does not fit Int64", 'declared.name.value === "Int"', "false"],
      [
        "a single value does not fit a list",
        "isListType(usedType) ? { kind: Kind.LIST_TYPE, type: named, loc: declared.loc } : named",
        "named",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/request-context.ts",
    ["test/live/tokens.test.ts", "test/auth/tokens.test.ts", "test/api/user-password-edit.test.ts"],
    [
      [
        "a websocket has no user",
        "tokenOf(node?.req.headers, ws)",
        "tokenOf(node?.req.headers, undefined)",
      ],
      [
        "the session is not told",
        "identity ? String(identity.sessionId) :",
        "identity ? String(1) :",
      ],
    ],
  ),
  ...inFile(
    "src/graphile.config.ts",
    ["test/api/planning.test.ts"],
    [
      [
        "a busy machine refuses good documents",
        "explain: false,",
        "explain: false,\n      timeouts: { planning: 3000 },",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/errors/mask-error.ts",
    ["test/api/errors.test.ts", "test/api/bad-input.test.ts"],
    [
      ["an internal error is shown", "ourFault(id)", "String((cause as Error).message)"],
      ["an internal error is not logged", "log(`error ${id}:", "String(`error ${id}:"],
      [
        "a null that we cause is the client's fault",
        "cause instanceof GraphQLError && cause.path === undefined",
        "cause instanceof GraphQLError",
      ],
      [
        "an error loses its path",
        "        positions,\n        path,\n        extensions: { ...appError.extensions },",
        "        positions,\n        extensions: { ...appError.extensions },",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/subscriptions/only-websockets.ts",
    ["test/live/notification-added.test.ts", "test/api/get.test.ts", "test/api/bad-input.test.ts"],
    [["a subscription over HTTP never ends", 'operation?.operation !== "subscription"', "true"]],
  ),
  ...inFile(
    "src/database/request-query.ts",
    ["test/api/me.test.ts", "test/api/errors.test.ts", "test/fast-path/answers.test.ts"],
    [
      [
        "the role's row is a row of the answer",
        "      super.handleDataRow(message);\n    } else this",
        "    }\n    super.handleDataRow(message);\n    this",
      ],
      [
        "a refusal is always one of no login",
        "else this.role = String(message.fields[0]);",
        "else {}",
      ],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    [
      "test/api/errors.test.ts",
      "test/api/me.test.ts",
      "test/live/notification-added.test.ts",
      "test/fast-path/events.test.ts",
      "test/api/no-token.test.ts",
      "test/api/answer-size.test.ts",
      "test/database/answer-turns.test.ts",
    ],
    [
      ["the audit log's entry takes a turn", "if (!budget) return await read();", ""],
      ["large answers take no turn", "return budget.isUsuallyLarge", "return false"],
      [
        "the database is asked without a token",
        'if (!settings["token.user_id"]) throw',
        "if (false) throw",
      ],
      ["a refusal is our fault", 'error.code !== "42501"', "true"],
      ["a refusal is one of no right", "return role === ANONYMOUS", "return false"],
    ],
  ),
  ...inFile(
    "src/database/on-connection.ts",
    ["test/api/me.test.ts", "test/api/answer-size.test.ts"],
    [["a connection is never given back", "client.release(budget?.isSpent);", ""]],
  ),
  ...inFile(
    "src/database/batch-query.ts",
    [
      "test/fast-path/events.test.ts",
      "test/live/notification-added.test.ts",
      "test/live/tokens.test.ts",
    ],
    [
      ["one user gets the rows of the next", "this.#answered / 2 - 1", "this.#answered / 2 - 2"],
      ["all run as administrators", "values: [this.#role]", 'values: ["app_admin"]'],
      [
        "all have the first user's claims",
        "values: [userId]",
        "values: [this.#parts[0]?.userId ?? userId]",
      ],
      [
        "revoked tokens read",
        "found[place]?.[0] === role ? [place] : []",
        '(found[place]?.[0] === role || role === "app_user") ? [place] : []',
      ],
    ],
  ),
  ...inFile(
    "src/database/request-adaptor.ts",
    ["test/database/request-adaptor.test.ts"],
    [
      [
        "in a transaction a name stays its first text's",
        "runQuery(this.#client, new ExtendedQuery(toConfig(options)))",
        "this.#client.query(toConfig(options))",
      ],
    ],
  ),
  ...inFile(
    "src/database/statement-names.ts",
    ["test/database/statement-names.test.ts"],
    [
      ["any number of statements is prepared", "maxLength: MOST - 1", "maxLength: 10_000"],
      ["two statements have one name", "names.length + 1", "names.length % 2"],
      [
        "all statements after the first two hundred have one name",
        "(_text, name) => spare.push(name)",
        "() => {}",
      ],
    ],
  ),
  ...inFile(
    "src/database/extended-query.ts",
    ["test/database/request-query.test.ts"],
    [
      [
        "a statement that failed is taken for prepared",
        "if (this.name && connection.parsedStatements[this.name]) closeStatement(connection, this.name);",
        "",
      ],
      [
        "a name stays its first text's",
        "if (name && prepared && prepared !== this.text) closeStatement(connection, name);",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/connections.ts",
    ["test/api/connections.test.ts"],
    [
      [
        "last without first reads the first page",
        "first == null && last != null ? null : capped",
        "capped",
      ],
      ["last has no maximum", 'capped("last", last)', "last"],
    ],
  ),
  ...inFile(
    "src/graphql/errors/library-errors.ts",
    ["test/api/connections.test.ts"],
    [
      [
        "offset with last is our fault",
        "/^Cannot use 'offset' with 'last'/",
        "/^Cannot use 'offset' with 'first'/",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/aggregates.ts",
    ["test/api/connection-analysis.test.ts"],
    [["hours and days are those of the server", "${timestamp}, 'UTC')", "${timestamp})"]],
  ),
  ...inFile(
    "src/graphql/mutations/check-attempt.ts",
    ["test/auth/check-attempt.test.ts"],
    [
      [
        "attempts at the same time pass the limits",
        "account?.password_hash, lane, begin)",
        "account?.password_hash, lane)",
      ],
      [
        "who is refused at their turn asks again at once",
        "lane, begin).catch(\n    holdIfRefused,\n  )",
        "lane, begin)",
      ],
      ["a wrong password is counted after its answer", "await call(FAIL", "void call(FAIL"],
      ["an address is known after the answer", "await call(COMPLETE", "void call(COMPLETE"],
      [
        "a fault of the database is held as a refusal",
        "if (error instanceof AppError) await",
        "await",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/login.ts",
    ["test/api/login.test.ts"],
    [["a password that was changed meanwhile logs in", "if (id == null) throw wrongLogin();", ""]],
  ),
  ...inFile(
    "src/graphql/mutations/joining.ts",
    ["test/api/invitations.test.ts"],
    [
      [
        "who is refused at their turn to join asks again at once",
        "lane, begin).catch(holdIfLimited)",
        "lane, begin)",
      ],
      [
        "who tried to join too often is not told when to try again",
        "message, retryAfter);",
        "message);",
      ],
      [
        "who joins at a place that was taken meanwhile gets our fault",
        "if (taken?.id == null) throw notOpen();",
        "",
      ],
      ["texts that cannot be stored may be sent without end", "/^(22|23|LA)/", "/^(23|LA)/"],
      ["refused texts may be sent without end", "/^(22|23|LA)/", "/^(22|LA)/"],
    ],
  ),
  ...inFile(
    "src/graphql/requests/document-size.ts",
    ["test/limits/document-size.test.ts"],
    [
      [
        "a document without its fragment is a fault of ours",
        "if (known || !node) return known",
        "if (known) return known",
      ],
      [
        "a fragment inside itself is measured for ever",
        "    this.#measured.set(name, NOTHING);\n",
        "",
      ],
      [
        "the last field's depth counts",
        "sums.depth = Math.max(sums.depth, part.depth)",
        "sums.depth = part.depth",
      ],
      [
        "the last operation's depth counts",
        "size.depth = Math.max(size.depth, sums.depth)",
        "size.depth = sums.depth",
      ],
      [
        "the last field of the schema counts",
        "sums.introspected += part.introspected",
        "sums.introspected = part.introspected",
      ],
      [
        "the last operation's introspection counts",
        "size.introspected += sums.introspected",
        "size.introspected = sums.introspected",
      ],
      [
        "the last operation's lists count",
        "size.objects += sums.objects",
        "size.objects = sums.objects",
      ],
      [
        "the last operation's mutations count",
        "size.mutations += sums.first",
        "size.mutations = sums.first",
      ],
      [
        "the last operation's logins count",
        "size.logins += sums.logins",
        "size.logins = sums.logins",
      ],
      [
        "the last operation's copies count",
        "size.copies = Math.max(size.copies, sums.copies)",
        "size.copies = sums.copies",
      ],
      [
        "the last field's copies count",
        "sums.copies = Math.max(sums.copies, part.copies)",
        "sums.copies = part.copies",
      ],
      [
        "the last row's keys count",
        "this.keysOfRow = Math.max(this.keysOfRow, inner.keys)",
        "this.keysOfRow = inner.keys",
      ],
      ["the last key counts", "sums.keys += part.keys", "sums.keys = part.keys"],
      [
        "literals side by side nest",
        "Math.max(depth, depthOf(value)), 0)",
        "depth + depthOf(value), 0)",
      ],
      [
        "objects in literals have no level",
        "if (value.kind === Kind.OBJECT) return 1 +",
        "if (value.kind === Kind.OBJECT) return",
      ],
      ["__type is a field", ' || name === "__type"', ""],
      [
        "the fields of introspection are fields",
        "inner.fields + (isMeta ? 0 : 1)",
        "inner.fields + 1",
      ],
      [
        "the lists of introspection are lists",
        "(isMeta || !node.selectionSet ? 0 : 1)",
        "(!node.selectionSet ? 0 : 1)",
      ],
      ["a name of its own is an alias", "if (node.alias) this.aliases", "this.aliases"],
      ["many hash by joining", '[...LOGINS, "invitationTake"]', "[...LOGINS]"],
      ["another argument is the same value", "${args.map(print).join()}", ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/root-fields.ts",
    ["test/log/root-fields.test.ts"],
    [
      ["the log names any number of fields", "if (names.size >= MOST) return;", ""],
      ["the log names two fields", "const MOST = 5", "const MOST = 2"],
    ],
  ),
  ...inFile(
    "src/graphql/requests/request-context.ts",
    ["test/limits/request-context.test.ts"],
    [["who asks over a websocket has no address", "node?.req ?? ws?.request", "node?.req"]],
  ),
  ...inFile(
    "src/graphql/requests/request-validation.ts",
    ["test/api/bad-input.test.ts"],
    [
      ["variables that are accepted are told as wrong", "{ errors: secondErrors }", "{ errors }"],
      [
        "nobody learns where a document is cut off",
        "isOfGraphQL\n                  ? originalError\n                  : new",
        "isOfGraphQL && !isOfGraphQL\n                  ? originalError\n                  : new",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/errors/mask-error.ts",
    ["test/http/mask-error.test.ts"],
    [
      [
        "a fault of ours loses its place in the document",
        "      nodes,\n      source,\n      positions,\n      path,\n      extensions: errorExtensions",
        "      path,\n      extensions: errorExtensions",
      ],
      [
        "an error of the client loses its place in the document",
        "        nodes,\n        source,\n        positions,\n        path,\n        extensions: {",
        "        path,\n        extensions: {",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/errors/unavailable.ts",
    ["test/http/mask-error.test.ts"],
    [["the log does not say where a fault is", "(cause.stack ?? cause.message)", "cause.message"]],
  ),
  ...inFile(
    "src/graphql/errors/root-cause.ts",
    ["test/http/mask-error.test.ts"],
    [["an error that is wrapped twice is ours", "while (cause instanceof", "if (cause instanceof"]],
  ),
  ...inFile(
    "src/graphql/errors/mask-error.ts",
    ["test/http/mask-error.test.ts"],
    [["an error quotes all that a client sent", ".slice(0, LONGEST)", ""]],
  ),
  ...inFile(
    "src/graphql/mutations/current-password.ts",
    ["test/api/current-password.test.ts"],
    [
      [
        "a wrong current password counts against another address",
        "address: address() }",
        'address: "0.0.0.0" }',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/mail.ts",
    ["test/api/mail.test.ts"],
    [["mails count against another address", "[email, caller.address()]", '[email, "0.0.0.0"]']],
  ),
  ...inFile(
    "src/graphql/fast-path/answer.ts",
    ["test/log/requests.test.ts"],
    [
      [
        "the log takes what the fast path refuses for answered",
        "runFor(logged, () => errors.map(maskError))",
        "errors.map(maskError)",
      ],
    ],
  ),
];

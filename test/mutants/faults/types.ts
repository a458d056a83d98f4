import { inFile } from "../fault.ts";

const CONTRACT = ["test/api/contract.test.ts"];

/** Faults in the types of the API, its descriptions, its parts, and what the service says of itself. */
export const faults = [
  ...inFile("src/graphql/types/description-tags.ts", CONTRACT, [
    [
      "arguments of mutations are not described",
      "resource.isMutation\n      ?",
      "!resource.isMutation\n      ?",
    ],
    [
      "all values of an enum are described as one",
      "Array.isArray(tag) ? tag : tag === undefined ? [] : [tag]",
      "tag === undefined ? [] : [tag]",
    ],
  ]),
  ...inFile("src/graphql/types/names.ts", CONTRACT, [
    [
      "an input is described as its library does",
      "{ ...config, description: pgCodec.description }",
      "config",
    ],
  ]),
  ...inFile(
    "src/graphql/remembered-behaviors.ts",
    ["test/api/remembered-behaviors.test.ts"],
    [
      ["a smart tag changes equal entities", ", ${override.behaviorString}", ""],
      ["all entities of a type are alike", "${inferred.behaviorString}, ", ""],
      ["equal behaviours are combined again", "results.set(texts, result);", ""],
      ["a question is answered again", "answers.set(shared, known);", ""],
    ],
  ),
  ...inFile("src/graphql/types/not-null.ts", CONTRACT, [
    [
      "items of an input may be null",
      "return tags?.itemsNotNull ? { ...field, type: itemsNotNull(field.type) } : field;\n      },\n    },",
      "return field;\n      },\n    },",
    ],
    [
      "a list of an input must be given",
      "if (tags?.emptyByDefault) field = { ...field, defaultValue: [] };",
      "",
    ],
    [
      "items of an attribute may be null",
      "if (scope.pgFieldAttribute?.extensions?.tags?.itemsNotNull)",
      "if (false)",
    ],
  ]),
  ...inFile("src/graphql/types/items-not-null.ts", CONTRACT, [
    [
      "a list is nullable once its items are not",
      "isNonNullType(type) ? new GraphQLNonNull(items) : items",
      "items",
    ],
  ]),
  ...inFile("src/graphql/types/generated-descriptions.ts", CONTRACT, [
    [
      "a list is described in a wrong order",
      'tags.newestFirst\n    ? "newest first"',
      'tags.oldestFirst\n    ? "newest first"',
    ],
    [
      "who may read a list is not described",
      "scope.isPgFieldConnection || tags.listForAdmins",
      "scope.isPgFieldConnection",
    ],
    [
      "a range is described as a value",
      "scope.isPgCondition && !scope.isRangeOf",
      "scope.isPgCondition",
    ],
    ["a day is described as a column", "(HOUR|DAY)", "(HOUR|DAYS)"],
  ]),
  ...inFile("src/graphql/lists/aggregates.ts", CONTRACT, [
    ["the API has every aggregate of its library", "KEPT_AGGREGATES.has(spec.id)", "true"],
  ]),
  ...inFile(
    "src/graphql/types/int64.ts",
    ["test/api/int64.test.ts"],
    [
      ["a refusal repeats a long list", "${seen.slice(0, 60)}", "${seen}"],
      ["a zero has a sign", "number === 0 ? 0 : number", "number"],
      ["a negative text is no number", "/^-?\\d+$/.test(value)", "/^\\d+$/.test(value)"],
      [
        "a refusal repeats a long text",
        "JSON.stringify(value.slice(0, 40))",
        "JSON.stringify(value)",
      ],
      ["a refusal repeats a long literal", "print(node).slice(0, 60)", "print(node)"],
      ["a literal text is no Int64", " || node.kind === Kind.STRING", ""],
      ["every scalar is an Int64", 'if (config.name !== "Int64") return config;', ""],
    ],
  ),
  ...inFile(
    "src/graphql/service/graphiql-policy.ts",
    ["test/api/graphiql-policy.test.ts"],
    [
      ["a module of GraphiQL may not run", '(?: type="module")?', ""],
      ["any template of GraphiQL may run", '(?: type="module")?', "[^>]*"],
      ["the page of GraphiQL is changed", "return html;", 'return "";'],
      ["GraphiQL loads pictures from anywhere", "\"img-src 'self' data:\"", '"img-src *"'],
    ],
  ),
  ...inFile(
    "src/graphql/service/push-providers.ts",
    ["test/api/service-state.test.ts"],
    [
      ["no provider is said to fail", "rows[0]?.failing ?? {}", "{}"],
      [
        "a host without failing pushes has no state",
        "rows[0]?.failing ?? {}",
        "rows[0]?.failing as never",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/service/mail.ts",
    ["test/api/service-state.test.ts"],
    [["mail is never said to fail", "rows[0]?.failing ?? null", "null"]],
  ),
  ...inFile(
    "src/graphql/subscriptions/gate.ts",
    ["test/live/gate.test.ts"],
    [
      [
        "an event is given to who has one",
        "else this.#events.push(event);\n    this.#next = undefined;",
        "else this.#events.push(event);",
      ],
      [
        "a plan waits after the feed's end",
        "if (this.feed.isEnded) return Promise.resolve(DONE);",
        "",
      ],
      [
        "the end of the feed takes what was let through",
        "if (this.#events.length > 0) {",
        "if (this.#events.length > 0 && !this.feed.isEnded) {",
      ],
      ["a plan that is left goes on waiting", "this.#next?.(DONE);", ""],
      ["a plan that is left gets another event", "this.#events.length = 0;", ""],
      ["a subscription outlives its plan", "if (done) return;", ""],
      ["a feed outlives its plan", "gate.feed.end();\n    await results", "await results"],
      ["a feed outlives the gate", "this.feed.end();", ""],
    ],
  ),
  ...inFile(
    "src/graphql/subscriptions/only-websockets.ts",
    ["test/api/bad-input.test.ts"],
    [
      [
        "a subscription beside a query never ends",
        "getOperationAST(args.document, args.operationName)",
        "getOperationAST(args.document)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/no-joins.ts",
    ["test/fast-path/delegated.test.ts"],
    [
      [
        "a cluster joins the row that a row names",
        "$result instanceof PgSelectSingleStep ? $result.getClassStep() : $result",
        "$result",
      ],
      ["a cluster joins the rows of a row", "$select.setInliningForbidden();", ""],
      ["a cluster has no fast path", "if (pgFieldAttribute) return field;", ""],
    ],
  ),
  ...inFile(
    "src/graphile.config.ts",
    ["test/fast-path/delegated.test.ts"],
    [["a cluster is taken for one server", "...(parts.isCluster ? [NoJoinsPlugin] : []),", ""]],
  ),
  ...inFile(
    "src/graphql/lists/connections.ts",
    ["test/api/connections.test.ts"],
    [
      ["the last no rows are a page", "last == null ? null : capped", "!last ? null : capped"],
      [
        "a refusal names another argument of a connection",
        'notNegative("offset", offset)',
        'notNegative("first", offset)',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/paging.ts",
    ["test/api/paging.test.ts"],
    [["a refusal names limit, whatever the argument", "`${name} must not", "`limit must not"]],
  ),
  ...inFile(
    "src/graphile.config.ts",
    ["test/api/large-answers.test.ts"],
    [["Grafast reads all large answers at once", "answerTurns: parts.answerTurns,", ""]],
  ),
  ...inFile(
    "src/graphile.config.ts",
    ["test/api/busy.test.ts"],
    [
      [
        "administrators publish on the connections of everyone",
        "publicationPool: parts.publicationPool,",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/graphile.config.ts",
    ["test/http/origins.test.ts"],
    [["production serves GraphiQL", "graphiql: !parts.isProduction", "graphiql: true"]],
  ),
  ...inFile(
    "src/graphile.config.ts",
    ["test/fast-path/answers.test.ts"],
    [["the fast path knows no document", "parts.fastPath?.documents,", "undefined,"]],
  ),
  ...inFile(
    "src/graphql/lists/offset.ts",
    ["test/api/paging.test.ts"],
    [
      [
        "an offset skips by the last condition only",
        "[...narrowedOf(query), condition]",
        "[condition]",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/subscriptions/subscriptions.ts",
    ["test/live/position-added.test.ts"],
    [
      [
        "anyone follows positions",
        'await firstRow(subscriber, "select app_public.require_admin()");\n              return (await subscriber.live.positions',
        "return (await subscriber.live.positions",
      ],
    ],
  ),
];

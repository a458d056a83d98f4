import { inFile } from "../fault.ts";

/** Faults in what a document may ask for, and in how its size and its fields are counted. */
export const faults = [
  ...inFile(
    "src/graphql/requests/quotas.ts",
    ["test/api/quotas.test.ts"],
    [
      [
        "one of several operations has no quota",
        "getOperationAST(document, operationName)",
        "getOperationAST(document)",
      ],
      [
        "the first of several operations counts",
        "const operation = getOperationAST(document, operationName);",
        'const operation = document.definitions.find((one) => one.kind === "OperationDefinition");',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/request-validation.ts",
    ["test/api/document-limits.test.ts"],
    [
      [
        "a wrong document gets a hundred errors",
        "validate(schema, parsed, rules, options)",
        "validate(schema, parsed, rules)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/request-validation.ts",
    ["test/limits/document-checks.test.ts"],
    [
      [
        "a wrong document is validated twice",
        "  if (document === parsed) return { errors };\n",
        "",
      ],
      [
        "a wrong document with widened variables gets a hundred errors",
        "validate(schema, document, rules, options)",
        "validate(schema, document, rules)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/document-limits.ts",
    ["test/api/document-limits.test.ts"],
    [
      [
        "what no operation asks for is compared without end",
        '    [size.written, limits.fields + WRITTEN_BESIDE, "fields as they are written"],\n',
        "",
      ],
      ["one field more may be written", "WRITTEN_BESIDE = 150", "WRITTEN_BESIDE = 151"],
    ],
  ),
  ...inFile(
    "src/graphql/requests/root-fields.ts",
    ["test/log/root-fields.test.ts"],
    [
      [
        "an operation hides the fragment of its name",
        "(one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === node.name.value,",
        '(one) => "name" in one && one.name?.value === node.name.value,',
      ],
    ],
  ),
  ...inFile(
    "src/limits/count-fields.ts",
    ["test/limits/count-fields.test.ts"],
    [
      [
        "the fields of a fragment with its operation's name are free",
        "node.kind === Kind.FRAGMENT_DEFINITION &&\n        (node as FragmentDefinitionNode).name.value === name",
        "(node as FragmentDefinitionNode).name?.value === name",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/document-size.ts",
    ["test/api/document-limits.test.ts"],
    [
      [
        "the schema is free in fragments",
        'node.typeCondition.name.value.startsWith("__")',
        "false",
      ],
      ["directives of operations are free", "size.directives += node.directives?.length ?? 0;", ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/check-turns.ts",
    ["test/limits/unknown-documents.test.ts"],
    [["any number of documents waits", "mostWaiting: 2_000", "mostWaiting: 20_000"]],
  ),
  ...inFile(
    "src/graphql/requests/check-turns.ts",
    ["test/api/check-turns.test.ts"],
    [
      ["a document that is known is planned", "if (!document) return false;", "return !!document;"],
      [
        "no plan is ever known",
        "known.planned.add(args.document, operation, event",
        "(() => {})(args.document, operation, event",
      ],
      ["each plan is new", "plans.add(plan);", ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/planned-operations.ts",
    ["test/limits/planned-operations.test.ts"],
    [
      ["conditions of literals only", "if (value.kind === Kind.VARIABLE)", "if (false)"],
      ["a plan depends on no variable", "const value = values[name];", "const value = null;"],
      ["null is a value like others", "value != null && !(conditions", "!(conditions"],
      ["each value has a plan", "const isDetail = value != null", "const isDetail = false"],
      ["the rule on errors does not count", 'asked.onError ?? "PROPAGATE"', '"PROPAGATE"'],
      ["errors propagate only if the client says so", ' ?? "PROPAGATE"', ""],
      ["an operation may be planned again and again", "this.#unsteady.add(operation)", "undefined"],
      ["any number of cases is kept", "if (cases.size > MOST_PLANS)", "if (false)"],
      [
        "the case that was planned first is forgotten",
        "cases.delete(one) && isNew",
        "cases.has(one) && isNew",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/planned-operations.ts",
    ["test/limits/kept-plans.test.ts"],
    [
      ["only the first plan of an operation counts", "Math.min(known.plans + 1, MOST_PLANS)", "1"],
      [
        "Grafast keeps fifty plans of an operation",
        "          operationOperationPlansCacheMaxLength: MOST_PLANS,\n",
        "",
      ],
      [
        "plans are kept with all others",
        "extensions: {\n      value: {\n        ...schema.extensions,",
        "description: {\n      value: {\n        ...schema.extensions,",
      ],
      ["each request is planned", "if (known?.schema) return known.schema;", ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/plan-weight.ts",
    ["test/limits/plan-weight.test.ts"],
    [
      ["a long document weighs nothing", "A_CHARACTER * (document.loc?.end ?? 0)", "0"],
      ["fields weigh nothing", "A_FIELD * fields", "0"],
      ["lists weigh nothing", "AN_OBJECT * objects", "0"],
    ],
  ),
  ...inFile(
    "src/limits/quotas.ts",
    ["test/limits/quotas.test.ts"],
    [
      [
        "strangers have the quota of users",
        'makeStore(rates.anonymous, "anonymous")',
        'makeStore(rates.requests, "anonymous")',
      ],
      [
        "users have the quota of strangers",
        'makeStore(rates.requests, "requests")',
        'makeStore(rates.anonymous, "requests")',
      ],
      [
        "reports and requests share a quota between hosts",
        'makeStore(rates.reports, "reports")',
        'makeStore(rates.reports, "requests")',
      ],
      [
        "who reports asks without a quota",
        "return wait || (counts.others &&",
        "return counts.reports ? wait : (counts.others &&",
      ],
      [
        "a refused report takes from the other requests",
        "return wait || (counts.others && (await requests.take(userId, counts.others)));",
        "const other = counts.others && (await requests.take(userId, counts.others));\n    return wait || other;",
      ],
      [
        "strangers' reports have a quota",
        "counts.others && (await anonymous.take(address(), counts.others))",
        "await anonymous.take(address(), counts.others + counts.reports)",
      ],
    ],
  ),
  ...inFile(
    "src/live/notifications.ts",
    ["test/live/notification-feeds.test.ts"],
    [
      [
        "of two alerts at once the second is not told",
        "announcements.map(({ alertId }) => alertId)",
        "announcements.map(() => announcements[0]?.alertId)",
      ],
    ],
  ),
  ...inFile(
    "src/live/index.ts",
    ["test/live/live.test.ts"],
    [
      [
        "who follows alerts takes the connections of publications",
        "new AlertFeeds(hostPool, log)",
        "new AlertFeeds(publicationPool, log)",
      ],
      [
        "positions are followed on the connections of requests",
        "new PositionFeeds(publicationPool, log)",
        "new PositionFeeds(hostPool, log)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/audit/people-fields.ts",
    ["test/audit/people-fields.test.ts"],
    [
      [
        "who names an operation like its fragment reads without an entry",
        "(one) => one.kind === graphql.Kind.FRAGMENT_DEFINITION && one.name.value === name,",
        '(one) => "name" in one && one.name?.value === name,',
      ],
      [
        "who sends two operations reads without an entry",
        "graphql.getOperationAST(document, operationName)",
        "graphql.getOperationAST(document)",
      ],
      [
        "who reads in an inline fragment reads without an entry",
        "if (node.kind === graphql.Kind.INLINE_FRAGMENT) visit(type, node.selectionSet);",
        "if (node.kind === graphql.Kind.INLINE_FRAGMENT) continue;",
      ],
      [
        "device keys of others are read without an entry",
        '(valueAt(node, ["userId"], values) ?? userId) === userId',
        "true",
      ],
      ["the overview of users is read without an entry", '  "Query.usersOverview": {},\n', ""],
      [
        "who reads below one field of people leaves one entry of it",
        "if (field && node.selectionSet) visit",
        "if (field && node.selectionSet && !Object.hasOwn(PEOPLE_FIELDS, name)) visit",
      ],
      [
        "who follows an alert's notifications is recorded without the alert",
        "NAMED[name]?.[key]",
        "PEOPLE_FIELDS[name]?.[key]",
      ],
      [
        "who follows an alert alone is recorded",
        ".filter((name) => !Object.hasOwn(AROUND, name))",
        "",
      ],
      [
        "one's own user is told as another's beside others",
        "const fields = others.map(",
        "const fields = selected.map(",
      ],
      ["moves are followed without an entry", '  "Subscription.lastPositionChanged": {},\n', ""],
    ],
  ),
  ...inFile(
    "src/graphql/requests/document-limits.ts",
    ["test/limits/document-checks.test.ts"],
    [
      [
        "a refusal does not say how much may be asked for",
        "may ask for ${most}",
        "may ask for ${count}",
      ],
      [
        "a refusal does not say how long a query may be",
        "may have ${length}",
        "may have ${text.length}",
      ],
      [
        "what no number holds is told as one",
        'Number.isFinite(count) ? count : "endless"',
        "count",
      ],
    ],
  ),
];

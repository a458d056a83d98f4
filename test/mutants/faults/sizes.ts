import { inFile } from "../fault.ts";

/** Faults in how large an answer may be, how long tokens last, and when a document waits. */
export const faults = [
  ...inFile(
    "src/graphql/requests/request-validation.ts",
    ["test/api/answer-size.test.ts"],
    [
      [
        "an answer to widened variables has no shape",
        "sizes.set(result.document, size);",
        "sizes.set(parsed, size);",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/limited-answers.ts",
    ["test/api/answer-size.test.ts"],
    [
      [
        "a subscription ends when its events are together too large",
        "            budget.refill();\n",
        "",
      ],
      [
        "users have the answers of administrators",
        "identity?.isAdmin ? limits.adminBytes : limits.bytes",
        "identity ? limits.adminBytes : limits.bytes",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/aggregates.ts",
    ["test/api/connection-analysis.test.ts"],
    [
      [
        "averages of numbers are moments",
        'spec.id === "average" && isMoment(codec)',
        'spec.id === "average"',
      ],
      ["moments have no average", " && isMoment(codec)\n", " && !isMoment(codec)\n"],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/index.ts",
    ["test/api/invitations.test.ts"],
    [
      [
        "who joins is logged in for minutes",
        "makeJoiningPlugin(tokenLifetime)",
        "makeJoiningPlugin(sessions.accessTokenLifetime)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/mutations/index.ts",
    ["test/api/login.test.ts"],
    [
      [
        "a login lasts for minutes",
        "makeLoginPlugin(tokenLifetime)",
        "makeLoginPlugin(sessions.accessTokenLifetime)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/quotas.ts",
    ["test/api/quotas.test.ts"],
    [
      [
        "introspection costs ten times as much",
        "VALUES_OF_A_FIELD = 10_000",
        "VALUES_OF_A_FIELD = 1_000",
      ],
      [
        "subscriptions have no quota",
        "return ((await refusal(args)) ?? (await next())) as Awaited",
        "return (await next()) as Awaited",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/requests/check-turns.ts",
    ["test/limits/unknown-documents.test.ts"],
    [
      [
        "documents that take long follow one another at once",
        "  await sleep(performance.now() - began);\n",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/limits/fair-queue.ts",
    ["test/limits/fair-queue.test.ts"],
    [["who was refused waits on", "this.#left(refused);", ""]],
  ),
];

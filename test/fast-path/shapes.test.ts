/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { makeSchema } from "postgraphile";
import { context, sideEffect } from "postgraphile/grafast";
import { type GraphQLError, type GraphQLSchema, parse, validate } from "postgraphile/graphql";
import { makePreset } from "../../src/graphile.config.ts";
import { makeFastAnswer } from "../../src/graphql/fast-path/answer.ts";
import { FastPath } from "../../src/graphql/fast-path/index.ts";
import { knownDocument } from "../../src/graphql/requests/known-documents.ts";
import { Request } from "../../src/graphql/requests/request.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { readConfig } from "../../src/settings/config.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { runClone } from "../helpers/database.ts";
import { SEED } from "../helpers/seed.ts";
import { drawScenario } from "./documents.ts";
import { drawWith } from "./draw.ts";

const database = runClone();
let fastPath: FastPath;
let schema: GraphQLSchema;

async function schemaWith(plugins: GraphileConfig.Plugin[]): Promise<GraphQLSchema> {
  const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 1000);
  const preset = makePreset({
    database,
    people: { tokens },
    takeQuota: async () => 0,
    config: { ...readConfig({}), isProduction: true },
    fastPath,
    maskError: (error) => error,
  });
  return (await makeSchema({ extends: [preset], plugins })).schema;
}

beforeAll(async () => {
  fastPath = new FastPath();
  schema = await schemaWith([]);
});

/** Returns the statement of a document on the fast path, or undefined if Grafast takes the document. */
function statementOf(text: string, on = schema): string | undefined {
  const document = parse(text);
  expect(validate(on, document)).toEqual([]);
  return fastPath.find(on, knownDocument(document), undefined)?.text;
}

const POSITION = "id userId createdAt latitude longitude movingActivity";

test.each([
  "{ apiVersion }",
  "{ version: apiVersion }",
  `{ positions(limit: 1000) { ${POSITION} } }`,
  "{ notifications(limit: 20) { id level seen alert { id text1 __typename } } }",
  "{ notifications { id id user { id name } } }",
  "query ($limit: Int64, $offset: Int64) { alerts(limit: $limit, offset: $offset) { id text1 } }",
  "{ users { id name } }",
  "{ alerts { id area areaGeoJson audioUrl1 state reachedUsers } }",
  "{ lastPositions { userId latitude longitude } }",
  `mutation ($input: PositionInput!) { newPosition(input: $input) { ${POSITION} } }`,
  "subscription { notificationAdded { id level alert { text1 } } }",
  `subscription { positionAdded { ${POSITION} } }`,
  "subscription { lastPositionChanged { __typename userId lastPosition { userId latitude takenAt } } }",
])("the fast path takes %s", (text) => {
  expect(statementOf(text)).toEqual(expect.any(String));
});

test.each([
  ["a directive on the root field", "query ($a: Boolean!) { alerts @include(if: $a) { id } }"],
  ["a directive below", "query ($a: Boolean!) { alerts { id text1 @skip(if: $a) } }"],
  ["two root fields", "{ a: alerts { id } b: alerts { id } }"],
  ["a named fragment", "{ alerts { ...f } } fragment f on Alert { id }"],
  ["an inline fragment", "{ alerts { ... on Alert { id } } }"],
  ["bytes, which are a list", "{ alerts { id audio1 } }"],
  ["a list in a row", "{ alerts { id notifications { id } } }"],
  ["a relation that is selected twice", "{ notifications { alert { id } alert { text1 } } }"],
  ["a constant in a row", "{ users { id password } }"],
  ["a connection", "{ usersConnection { totalCount } }"],
  [
    "a related row of a mutation",
    "mutation { notificationUpdate(input: { id: 1, seen: true }) { id alert { id } } }",
  ],
  ["a subscription's argument", "subscription { alertProgress(id: 1) { id } }"],
  ["the root's type name", "{ __typename }"],
])("the fast path leaves %s to Grafast", (_what, text) => {
  expect(statementOf(text)).toBeUndefined();
});

test("the fast path leaves a field to Grafast if a plugin has changed its plan", async () => {
  const checked = await schemaWith([
    {
      name: "LooksAtIdentityPlugin",
      after: ["PlainListsPlugin", "AdministratorsOnlyPlugin", "RowFieldsPlugin"],
      schema: {
        hooks: {
          GraphQLObjectType_fields_field(field, _build, { scope, Self }) {
            const { plan } = field;
            const isChanged =
              (scope.isRootQuery && scope.fieldName === "users") ||
              (Self.name === "Position" && scope.fieldName === "latitude");
            if (!isChanged) return field;
            return {
              ...field,
              plan($parent, args, info) {
                sideEffect(context().get("request"), () => {});
                return plan ? plan($parent, args, info) : $parent.get("latitude");
              },
            };
          },
        },
      },
    },
  ]);
  expect(statementOf("{ users { id } }", checked)).toBeUndefined();
  expect(statementOf("{ positions { id latitude } }", checked)).toBeUndefined();
  expect(statementOf("{ positions { id } }", checked)).toEqual(expect.any(String));
});

test("writing a row with null in a required field fails", () => {
  const known = knownDocument(parse("{ positions { id accuracy } }"));
  const { write } = fastPath.find(schema, known, undefined) ?? {};
  expect(write?.([["1", null]])).toBe('[{"id":1,"accuracy":null}]');
  expect(() => write?.([[null, "1"]])).toThrow("Position.id is null");
});

describe("rows that do not fit the schema", () => {
  const mask = (error: GraphQLError) => error;
  let executed: number;
  /** Returns the answer to a document if the database gives a row of nulls. */
  async function answerTo(text: string, variables: object): Promise<string | undefined> {
    fastPath.documents.set(text, knownDocument(parse(text)));
    executed = 0;
    const withPgClient = async (_settings: never, run: (client: object) => unknown) =>
      await run({
        async query() {
          executed += 1;
          return { rows: [Array(10).fill(null)] };
        },
      });
    const answer = makeFastAnswer(
      fastPath,
      schema,
      withPgClient as never,
      async () => 0,
      mask,
      1000,
    );
    const answered = await answer(
      Buffer.from(JSON.stringify({ query: text, variables })),
      new Request({ address: () => "" }),
    );
    return answered?.text;
  }

  test("make the fast path leave a query to Grafast, which may read again", async () => {
    expect(await answerTo("{ positions { id } }", {})).toBeUndefined();
    expect(executed).toBe(1);
  });

  test("are an error in a mutation, because it must not write twice", async () => {
    const report = "mutation ($input: PositionInput!) { it: newPosition(input: $input) { id } }";
    const input = { latitude: 1, longitude: 1, movingActivity: "STILL" };
    const answer = JSON.parse((await answerTo(report, { input })) ?? "null");
    expect(executed).toBe(1);
    expect(answer.data).toBeNull();
    expect(answer.errors).toMatchObject([{ message: "Position.id is null", path: ["it"] }]);
  });
});

test("the fast path takes more than a fifth of the proof's random queries", () => {
  const draws = fc.sample(fc.gen(), { numRuns: 500, seed: SEED });
  const taken = draws.filter((g) => {
    const { text } = drawScenario(schema, "query", drawWith(g));
    const document = parse(text);
    return (
      validate(schema, document).length === 0 &&
      fastPath.find(schema, knownDocument(document), undefined)
    );
  });
  expect(taken.length).toBeGreaterThan(100);
});

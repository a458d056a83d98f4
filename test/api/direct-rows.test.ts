import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makeSchema } from "postgraphile";
import { grafast } from "postgraphile/grafast";
import { makeTokens, type Tokens } from "../../src/auth/tokens.ts";
import { makePreset } from "../../src/graphile.config.ts";
import { columnWriter } from "../../src/graphql/direct-rows/column-writer.ts";
import { listsWrittenDirectly } from "../../src/graphql/direct-rows.ts";
import { startTestService, type TestService } from "../helpers/service.ts";

type Schema = Awaited<ReturnType<typeof makeSchema>>;

/** A schema, and the plan that it made last. */
interface Planned extends Schema {
  plan: object;
}

let service: TestService;
let tokens: Tokens;
let direct: Planned;
let plain: Planned;

async function planned(disablePlugins: string[]): Promise<Planned> {
  const preset = makePreset({
    pool: service.database.hostPool,
    tokens,
    constraintMessages: new Map(),
    isProduction: true,
    log: () => {},
  });
  const keep = { plan: {} };
  const KeepPlanPlugin: GraphileConfig.Plugin = {
    name: "KeepPlanPlugin",
    grafast: {
      middleware: {
        establishOperationPlan(next) {
          keep.plan = next();
          return keep.plan as never;
        },
      },
    },
  };
  const schema = await makeSchema({ extends: [preset], plugins: [KeepPlanPlugin], disablePlugins });
  return Object.assign(keep, schema);
}

/** The answer as the service sends it: text where it is written as such. */
async function answer({ schema, resolvedPreset }: Schema, source: string, isText: boolean) {
  const token = tokens.issue({ userId: service.admin.id, isAdmin: true, tokenVersion: 1 });
  const req = { headers: { authorization: `Bearer ${token}` } };
  const requestContext = { node: { req }, ...(isText && { http: {} }) };
  const result = (await grafast({
    schema,
    resolvedPreset,
    source,
    requestContext: requestContext as never,
  })) as { data?: unknown; errors?: readonly { toJSON(): object }[] };
  return {
    data: typeof result.data === "string" ? JSON.parse(result.data) : result.data,
    errors: result.errors?.map((error) => error.toJSON()),
    isText: typeof result.data === "string",
  };
}

beforeAll(async () => {
  service = await startTestService();
  tokens = makeTokens(service.config.jwtSecret as string, 1000);
  direct = await planned([]);
  plain = await planned(["DirectRowsPlugin", "DataAsTextPlugin"]);
  const here = { latitude: 44.4942, longitude: 11.3464 };
  for (const text of ['Leave "now".\n\\ Zürich 🚨 \u2028', "Second"]) {
    await service.graphql(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      {
        input: {
          points: [
            { latitude: 44, longitude: 11 },
            { latitude: 44, longitude: 12 },
            { latitude: 45, longitude: 12 },
          ],
          text1: text,
          text2: "2",
          text3: "3",
        },
      },
      service.admin,
    );
  }
  for (const movingActivity of ["STILL", "WALKING", "ON_BICYCLE"]) {
    await service.graphql(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { ...here, movingActivity } },
      service.admin,
    );
  }
}, 120_000);
afterAll(() => service.stop());

const ALL = "id userId level latitude longitude movingActivity seen createdAt";

test.each([
  ["plain columns", `{ positions { id userId createdAt latitude longitude movingActivity } }`, 1],
  ["aliases and type names", "{ a: positions { __typename at: createdAt id other: id } }", 1],
  ["a row's relation", `{ notifications { ${ALL} alert { id text1 text2 __typename } } }`, 1],
  ["a relation's relation", "{ notifications { id alert { id area } } }", undefined],
  ["two lists", "{ users { id name } alerts { id text1 } }", 2],
  ["no rows", "{ alerts(id: 99) { id text1 } }", 1],
  [
    "nullable and computed fields",
    "{ alerts { id area reachedUsers createdAt audio1 } }",
    undefined,
  ],
  ["a list in a list", "{ alerts { id notifications { id level } } }", undefined],
  ["fragments", "{ users { ...f ... on User { name } } } fragment f on User { id email }", 1],
  ["an error of the list", "{ users(limit: -1) { id } }", 1],
  ["a connection", "{ usersConnection(first: 2) { totalCount nodes { id } } }", undefined],
] as const)("answers the same with %s", async (_what, source, lists) => {
  const expected = await answer(plain, source, true);
  const text = await answer(direct, source, true);
  const objects = await answer(direct, source, false);
  expect(text).toEqual({ ...expected, isText: expected.data != null });
  expect(objects).toEqual(expected);
  if (lists !== undefined) expect(listsWrittenDirectly(direct.plan)).toBe(lists);
  expect(listsWrittenDirectly(plain.plan)).toBeUndefined();
});

test.each([
  [
    "float8",
    "Float",
    ["0", "-0", "44.4942", "-1e-07", "1.7976931348623157e+308"],
    ["NaN", "Infinity", "-Infinity", ""],
  ],
  [
    "int8",
    "Int64",
    ["0", "-12", "999999999999999"],
    ["9007199254740993", "-9223372036854775808", ""],
  ],
  ["int4", "Int", ["2147483647", "-2147483648"], [""]],
  ["bool", "Boolean", ["true", "false"], ["t", "f", ""]],
  ["text", "String", ["", 'a "b" \\ \n \u2028 \ud83d\udea8', "null", "NaN"], []],
] as const)(
  "%s as %s is written by its text, or left to its type",
  (codec, type, written, left) => {
    const write = columnWriter(codec, type);
    const same = (text: string) => (type === "String" ? text : Number(text));
    for (const text of written) {
      const json = write?.(text) as string;
      expect(type === "Boolean" ? json : JSON.parse(json)).toEqual(
        type === "Boolean" ? text : same(text),
      );
    }
    for (const text of left) expect(write?.(text)).toBeUndefined();
  },
);

test("other columns are left to their types", () => {
  for (const [codec, type] of [
    ["levelAlert", "LevelAlert"],
    ["numeric", "Float"],
    ["text", "Int"],
  ]) {
    expect(columnWriter(codec as string, type as string)).toBeUndefined();
  }
});

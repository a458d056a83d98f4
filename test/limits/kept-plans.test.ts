import { expect, test } from "@jest/globals";
import { constant, execute, makeGrafastSchema } from "postgraphile/grafast";
import { type DocumentNode, parse } from "postgraphile/graphql";
import { makeCheckTurnsPlugin } from "../../src/graphql/requests/check-turns.ts";
import { KnownDocuments } from "../../src/graphql/requests/known-documents.ts";
import { PlannedOperations } from "../../src/graphql/requests/planned-operations.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";

/** Bytes for the plans of four small operations. */
const ROOM_FOR_FOUR = 100_000;

const schema = makeGrafastSchema({
  typeDefs: "type Query { one: Int }",
  objects: { Query: { plans: { one: () => constant(1) } } },
});
let plans: Set<object>;
let last: object;
let resolvedPreset: GraphileConfig.ResolvedPreset;
/** Begins with room for `room` bytes of plans. */
function begin(room: number): void {
  plans = new Set();
  const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);
  const known = new KnownDocuments(new PlannedOperations(room));
  const NotesPlansPlugin: GraphileConfig.Plugin = {
    name: "NotesPlansPlugin",
    grafast: {
      middleware: {
        establishOperationPlan(next) {
          last = next();
          plans.add(last);
          return last as ReturnType<typeof next>;
        },
      },
    },
  };
  resolvedPreset = {
    disablePlugins: [],
    lib: {} as never,
    plugins: [makeCheckTurnsPlugin(tokens, () => "192.0.2.1", known), NotesPlansPlugin],
  };
}

/** Executes a document, and returns the number of its plan. */
async function planOf(document: DocumentNode, variableValues = {}): Promise<number> {
  const { errors } = (await execute({ schema, document, variableValues, resolvedPreset })) as {
    errors?: unknown;
  };
  expect(errors).toBeUndefined();
  return [...plans].indexOf(last);
}

test("an operation keeps its plan while there is room", async () => {
  begin(ROOM_FOR_FOUR);
  const [a, b] = [parse("{ one }"), parse("{ b: one }")];
  const plan = await planOf(a);
  await planOf(b);
  expect(await planOf(a)).toBe(plan);
});

test("the plans of the operations that were used longest ago are dropped to make room for others", async () => {
  begin(ROOM_FOR_FOUR);
  const [first, used] = [parse("{ one }"), parse("{ used: one }")];
  const [planOfFirst, planOfUsed] = [await planOf(first), await planOf(used)];
  for (let n = 0; n < 5; n += 1) {
    await planOf(parse(`{ a${n}: one }`));
    expect(await planOf(used)).toBe(planOfUsed);
  }
  expect(await planOf(first)).not.toBe(planOfFirst);
});

test("many plans of one operation displace the plans of others too", async () => {
  begin(ROOM_FOR_FOUR);
  const switches = parse(
    "query ($a: Boolean!, $b: Boolean!) { one @include(if: $a) other: one @skip(if: $b) }",
  );
  const other = parse("{ one }");
  const planOfOther = await planOf(other);
  for (const a of [true, false]) for (const b of [true, false]) await planOf(switches, { a, b });
  expect(plans.size).toBe(5);
  expect(await planOf(other)).not.toBe(planOfOther);
});

test("an operation keeps the ten plans that were used last", async () => {
  begin(10 * ROOM_FOR_FOUR);
  const bits = [0, 1, 2, 3];
  const declared = bits.map((bit) => `$v${bit}: Boolean!`).join(" ");
  const fields = bits.map((bit) => `v${bit}: one @skip(if: $v${bit})`).join(" ");
  const document = parse(`query (${declared}) { one ${fields} }`);
  const planFor = (n: number) =>
    planOf(document, Object.fromEntries(bits.map((bit) => [`v${bit}`, ((n >> bit) & 1) === 1])));
  const [first, second] = [await planFor(0), await planFor(1)];
  for (let n = 2; n < 10; n += 1) await planFor(n);
  expect(await planFor(0)).toBe(first);
  await planFor(10);
  expect(await planFor(0)).toBe(first);
  expect(await planFor(1)).not.toBe(second);
});

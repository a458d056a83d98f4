/** @database server */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { buildSchema } from "postgraphile/graphql";
import { inFull } from "../helpers/full.ts";
import { SEED } from "../helpers/seed.ts";
import { drawScenario, type Kind } from "./documents.ts";
import { drawWith } from "./draw.ts";
import { mask } from "./mask.ts";
import { ASKERS, type Asked, type Asker, type Road, startRoads } from "./roads.ts";

/** DOCUMENTS=50000 tries more documents, and SEED=… tries others. */
const DOCUMENTS = Number(process.env.DOCUMENTS ?? inFull(3000, 100));
const schema = buildSchema(readFileSync("schema.graphql", "utf8"));

let roads: [fast: Road, slow: Road];
beforeAll(async () => {
  roads = await startRoads();
});

/** Returns the answer to a document over a websocket, as text, or how the host closed the websocket. */
async function overWebsocket(road: Road, as: Asker, { text, variables, operationName }: Asked) {
  const client = await road.websocket(as);
  return await client.ask(text, variables, operationName).then(
    (answer) => mask(JSON.stringify(answer)),
    async () => `closed: ${await client.closed}`,
  );
}

test("the fast path and Grafast tell subscribers the same", async () => {
  // A connection takes at most a hundred operations at once.
  const documents = Math.min(90, Math.max(20, DOCUMENTS / 100));
  const draws = fc.sample(fc.gen(), { numRuns: documents, seed: SEED });
  const asked: Asked[] = draws.map((g) => {
    const { text, asks } = drawScenario(schema, "subscription", drawWith(g));
    return { text, variables: asks[0]?.variables };
  });
  const followed = await Promise.all(
    roads.map(async (road) => {
      const client = await road.websocket("rita");
      const operations = asked.map(({ text, variables }) => client.begin(text, variables));
      await client.ask("{ apiVersion }");
      const points = [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ].map(([latitude, longitude]) => ({ latitude, longitude }));
      const admin = await road.websocket("admin");
      const published = await admin.ask(
        'mutation ($points: [PointInput!]!) { newAlert(input: { points: $points, text1: "1", text2: "2", text3: "3" }) { id } }',
        { points },
      );
      const answers = operations.map((operation) =>
        Promise.race([
          operation.next().catch((error: Error) => error.message),
          operation.ended.then((errors) => ({ errors })),
        ]).then((answer) => mask(JSON.stringify(answer))),
      );
      return [JSON.stringify(published), ...(await Promise.all(answers))];
    }),
  );
  expect(asked.map((one, at) => [one, followed[0]?.[at + 1]])).toEqual(
    asked.map((one, at) => [one, followed[1]?.[at + 1]]),
  );
});

test(`both roads answer ${DOCUMENTS} documents alike`, async () => {
  const documents = fc.asyncProperty(fc.gen(), async (g) => {
    const draw = drawWith(g);
    const kind: Kind = draw.percent(25) ? "mutation" : "query";
    const { text, asks } = drawScenario(schema, kind, draw);
    for (const ask of asks) {
      const as = draw.pick(["rita", "admin", ...ASKERS] as const);
      const asked = { text, ...ask };
      const isHttp = draw.percent(75);
      const [fast, slow] = await Promise.all(
        roads.map((road) => (isHttp ? road.http(as, asked) : overWebsocket(road, as, asked))),
      );
      expect({ as, asked, answer: fast }).toEqual({ as, asked, answer: slow });
    }
  });
  await fc.assert(documents, { numRuns: DOCUMENTS, seed: SEED, endOnFailure: false });
}, 3_600_000);

let left: Record<string, unknown>[];
afterAll(async () => {
  left ??= await Promise.all(roads.map((road) => road.end()));
});

test("both roads leave the same rows", async () => {
  left = await Promise.all(roads.map((road) => road.end()));
  expect(left[0]).toEqual(left[1]);
  expect(left[0]?.["app_public.users"]).not.toEqual([]);
});

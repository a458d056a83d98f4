/** @database server */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { getIntrospectionQuery } from "graphql";
import { type Answer, refusals, startTestService, type TestService } from "../helpers/service.ts";
import { type Client, open } from "../live/client.ts";

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = await open(service.url, { authorization: `Bearer ${service.admin.token}` });
});
afterAll(async () => {
  client.socket.close();
  await service.stop();
});

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");

const doubling = (count: number) =>
  `{ ...F0 } ${times(count, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F${count} on Query { apiVersion }`;
/** Fragments that each spread the next one 40 times, so that the number of fields is far past the safe integers. */
const endless = `{ ...F0 } ${times(45, (i) => `fragment F${i} on Query { ${`...F${i + 1} `.repeat(40)} }`)} fragment F45 on Query { apiVersion }`;

const NEW = "newPosition(input: { latitude: 1, longitude: 1, movingActivity: STILL }) { id }";
const LOGIN = 'login(input: { email: "nobody@example.org", password: "user-password" }) { userId }';
const aliases = (count: number) => `{ ${times(count, (i) => `a${i}: apiVersion`)} }`;
const nested = (count: number) =>
  `{ alerts { ${"notifications { alert { ".repeat(count)} id ${"} } ".repeat(count)} } }`;
const inFragment = (count: number) =>
  `mutation { ...A ...A } fragment A on Mutation { ${times(count, (i) => `a${i}: ${NEW}`)} }`;
const lists = (count: number) => `{ ${"alerts { id } ".repeat(count)} }`;
const schema = (count: number) =>
  `{ __schema { types { ${"fields { type { ".repeat(count)} name ${"} } ".repeat(count)} } } }`;
const ofType = (names: string) =>
  `{ __type(name: "Alert") { ${"fields { name } ".repeat(324)} ${names} } }`;
const schemaInFragment = (count: number) =>
  `{ __schema { types { ...T } } } fragment T on __Type { ${"fields { type { ".repeat(count)} name ${"} } ".repeat(count)} }`;

/** Documents that just exceed the limit on one thing, and documents that just stay within it. */
const LIMITS: [of: string, tooMuch: string, allowed: string][] = [
  ["33554432 fields", doubling(25), doubling(8)],
  [/* 40^45 */ "[\\d.]+e\\+\\d+ fields", endless, doubling(3)],
  [
    "501 fields",
    `{ apiVersion ${"me { id id id id id id id id id } ".repeat(50)} }`,
    `{ ${"me { id id id id id id id id id } ".repeat(50)} }`,
  ],
  [
    "520 fields",
    ["A", "B"]
      .map((name) => `query ${name} { ${"me { id id id id id id id id id } ".repeat(26)} }`)
      .join(" "),
    `query A { ${"me { id id id id id id id id id } ".repeat(26)} }`,
  ],
  ["51 fields with fields of their own", lists(51), lists(50)],
  ["21 aliases of apiVersion", aliases(21), aliases(20)],
  ["18 levels", nested(8), nested(7)],
  [
    "17 levels",
    `{ positions(movingActivity: ${"[".repeat(16)}${"]".repeat(16)}) { id } }`,
    "{ positions(movingActivity: []) { id } }",
  ],
  ["22 mutations", inFragment(11), inFragment(10)],
  ["2 logins", `mutation { ${LOGIN} ${LOGIN} }`, `mutation { ${NEW} }`],
  [
    "2 logins",
    `mutation { ${LOGIN} ${LOGIN.replace("login", "sessionBegin")} }`,
    `mutation { ${NEW} }`,
  ],
  [
    "2 logins",
    `mutation { a: ${LOGIN} ...F } fragment F on Mutation { ${LOGIN} }`,
    "{ me { id } }",
  ],
  [
    "101 directives",
    `{ ${times(101, () => "apiVersion @include(if: true)")} }`,
    `{ ${times(100, () => "apiVersion @include(if: true)")} }`,
  ],
  [
    "51 operations and fragments",
    `{ ${times(50, (i) => `...F${i}`)} } ${times(50, (i) => `fragment F${i} on Query { apiVersion }`)}`,
    `{ ${times(49, (i) => `...F${i}`)} } ${times(49, (i) => `fragment F${i} on Query { apiVersion }`)}`,
  ],
  ["\\d+ values of the schema", schema(4), schema(1)],
  ["\\d+ values of the schema", schemaInFragment(4), schemaInFragment(1)],
  ["651 fields as they are written", ofType("name kind"), ofType("name")],
  [
    "651 fields as they are written",
    `{ apiVersion } fragment F on Notification { ${"alert { id } ".repeat(325)} }`,
    "{ ...F } fragment F on Query { apiVersion }",
  ],
  [
    "20001 characters",
    `{ apiVersion } #${"x".repeat(19_985)}`,
    `{ apiVersion } #${"x".repeat(19_984)}`,
  ],
  ["4000 tokens", `{ ${"a ".repeat(4000)}`, `{ ${times(400, () => "apiVersion")} }`],
];

async function send(body: string): Promise<Answer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${service.admin.token}`,
    },
    body,
  });
  return (await response.json()) as Answer;
}
const post = (query: string, others: object = {}) => send(JSON.stringify({ query, ...others }));
async function get(query: string): Promise<Answer> {
  const url = `${service.url}/graphql?query=${encodeURIComponent(query)}`;
  const response = await fetch(url, {
    headers: { accept: "application/json", authorization: `Bearer ${service.admin.token}` },
  });
  return (await response.json()) as Answer;
}

/** Expects that an answer is a refusal by the limit on something. */
function expectRefusal(answer: Answer, of: string): void {
  expect(refusals(answer)).toEqual(["BAD_USER_INPUT"]);
  expect(answer.data).toBeUndefined();
  expect(answer.errors?.[0]?.message).toMatch(new RegExp(`(asks for|has|than|that) ${of}\\b`));
}

describe("a document that asks for too much is refused", () => {
  test.each(LIMITS)("with a message that names %s", async (of, tooMuch, allowed) => {
    expect(refusals(await post(allowed))).toEqual([]);
    // From the second time on, the document is known.
    for (const ask of [post, post, client.ask]) expectRefusal(await ask(tooMuch), of);
    // Node.js accepts at most 16 kB of headers, including the URL.
    if (encodeURIComponent(tooMuch).length < 14_000) expectRefusal(await get(tooMuch), of);
  });

  test("even if operationName selects a small operation beside the large one", async () => {
    const query = `query Small { apiVersion } query Large ${aliases(21)}`;
    expectRefusal(await post(query, { operationName: "Small" }), "21 aliases");
  });

  test("also for too many directives on the operation itself", async () => {
    const query = `query ${"@a ".repeat(101)} { apiVersion }`;
    expectRefusal(await post(query), "101 directives");
  });

  test("and none of its mutations runs", async () => {
    const before = await service.contents();
    await post(inFragment(11));
    expect(await service.contents()).toEqual(before);
  });

  test("also if a fragment contains itself", async () => {
    const query =
      "{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A apiVersion }";
    expect(new Set(refusals(await post(query)))).toEqual(new Set(["BAD_USER_INPUT"]));
  });
});

describe("a document with many errors", () => {
  test("gets fewer than 30 of them", async () => {
    const answer = await post(`{ ${times(400, (i) => `unknown${i}`)} }`);
    expect(refusals(answer).length).toBeLessThan(30);
  });
});

describe("a large request that clients need is answered:", () => {
  test.each([[{}], [{ descriptions: false }]])("the whole schema, with %j", async (options) => {
    const query = getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
      ...options,
    });
    for (const ask of [post, client.ask]) {
      const { data, errors } = await ask(query);
      expect(errors).toBeUndefined();
      expect(data.__schema.types.length).toBeGreaterThan(50);
    }
  });

  test("a thousand positions in variables", async () => {
    const query = "mutation ($input: [PositionInput!]!) { newPositions(input: $input) { id } }";
    const position = { latitude: 44.123456789, longitude: 11.123456789, movingActivity: "STILL" };
    const { data } = await post(query, { variables: { input: Array(1000).fill(position) } });
    expect(data.newPositions).toHaveLength(1000);
  });

  test("an area of ten thousand corners in variables", async () => {
    const points = Array.from({ length: 10_000 }, (_, i) => ({
      latitude: 44 + 0.1 * Math.sin((i * 2 * Math.PI) / 10_000),
      longitude: 11 + 0.1 * Math.cos((i * 2 * Math.PI) / 10_000),
    }));
    const { errors } = await post(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { variables: { input: { points, text1: "a", text2: "b", text3: "c" } } },
    );
    expect(errors).toBeUndefined();
  });
});

describe("variables", () => {
  const ACTIVITIES = "query ($a: [MovingActivity]) { positions(movingActivity: $a) { id } }";
  const AREA =
    'query ($a: GeoJSON) { alertReach(input: {area: $a, text1: "a", text2: "b", text3: "c"}) { one } }';

  test.each([
    ["lists", ACTIVITIES, "[", "]"],
    ["an area's lists", AREA, "[", "]"],
    ["an area's objects", AREA, '{"a":', "}"],
  ])("that nest 100,000 levels deep are refused: %s", async (_what, query, begin, end) => {
    // JSON.stringify could not write the value.
    const value = `${begin.repeat(100_000)}1${end.repeat(100_000)}`;
    const answer = await send(`{"query":${JSON.stringify(query)},"variables":{"a":${value}}}`);
    expect(refusals(answer)[0]).toMatch(/^BAD_USER_INPUT/);
  });

  test("with 100,000 wrong values are refused", async () => {
    const variables = { a: Array(100_000).fill(7) };
    // The second time, the fast path knows the document.
    for (let i = 0; i < 2; i += 1) {
      expect(new Set(refusals(await post(ACTIVITIES, { variables })))).toEqual(
        new Set(["BAD_USER_INPUT"]),
      );
    }
  });
});

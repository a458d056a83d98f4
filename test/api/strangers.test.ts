/** @database server */
import { describe, expect, test } from "@jest/globals";
import { getIntrospectionQuery } from "postgraphile/graphql";
import { type Answer, refusals, runTestService } from "../helpers/service.ts";
import { open } from "../live/client.ts";

/** Tests what is answered without a valid token, and that a larger document is refused before it is planned. */

const service = runTestService({
  NODE_ENV: "production",
  REQUEST_BURST: "100",
  REQUEST_RATE: "1",
});

async function post(query: string, authorization?: string, variables = {}) {
  const response = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/graphql-response+json",
      ...(authorization && { authorization }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");

const TOO_LARGE: [what: string, query: string][] = [
  ["of many fields", `{ ${times(11, (n) => `a${n}: alerts { id }`)} }`],
  ["that nests", "{ alerts { user { name } } }"],
  ["of two operations", "query { apiVersion } query B { apiVersion }"],
  ["of many characters", `{ apiVersion } #${"x".repeat(2_000)}`],
  ["that asks for the schema", getIntrospectionQuery()],
];

test("nobody joins or is invited while the settings do not say who warns", async () => {
  const missing =
    /^Nobody can join, .*: set ORGANISATION_NAME, ORGANISATION_CONTACT, PRIVACY_URL\.$/;
  const { answer } = await post(
    'mutation { invitationAdd(input: { name: "Hall" }) { id } }',
    `Bearer ${service.admin.token}`,
  );
  expect(refusals(answer)).toEqual(["FORBIDDEN at invitationAdd"]);
  expect(answer.errors?.[0]?.message).toMatch(missing);
  const taken = await post(
    'mutation { invitationTake(input: { secret: "s", email: "a@b.ch", password: "p", name: "A" }) { userId } }',
  );
  expect(refusals(taken.answer)).toEqual(["FORBIDDEN at invitationTake"]);
});

describe("without a valid token", () => {
  test.each(TOO_LARGE)(
    "a document %s is UNAUTHENTICATED, over HTTP and websockets",
    async (_what, query) => {
      const client = await open(service.url);
      for (const authorization of [undefined, "Bearer expired"]) {
        const { answer } = await post(query, authorization);
        expect(answer.data).toBeUndefined();
        expect(refusals(answer)).toEqual(["UNAUTHENTICATED"]);
      }
      expect(refusals(await client.ask(query))).toEqual(["UNAUTHENTICATED"]);
      client.socket.close();
    },
  );

  test.each(TOO_LARGE)("also if a user has asked for the document %s", async (_what, query) => {
    const ask = () => post(query, `Bearer ${service.admin.token}`);
    await ask();
    expect(refusals((await post(query)).answer)).toEqual(["UNAUTHENTICATED"]);
  });

  test("a document that asks for more than anybody may is told so", async () => {
    const bomb = `{ ...F0 } ${times(26, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F26 on Query { apiVersion }`;
    const { status, answer } = await post(bomb);
    expect([status, refusals(answer)]).toEqual([400, ["BAD_USER_INPUT"]]);
  });

  test("a body of 10 MB is too large", async () => {
    const { status } = await post(`{ apiVersion } #${"x".repeat(10_000_000)}`);
    expect(status).toBe(413);
  });

  test("what a client needs to log in, join and follow a mailed link is answered", async () => {
    const { email, password } = service.admin;
    const begin = `mutation { sessionBegin(input: { email: "${email}", password: "${password}" }) { ...All } }
      fragment All on SessionBody { accessToken expiresIn refreshToken tokenType userId __typename }`;
    const login = `mutation { login(input: { email: "${email}", password: "${password}" }) { accessToken tokenType userId } }`;
    for (const query of [begin, login, "{ apiVersion __typename }"]) {
      const { answer } = await post(query);
      expect(refusals(answer)).toEqual([]);
    }
    const join = `mutation { invitationTake(input: { secret: "x", email: "a@example.org", password: "a good password", name: "A", address: "B" }) { accessToken tokenType userId } }`;
    const set = `mutation { passwordSet(input: { token: "x", password: "a good password" }) }`;
    // The settings do not say who warns, so nobody joins.
    expect(refusals((await post(join)).answer)).toEqual(["FORBIDDEN at invitationTake"]);
    for (const query of [set, 'mutation { emailVerify(token: "x") }']) {
      const { answer } = await post(query);
      expect(refusals(answer)[0]).toMatch(/^NOT_FOUND at/);
    }
  });
});

test("a user who sends one new document after another has to wait, before they are validated", async () => {
  const user = await service.newUser();
  const wrong = (n: number) => `{ ${times(900, (i) => `wrong${n}x${i}`)} }`;
  const codes: string[] = [];
  for (let n = 0; n < 60 && codes.at(-1) !== "RATE_LIMITED"; n += 1) {
    const { answer } = await post(wrong(n), `Bearer ${user.token}`);
    codes.push(...new Set(refusals(answer)));
  }
  expect(new Set(codes)).toEqual(new Set(["BAD_USER_INPUT", "RATE_LIMITED"]));
  // The documents of others, and known ones of the user, are answered.
  expect(refusals(await service.graphql("{ me { id } }", {}, service.admin))).toEqual([]);
});

test("a user who has a large document planned has to wait, and others need not", async () => {
  const [user, other] = [await service.newUser(), await service.newUser()];
  const lists = times(11, (n) => `a${n}: notifications(limit: ${n}) { id alert { id } }`);
  const ask = async (query: string, { token }: { token: string }) =>
    refusals((await post(query, `Bearer ${token}`)).answer);
  expect(await ask(`{ ${lists} }`, user)).toEqual([]);
  expect(await ask("{ me { id } }", user)).toEqual(["RATE_LIMITED"]);
  expect(await ask("{ me { id } }", other)).toEqual([]);
});

test("of operations that are sent together, those that need a plan take turns, so that the first one's plan counts", async () => {
  const user = await service.newUser();
  const names = times(10, (n) => `a${n}: notifications(limit: ${n}) { id user { name } }`);
  const query = `query ($one: Boolean! $two: Boolean!) { ${names} b: me @include(if: $one) { id } c: me @include(if: $two) { id } }`;
  const variables = [true, false].flatMap((one) => [
    { one, two: true },
    { one, two: false },
  ]);
  const asked = variables.map((given) => post(query, `Bearer ${user.token}`, given));
  const answers = (await Promise.all(asked)).map(({ answer }) => answer);
  expect(answers.filter(({ data }) => data)).toHaveLength(1);
  expect(answers.flatMap((answer) => refusals(answer))).toEqual(Array(3).fill("RATE_LIMITED"));
});

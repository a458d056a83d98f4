import type { IncomingMessage } from "node:http";
import { expect, test } from "@jest/globals";
import { type OperationDefinitionNode, parse } from "postgraphile/graphql";
import { makeCheckTurnsPlugin } from "../../src/graphql/requests/check-turns.ts";
import { KnownDocuments } from "../../src/graphql/requests/known-documents.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";

/** The most documents of one lane that wait, beside the one that is checked. */
const IN_LANE = 200;
const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);
const tokenOf = (userId: number) => tokens.issue({ userId, sessionId: 1 });

/** The most documents that wait in all lanes together. */
const IN_ALL = 2_000;

/** Makes requests of documents that take turns. Each comes from the address that the test gives. */
function turns() {
  const known = new KnownDocuments();
  const { grafserv, grafast } = makeCheckTurnsPlugin(
    tokens,
    ({ headers }) => String(headers.from),
    known,
  ) as {
    grafserv: { middleware: { processGraphQLRequestBody: CallableFunction } };
    grafast: { middleware: { subscribe: CallableFunction } };
  };
  const begun: string[] = [];
  const refused: string[] = [];
  /** Sends documents at once; settles when each of them was checked, or refused. */
  const send = (name: string, count: number, event: object) =>
    Promise.all(
      Array.from({ length: count }, () =>
        grafserv.middleware
          .processGraphQLRequestBody(() => void begun.push(name), {
            body: { query: "{ apiVersion }" },
            ...event,
          })
          .catch((error: Error) => {
            expect(error).toMatchObject({ extensions: { code: "RATE_LIMITED", retryAfter: 1 } });
            refused.push(name);
          }),
      ),
    );
  const sent = (address: string, token?: string) =>
    ({
      headers: { from: address, ...(token && { authorization: `Bearer ${token}` }) },
    }) as unknown as IncomingMessage;
  return {
    known,
    subscribe: grafast.middleware.subscribe,
    begun,
    refused,
    overHttp: (name: string, count: number, address: string, token?: string) =>
      send(name, count, { request: { requestContext: { node: { req: sent(address, token) } } } }),
    overWebsocket: (name: string, count: number, address: string, token?: string) =>
      send(name, count, {
        graphqlWsContext: { connectionParams: { token }, extra: { request: sent(address) } },
      }),
  };
}

test("two hundred documents of an address may wait, over HTTP and websockets together", async () => {
  const { refused, begun, overHttp, overWebsocket } = turns();
  await Promise.all([
    overHttp("http", IN_LANE, "192.0.2.1"),
    overWebsocket("websocket", 3, "192.0.2.1"),
    overHttp("other", 1, "192.0.2.2"),
  ]);
  expect(refused).toEqual(["websocket", "websocket"]);
  expect(begun).toContain("other");
});

test("a user's documents have one lane over HTTP and websockets, which gets every other turn", async () => {
  const { refused, begun, overHttp, overWebsocket } = turns();
  await Promise.all([
    overHttp("a", 6, "192.0.2.1"),
    overHttp("b", 6, "192.0.2.2"),
    overHttp("user", 2, "192.0.2.1", tokenOf(7)),
    overWebsocket("user", 2, "192.0.2.2", tokenOf(7)),
  ]);
  expect(refused).toEqual([]);
  const rank = begun.flatMap((name, index) => (name === "user" ? [index] : []));
  expect(rank).toEqual([1, 3, 5, 7]);
});

test("a user who sends too many documents is refused, and others at the address are not", async () => {
  const { refused, overHttp, overWebsocket } = turns();
  await Promise.all([
    overHttp("flood", IN_LANE, "192.0.2.1", tokenOf(7)),
    overWebsocket("flood", 2, "192.0.2.2", tokenOf(7)),
    overHttp("other", 1, "192.0.2.1", tokenOf(8)),
  ]);
  expect(refused).toEqual(["flood"]);
});

test("two thousand documents may wait in all, and then those of strangers are refused", async () => {
  const { begun, refused, overHttp } = turns();
  const senders = Array.from({ length: 11 }, (_, n) => overHttp("http", 190, `192.0.2.${n}`));
  await Promise.all([...senders, overHttp("user", 1, "192.0.2.1", tokenOf(7))]);
  // One is checked, the others wait.
  expect(refused).toEqual(Array(11 * 190 + 1 - IN_ALL - 1).fill("http"));
  expect(begun).toContain("user");
});

test("after a document that takes long to check, the next one waits as long", async () => {
  const { begun, overHttp } = turns();
  const moments: number[] = [];
  /** Keeps this process busy, as a check does. */
  begun.push = () => {
    moments.push(performance.now());
    while (performance.now() - (moments.at(-1) as number) < 50);
    return moments.push(performance.now());
  };
  await overHttp("http", 2, "192.0.2.1");
  const [, ended = 0, next = 0] = moments;
  // A timer may be a moment early.
  expect(next - ended).toBeGreaterThan(45);
});

test("an invalid token gets no lane of its own", async () => {
  const { refused, overHttp } = turns();
  await Promise.all([
    overHttp("http", IN_LANE, "192.0.2.1", "x"),
    overHttp("http", 2, "192.0.2.1", "y"),
  ]);
  expect(refused).toEqual(["http"]);
});

test("a planned document does not wait, and a known one without a plan waits for its turn", async () => {
  const { known, begun, refused, overHttp } = turns();
  const document = parse("{ apiVersion }");
  known.set("{ apiVersion }", document);
  await overHttp("known", IN_LANE + 2, "192.0.2.1");
  expect(refused).toEqual(["known"]);
  known.planned.add(document, document.definitions[0] as OperationDefinitionNode, {}, true);
  await overHttp("planned", 500, "192.0.2.1");
  expect(begun.filter((name) => name === "planned")).toHaveLength(500);
});

test("a subscription that has begun without a plan does not wait, and a refused one waits for its turn", async () => {
  const { known, begun, refused, subscribe, overWebsocket } = turns();
  const document = parse("subscription { notificationAdded { id } }");
  known.set("{ apiVersion }", document);
  await subscribe(async () => ({ errors: [] }), { args: { document } });
  await overWebsocket("refused", IN_LANE + 2, "192.0.2.1");
  expect(refused).toEqual(["refused"]);
  const events = (async function* () {})();
  expect(await subscribe(async () => events, { args: { document } })).toBe(events);
  await overWebsocket("begun", 500, "192.0.2.1");
  expect(begun.filter((name) => name === "begun")).toHaveLength(500);
});

test("a known document without the operation that is asked for does not wait", async () => {
  const { known, begun, overHttp } = turns();
  known.set("{ apiVersion }", parse("query a { apiVersion } query b { apiVersion }"));
  await overHttp("known", 500, "192.0.2.1");
  expect(begun).toHaveLength(500);
});

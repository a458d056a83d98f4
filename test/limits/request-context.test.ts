import type { IncomingMessage } from "node:http";
import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { requestContext, requestSettings } from "../../src/graphql/requests/request-context.ts";
import { LoggedRequest, requestOf, runFor } from "../../src/ops/logged-request.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";

/** Tests from which pool a request gets its connection, and as which user the database sees it. */

const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);
const ADMIN = tokens.issue({ userId: 7, sessionId: 3, isAdmin: true });
const USER = tokens.issue({ userId: 8, sessionId: 4 });

const requestBy = (token?: string) =>
  ({
    headers: { "user-agent": "Phone/2.0", ...(token && { authorization: `Bearer ${token}` }) },
  }) as IncomingMessage;

function contextOf(text: string, token?: string, operationName?: string) {
  const parts = { tokens, clientAddress: () => "192.0.2.1" };
  const node = { req: requestBy(token) } as never;
  return requestContext({ node }, { document: parse(text), operationName }, parts);
}

test.each([
  ["mutation { newAlert(input: {}) { id } }", "publication"],
  ["mutation { alertUpdate(id: 1, input: {}) { id } }", "publication"],
  ['mutation { alertCancel(id: 1, text: "x") { id } }', "publication"],
  ["mutation { publicationHold(input: {}) { id } }", "publication"],
  ["mutation { publicationTakeBack(id: 1) { id } }", "publication"],
  ["mutation { userRights(id: 1, input: {}) { id } a: newAlert(input: {}) { id } }", "publication"],
  ["mutation { userRights(id: 1, input: {}) { id } }", undefined],
  ["{ newAlert { id } }", undefined],
  ["{ alerts { id } }", undefined],
])("%s of an administrator takes a connection of the pool %s", (text, pool) => {
  expect(contextOf(text, ADMIN).pgSettings.pool).toBe(pool);
  // The requests of others do not, whatever they ask.
  expect(contextOf(text, USER).pgSettings.pool).toBeUndefined();
  expect(contextOf(text, undefined).pgSettings.pool).toBeUndefined();
});

test("of several operations, the one that is asked for chooses the pool", () => {
  const text = "query A { me { id } } mutation B { newAlert(input: {}) { id } }";
  const poolOf = (name: string) => contextOf(text, ADMIN, name).pgSettings.pool;
  expect(["A", "B"].map(poolOf)).toEqual([undefined, "publication"]);
});

test("the database gets the user and the session of a valid token, and none for others", () => {
  for (const [token, user, session] of [
    [ADMIN, "7", "3"],
    [USER, "8", "4"],
    ["bad", "", ""],
    [undefined, "", ""],
  ] as const) {
    const settings = { "token.user_id": user, "token.session_id": session };
    expect(contextOf("{ me { id } }", token).pgSettings).toMatchObject(settings);
    expect(requestSettings(token, tokens)).toEqual(settings);
  }
});

test("a websocket has the token of connection_init, and a client names its program only over HTTP", () => {
  const opening = requestBy(ADMIN);
  const clientAddress = (request: IncomingMessage) => (request === opening ? "192.0.2.2" : "");
  const asked = { document: parse("{ me { id } }"), operationName: undefined };
  const ws = { connectionParams: { token: USER }, request: opening } as never;
  const context = requestContext({ ws }, asked, { tokens, clientAddress });
  expect([context.identity?.userId, context.client]).toEqual([8, undefined]);
  // The client counts as the address that opened the connection.
  expect(context.address()).toBe("192.0.2.2");
  expect(contextOf("{ me { id } }", ADMIN).client).toBe("Phone/2.0");
});

test("of several operations, the log names the one that is asked for", () => {
  const logged = new LoggedRequest("a-2");
  const text = "query A { me { id } } query B { alerts { id } apiVersion }";
  runFor(logged, () => contextOf(text, USER, "B"));
  const entries: unknown[] = [];
  logged.end((_message, _level, fields) => void entries.push(fields), {
    transport: "http",
    route: "/graphql",
    status: 200,
    isAborted: false,
    level: "info",
  });
  expect(entries).toMatchObject([{ operation: "alerts apiVersion", name: "B", userId: 8 }]);
});

test("the log of a request has its user, and notes that it is an operation", () => {
  const logged = new LoggedRequest("a-1");
  const { pgSettings } = runFor(logged, () => contextOf("query Mine { me { id } }", USER));
  expect([logged.userId, logged.isOperation]).toEqual([8, true]);
  expect(requestOf(pgSettings)).toBe(logged);
});

import type { IncomingMessage } from "node:http";
import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { makeDoor } from "../../src/graphql/requests/door.ts";
import { knownDocument } from "../../src/graphql/requests/known-documents.ts";
import { requestContext } from "../../src/graphql/requests/request-context.ts";
import { LoggedRequest } from "../../src/ops/logged-request.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";

/** Tests from which pool a request gets its connection, and whose it is. */

const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);
const ADMIN = tokens.issue({ userId: 7, sessionId: 3, isAdmin: true });
const USER = tokens.issue({ userId: 8, sessionId: 4 });

const messageBy = (token?: string) =>
  ({
    headers: { "user-agent": "Phone/2.0", ...(token && { authorization: `Bearer ${token}` }) },
  }) as IncomingMessage;

function requestFor(text: string, token?: string, operationName?: string, log?: LoggedRequest) {
  const request = makeDoor(tokens, () => "192.0.2.1").receive(messageBy(token), log);
  request.asked = knownDocument(parse(text));
  requestContext(request, { document: request.asked.document, operationName }, { tokens });
  return request;
}

test.each([
  ["mutation { newAlert(input: {}) { id } }", "publication"],
  ["mutation { alertUpdate(id: 1, input: {}) { id } }", "publication"],
  ['mutation { alertCancel(id: 1, text: "x") { id } }', "publication"],
  ["mutation { publicationHold(input: {}) { id } }", "publication"],
  ["mutation { publicationTakeBack(id: 1) { id } }", "publication"],
  ["mutation { userRights(id: 1, input: {}) { id } a: newAlert(input: {}) { id } }", "publication"],
  ["mutation { ...F } fragment F on Mutation { newAlert(input: {}) { id } }", "publication"],
  ["mutation { userRights(id: 1, input: {}) { id } }", "public"],
  ["{ alerts { id } }", "public"],
])("%s of an administrator takes a connection of the pool %s", (text, pool) => {
  expect(requestFor(text, ADMIN).pool).toBe(pool);
  // The requests of others do not, whatever they ask.
  expect(requestFor(text, USER).pool).toBe("public");
  expect(requestFor(text).pool).toBe("public");
});

test("of several operations, the one that is asked for chooses the pool", () => {
  const text = "query A { me { id } } mutation B { newAlert(input: {}) { id } }";
  const poolOf = (name: string) => requestFor(text, ADMIN, name).pool;
  expect(["A", "B"].map(poolOf)).toEqual(["public", "publication"]);
});

test("a request is of the user and the session of a valid token, and of nobody with another", () => {
  for (const [token, identity, userId] of [
    [ADMIN, { userId: 7, sessionId: 3, isAdmin: true }, "7"],
    [USER, { userId: 8, sessionId: 4 }, "8"],
    ["bad", undefined, ""],
    [undefined, undefined, ""],
  ] as const) {
    expect(requestFor("{ me { id } }", token)).toMatchObject({ identity, userId });
  }
});

test("a websocket has the token of connection_init, and a client names its program only over HTTP", () => {
  const opening = messageBy(ADMIN);
  const door = makeDoor(tokens, (message) => (message === opening ? "192.0.2.2" : ""));
  const log = new LoggedRequest("a-3");
  const request = door.operate(door.receive(opening), USER, log);
  expect(request).toMatchObject({ identity: { userId: 8 }, client: undefined, log });
  // The client counts as the address that opened the connection.
  expect(request.address()).toBe("192.0.2.2");
  expect(requestFor("{ me { id } }", ADMIN).client).toBe("Phone/2.0");
});

test("of several operations, the log names the one that is asked for, and its user", () => {
  const log = new LoggedRequest("a-2");
  const text = "query A { me { id } } query B { alerts { id } apiVersion }";
  const request = requestFor(text, USER, "B", log);
  expect([request.id, log.isOperation]).toEqual(["a-2", true]);
  const entries: unknown[] = [];
  log.end((_message, _level, fields) => void entries.push(fields), {
    transport: "http",
    route: "/graphql",
    status: 200,
    isAborted: false,
    level: "info",
  });
  expect(entries).toMatchObject([{ operation: "alerts apiVersion", name: "B", userId: 8 }]);
});

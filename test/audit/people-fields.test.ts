import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { buildSchema, parse } from "postgraphile/graphql";
import { peopleRead } from "../../src/graphql/audit/people-fields.ts";
import { knownDocument } from "../../src/graphql/requests/known-documents.ts";

const schema = buildSchema(readFileSync("schema.graphql", "utf8"));
/** The administrator who asks. */
const OWN = 1;
const read = (text: string, variables: Record<string, unknown> = {}) =>
  peopleRead(schema, knownDocument(parse(text)), undefined, variables, OWN);

test.each<[string, string, number[], number | null]>([
  ["{ user(id: 7) { id } }", "Query.user", [7], null],
  ["{ lastPositions(userId: 7) { latitude } }", "Query.lastPositions", [7], null],
  ["{ lastPositions { latitude } }", "Query.lastPositions", [], null],
  ["{ usersConnection(condition: { id: 7 }) { totalCount } }", "Query.usersConnection", [7], null],
  [
    "{ positionsConnection(condition: { userId: 7 }) { totalCount } }",
    "Query.positionsConnection",
    [7],
    null,
  ],
  [
    "{ notificationsConnection(condition: { userId: 7, alertId: 3 }) { totalCount } }",
    "Query.notificationsConnection",
    [7],
    3,
  ],
  ["{ notificationsConnection { totalCount } }", "Query.notificationsConnection", [], null],
  ["{ notifications(alertId: 3) { id } }", "Query.notifications", [], 3],
  ["{ notifications(id: 5) { id } }", "Query.notifications", [], null],
  ["{ whyNotified(alertId: 3, userId: 7) { rule } }", "Query.whyNotified", [7], 3],
  ["{ deviceKeys(userId: 7) { name } }", "Query.deviceKeys", [7], null],
  ["{ alertUpdateReach(id: 3, input: {}) { one } }", "Query.alertUpdateReach", [], 3],
  [
    "{ a: user(id: 7) { id } b: user(id: 8) { id } c: user(id: 7) { id } }",
    "Query.user",
    [7, 8],
    null,
  ],
  ["{ a: user(id: 7) { id } b: user(id: 1) { id } }", "Query.user", [7], null],
  [
    "{ a: notifications(alertId: 3) { id } b: notifications(alertId: 4) { id } }",
    "Query.notifications",
    [],
    null,
  ],
  [
    "{ a: notifications(alertId: 3) { id } b: notifications(alertId: 3) { id } }",
    "Query.notifications",
    [],
    3,
  ],
  ["query F { ...F } fragment F on Query { user(id: 7) { id } }", "Query.user", [7], null],
  ["{ ... on Query { user(id: 7) { id } } }", "Query.user", [7], null],
  ["query ($id: Int = 7) { user(id: $id) { id } }", "Query.user", [7], null],
  ["query ($toString: Int = 7) { user(id: $toString) { id } }", "Query.user", [7], null],
  ["query ($__proto__: Int = 7) { user(id: $__proto__) { id } }", "Query.user", [7], null],
  ["{ users { id } }", "Query.users", [], null],
  ["{ usersOverview { id } }", "Query.usersOverview", [], null],
  ["{ positions { id } }", "Query.positions", [], null],
  ["{ alertReach(input: {}) { one } }", "Query.alertReach", [], null],
  ["{ alerts(id: 3) { notifications { id } } }", "Alert.notifications", [], null],
  ["mutation { newAlert(input: {}) { notifications { id } } }", "Alert.notifications", [], null],
  ["subscription { positionAdded { id } }", "Subscription.positionAdded", [], null],
  ["subscription { alertProgress(id: 3) { notifications { id } } }", "Alert.notifications", [], 3],
  [
    "subscription { ...F } fragment F on Subscription { alertProgress(id: 3) { notifications { id } } }",
    "Alert.notifications",
    [],
    3,
  ],
  ["subscription { lastPositionChanged { userId } }", "Subscription.lastPositionChanged", [], null],
])("%s reads data of other people", (text, field, userIds, alertId) => {
  expect(read(text)).toEqual({ fields: [field], userIds, alertId });
});

test("each field that reads people is named once, in order", () => {
  const text =
    "{ users { id } ...F ...F } fragment F on Query { positions { id } a: users { id } }";
  expect(read(text)?.fields).toEqual(["Query.positions", "Query.users"]);
});

test("a fragment that is used again and again is visited once", () => {
  // Each fragment uses the next one twice: written out they are 2^60 fields, so a walk that visits each use would not
  // end.
  const spreads = Array.from(
    { length: 60 },
    (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
  );
  const text = `{ ...F0 } ${spreads.join(" ")} fragment F60 on Query { users { id } }`;
  expect(read(text)?.fields).toEqual(["Query.users"]);
});

test("fields below the reader's own data are recorded, and the reader's own data beside them is not", () => {
  expect(read("{ notifications { alert { notifications { id } } } }")?.fields).toEqual([
    "Alert.notifications",
  ]);
  expect(read("{ notifications(id: 5) { alert { notifications { id } } } }")?.fields).toEqual([
    "Alert.notifications",
    "Query.notifications",
  ]);
  expect(read("{ user(id: 1) { id } users { id } }")?.fields).toEqual(["Query.users"]);
});

test("an id that no user can have is not recorded as a user's", () => {
  for (const id of [2 ** 31, -(2 ** 31), 1.5, "7", null, undefined]) {
    expect(read("query ($id: Int!) { user(id: $id) { id } }", { id })?.userIds).toEqual([]);
  }
  const last = 2 ** 31 - 1;
  expect(read("query ($id: Int!) { user(id: $id) { id } }", { id: last })?.userIds).toEqual([last]);
});

test("an entry names five hundred people at most", () => {
  const users = Array.from({ length: 501 }, (_, n) => `a${n}: user(id: ${n + 2}) { id }`);
  expect(read(`{ ${users.join(" ")} }`)?.userIds).toEqual(
    Array.from({ length: 500 }, (_, n) => n + 2),
  );
});

test.each([
  "{ me { id } notifications { id } }",
  "{ user(id: 1) { id } }",
  "{ a: deviceKeys { name } b: deviceKeys(userId: null) { name } c: deviceKeys(userId: 1) { name } }",
  "query ($a: Int) { notifications(alertId: $a, id: null) { id } }",
  "mutation { logout { id } }",
  "subscription { alertProgress(id: 3) { id told { one } } }",
])("%s reads nothing about other people", (text) => {
  expect(read(text)).toBeUndefined();
});

test("of several operations, none is recorded if the request names none", () => {
  expect(read("query A { users { id } } query B { users { id } }")).toBeUndefined();
});

test("of several operations, only the one that the request names is recorded", () => {
  const known = knownDocument(parse("query A { me { id } } query B { users { id } }"));
  const readBy = (name: string) => peopleRead(schema, known, name, {}, OWN)?.fields;
  expect([readBy("A"), readBy("B")]).toEqual([undefined, ["Query.users"]]);
});

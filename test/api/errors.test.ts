/** @database server */
import { createSecretKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import pg from "pg";
import { clientError } from "../../src/graphql/errors/database-errors.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
});

test.each([
  ["UNAUTHENTICATED", "{ me { id } }", () => undefined],
  ["FORBIDDEN", "{ users { id } }", () => user],
  ["NOT_FOUND", "{ user(id: 2147483647) { id } }", () => user],
  ["BAD_USER_INPUT", "{ alerts(limit: -1) { id } }", () => user],
  [
    "CONFLICT",
    'mutation { userEdit(input: { email: "admin@example.org" }, id: 2) { id } }',
    () => service.admin,
  ],
])("an error with the code %s has its path and location", async (code, query, as) => {
  const answer = await service.graphql(query, {}, as());
  const field = query.match(/(\w+)\(/)?.[1] ?? query.match(/\{ (\w+)/)?.[1];
  const { errors, data } = answer;
  const name = code === "CONFLICT" ? "userEdit" : (field as string);
  expect(refusals(answer)).toEqual([`${code} at ${name}`]);
  expect(errors?.[0]).toMatchObject({ locations: [{ line: 1 }] });
  expect(data).toEqual({ [name]: null });
});

describe("an error of the database becomes the right error for clients:", () => {
  const messages = new Map([["alerts_text1", "text1 is empty."]]);
  const told = (code: string, fields: object = {}) => {
    const error = Object.assign(new pg.DatabaseError("internal", 8, "error"), { code, ...fields });
    const shown = clientError(error, messages);
    return shown && [shown.extensions?.code, shown.message];
  };
  const BUSY = ["RATE_LIMITED", "The service is busy: try again in a moment."];
  const UNSTORABLE = ["BAD_USER_INPUT", expect.stringMatching(/cannot be stored/)];

  test.each([
    ["a cancelled statement", "57014", {}, BUSY],
    ["a lock that is not given", "55P03", {}, BUSY],
    ["a transaction that was idle", "25P03", {}, BUSY],
    ["a deadlock", "40P01", {}, BUSY],
    ["too many connections", "53300", {}, BUSY],
    ["bad input", "LA400", {}, ["BAD_USER_INPUT", "internal"]],
    ["no login", "LA401", {}, ["UNAUTHENTICATED", "internal"]],
    ["no right", "LA403", {}, ["FORBIDDEN", "internal"]],
    ["no row", "LA404", {}, ["NOT_FOUND", "internal"]],
    ["a conflict", "LA409", {}, ["CONFLICT", "internal"]],
    ["a duplicate", "23505", {}, ["CONFLICT", "This already exists."]],
    ["a known duplicate", "23505", { constraint: "alerts_text1" }, ["CONFLICT", "text1 is empty."]],
    [
      "a known check",
      "23514",
      { constraint: "alerts_text1" },
      ["BAD_USER_INPUT", "text1 is empty."],
    ],
    ["an unknown check", "23514", { constraint: "other" }, undefined],
    [
      "a user who was erased meanwhile",
      "23503",
      { constraint: "positions_user_id_fkey" },
      ["UNAUTHENTICATED", "Log in first: this needs a valid token."],
    ],
    ["a row of something else that is missing", "23503", { constraint: "a_b_fkey" }, undefined],
    ["a null", "23502", { column: "name" }, ["BAD_USER_INPUT", "name must not be null."]],
    ["a null in an expression", "23502", {}, ["BAD_USER_INPUT", "A value must not be null."]],
    ["a number out of range", "22003", {}, ["BAD_USER_INPUT", "A number is out of range."]],
    ["half of a pair", "22P02", {}, UNSTORABLE],
    ["a character of no set", "22021", {}, UNSTORABLE],
    ["a NUL", "22P05", {}, UNSTORABLE],
    ["a mistake in SQL", "42601", {}, undefined],
    ["a full disk", "53100", {}, undefined],
  ])("%s (%s)", (_what, code, fields, expected) => {
    expect(told(code, fields)).toEqual(expected);
  });
});

describe("a bad token", () => {
  const { algorithm, ...claims } = {
    algorithm: "HS256",
    issuer: "location-alert-service",
    audience: "location-alert-service",
    expiresIn: 60,
  } as const;
  /** Signs the session of a user, with claims for a subject. */
  const sign = (
    of: TestUser,
    subject: TestUser,
    more = {},
    secret = service.config.jwtSecret as string,
  ) => {
    const { sid } = jwt.decode(of.token) as { sid: string };
    return jwt.sign({ sid, ...more }, createSecretKey(secret, "utf8"), {
      ...claims,
      subject: String(subject.id),
      header: {
        alg: algorithm,
        typ: "at+jwt",
        kid: secretKey(service.config.jwtSecret as string).kid,
      },
    });
  };

  test("differs only in its fault from a good token, which is accepted", async () => {
    const token = sign(service.admin, service.admin);
    expect(await service.graphql("{ me { id } }", {}, { token })).toEqual({
      data: { me: { id: 1 } },
    });
  });

  test.each([
    ["garbage", () => "garbage"],
    ["cut off", () => user.token.slice(0, -2)],
    [
      "altered",
      () => user.token.replace(/[^.]+(?=\.[^.]+$)/, service.admin.token.split(".")[1] as string),
    ],
    [
      "signed with another secret",
      () => sign(user, user, {}, "another secret of thirty-two characters"),
    ],
    ["of a session of someone else", () => sign(service.admin, user)],
  ])("that is %s is treated as absent", async (_what, token) => {
    const as = { token: token() };
    const needing = await service.graphql("{ me { id } }", {}, as);
    expect(needing).toEqual(await service.graphql("{ me { id } }"));
    expect(refusals(needing)).toEqual(["UNAUTHENTICATED at me"]);
    const version = await service.graphql("{ apiVersion }", {}, as);
    expect(refusals(version)).toEqual([]);
    const login = await service.graphql(
      'mutation { login(input: { email: "admin@example.org", password: "admin-password" }) { userId } }',
      {},
      as,
    );
    expect(login).toEqual({ data: { login: { userId: 1 } } });
  });

  test("with a claim is_admin does not make its user an administrator", async () => {
    const token = sign(user, user, { is_admin: true });
    expect(refusals(await service.graphql("{ users { id } }", {}, { token }))).toEqual([
      "FORBIDDEN at users",
    ]);
  });
});

describe("several fields in one request", () => {
  test("fail independently, each under its own name", async () => {
    const answer = await service.graphql(
      "{ first: me { id } users { id } second: user(id: 0) { id } apiVersion bad: alerts(offset: -1) { id } }",
      {},
      user,
    );
    expect(refusals(answer).toSorted()).toEqual([
      "BAD_USER_INPUT at bad",
      "FORBIDDEN at users",
      "NOT_FOUND at second",
    ]);
    expect(answer.data).toEqual({
      first: { id: user.id },
      users: null,
      second: null,
      apiVersion: expect.any(String),
      bad: null,
    });
  });

  test("write independently, in order", async () => {
    const answer = await service.graphql(
      `mutation ($id: Int!) {
        a: userEdit(input: { name: "A" }, id: $id) { name }
        b: userEdit(input: { name: "" }, id: $id) { name }
        c: userEdit(input: { address: "C" }, id: $id) { name address }
      }`,
      { id: user.id },
      user,
    );
    expect(refusals(answer)).toEqual(["BAD_USER_INPUT at b"]);
    expect(answer.data).toEqual({ a: { name: "A" }, b: null, c: { name: "A", address: "C" } });
  });
});

test("__typename can be selected everywhere", async () => {
  await service.graphql(
    "mutation { newPosition(input: { latitude: 0.5, longitude: 0.5, movingActivity: STILL }) { id } }",
    {},
    service.admin,
  );
  const { data } = await service.graphql(
    `mutation {
      __typename
      newAlert(input: {
        points: [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }, { latitude: 1, longitude: 1 }, { latitude: 1, longitude: 0 }],
        text1: "a", text2: "b", text3: "c"
      }) { __typename notifications { __typename alert { __typename } } }
    }`,
    {},
    service.admin,
  );
  expect(data).toEqual({
    __typename: "Mutation",
    newAlert: {
      __typename: "Alert",
      notifications: [{ __typename: "Notification", alert: { __typename: "Alert" } }],
    },
  });
});

describe("an internal error", () => {
  beforeAll(async () => {
    await service.owner.query("alter table app_private.alert_reach rename to broken_by_a_test");
  });
  afterAll(async () => {
    await service.owner.query("alter table app_private.broken_by_a_test rename to alert_reach");
  });

  test("shows the client only an id, and writes the rest to the log", async () => {
    const answer = await service.graphql("{ alerts { id reachedUsers } apiVersion }", {}, user);
    expect(refusals(answer)).toEqual([expect.stringMatching(/^INTERNAL_SERVER_ERROR at alerts/)]);
    expect(answer.data).toMatchObject({ alerts: null, apiVersion: expect.any(String) });
    const message = answer.errors?.[0]?.message as string;
    const id = message.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/)?.[0];
    expect(id).toBeDefined();
    expect(message).not.toMatch(/alert_reach/);
    const logged = service.logged.find((line) => line.includes(id as string));
    expect(logged).toMatch(/alert_reach/);
  });

  test("leaves the rest of the service unaffected", async () => {
    expect(refusals(await service.graphql("{ alerts { id } }", {}, user))).toEqual([]);
  });

  test("undoes all that the field wrote", async () => {
    const before = await service.contents();
    const answer = await service.graphql(
      "mutation { newPosition(input: { latitude: 0.5, longitude: 0.5, movingActivity: STILL }) { id } }",
      {},
      user,
    );
    expect(refusals(answer)).toEqual(["INTERNAL_SERVER_ERROR at newPosition"]);
    expect(await service.contents()).toEqual(before);
  });
});

/** @database server */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { GraphQLError, parse } from "graphql";
import { makeMaskError } from "../../src/graphql/errors/mask-error.ts";
import { AppError, BusyError } from "../../src/ops/app-error.ts";

const logged: string[] = [];
const messages = new Map([["users_name", "name must have 1 to 100 characters."]]);
const mask = makeMaskError(messages, (line) => void logged.push(line));
const masked = (error: GraphQLError) => {
  const { message, path, extensions } = mask(error);
  return { message, path, code: extensions.code };
};
const PATH = ["users", 0, "name"];
beforeEach(() => void logged.splice(0));

describe("an error of the client", () => {
  test("without a path says what is wrong with the document", () => {
    const error = new GraphQLError('Cannot query field "nme" on type "User".');
    expect(masked(error)).toEqual({
      message: error.message,
      path: undefined,
      code: "BAD_USER_INPUT",
    });
    expect(logged).toEqual([]);
  });

  test("keeps its code and its path", () => {
    const originalError = new AppError("NOT_FOUND", "There is no such user.");
    const error = new GraphQLError(originalError.message, { originalError, path: PATH });
    expect(masked(error)).toEqual({
      message: "There is no such user.",
      path: PATH,
      code: "NOT_FOUND",
    });
    const busy = new GraphQLError("busy", { originalError: new BusyError(), path: PATH });
    expect(masked(busy)).toMatchObject({ code: "RATE_LIMITED" });
    expect(logged).toEqual([]);
  });

  test("quotes a thousand characters at most", () => {
    const error = new GraphQLError("x".repeat(1_000_000));
    expect(masked(error).message).toBe(error.message.slice(0, 1_000));
  });

  test("is found under all errors that wrap it, and keeps its place in the document", () => {
    const cause = new AppError("CONFLICT", "It has ended.");
    const inner = new GraphQLError("inner", { originalError: cause });
    const nodes = parse("{\n  alerts { id } }").definitions;
    const error = new GraphQLError("outer", { originalError: inner, nodes, path: PATH });
    expect(mask(error)).toMatchObject({
      message: "It has ended.",
      extensions: { code: "CONFLICT" },
      locations: [{ line: 1, column: 1 }],
    });
  });
});

test.each([
  ["Invalid cursor", "BAD_USER_INPUT", /cursors from this connection/],
  ["Invalid 'after' cursor - not an array", "BAD_USER_INPUT", /cursors from this connection/],
  ["Invalid 'before' cursor - not an array", "BAD_USER_INPUT", /cursors from this connection/],
  ["Cannot use 'offset' with 'last'", "BAD_USER_INPUT", /offset cannot be used with last/],
  ["Query planning error: Expected non-null value", "BAD_USER_INPUT", /variable is null/],
  ["Maximum call stack size exceeded", "BAD_USER_INPUT", /nests too deeply/],
  ["Query planning error: Query is too complex", "BAD_USER_INPUT", /too much at once/],
  ["Query read timeout", "RATE_LIMITED", /busy/],
])("the library's error %j is shown as a mistake of the client", (message, code, words) => {
  const error = new GraphQLError(message, { originalError: new Error(message), path: PATH });
  const shown = masked(error);
  expect(shown).toEqual({ message: expect.stringMatching(words), path: PATH, code });
  expect(logged).toEqual([]);
});

describe("an error of the database", () => {
  const UNSTORABLE = /^A text contains a character that cannot be stored/;
  const fails = (code: string, fields: object = {}) => {
    const originalError = Object.assign(new Error("It says why."), { code, ...fields });
    return masked(new GraphQLError("x", { originalError, path: PATH }));
  };

  test.each<[string, object, string, string | RegExp]>([
    ["LA400", {}, "BAD_USER_INPUT", "It says why."],
    ["LA401", {}, "UNAUTHENTICATED", "It says why."],
    ["LA403", {}, "FORBIDDEN", "It says why."],
    ["LA404", {}, "NOT_FOUND", "It says why."],
    ["LA409", {}, "CONFLICT", "It says why."],
    ["23505", {}, "CONFLICT", "This already exists."],
    ["23505", { constraint: "users_name" }, "CONFLICT", "name must have 1 to 100 characters."],
    ["23514", { constraint: "users_name" }, "BAD_USER_INPUT", /^name must have/],
    ["23503", { constraint: "sessions_user_id_fkey" }, "UNAUTHENTICATED", /^Log in first/],
    ["23502", { column: "text1" }, "BAD_USER_INPUT", "text1 must not be null."],
    ["23502", {}, "BAD_USER_INPUT", "A value must not be null."],
    ["22003", {}, "BAD_USER_INPUT", "A number is out of range."],
    ["22P02", {}, "BAD_USER_INPUT", UNSTORABLE],
    ["22021", {}, "BAD_USER_INPUT", UNSTORABLE],
    ["22P05", {}, "BAD_USER_INPUT", UNSTORABLE],
    ["57014", {}, "RATE_LIMITED", /busy/],
    ["55P03", {}, "RATE_LIMITED", /busy/],
    ["25P03", {}, "RATE_LIMITED", /busy/],
    ["40P01", {}, "RATE_LIMITED", /busy/],
    ["53300", {}, "RATE_LIMITED", /busy/],
  ])("%s with %j is %s to the client", (sqlState, fields, code, message) => {
    expect(fails(sqlState, fields)).toEqual({
      code,
      message: typeof message === "string" ? message : expect.stringMatching(message),
      path: PATH,
    });
    expect(logged).toEqual([]);
  });

  test.each<[string, object]>([
    ["23503", { constraint: "alerts_template_id_fkey" }],
    ["23503", {}],
    ["23514", {}],
    ["42P01", {}],
  ])("%s with %j is an internal error", (sqlState, fields) => {
    expect(fails(sqlState, fields).code).toBe("INTERNAL_SERVER_ERROR");
  });
});

test.each(["53100", "53200", "58030", "58P01"])(
  "%s, of a database that cannot write, is told in words, and logged once a minute",
  (code) => {
    const lines: string[] = [];
    const mask = makeMaskError(new Map(), (line) => void lines.push(line));
    const fail = () => {
      const originalError = Object.assign(new Error(`no space in ${code}`), { code });
      return mask(new GraphQLError("x", { originalError, path: PATH }));
    };
    const first = fail();
    expect(first.message).toMatch(/^Nothing was saved: the database cannot write/);
    expect(first.extensions).toEqual({
      code: "INTERNAL_SERVER_ERROR",
      type: "AppError",
      reason: "CANNOT_WRITE",
      detail: lines[0]?.match(/^error (\S+):/)?.[1],
      retryAfter: 5,
    });
    for (let repeats = 0; repeats < 50; repeats++) expect(fail().message).toBe(first.message);
    expect(lines).toEqual([
      expect.stringMatching(/^error \S+: the database cannot write: no space/),
    ]);
  },
);

test("an internal error that quotes a library's words stays an internal error", () => {
  for (const message of ["text1: Maximum call stack size exceeded", "no Query read timeout"]) {
    const error = new GraphQLError(message, { originalError: new Error(message), path: PATH });
    expect(masked(error).code).toBe("INTERNAL_SERVER_ERROR");
  }
});

describe("an internal error", () => {
  test.each([
    ["of GraphQL", new GraphQLError("Cannot return null for User.name.", { path: PATH })],
    [
      "of the code",
      new GraphQLError("x", { originalError: new TypeError("x of undefined"), path: PATH }),
    ],
    ["that is no error", new GraphQLError("x", { originalError: "secret" as never, path: PATH })],
  ])("%s is logged under an id, and the client reads only the id", (_whose, error) => {
    const { message, path, code } = masked(error);
    expect([path, code]).toEqual([PATH, "INTERNAL_SERVER_ERROR"]);
    const [, id = ""] = /^error (\S+): /.exec(logged[0] ?? "") ?? [];
    expect(id).not.toBe("");
    expect(message).toContain(id);
    expect(message).not.toMatch(/null|undefined|secret/);
  });

  test("tells the client its place in the document, and the log its place in the code", () => {
    const originalError = new TypeError("x of undefined");
    const nodes = parse("{ alerts { id } }").definitions;
    const error = new GraphQLError("x", { originalError, nodes, path: PATH });
    expect(mask(error).locations).toEqual([{ line: 1, column: 1 }]);
    expect(logged[0]).toContain(originalError.stack);
  });

  test("is logged once for all its places in an answer, and again for the next answer", async () => {
    const originalError = new TypeError("x of undefined");
    const fail = () => mask(new GraphQLError("x", { originalError, path: PATH })).message;
    expect(fail()).toBe(fail());
    expect(logged).toHaveLength(1);
    await Promise.resolve();
    fail();
    expect(logged).toHaveLength(2);
  });
});

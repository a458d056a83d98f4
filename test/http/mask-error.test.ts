import { beforeEach, describe, expect, test } from "@jest/globals";
import { GraphQLError, parse } from "graphql";
import { AppError, BusyError } from "../../src/errors/app-error.ts";
import { makeMaskError } from "../../src/graphql/errors/mask-error.ts";

const logged: string[] = [];
const mask = makeMaskError(
  () => new Map() as never,
  (line) => void logged.push(line),
);
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

  test("is found under all errors that wrap it, and says where it stands in the document", () => {
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
])("the library's error %j is told as the client's", (message, code, words) => {
  const error = new GraphQLError(message, { originalError: new Error(message), path: PATH });
  const shown = masked(error);
  expect(shown).toEqual({ message: expect.stringMatching(words), path: PATH, code });
  expect(logged).toEqual([]);
});

test("a fault of ours that quotes a library's words is ours", () => {
  for (const message of ["text1: Maximum call stack size exceeded", "no Query read timeout"]) {
    const error = new GraphQLError(message, { originalError: new Error(message), path: PATH });
    expect(masked(error).code).toBe("INTERNAL_SERVER_ERROR");
  }
});

describe("a fault of ours", () => {
  test.each([
    ["of GraphQL", new GraphQLError("Cannot return null for User.name.", { path: PATH })],
    [
      "of the code",
      new GraphQLError("x", { originalError: new TypeError("x of undefined"), path: PATH }),
    ],
    ["that is no error", new GraphQLError("x", { originalError: "secret" as never, path: PATH })],
  ])("%s is logged under an id, and the client reads the id only", (_whose, error) => {
    const { message, path, code } = masked(error);
    expect([path, code]).toEqual([PATH, "INTERNAL_SERVER_ERROR"]);
    const [, id = ""] = /^error (\S+): /.exec(logged[0] ?? "") ?? [];
    expect(id).not.toBe("");
    expect(message).toContain(id);
    expect(message).not.toMatch(/null|undefined|secret/);
  });

  test("says where it stands in the document to the client, and in the code to the log", () => {
    const originalError = new TypeError("x of undefined");
    const nodes = parse("{ alerts { id } }").definitions;
    const error = new GraphQLError("x", { originalError, nodes, path: PATH });
    expect(mask(error).locations).toEqual([{ line: 1, column: 1 }]);
    expect(logged[0]).toContain(originalError.stack);
  });

  test("has one line for all its places of an answer, and another in the next answer", async () => {
    const originalError = new TypeError("x of undefined");
    const fail = () => mask(new GraphQLError("x", { originalError, path: PATH })).message;
    expect(fail()).toBe(fail());
    expect(logged).toHaveLength(1);
    await Promise.resolve();
    fail();
    expect(logged).toHaveLength(2);
  });
});

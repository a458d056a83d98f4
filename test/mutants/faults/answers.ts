import { inFile } from "../fault.ts";

/** Faults in what a client reads of a failure. */
export const faults = [
  ...inFile(
    "src/graphql/errors/unavailable.ts",
    ["test/api/database-away.test.ts"],
    [
      ["a connection that was reset is a fault", "ECONNRESET|", ""],
      ["a host without an address is a fault", "ENOTFOUND|EAI_AGAIN|", "ENOTFOUND|"],
      ["a database that restarts is a fault", "57P0[1235]", "57P01"],
      ["any SQLSTATE of the class is a database that is away", "57P0[1235]", "57..."],
      ["what begins as a code is one", "57P0[1235])$/", "57P0[1235])/"],
      ["a pool that has ended is a fault", "Cannot use a pool after calling end|", ""],
      ["a node of a cluster that ends is a fault", "could not commit transaction for shard|", ""],
      ["an embedded database that is closed is a fault", "|the embedded database is closed)", ")"],
      ["a client's text is a database that is away", "/^(server closed", "/(server closed"],
      [
        "what is no error is taken for one",
        "if (!(cause instanceof Error)) return false;\n  return (",
        "return (",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/errors/library-errors.ts",
    ["test/http/mask-error.test.ts"],
    [
      [
        "a cursor of nothing is our fault",
        "/^Invalid cursor|^Invalid '(after|before)' cursor/",
        "/^Invalid cursor/",
      ],
      ["a null in a variable is our fault", "Expected non-null/", "Expected non-nulls/"],
      [
        "a document that nests too deeply is our fault",
        "/^Maximum call stack size exceeded/",
        "/^Maximum call stack size exceeded!/",
      ],
      [
        "any deep text is the client's fault",
        "/^Maximum call stack size exceeded/",
        "/Maximum call stack size exceeded/",
      ],
      [
        "a plan that is too complex is our fault",
        "/^Query planning error: Query is too complex/",
        "/^Query planning error: Query is too complex!/",
      ],
      [
        "a slow statement of the embedded database is our fault",
        'cause.message === "Query read timeout"',
        "false",
      ],
    ],
  ),
  ...inFile(
    "src/http/errors.ts",
    ["test/http/errors.test.ts"],
    [
      [
        "what is nowhere is bad input",
        'status === 404 ? "NOT_FOUND" : "BAD_USER_INPUT"',
        '"BAD_USER_INPUT"',
      ],
      [
        "a client reads why a request is malformed",
        '?? "The request is malformed."',
        "?? error.message",
      ],
      ["any status is the client's fault", "status >= 400 && status < 500", "status >= 400"],
    ],
  ),
];

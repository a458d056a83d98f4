import { expect, test } from "@jest/globals";
import type { Pool } from "pg";
import { warnOfLoggedRows } from "../../src/database/server-checks.ts";

const RIGHT = {
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

test.each([
  ["postgresql", RIGHT, []],
  [
    "postgresql",
    { ...RIGHT, log_parameter_max_length: "-1" },
    [expect.stringContaining("alter system set log_parameter_max_length = '0'; select pg_reload")],
  ],
  ["embedded", {}, []],
] as const)(
  "on %s with %j the start warns of rows in PostgreSQL's log: %j",
  async (kind, settings, expected) => {
    const logged: string[] = [];
    const rows = Object.entries(settings).map(([name, setting]) => ({ name, setting }));
    const ownerPool = { query: async () => ({ rows }) } as unknown as Pool;
    await warnOfLoggedRows({ kind, ownerPool }, (line) => void logged.push(line));
    expect(logged).toEqual(expected);
  },
);

import { createRequire } from "node:module";
import { expect, test } from "@jest/globals";
import "../../src/database/statement-by-statement.ts";

/** The function that graphile-migrate calls for each migration. */
const { runQueryWithErrorInstrumentation: run } = createRequire(import.meta.url)(
  "graphile-migrate/dist/instrumentation.js",
);

const SCRIPT = "select 1;\n\nselect\n  nothing;\nselect 3";

/** Returns a database that finds no column of the name "nothing". */
function fakeDatabase(isCluster: boolean) {
  const sent: string[] = [];
  const query = async (given: string | { text: string }) => {
    const text = typeof given === "string" ? given : given.text;
    if (text.includes("pg_extension")) return { rowCount: isCluster ? 1 : 0 };
    sent.push(text);
    const position = text.indexOf("nothing") + 1;
    if (position > 0) throw Object.assign(new Error("no column"), { code: "42703", position });
    return { rows: [text] };
  };
  return { sent, query };
}

test("on a single server, a migration is sent as a whole", async () => {
  const database = fakeDatabase(false);
  expect(await run(database, "select 1; select 2", "1.sql")).toEqual(["select 1; select 2"]);
  expect(database.sent).toEqual(["select 1; select 2"]);
});

test("on a cluster, the statements of a migration are sent one by one, over one connection per node", async () => {
  const database = fakeDatabase(true);
  expect(await run(database, "select 1; select 2", "1.sql")).toEqual([" select 2"]);
  expect(database.sent).toEqual([
    "set local citus.multi_shard_modify_mode = 'sequential'",
    "select 1;",
    " select 2",
  ]);
});

test.each([false, true])(
  "an error ends the migration and is reported with its line (on a cluster: %p)",
  async (isCluster) => {
    const database = fakeDatabase(isCluster);
    const failed = run(database, SCRIPT, "1.sql");
    await expect(failed).rejects.toMatchObject({
      code: "42703",
      _gmMessageOverride: expect.stringContaining('line 4, column 3 of "1.sql"'),
    });
    expect(database.sent.at(-1)).toContain("nothing");
  },
);

test("an error without a position is passed on unchanged", async () => {
  const query = async (text: string) => {
    if (text.includes("pg_extension")) return { rowCount: 1 };
    throw new Error("connection lost");
  };
  await expect(run({ query }, SCRIPT, "1.sql")).rejects.toThrow(/^connection lost$/);
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { AnswerBudget, setBudget } from "../../src/database/answer-budget.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { parentsApart } from "../../src/database/parents-apart.ts";
import { createWithPgClient } from "../../src/database/request-adaptor.ts";
import { isCluster, openClone } from "../helpers/database.ts";

let database: Database;
beforeAll(async () => {
  database = await openClone(openDatabase);
  // Without a session a request reads as app_anonymous.
  await database.ownerPool.query(`
    grant select on app_public.positions to app_anonymous;
    create policy read_in_test on app_public.positions for select to app_anonymous using (true);
    insert into app_public.positions (user_id, latitude, longitude, moving_activity)
      select u, n, u, (array['STILL', 'WALKING'])[1 + n % 2]::app_public.moving_activity
        from generate_series(1, 3) u, generate_series(1, 7) n`);
});
afterAll(() => database.close());

/** A statement as PostGraphile writes it: the rows of several parents, each with two keys and a limit. */
const statementOf = (table: string) => ({
  text: `select __result__.*
from (select ids.ordinality - 1 as idx, (ids.value->>0)::"int4" as "id0", (ids.value->>1)::"app_public"."moving_activity" as "id1" from json_array_elements($2::json) with ordinality as ids) as __parents__,
lateral (
  select positions."user_id"::text as "0", positions."latitude"::text as "1", __parents__.idx as "2"
  from "app_public"."${table}" as positions
  where positions."user_id" = __parents__."id0" and positions."moving_activity" = __parents__."id1"
    and positions."latitude" > $1::float8
  order by positions."latitude" desc
  limit 2
) as __result__;`,
  values: [
    "2",
    JSON.stringify([
      [2, "STILL"],
      [3, "WALKING"],
      [4, "STILL"],
      [1, "STILL"],
      [2, null],
    ]),
  ],
});

const SETTINGS = { "token.user_id": "1", "token.session_id": "1" };

const read = (isApart: boolean, budget?: AnswerBudget) => {
  const settings = { ...SETTINGS };
  if (budget) setBudget(settings, budget);
  const withPgClient = createWithPgClient({ pool: database.hostPool, isCluster: isApart });
  const { text, values } = statementOf("positions");
  return withPgClient(settings, (client) =>
    client.query<Record<string, unknown>>({ text, values: [...values] }),
  );
};

test("on a cluster, the rows of each parent are read by a separate statement, with the same result", async () => {
  const apart = await read(true);
  // Citus refuses one statement for all parents.
  if (isCluster) await expect(read(false)).rejects.toThrow(/cannot push down/);
  else expect(apart.rows).toEqual((await read(false)).rows);
  expect(apart.rowCount).toBe(6);
  expect(apart.rows.map((row) => Object.values(row).map(String).join())).toEqual([
    "2,6,0",
    "2,4,0",
    "3,7,1",
    "3,5,1",
    "1,6,3",
    "1,4,3",
  ]);
});

test("the rows of these separate statements count towards the size of the answer", async () => {
  const budget = new AnswerBudget(100_000, { keysOfRow: 20_000, copies: 1 });
  await expect(read(true, budget)).rejects.toThrow("The answer is larger than 100000 bytes");
});

test("after a transaction that fails, its connection runs the next statement", async () => {
  const withPgClient = createWithPgClient({ pool: database.hostPool, isCluster: true });
  const rows = await withPgClient({ ...SETTINGS }, async (client) => {
    const failing = client.withTransaction((inner) => inner.query({ text: "select 1 / 0" }));
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    return (await client.query({ text: "select 'here' as answer" })).rows;
  });
  expect(rows).toEqual([{ answer: "here" }]);
});

test.each([
  ["positions", 5],
  ["last_positions", 5],
  ["notifications", 5],
  ["users", undefined],
])(
  "the rows of %s are read by a statement for each parent only if they are on several nodes",
  (table, statements) => {
    expect(parentsApart(statementOf(table))?.length).toBe(statements);
  },
);

test("each separate statement keeps the requested array mode", () => {
  const parts = parentsApart({ ...statementOf("positions"), arrayMode: true });
  expect(new Set(parts?.map(({ arrayMode }) => arrayMode))).toEqual(new Set([true]));
});

test("a statement of another form is not split", () => {
  expect(parentsApart({ text: 'select from "app_public"."positions"' })).toBeUndefined();
});

/** @database embedded */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPrepared, type Prepared } from "./helpers/prepared.ts";

let database: Prepared;
beforeAll(async () => {
  database = await openPrepared();
});
afterAll(() => database.close());

const area = async (): Promise<number> => {
  const { rows } = await database.pool.query(
    "select st_area(st_buffer('point(1 2)'::geography, 1000)) as area",
  );
  return rows[0].area;
};

it("the embedded database survives 5,000 failing statements that use PostGIS", async () => {
  expect(await area()).toBeCloseTo(3_120_118, -1);
  const failing = [
    { text: "select 1 / $1::int", values: [0] },
    { text: "selct" },
    { text: "select * from nowhere" },
    { text: "select st_geomfromtext($1)", values: ["POLYGON((0 0"] },
    { text: "select st_buffer($1::geography, 1)", values: ["POINT(0 0 0 0 0)"] },
    { text: "do $$ begin raise exception 'no'; end $$" },
    { text: "select $1::jsonb", values: ["{"] },
    { name: "fails", text: "select sqrt($1::float8)", values: [-1] },
  ];
  let failed = 0;
  for (let round = 0; round < 5000; round += 100) {
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) =>
        database.pool.query(failing[(round + i) % failing.length] as { text: string }),
      ),
    );
    failed += results.filter(({ status }) => status === "rejected").length;
  }
  expect(failed).toBe(5000);
  expect(await area()).toBeCloseTo(3_120_118, -1);
});

it("the embedded database survives endless recursion", async () => {
  await database.pool.query(
    "create function forever(n int) returns int language plpgsql as $$ begin return forever(n + 1); end $$",
  );
  for (let round = 0; round < 5; round += 1) {
    await expect(database.pool.query("select forever(1)")).rejects.toMatchObject({ code: "54001" });
  }
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  await expect(database.pool.query("select $1::jsonb", [deep])).rejects.toMatchObject({
    code: "54001",
  });
  expect(await area()).toBeCloseTo(3_120_118, -1);
});

// This test is the last, because it leaves the database broken.
it("the embedded database reports a broken backend to its clients and in the log", async () => {
  const waiting = await database.pool.connect();
  const lost = new Promise<Error>((resolve) => waiting.once("error", resolve));
  database.pool.on("error", () => {});
  await database.pool.query("create table broken (id int)");
  rmSync(join(database.directory, "pgdata", "pg_wal"), { recursive: true });
  await database.pool.query("select pg_switch_wal()");
  await expect(database.pool.query("insert into broken values (1)")).rejects.toThrow("terminated");
  expect((await lost).message).toContain("terminated");
  expect((await database.lost).message).not.toBe("");
  expect(database.lines.join("\n")).toContain("the embedded database has stopped");
  await expect(database.pool.query("select 1")).rejects.toThrow("no longer answers");
  waiting.release(true);
});

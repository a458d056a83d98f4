import { Writable } from "node:stream";
import { expect, test } from "@jest/globals";
import type { ClientBase } from "pg";
import { FORMAT, importFrom, linesOf } from "../../src/cli/transfer.ts";

/** Makes a fake database that accepts everything and records what it was asked. */
function fakeDatabase(rows: Record<string, number>) {
  const asked: string[] = [];
  /** The statement and the data of each COPY. */
  const copies: { text: string; bytes: Buffer }[] = [];
  const query = (asking: string | { text: string }, values: unknown[] = []) => {
    if (typeof asking !== "string") {
      const copy = { text: asking.text, bytes: Buffer.alloc(0) };
      copies.push(copy);
      return new Writable({
        write(chunk, _encoding, done) {
          copy.bytes = Buffer.concat([copy.bytes, chunk]);
          done();
        },
      });
    }
    asked.push([asking.trim().replace(/\s+/g, " "), ...values].join(" | "));
    if (asking.includes("as version")) return { rows: [{ version: "1" }] };
    const [, name = ""] = /^select count\(\*\) from (\S+)$/.exec(asking) ?? [];
    return { rows: name ? [{ count: String(rows[name]) }] : [], rowCount: 0 };
  };
  return { client: { query } as unknown as ClientBase, asked, copies };
}

async function* file(lines: readonly string[]): AsyncGenerator<Buffer> {
  // The pieces may end anywhere in a line.
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  for (let at = 0; at < bytes.length; at += 1_234_567) yield bytes.subarray(at, at + 1_234_567);
}

test("rows of more than four megabytes are copied in several parts, each row once", async () => {
  const rows = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(2_500_000));
  const { client, asked, copies } = fakeDatabase({ "app_public.users": 5 });
  const sequences = { "app_public.users_id_seq": ["7", true] };
  await importFrom(
    client,
    file([
      JSON.stringify({ format: FORMAT, schemaVersion: "1" }),
      JSON.stringify({
        table: { name: "app_public.users", columns: ["id", "name"], partitions: [] },
      }),
      ...rows,
      "\\.",
      JSON.stringify({ rows: { "app_public.users": 5 }, sequences }),
    ]),
  );
  expect(copies.map(({ text }) => text)).toEqual(
    Array(3).fill("copy app_public.users (id, name) from stdin"),
  );
  // Jest would compare the bytes one by one, which takes seconds.
  const written = Buffer.concat(copies.map(({ bytes }) => bytes));
  expect(written.equals(Buffer.from(rows.map((row) => `${row}\n`).join("")))).toBe(true);
  expect(asked.slice(-3)).toEqual([
    "select setval($1::regclass, $2, $3) | app_public.users_id_seq | 7 | true",
    // The workers that held jobs belong to the other database.
    "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null; update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
    "select count(*) from app_public.users",
  ]);
});

test("an import refuses a file that ends within a line as not complete", async () => {
  const { client } = fakeDatabase({});
  async function* cut() {
    yield Buffer.from(
      `${JSON.stringify({ format: FORMAT, schemaVersion: "1" })}\n{"rows":{},"sequ`,
    );
  }
  await expect(importFrom(client, cut())).rejects.toThrow(
    "The file is not complete. Nothing was imported.",
  );
});

test("the lines of a file end at line feeds only, wherever its chunks end", async () => {
  async function* pieces() {
    yield* ["a\rb", "", "\u2028c\nd\n\ne", "f"].map((text) => Buffer.from(text));
  }
  const lines: string[] = [];
  for await (const line of linesOf(pieces())) lines.push(line.toString());
  expect(lines).toEqual(["a\rb\u2028c\n", "d\n", "\n", "ef"]);
});

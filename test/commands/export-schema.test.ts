import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { buildSchema } from "graphql";
import { normalizedDump } from "../../src/commands/export/sql-schema.ts";
import { isNative } from "../helpers/database.ts";
import { run } from "./run.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-export-test-"));
});
afterAll(() => rm(directory, { recursive: true }));

const env = { DATABASE_URL: "" };

test("--check shows what is stale, and writes nothing", async () => {
  const file = join(directory, "schema.graphql");
  await writeFile(file, "type Query {\n  apiVersion: Int!\n}\n");
  const { code, stdout, stderr } = await run(
    "export-schema",
    ["--check", "--directory", directory],
    env,
  );
  expect(stdout).toMatch(/^- {2}apiVersion: Int!$/m);
  expect(stdout).toMatch(/^\+ {2}apiVersion: String!$/m);
  expect(stderr).toContain("schema.graphql: stale.");
  expect(stderr).toMatch(/schema\.sql: (stale|.*; not checked)\./);
  expect(code).toBe(1);
  expect(await readFile(file, "utf8")).toContain("Int!");
}, 120_000);

// On the embedded database it takes as long again as the test above, and tests nothing else.
(isNative ? test : test.skip)(
  "writes both schemas, which are up to date then",
  async () => {
    const written = await run("export-schema", ["--directory", directory], env);
    expect(written.stderr).toContain("schema.graphql: written.");
    expect(written.code).toBe(0);
    const schema = buildSchema(await readFile(join(directory, "schema.graphql"), "utf8"));
    expect(schema.getMutationType()?.getFields()).toHaveProperty("newAlert");
    if (written.stderr.includes("schema.sql: written.")) {
      const sql = await readFile(join(directory, "schema.sql"), "utf8");
      expect(sql).toContain("CREATE TABLE app_public.positions (");
      expect(sql).not.toMatch(/^-- Dumped|^SET |^\\restrict|OWNER TO/m);
    }
    const checked = await run("export-schema", ["--check", "--directory", directory], env);
    expect(checked).toMatchObject({ code: 0, stdout: "" });
  },
  120_000,
);

test("a dump is the same from every version of pg_dump", () => {
  const statement = "CREATE SCHEMA app_public;\n\n\n--\n-- Name: x\n--\n\nALTER DEFAULT PRIVILEGES";
  const older = `--\n-- PostgreSQL database dump\n--\n\n-- Dumped from database version 15.1\n-- Dumped by pg_dump version 15.1\n\nSET statement_timeout = 0;\nSELECT pg_catalog.set_config('search_path', '', false);\n\n${statement} FOR ROLE postgres REVOKE x;\n\n--\n-- PostgreSQL database dump complete\n--\n\n`;
  const newer = `--\n-- PostgreSQL database dump\n--\n\n\\restrict aBc\n\n-- Dumped from database version 15.1\n-- Dumped by pg_dump version 18.0\n\nSET statement_timeout = 0;\nSET transaction_timeout = 0;\nSELECT pg_catalog.set_config('search_path', '', false);\n\n${statement} FOR ROLE root REVOKE x;\n\n--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict aBc\n\n`;
  expect(normalizedDump(newer)).toBe(normalizedDump(older));
  expect(normalizedDump(older)).toBe(`${statement} REVOKE x;\n`);
});

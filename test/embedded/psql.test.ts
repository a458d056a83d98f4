/** @database embedded */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPrepared, type Prepared } from "./helpers/prepared.ts";

const present = spawnSync("psql", ["--version"]).status === 0;
const run = promisify(execFile);

(present ? describe : describe.skip)("psql", () => {
  let database: Prepared;
  beforeAll(async () => {
    database = await openPrepared();
  });
  afterAll(() => database.close());

  const psql = async (...commands: string[]): Promise<string> => {
    const options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"];
    const { stdout } = await run("psql", [
      ...options,
      "-h",
      database.directory,
      ...commands.flatMap((command) => ["-c", command]),
    ]);
    return stdout.trim();
  };

  it("finds the socket in the data directory, and needs no database name", async () => {
    expect(await psql("select 6 * 7")).toBe("42");
  });

  it("accepts the connection string", async () => {
    const { stdout } = await run("psql", [database.connectionString, "-Atc", "select version()"]);
    expect(stdout).toContain("PGlite");
  });

  it("describes, copies both ways and runs transactions", async () => {
    await psql("create table places (id int primary key, name text)");
    expect(await psql("\\d places")).toContain("name|text");
    await psql("insert into places values (1, 'one'), (2, 'two')");
    expect(await psql("\\copy places to stdout")).toBe("1\tone\n2\ttwo");
    const copied = `echo '3	three' | psql -X -q -h '${database.directory}' -c '\\copy places from stdin'`;
    await run("sh", ["-c", copied]);
    expect(
      await psql("begin", "delete from places", "rollback", "select count(*) from places"),
    ).toBe("3");
  });
});

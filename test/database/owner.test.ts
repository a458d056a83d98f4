/** @database both */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { openDatabase } from "../../src/database/open.ts";
import { migrate, prepare } from "../../src/database/run-migrations.ts";
import { ConfigError } from "../../src/ops/config-error.ts";
import { readConfig } from "../../src/settings/config.ts";
import { run } from "../commands/run.ts";
import { type Cluster, findPostgres, makeCluster } from "../crash/cluster.ts";
import { PROJECT } from "../docs/markdown.ts";
import { isNative } from "../helpers/database.ts";
import { ready } from "../helpers/ready.ts";
import { startChild } from "../http/child.ts";
import { emptyDatabase } from "./empty-database.ts";

const bin = findPostgres();
const onOwnCluster = isNative && bin ? describe : describe.skip;
const JWT_SECRET = "a secret for tests of thirty-two characters";

// These tests have a server of their own. Roles belong to the whole server, and other tests have made them on theirs.
onOwnCluster("an owner who is not a superuser", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    for (const name of ["first", "second"])
      await asSuperuser("postgres", `create role ${name} login`);
    for (const name of ["first", "second", "third"])
      await asSuperuser("postgres", `create database ${name}`);
  });
  afterAll(() => cluster?.remove());

  const url = (database: string, user = database) => {
    const url = new URL(cluster.url);
    [url.username, url.pathname] = [user, `/${database}`];
    return url.href;
  };
  async function asSuperuser(database: string, sql: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url(database, "postgres") });
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async function migrateAs(database: string): Promise<void> {
    const config = readConfig({ DATABASE_URL: url(database), JWT_SECRET });
    const opened = await openDatabase(config, () => {});
    try {
      await migrate(opened, console.error);
    } finally {
      await opened.close();
    }
  }

  /** Runs a migration that is refused and changes nothing. Returns its error. */
  async function refusal(database: string): Promise<Error> {
    const error: Error = await migrateAs(database).catch((error) => error);
    expect(error).toBeInstanceOf(ConfigError);
    const { rows } = await asSuperuser(
      database,
      "select nspname from pg_namespace where nspname ~ '^(app_|analytics|graphile)'",
    );
    expect(rows).toEqual([]);
    return error;
  }

  /** Returns the statements that the refusal names. */
  async function needed(database: string): Promise<string[]> {
    const { message } = await refusal(database);
    const [sentence, ...statements] = message.split(/\n\s*/);
    expect(sentence).toMatch(
      /^The role \w+ lacks rights in the database \w+, so nothing was changed/,
    );
    return statements;
  }

  test("gets an error with the statements that a superuser must run, and the service starts after them", async () => {
    const statements = await needed("first");
    expect(statements).toEqual([
      "alter database first owner to first;",
      "alter role first createrole;",
      "create extension postgis schema public;",
    ]);
    const { rows } = await asSuperuser(
      "first",
      "select rolname from pg_roles where rolname ~ '^app_'",
    );
    expect(rows).toEqual([]);
    await asSuperuser("first", statements.join("\n"));
    const host = startChild({ DATABASE_URL: url("first"), JWT_SECRET, PORT: "0" });
    try {
      const response = await fetch(`${await host.url()}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: "{ apiVersion me { id } }" }),
      });
      expect(await response.json()).toMatchObject({ data: { apiVersion: "1.0" } });
      await ready(await host.url());
    } finally {
      await host.end();
    }
  });

  test("gets the same error from npm run migrate, which changes nothing", async () => {
    const env = { DATABASE_URL: url("second"), JWT_SECRET };
    const { code, stderr } = await run("migrate", ["migrate"], env);
    expect(stderr).toBe(`${(await refusal("second")).message}\n`);
    expect(code).toBe(1);
  });

  test("can share the service's roles with another owner's database on the same server", async () => {
    const statements = await needed("second");
    const { rows } = await asSuperuser("second", "show server_version_num");
    // Before PostgreSQL 16, a role that may create roles may grant all of them.
    const isNew = Number(rows[0].server_version_num) >= 160000;
    const grant =
      "grant app_anonymous, app_user, app_viewer, app_author, app_approver, app_manager, app_viewer_everywhere, app_author_everywhere, app_approver_everywhere, app_admin, app_analyst, app_owner, app_host to second with admin option;";
    expect(statements.filter((statement) => statement.startsWith("grant"))).toEqual(
      isNew ? [grant] : [],
    );
    await asSuperuser("second", statements.join("\n"));
    await migrateAs("second");
    await asSuperuser("second", "alter role second nocreaterole");
    await migrateAs("second");
  });

  test("is refused where others may create objects in public, which functions of the owner search", async () => {
    await asSuperuser("second", "grant create on schema public to first, public");
    const error: Error = await migrateAs("second").catch((error) => error);
    expect(error.message).toMatch(
      /\n {2}revoke create on schema public from (first, public|public, first);$/,
    );
    await asSuperuser("second", "revoke create on schema public from first, public");
    await migrateAs("second");
  });

  test("can migrate with graphile-migrate alone", async () => {
    await asSuperuser(
      "third",
      "alter database third owner to first; create extension postgis schema public",
    );
    const command = promisify(execFile)("graphile-migrate", ["migrate"], {
      cwd: PROJECT,
      env: {
        ...process.env,
        PATH: `${PROJECT}/node_modules/.bin:${process.env.PATH}`,
        DATABASE_URL: url("third", "first"),
        SHADOW_DATABASE_URL: url("shadow", "first"),
        ROOT_DATABASE_URL: url("postgres"),
      },
    });
    expect((await command).stdout).toContain("committed migrations executed");
  });
});

test("an error that the preparation did not raise itself is passed on unchanged", async () => {
  const lost = Object.assign(new Error("terminating connection"), { routine: "ProcessInterrupts" });
  await expect(prepare({ query: () => Promise.reject(lost) } as never)).rejects.toBe(lost);
});

// The embedded database is PostgreSQL 18. The user of its session is always a superuser, who takes the owner's role.
(isNative ? test.skip : test)(
  "an owner of PostgreSQL 18 can take the roles that it makes (embedded only)",
  async () => {
    const empty = await emptyDatabase();
    const { ownerPool } = await empty.open();
    const client = await ownerPool.connect();
    try {
      await client.query(
        "create role first createrole; alter database postgres owner to first; set role first",
      );
      await prepare(client);
      const { rows } = await client.query(
        "select pg_has_role('first', n, 'set') as taken from unnest(array['app_host', 'app_anonymous', 'app_user', 'app_admin']) n",
      );
      expect(rows.map(({ taken }) => taken)).toEqual([true, true, true, true]);
      await client.query(
        "reset role; create role second createrole; alter database postgres owner to second; set role second",
      );
      await expect(prepare(client)).rejects.toThrow(
        "grant app_anonymous, app_user, app_viewer, app_author, app_approver, app_manager, app_viewer_everywhere, app_author_everywhere, app_approver_everywhere, app_admin, app_analyst, app_owner, app_host to second with admin option;",
      );
    } finally {
      client.release(true);
      await empty.drop();
    }
  },
);

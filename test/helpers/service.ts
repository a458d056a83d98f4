import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import type pg from "pg";
import supertest from "supertest";
import type { Config } from "../../src/config/config.ts";
import { type Service, startService } from "../../src/service.ts";
import { cloneDatabase } from "./database.ts";

/** GraphQL's answer to one request. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: what was asked for is known to the test only
  data?: any;
  errors?: {
    message: string;
    path?: (string | number)[];
    extensions: { code: string; type: string };
  }[];
}

/** A user of a test, logged in. */
export interface TestUser {
  id: number;
  email: string;
  password: string;
  token: string;
}

export interface TestService extends Service {
  /** What the service logged. */
  logged: string[];
  /** POSTs a document; as a user, or without a token. */
  graphql(query: string, variables?: object, as?: { token: string }): Promise<Answer>;
  /** The first administrator, logged in. */
  admin: TestUser;
  /** Makes a user and logs in. */
  newUser(fields?: { email?: string; password?: string; isAdmin?: boolean }): Promise<TestUser>;
  login(email: string, password: string): Promise<TestUser>;
  /** What the service runs with. */
  config: Config;
  /** The owner's connections, which no policy binds. */
  owner: pg.Pool;
  /** Every table's number of rows and their hash: equal before and after what changes nothing. */
  contents(): Promise<Record<string, string>>;
}

/** What no client may read: words of SQL and PostgreSQL, places in the code, hashes. */
const INTERNAL =
  /\brelation\b|violates|constraint|syntax error at|duplicate key|permission denied|row-level|pg_|app_public|app_private|SQLSTATE|select |insert into|\bat .+:\d+|node_modules|\.ts\b|\$2b\$/;

/** The errors of an answer as "CODE at path", having seen that each is as all should be. */
export function refusals({ errors = [] }: Answer): string[] {
  return errors.map(({ message, path, extensions }) => {
    expect(message).toMatch(/\S/);
    expect(message).not.toMatch(INTERNAL);
    expect(extensions).toEqual({ code: expect.any(String), type: "AppError" });
    return path ? `${extensions.code} at ${path.join(".")}` : extensions.code;
  });
}

/** One query that tells the number and the hash of the rows of each table. */
const CONTENTS = `
  select string_agg(format(
    'select %L as name, count(*) || '' '' || coalesce(md5(string_agg(t::text, '','' order by t::text)), '''') as rows from %I.%I t',
    c.relname, n.nspname, c.relname), ' union all ' order by c.relname) as query
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('app_public', 'app_private', 'graphile_worker')
    and c.relkind in ('r', 'p') and not c.relispartition`;

async function contentsOf(owner: pg.Pool): Promise<Record<string, string>> {
  const { query } = (await owner.query(CONTENTS)).rows[0];
  const { rows } = await owner.query<{ name: string; rows: string }>(query);
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]));
}

/** Starts the service on a clone of the template, on a port of its own. `stop` drops the clone too. */
export async function startTestService(env: NodeJS.ProcessEnv = {}): Promise<TestService> {
  const clone = await cloneDatabase(env);
  const logged: string[] = [];
  const service = await startService(clone.config, (line) => logged.push(line));

  const post = async (query: string, variables?: object, as?: { token: string }) => {
    const request = supertest(service.url).post("/graphql").send({ query, variables });
    if (as) request.set("Authorization", `Bearer ${as.token}`);
    return (await request.expect(200)).body as Answer;
  };
  const graphql: TestService["graphql"] = async (query, variables, as) => {
    const answer = await post(query, variables, as);
    // Asked again it may take the shorter way, and must find the same.
    const isQuery = /^\s*(query\b|\{)/.test(query) && answer.data;
    if (isQuery && !answer.errors) expect(await post(query, variables, as)).toEqual(answer);
    return answer;
  };
  const login: TestService["login"] = async (email, password) => {
    const { data, errors } = await graphql(
      `mutation ($input: LoginCredentials!) { login(input: $input) { accessToken userId } }`,
      { input: { email, password } },
    );
    if (!data?.login) throw new Error(`cannot log in as ${email}: ${JSON.stringify(errors)}`);
    return { id: data.login.userId, email, password, token: data.login.accessToken };
  };
  const admin = await login("admin@example.org", "admin-password");
  const owner = service.database.ownerPool;

  return {
    ...service,
    config: clone.config,
    owner,
    contents: () => contentsOf(owner),
    logged,
    graphql,
    login,
    admin,
    async newUser(fields = {}) {
      const input = {
        email: `${randomUUID()}@example.org`,
        password: "user-password",
        name: "Test",
        address: "",
        isAdmin: false,
        ...fields,
      };
      const { errors } = await graphql(
        `mutation ($input: NewUserInput!) { newUser(input: $input) { id } }`,
        { input },
        admin,
      );
      if (errors) throw new Error(JSON.stringify(errors));
      return await login(input.email, input.password);
    },
    async stop() {
      await service.stop();
      await clone.drop();
    },
  };
}

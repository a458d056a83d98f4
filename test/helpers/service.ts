import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect } from "@jest/globals";
import bcrypt from "bcrypt";
import pg from "pg";
import type { Fields, Log } from "../../src/ops/log.ts";
import type { Service } from "../../src/service.ts";
import type { Config } from "../../src/settings/config.ts";
import { loadPublicPool, loadService } from "./code.ts";
import { borrowDatabase } from "./database.ts";

/** GraphQL's answer to one request. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: only the test knows the type of its data
  data?: any;
  errors?: {
    message: string;
    path?: (string | number)[];
    extensions: {
      code: string;
      type: string;
      reason?: string;
      detail?: string;
      retryAfter?: number;
      ticket?: string;
    };
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
  /** The messages that the service logged, without those of requests and websockets. */
  logged: string[];
  /** The fields that it logged with requests and websockets, and with errors. */
  requests: Fields[];
  errors: Fields[];
  /** POSTs a document; as a user, or without a token. */
  graphql(query: string, variables?: object, as?: { token: string }): Promise<Answer>;
  /** The first administrator, logged in. */
  admin: TestUser;
  /** Makes a user and logs in. */
  newUser(fields?: { email?: string; password?: string; isAdmin?: boolean }): Promise<TestUser>;
  /** Makes users one after another: a busy machine refuses many logins at once. */
  newUsers(count: number): Promise<TestUser[]>;
  login(email: string, password: string): Promise<TestUser>;
  /** The configuration of the service. */
  config: Config;
  /** The owner's connections, to which row-level security does not apply. */
  owner: pg.Pool;
  /** Returns each table's number of rows and their hash. They are equal if nothing has changed. */
  contents(): Promise<Record<string, string>>;
}

/** Matches what no client may see: words of SQL and PostgreSQL, places in the code, hashes. */
const INTERNAL =
  /\brelation\b|violates|constraint|syntax error at|duplicate key|permission denied|row-level|pg_|app_public|app_private|SQLSTATE|select |insert into|\bat .+:\d+|node_modules|\.ts\b|\$2b\$/;

/** Returns the errors of an answer as "CODE at path", and checks the form of each. */
export function refusals({ errors = [] }: Answer): string[] {
  return errors.map(({ message, path, extensions }) => {
    expect(message).toMatch(/\S/);
    expect(message).not.toMatch(INTERNAL);
    const { retryAfter, reason = "NONE", detail, ...others } = extensions;
    expect(others).toEqual({ code: expect.any(String), type: "AppError" });
    expect(reason).toMatch(/^[A-Z][A-Z0-9_]+$/);
    if (retryAfter !== undefined) expect(Number.isInteger(retryAfter) && retryAfter > 0).toBe(true);
    return path ? `${extensions.code} at ${path.join(".")}` : extensions.code;
  });
}

/** Returns one query for the number and the hash of the rows of each table. The audit log changes with reads too. */
const CONTENTS = `
  select array_agg(format(
    'select %L as name, count(*) || '' '' || coalesce(md5(string_agg(t::text, '','' order by t::text)), '''') as rows from %I.%I t',
    c.relname, n.nspname, c.relname) order by c.relname) as queries
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('app_public', 'app_private', 'graphile_worker')
    and c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^audit_'`;

async function contentsOf(owner: pg.Pool): Promise<Record<string, string>> {
  const { queries } = (await owner.query<{ queries: string[] }>(CONTENTS)).rows[0] ?? {};
  // Starting parallel workers takes longer than reading small tables.
  const results = await owner.query(
    `set local max_parallel_workers_per_gather = 0; ${queries?.join(" union all ")}`,
  );
  const [, ...tables] = results as unknown as pg.QueryResult[];
  const rows = tables.flatMap((table) => table.rows);
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]));
}

/** Long enough for a busy machine: a request must not meet a connection that closes. Tests may set shorter times. */
const PATIENCE = { KEEP_ALIVE_TIMEOUT: "3600", CONNECTION_TIMEOUT: "150" };

const KNOWN_SCHEMA = new URL("./known-schema.ts", import.meta.url).href;

/** Returns a hash that takes 1 ms instead of 80 to check, because tests log in often. */
const quickHash = (password: string) => bcrypt.hash(password, 4);

/**
 * Starts the service on a clone of the template, on its own port. `stop` drops the clone too.
 * @param hostUrl Returns the URL for the requests on a native clone.
 * @param change SQL that changes the schema of a native clone before the service reads it.
 */
export async function startTestService(
  env: NodeJS.ProcessEnv = {},
  hostUrl?: (databaseUrl: string) => string,
  change?: string,
): Promise<TestService> {
  const clone = await borrowDatabase({ ...PATIENCE, ...env });
  const { databaseUrl } = clone.config;
  if (databaseUrl && hostUrl) {
    clone.config.hostDatabaseUrl = hostUrl(databaseUrl);
  }
  if (change) {
    const client = new pg.Client({ connectionString: databaseUrl as string });
    await client.connect();
    await client.query(change).finally(() => client.end());
  }
  await importOnce(KNOWN_SCHEMA);
  const [{ startService }, { PublicPool }] = await Promise.all([loadService(), loadPublicPool()]);
  const logged: string[] = [];
  const requests: Fields[] = [];
  const errors: Fields[] = [];
  const log: Log = (message, level = "info", fields = {}) => {
    if (/^(request|websocket (opened|closed))$/.test(message)) requests.push({ level, ...fields });
    else logged.push(message);
    if (level === "error") errors.push({ level, ...fields });
  };
  // Jest keeps the modules of finished test files, and all that they refer to. The schema of a service takes 30 MB.
  let running: Service | undefined = await startService(clone.config, log, clone.open);
  const { stop: _, ...service } = running;

  const owner = service.database.ownerPool;
  // A pool for an app that a test makes itself. The test imports another copy of the code, which prepares its own
  // connections.
  const hostPool = new PublicPool(service.database.hostPool.options, 150_000);

  const post = async (query: string, variables?: object, as?: { token: string }) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(as && { authorization: `Bearer ${as.token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  };
  const graphql: TestService["graphql"] = async (query, variables, as) => {
    const answer = await post(query, variables, as);
    // A repeated query may take the fast path, and must have the same answer.
    const isQuery = /^\s*(query\b|\{)/.test(query) && answer.data;
    if (isQuery && !answer.errors) {
      let repeated = await post(query, variables, as);
      // What the query reads may change between the two. A wrong fast path differs every time.
      for (let rest = 5; !isDeepStrictEqual(repeated, answer); rest--) {
        if (rest === 0) expect(repeated).toEqual(answer);
        const planned = await post(`${query}\n# ${randomUUID()}`, variables, as);
        repeated = await post(query, variables, as);
        if (isDeepStrictEqual(repeated, planned)) return answer;
      }
    }
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
  await owner.query("update app_private.user_credentials set password_hash = $1", [
    await quickHash("admin-password"),
  ]);
  const admin = await login("admin@example.org", "admin-password");

  return {
    ...service,
    database: { ...service.database, hostPool },
    config: clone.config,
    owner,
    contents: () => contentsOf(owner),
    logged,
    requests,
    errors,
    graphql,
    login,
    admin,
    async newUser({
      email = `${randomUUID()}@example.org`,
      password = "user-password",
      isAdmin = false,
    } = {}) {
      await owner.query("select app_public.new_user($1, $2, 'Test', '', $3)", [
        email,
        await quickHash(password),
        isAdmin,
      ]);
      return await login(email, password);
    },
    async newUsers(this: TestService, count) {
      const users: TestUser[] = [];
      while (users.length < count) users.push(await this.newUser());
      return users;
    },
    async stop() {
      await hostPool.end();
      await running?.stop();
      running = undefined;
      await clone.drop();
    },
  };
}

/**
 * Runs a service for the tests of one file or one `describe`, and stops it after them.
 * @returns The service, which is there once its tests run. @see startTestService for the parameters.
 */
export function runTestService(...how: Parameters<typeof startTestService>): TestService {
  const service = {} as TestService;
  beforeAll(async () => void Object.assign(service, await startTestService(...how)));
  afterAll(() => service.stop?.());
  return service;
}

import pg from "pg";
import { makeTokens } from "../../src/people/tokens.ts";
import { readConfig } from "../../src/settings/config.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { actAs } from "../helpers/act-as.ts";
import { databaseUrl } from "../helpers/server.ts";
import type { Answer } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";

const REPORT =
  "select app_public.new_position(json_populate_record(null::app_public.position_input, $1))";
const JWT_SECRET = "a secret for tests of thirty-two characters";

/** A service: a database with a host, an administrator, and people. */
export interface Site {
  databaseUrl: string;
  owner: pg.Pool;
  /** Sends a document as the administrator. */
  ask(query: string, variables?: object): Promise<Answer>;
  /** Makes people at a place, without reports. Returns their ids. */
  settle(count: number, longitude?: number): Promise<number[]>;
  /** Reports a position of someone, as their phone would. */
  report(userId: number, longitude: number): Promise<void>;
  /** Starts the host again after `kill()`. */
  start(): Promise<void>;
  /** Kills the host. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A square around the places of people with longitude 0. */
export const AREA = [
  { longitude: -0.01, latitude: -0.01 },
  { longitude: 0.01, latitude: -0.01 },
  { longitude: 0.01, latitude: 0.01 },
  { longitude: -0.01, latitude: 0.01 },
];

/** Makes a database on a server, and starts a host on it. */
export async function openSite(serverUrl: string, name: string): Promise<Site> {
  const url = databaseUrl(serverUrl, name);
  const config = readConfig({
    DATABASE_URL: url,
    JWT_SECRET,
    ADMIN_EMAIL: "admin@example.org",
    ADMIN_PASSWORD: "admin-password",
  });
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  const owner = new pg.Pool({ connectionString: url, max: 4 });
  owner.on("error", () => {});
  let host: Child;
  let address = "";
  let token = "";
  const start = async () => {
    host = startChild({ ...environmentOf(config), JOBS: "true" });
    address = await host.url();
  };
  const kill = async () => {
    await host.end("SIGKILL");
  };
  await start();
  const { issue } = makeTokens([secretKey(JWT_SECRET)], 3600);
  const { rows } = await owner.query<{ id: number; session: number }>(
    `insert into app_public.sessions (user_id, expires_at, is_admin)
      select id, now() + interval '1 hour', true from app_public.users where email = 'admin@example.org'
      returning user_id as id, id::int as session`,
  );
  const [admin] = rows as [{ id: number; session: number }];
  token = issue({ userId: admin.id, sessionId: admin.session });
  return {
    databaseUrl: url,
    owner,
    start,
    kill,
    async ask(query, variables = {}) {
      const response = await fetch(`${address}/graphql`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as Answer;
    },
    async settle(count, longitude = 0) {
      const { rows: people } = await owner.query<{ id: number }>(
        `with people as (
          insert into app_public.users (email, name, address)
            select gen_random_uuid() || '@example.org', 'Somebody', '' from generate_series(1, $1::int) returning id
        ), places as (
          insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, moving_activity)
            select id, 0, now(), now(), public.st_setsrid(public.st_makepoint($2, 0), 4326), 'STILL' from people
        )
        select id from people`,
        [count, longitude],
      );
      return people.map(({ id }) => id);
    },
    async report(userId, longitude) {
      const client = await owner.connect();
      await client.query("begin");
      await actAs(client, { role: "app_user", userId });
      const input = { latitude: 0, longitude, moving_activity: "WALKING" };
      await client.query(REPORT, [JSON.stringify(input)]);
      await client.query("commit");
      client.release();
    },
    async close() {
      await host?.end("SIGKILL");
      await owner.end();
    },
  };
}

const TOLD = `
  select count(*)::int as rows, count(distinct (user_id, kind, version, level))::int as told, count(distinct user_id)::int as people
    from app_public.notifications where alert_id = $1 and kind = any ($2)`;

/** Waits until an alert has told this many people, nobody twice. */
export async function untilTold(
  { owner }: Site,
  alertId: number,
  people: number,
  kinds = ["ALERT", "UPDATE"],
): Promise<void> {
  const ask = async () => (await owner.query(TOLD, [alertId, kinds])).rows[0];
  const found = await until(ask, (now) => now.people >= people);
  if (found.people !== people || found.rows !== found.told) {
    throw new Error(`told ${JSON.stringify(found)}, not ${people}`);
  }
}

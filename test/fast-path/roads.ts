import { Agent, request } from "node:http";
import webPush from "web-push";
import { WebSocket } from "ws";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { cloneDatabase, template } from "../helpers/database.ts";
import { copyTemplate, dropTemplate, openTemplate, type Template } from "../helpers/template.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";
import { type Client, open } from "../live/client.ts";
import { mask } from "./mask.ts";

/** Who asks: an administrator, two users, someone with a token that ended, and someone without any. */
export const ASKERS = ["admin", "rita", "otto", "stale", "nobody"] as const;
export type Asker = (typeof ASKERS)[number];

export interface Asked {
  text: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
}

/** One service, with or without the fast path, on a clone of its own. */
export interface Road {
  http(as: Asker, asked: Asked): Promise<string>;
  websocket(as: Asker): Promise<Client>;
  /** Ends the service, and returns the rows that it leaves, without moments and random ids. */
  end(): Promise<Record<string, unknown>>;
}

/** The same keys for Web Push on each road. */
const VAPID = webPush.generateVAPIDKeys();

const MAX_MESSAGES = 1000;

const PEOPLE = { admin: 1, rita: 2, otto: 3, stale: 4 };
const SQUARE = "polygon((0 0, 0.01 0, 0.01 0.01, 0 0.01, 0 0))";

/** Makes the people, alerts, positions and notifications that both roads begin with. */
async function fill({ ownerPool }: Database): Promise<void> {
  for (const [name, id] of Object.entries(PEOPLE)) {
    await ownerPool.query("select app_public.new_user($1, $2, $3, '', $4)", [
      `${name}@example.org`,
      `$2b$11$${"x".repeat(53)}`,
      name,
      id === 1,
    ]);
  }
  for (let turn = 0; turn < 12; turn += 1) {
    await ownerPool.query(
      `insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance,
          level3_distance, max_position_age, text1, text2, text3)
        select 1, now() + interval '1 day', zone, app_private.zone_around(zone, 1000),
          app_private.zone_around(zone, 2000), 1000, 2000, '1 day', $1, 'two', 'three'
          from st_geomfromtext('${SQUARE}', 4326) zone`,
      [`Leave "now" ${turn}.\n🚨`],
    );
    for (const id of [2, 3]) {
      await ownerPool.query("select set_config('jwt.claims.user_id', $1, false)", [String(id)]);
      await ownerPool.query(
        "select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', $1::float8, 'longitude', $2::float8, 'moving_activity', 'WALKING')))",
        [turn / 1000, -1e-7 * turn],
      );
    }
    await ownerPool.query("select set_config('jwt.claims.user_id', '', false)");
  }
  // Failed logins are forgiven with time and purged later. That time differs between the roads.
  await ownerPool.query(
    "update app_private.login_limits set free_failures = 1000000, forgiven_every = '1 day'",
  );
  await ownerPool.query(
    `insert into app_public.sessions (user_id, id, expires_at) overriding system value
      select id, 1, now() + interval '1 day' from app_public.users where id <> 4`,
  );
}

/** Returns the rows of every table, without the columns that no two runs share. */
async function rowsOf({ ownerPool }: Database): Promise<Record<string, unknown>> {
  const { rows: tables } = await ownerPool.query<{ name: string; columns: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname in ('app_public', 'app_private') and c.relkind in ('r', 'p')
        and not c.relispartition and a.atttypid not in ('timestamptz'::regtype, 'uuid'::regtype)
        and a.attname !~ 'hash|worker|alive|beat|failures|request_id' and c.relname <> 'audit_waiting'
        and (c.relname, a.attname) <> ('audit_entries', 'id')
      group by 1`);
  const rows: Record<string, unknown> = {};
  for (const { name, columns } of tables) {
    // Grafast may read a list again, which makes a second entry.
    const distinct = name === "app_public.audit_entries" ? "distinct" : "";
    const query = `select ${distinct} ${columns} from ${name}`;
    rows[name] = (
      await ownerPool.query(`select t::text as row from (${query}) t order by 1`)
    ).rows.map(({ row }) => row);
  }
  return rows;
}

/** Starts both roads, with the fast path and without, on clones that have the same contents. */
export async function startRoads(): Promise<[fast: Road, slow: Road]> {
  const filled = await copyTemplate(template());
  const database = await openTemplate(filled);
  await fill(database);
  await database.close();
  try {
    return await Promise.all([startRoad(filled, true), startRoad(filled, false)]);
  } finally {
    await dropTemplate(filled);
  }
}

async function startRoad(filled: Template, fastPath: boolean): Promise<Road> {
  const clone = await cloneDatabase({}, filled);
  const env = {
    ...environmentOf(clone.config),
    FAST_PATH: String(fastPath),
    VAPID_PUBLIC_KEY: VAPID.publicKey,
    VAPID_PRIVATE_KEY: VAPID.privateKey,
    GRAPHILE_ENV: "production",
    // On a busy machine a connection may be idle for long, and must not close as the next request comes.
    KEEP_ALIVE_TIMEOUT: "3600",
  };
  // The service runs for long enough to gain from V8's faster code.
  const child: Child = startChild(env, "src/main.ts", []);
  const url = await child.url();
  const tokens = makeTokens([secretKey(clone.config.jwtSecret as string)], 86_400);
  const tokenOf = (as: Asker): string | undefined =>
    as === "nobody" ? undefined : tokens.issue({ userId: PEOPLE[as], sessionId: 1 });
  const known = new Map(ASKERS.map((as) => [as, tokenOf(as)]));
  const agent = new Agent({ keepAlive: true });
  const clients = new Map<Asker, Client>();

  return {
    http: (as, { text, variables, operationName }) =>
      new Promise((resolve, reject) => {
        const token = known.get(as);
        const headers = {
          "Content-Type": "application/json",
          ...(token && { Authorization: `Bearer ${token}` }),
        };
        const body = JSON.stringify({ query: text, variables, operationName });
        request(
          `${url}/graphql`,
          {
            agent,
            method: "POST",
            headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
          },
          (response) => {
            let answer = "";
            response.setEncoding("utf8").on("data", (chunk) => {
              answer += chunk;
            });
            const { statusCode, headers: given } = response;
            response.on("end", () =>
              resolve(`${statusCode} ${given["content-type"]} ${mask(answer)}`),
            );
          },
        )
          .on("error", reject)
          .end(body);
      }),
    async websocket(as) {
      const token = known.get(as);
      const used = clients.get(as);
      // A client keeps all messages, and looks through them.
      const isOpen = used?.socket.readyState === WebSocket.OPEN;
      if (isOpen && used.messages.length < MAX_MESSAGES) return used;
      used?.socket.terminate();
      const client = await open(url, token ? { token } : {});
      clients.set(as, client);
      return client;
    },
    async end() {
      for (const { socket } of clients.values()) socket.terminate();
      agent.destroy();
      await child.end();
      const database = await openDatabase(clone.config, () => {});
      const rows = await rowsOf(database);
      await database.close();
      await clone.drop();
      return rows;
    },
  };
}

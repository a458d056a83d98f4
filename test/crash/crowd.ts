import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { makeTokens } from "../../src/people/tokens.ts";
import type { Config } from "../../src/settings/config.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { cornersOf, isPlain, offset, type Place, type Span } from "../concurrency/world.ts";
import { seededRandom } from "../helpers/seed.ts";

/** The number of people who never move: enough for several chunks of slowPublications() at each level. */
const BYSTANDERS = 3_300;
const PHONES = 12;
/** Kills and people are as the seed says. */
export const random = seededRandom();
const MIDDLE: Place = { latitude: 50, longitude: 15 };
/** The centres of alerts. People who never move are inside the zones of all of them. */
const CENTRES = [
  [0, 0],
  [150, 40],
  [-120, -160],
  [30, 260],
].map(([north, east]) => offset(MIDDLE, north as number, east as number));

/** A request over HTTP. Without a response it has no id, and may or may not have taken effect. */
export interface Asked extends Span {
  id: number | undefined;
  /** The user and the place of a report. No two reports have the same. */
  userId: number;
  place: Place;
}

/** A requested alert, identified by its text. */
export interface AskedAlert extends Span {
  id: number | undefined;
  centre: Place;
  text: string;
}

/** All requests to the hosts. */
export interface Ledger {
  reports: Asked[];
  alerts: AskedAlert[];
  bystanders: { id: number; place: Place }[];
  phones: number[];
}

export interface Crowd {
  ledger: Ledger;
  /** Reports and publishes at the host that `url` returns. `stop` waits for all responses. */
  start(url: () => string): {
    /** Settles when the alert's request has a response or has failed. */
    published: Promise<void>;
    stop(): Promise<void>;
  };
  /** Call this when requests without a response can no longer take effect. */
  settle(): void;
}

/** Returns a place inside or somewhat outside the alerts' zones, but not at an edge. */
function somewhere(furthest: number): Place {
  for (;;) {
    const place = offset(MIDDLE, furthest * (2 * random() - 1), furthest * (2 * random() - 1));
    if (CENTRES.every((centre) => isPlain(centre, place))) return place;
  }
}

/**
 * Inserts an administrator, users with phones, and people who never move. Returns the administrator's id, the ids of
 * all others, with phones first, and a new ledger.
 */
async function populate(owner: pg.Pool): Promise<{ admin: number; ids: number[]; ledger: Ledger }> {
  await owner.query(
    `insert into app_public.users (email, name, address, is_admin)
      select format('crowd-%s@example.org', n), 'User', '', n = 0 from generate_series(0, $1::int) n order by n`,
    [BYSTANDERS + PHONES],
  );
  const { rows } = await owner.query<{ id: number }>(
    "select id from app_public.users where email like 'crowd-%' order by id",
  );
  await owner.query(
    `insert into app_private.user_credentials (user_id, password_hash)
      select u, '$2b$11$' || repeat('x', 53) from unnest($1::int[]) u`,
    [rows.map(({ id }) => id)],
  );
  const [admin, ...ids] = rows.map(({ id }) => id) as [number, ...number[]];
  const bystanders = ids.slice(PHONES).map((id) => ({ id, place: somewhere(1300) }));
  await owner.query(
    `insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, moving_activity)
      select (b->>'id')::int, 0, now(), now(),
          public.st_setsrid(public.st_makepoint((b->'place'->>'longitude')::float8, (b->'place'->>'latitude')::float8), 4326), 'STILL'
        from json_array_elements($1) b`,
    [JSON.stringify(bystanders)],
  );
  return {
    admin,
    ids,
    ledger: { reports: [], alerts: [], bystanders, phones: ids.slice(0, PHONES) },
  };
}

/** Sends a document. Returns undefined without a successful response. */
async function send<T>(
  url: string,
  token: string,
  query: string,
  variables: object,
): Promise<T | undefined> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(30_000),
    });
    const { data, errors } = (await response.json()) as { data?: T; errors?: unknown };
    return errors ? undefined : data;
  } catch {
    return undefined;
  }
}

const REPORT = `mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`;
const PUBLISH = `mutation ($input: AlertInput!) { newAlert(input: $input) { id } }`;

/** Makes people who report and publish over HTTP while hosts or PostgreSQL are killed. */
export async function gather(owner: pg.Pool, config: Pick<Config, "jwtSecret">): Promise<Crowd> {
  const { admin, ids, ledger } = await populate(owner);
  await owner.query(
    `insert into app_public.sessions (user_id, id, expires_at, is_admin) overriding system value
      select id, 1, now() + interval '1 hour', is_admin from app_public.users
        on conflict do nothing`,
  );
  const { issue } = makeTokens([secretKey(config.jwtSecret as string)], 3600);
  const tokenOf = (userId: number) => issue({ userId, sessionId: 1 });

  let settled = { reports: 0, alerts: 0 };
  return {
    ledger,
    settle() {
      const open = [
        ...ledger.reports.slice(settled.reports),
        ...ledger.alerts.slice(settled.alerts),
      ].filter(({ id }) => id === undefined);
      for (const one of open) one.answered = performance.now();
      settled = { reports: ledger.reports.length, alerts: ledger.alerts.length };
    },
    start(url) {
      let isOver = false;
      async function walk(userId: number): Promise<void> {
        const token = tokenOf(userId);
        while (!isOver) {
          const place = somewhere(2500);
          const asked = performance.now();
          const data = await send<{ newPosition: { id: number } }>(url(), token, REPORT, {
            input: { ...place, movingActivity: "WALKING" },
          });
          const id = data && Number(data.newPosition.id);
          ledger.reports.push({ id, userId, place, asked, answered: performance.now() });
          await sleep(data ? 30 * random() : 50);
        }
      }
      async function publish(): Promise<void> {
        const token = tokenOf(admin);
        await sleep(200 * random());
        const centre = CENTRES[Math.floor(CENTRES.length * random())] as Place;
        const text = `Alert ${ledger.alerts.length}`;
        const asked = performance.now();
        const data = await send<{ newAlert: { id: number } }>(url(), token, PUBLISH, {
          input: { points: cornersOf(centre), text1: text, text2: text, text3: text },
        });
        const id = data?.newAlert.id;
        ledger.alerts.push({ id, centre, text, asked, answered: performance.now() });
      }
      const published = publish();
      const running = Promise.all([...ids.slice(0, PHONES).map(walk), published]);
      return {
        published,
        async stop() {
          isOver = true;
          await running;
        },
      };
    },
  };
}

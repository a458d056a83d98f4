import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { publishFor } from "../../src/publication.ts";
import { rightOutcomes } from "./oracle.ts";
import {
  cornersOf,
  isPlain,
  offset,
  type Place,
  type Publication,
  type Report,
  random,
} from "./world.ts";

export interface Plan {
  seed: number;
  users: number;
  reportsEach: number;
  alerts: number;
  /** How many of the alerts are ended while reports come in. */
  ended: number;
}

/** Runs a statement as a user or administrator, in a transaction of its own, as requests do. */
async function as<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  role: "app_user" | "app_admin",
  userId: number,
  text: string,
  values: unknown[],
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "select set_config('role', $1, true), set_config('jwt.claims.user_id', $2, true)",
      [role, String(userId)],
    );
    const { rows } = await client.query<T>(text, values);
    await client.query("commit");
    return rows[0] as T;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

const REPORT = `select (extract(epoch from created_at) * 1000)::float8 as at
  from app_public.new_position(row($1, $2, 'WALKING', null, null)::app_public.position_input)`;
/** Publishes an alert, given as JSON, and gives its id. */
export const PUBLISH = `select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1)) as id`;
const END = `update app_public.alerts set expires_at = clock_timestamp() where id = $1
  returning (extract(epoch from expires_at) * 1000)::float8 as at`;

/**
 * Lets people report and administrators publish and end alerts, all at once, and says what the
 * oracle holds against the outcome: one line for each user who was told wrongly of an alert.
 */
export async function simulate(url: string, plan: Plan): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: plan.users + plan.alerts + 2 });
  const next = random(plan.seed);
  const start: Place = { latitude: 40 + 20 * next(), longitude: 10 + 20 * next() };
  const centres = Array.from({ length: plan.alerts }, () =>
    offset(start, 3000 * next(), 3000 * next()),
  );
  // In the middle of a zone of some alert, and at no edge of the others'.
  const somewhere = (): Place => {
    const centre = centres[Math.floor(next() * centres.length)] as Place;
    const north = [0, 500, 1600, 4000][Math.floor(next() * 4)] as number;
    const place = offset(centre, north, 50 * (next() - 0.5));
    return centres.every((other) => isPlain(other, place)) ? place : somewhere();
  };
  const { rows } = await pool.query<{ id: number }>(
    `insert into app_public.users (email, name, address)
      select format('%s-%s@example.org', $1::text, n), 'User', '' from generate_series(0, $2) n returning id`,
    [plan.seed, plan.users],
  );
  const [admin, ...users] = rows.map(({ id }) => id) as [number, ...number[]];
  const journeys = users.map(() => Array.from({ length: plan.reportsEach }, somewhere));
  const reports = new Map<number, Report[]>(users.map((id) => [id, []]));
  const publications: Publication[] = [];

  async function walk(userId: number, journey: Place[]): Promise<void> {
    for (const place of journey) {
      const asked = performance.now();
      const { at } = await as<{ at: number }>(pool, "app_user", userId, REPORT, [
        place.latitude,
        place.longitude,
      ]);
      const answered = performance.now();
      reports.get(userId)?.push({ place, asked, answered, createdAt: at });
    }
  }
  async function publish(centre: Place, delay: number, isEnded: boolean): Promise<void> {
    await sleep(delay);
    const asked = performance.now();
    const input = { points: cornersOf(centre), text1: "1", text2: "2", text3: "3" };
    const { id } = await as<{ id: number }>(pool, "app_admin", admin, PUBLISH, [
      JSON.stringify(input),
    ]);
    await publishFor(pool, id);
    const publication: Publication = {
      id,
      centre,
      asked,
      answered: performance.now(),
      expiresAt: Number.POSITIVE_INFINITY,
      endSeenBy: Number.POSITIVE_INFINITY,
    };
    publications.push(publication);
    if (isEnded) {
      await sleep(delay / 2);
      const ending = performance.now();
      publication.expiresAt = (await pool.query<{ at: number }>(END, [id])).rows[0]?.at as number;
      publication.endSeenBy = publication.expiresAt + (performance.now() - ending);
    }
  }

  try {
    const delays = centres.map(() => 400 * next());
    await Promise.all([
      ...users.map((userId, index) => walk(userId, journeys[index] as Place[])),
      ...centres.map((centre, index) =>
        publish(centre, delays[index] as number, index < plan.ended),
      ),
    ]);
    const { rows: notified } = await pool.query<{ key: string; levels: string }>(
      `select alert_id || ' ' || user_id as key, string_agg(level::text, '+' order by level::text) as levels
        from app_public.notifications group by alert_id, user_id`,
    );
    const levelsOf = new Map(notified.map(({ key, levels }) => [key, levels]));
    const wrong: string[] = [];
    for (const publication of publications) {
      let reached = 0;
      for (const [userId, list] of reports) {
        const levels = levelsOf.get(`${publication.id} ${userId}`) ?? "";
        if (levels) reached += 1;
        const right = rightOutcomes(publication, list);
        if (!right.has(levels)) {
          wrong.push(
            `seed ${plan.seed}, alert ${publication.id}, user ${userId}: told "${levels}", right were ${[...right].map((outcome) => `"${outcome}"`).join(" or ")}`,
          );
        }
      }
      const { rows: counts } = await pool.query<{ reached: number }>(
        "select app_public.alerts_reached_users(a) as reached from app_public.alerts a where id = $1",
        [publication.id],
      );
      if (counts[0]?.reached !== reached) {
        wrong.push(`alert ${publication.id}: reached ${reached}, counted ${counts[0]?.reached}`);
      }
    }
    return wrong;
  } finally {
    await pool.end();
  }
}

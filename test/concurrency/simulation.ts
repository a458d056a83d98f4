import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { publishFor } from "../../src/database/publication.ts";
import { as, Revoked } from "./session.ts";
import { type Told, wrongly } from "./verdict.ts";
import {
  type Attempt,
  cornersOf,
  isPlain,
  offset,
  type PasswordChange,
  type Place,
  type Publication,
  type Report,
  random,
  type Span,
} from "./world.ts";

export interface Plan {
  seed: number;
  users: number;
  reportsEach: number;
  alerts: number;
  /** The number of alerts that end during their publication or during position reports. */
  ended: number;
  /** The number of users who change their password, twice each. */
  changing: number;
  connections: number;
  /** True if each publication matches everyone in one transaction. */
  matchesAtOnce: boolean;
}

/** A user of the simulation and their actions. */
export interface Person {
  id: number;
  /** The session of their phone. */
  sessionId: number;
  reports: Report[];
  /** The number of positions that the database has acknowledged. */
  positions: number;
  attempts: Attempt[];
  changes: PasswordChange[];
}

const REPORT = `select (extract(epoch from created_at) * 1000)::float8 as at
  from app_public.new_positions(array(
    select json_populate_record(null::app_public.position_input, json_build_object('latitude', latitude, 'longitude', longitude, 'moving_activity', 'WALKING'))
      from json_populate_recordset(null::app_public.point_input, $1))) order by id desc limit 1`;
const REPORT_ONE = `select (extract(epoch from created_at) * 1000)::float8 as at
  from app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', $1::float8, 'longitude', $2::float8, 'moving_activity', 'WALKING')))`;
/** Publishes an alert, given as JSON. Returns its id. */
export const PUBLISH = `select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1)) as id`;
const CANCEL =
  "select app_private.cancel_alert($1, 'It is over.'), (extract(epoch from now()) * 1000)::float8 as at";
const CHANGE = `select app_private.update_alert(
  $1, json_populate_record(null::app_public.alert_update_input, '{"text1": "Another."}'))`;
/** Finds all-clears that are missing or superfluous: each recipient of a cancelled alert gets one, and nobody else. */
const CLEARED_WRONGLY = `
  select n.alert_id, n.user_id
    from app_public.notifications n join unnest($1::int[], $2::boolean[]) a (id, is_cancelled) on a.id = n.alert_id
    group by n.alert_id, n.user_id, a.is_cancelled
    having count(*) filter (where n.kind = 'ALL_CLEAR') <> a.is_cancelled::int
      or count(*) filter (where n.kind <> 'ALL_CLEAR') = 0`;
const END = `update app_public.alerts set expires_at = clock_timestamp() where id = $1
  returning (extract(epoch from expires_at) * 1000)::float8 as at`;
const CHANGE_PASSWORD = "select app_public.user_password_edit('$2b$11$' || repeat('y', 53))";

const BEGIN_SESSION = `insert into app_public.sessions (user_id, id, expires_at) overriding system value
  values ($1, $2, now() + interval '1 day')`;

const MAKE_USERS = `with made as (
    insert into app_public.users (email, name, address)
      select format('%s-%s@example.org', $1::text, n), 'User', '' from generate_series(0, $2::int) n returning id
  ), credentials as (
    insert into app_private.user_credentials (user_id, password_hash) select id, '$2b$11$' || repeat('x', 53) from made
  ), sessions as (
    insert into app_public.sessions (user_id, id, expires_at) overriding system value
      select id, 1, now() + interval '1 day' from made
  )
  select id from made order by id`;

/** Runs an action. Returns its result with the times of its start and end. */
async function timed<T>(run: () => Promise<T>): Promise<[T, Span]> {
  const asked = performance.now();
  const result = await run();
  return [result, { asked, answered: performance.now() }];
}

/** How an alert ends, and after how many milliseconds. */
interface Ending {
  after: number;
  how: "expires" | "is cancelled";
}

/**
 * Makes users report positions and change their passwords while administrators publish and end alerts. Returns one
 * line for each result that the oracle does not allow.
 */
export async function simulate(url: string, plan: Plan): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: plan.connections });
  const next = random(plan.seed);
  const start: Place = { latitude: 40 + 20 * next(), longitude: 10 + 20 * next() };
  const centres = Array.from({ length: plan.alerts }, () =>
    offset(start, 4000 * next(), 4000 * next()),
  );
  // Returns a place in the middle of a zone of one alert, and away from the edges of all others.
  const somewhere = (): Place => {
    const centre = centres[Math.floor(next() * centres.length)] as Place;
    const north = [0, 500, 1600, 5000][Math.floor(next() * 4)] as number;
    const place = offset(centre, north, 50 * (next() - 0.5));
    return centres.every((other) => isPlain(other, place)) ? place : somewhere();
  };
  /** Returns the places of a report: one, or sometimes a batch. */
  const somewheres = () =>
    Array.from({ length: next() < 0.25 ? 1 + Math.floor(4 * next()) : 1 }, somewhere);

  const { rows } = await pool.query<{ id: number }>(MAKE_USERS, [plan.seed, plan.users]);
  const [administrator, ...ids] = rows.map(({ id }) => id) as [number, ...number[]];
  await pool.query("update app_public.users set is_admin = true where id = $1", [administrator]);
  const admin = { userId: administrator, sessionId: 1 };
  const people = ids.map(
    (id): Person => ({ id, sessionId: 1, reports: [], positions: 0, attempts: [], changes: [] }),
  );
  const publications: Publication[] = [];

  /** Sends a report with a token of a session. Returns undefined if the token is refused. */
  async function report(person: Person, sessionId: number, places: Place[]) {
    const asked = performance.now();
    const place = places.at(-1) as Place;
    const [text, values] =
      places.length === 1
        ? [REPORT_ONE, [place.latitude, place.longitude]]
        : [REPORT, [JSON.stringify(places)]];
    const answer = await as<{ at: number }>(
      pool,
      { userId: person.id, sessionId },
      text,
      values,
    ).catch((error) => {
      if (!(error instanceof Revoked)) throw error;
    });
    const span = { asked, answered: performance.now() };
    person.attempts.push({ sessionId, accepted: answer !== undefined, ...span });
    if (!answer) return;
    person.reports.push({ place, createdAt: answer.at, ...span });
    person.positions += places.length;
    return answer;
  }

  async function walk(person: Person, journey: Place[][]): Promise<void> {
    for (const places of journey) {
      // The database refuses the report if the password has changed: the phone logs in again and repeats the report.
      while (!(await report(person, person.sessionId, places))) {
        await sleep(5);
      }
    }
  }

  async function changePassword(person: Person, delay: number, stale: Place[]): Promise<void> {
    await sleep(delay);
    const from = person.sessionId;
    const [, span] = await timed(() =>
      as(pool, { userId: person.id, sessionId: from }, CHANGE_PASSWORD, []),
    );
    person.changes.push({ from, ...span });
    await pool.query(BEGIN_SESSION, [person.id, from + 1]);
    person.sessionId = from + 1;
    // A stolen phone with the old token, which must change nothing from now on.
    await report(person, from, stale);
  }

  async function publish(centre: Place, delay: number, changes: boolean, ending?: Ending) {
    await sleep(delay);
    const input = { points: cornersOf(centre), text1: "1", text2: "2", text3: "3" };
    const [{ id }, visible] = await timed(() =>
      as<{ id: number }>(pool, admin, PUBLISH, [JSON.stringify(input)]),
    );
    const end = async () => {
      if (!ending) return;
      await sleep(ending.after);
      if (ending.how === "expires") {
        const [result, span] = await timed(() => pool.query<{ at: number }>(END, [id]));
        return { at: result.rows[0]?.at as number, isClocked: true, ...span };
      }
      const [{ at }, span] = await timed(() => as<{ at: number }>(pool, admin, CANCEL, [id]));
      await publishFor(pool, id);
      return { at, isClocked: false, ...span };
    };
    // An update with new texts during the publication: nobody may be notified twice, and nobody missed.
    const change = async () => {
      if (!changes) return;
      await sleep(delay / 10);
      await as(pool, admin, CHANGE, [id]);
      await publishFor(pool, id);
    };
    const [[, matched], ended] = await Promise.all([
      timed(async () => void (await Promise.all([publishFor(pool, id), change()]))),
      end(),
    ]);
    publications.push({ id, centre, visible, matched, end: ended });
  }

  try {
    const journeys = people.map(() => Array.from({ length: plan.reportsEach }, somewheres));
    const delays = centres.map(() => 800 * next());
    // Some alerts end during their matching, some later.
    const ends = centres.map((_, index): Ending | undefined =>
      index < plan.ended
        ? {
            after: [5, 20, 50, 300][index % 4] as number,
            how: index % 2 ? "is cancelled" : "expires",
          }
        : undefined,
    );
    const changes = people.slice(0, plan.changing).map((person) => ({
      person,
      delays: [400 * next(), 400 * next()],
      stale: [somewhere()],
    }));
    await Promise.all([
      ...people.map((person, index) => walk(person, journeys[index] as Place[][])),
      ...centres.map((centre, index) => {
        // Updates only every second active alert: an update matches again, which hides people whom the first matching
        // missed.
        const changes = index >= plan.ended && index % 2 === 0;
        return publish(centre, delays[index] as number, changes, ends[index]);
      }),
      ...changes.map(async ({ person, delays, stale }) => {
        for (const delay of delays) await changePassword(person, delay, stale);
      }),
    ]);

    const { rows: told } = await pool.query<Told>(
      `select alert_id, user_id, string_agg(level::text, '+' order by level::text) as levels
        from app_public.notifications where alert_id = any ($1) and kind <> 'ALL_CLEAR' group by alert_id, user_id`,
      [publications.map(({ id }) => id)],
    );
    const { rows: counts } = await pool.query<{
      id: number;
      reached: number;
      complete: boolean;
      cancelled: boolean;
    }>(
      `select a.id, a.cancelled_at is not null as cancelled, app_public.alerts_reached_users(a) as reached, p.completed_at is not null as complete
        from app_public.alerts a join app_private.publications p on p.alert_id = a.id where a.id = any ($1)`,
      [publications.map(({ id }) => id)],
    );
    const { rows: sessions } = await pool.query<{ id: number; sessionId: number }>(
      `select c.user_id as id,
          (select max(s.id)::int from app_public.sessions s where s.user_id = c.user_id having count(*) = 1) as "sessionId"
        from app_private.user_credentials c where c.user_id = any ($1)`,
      [ids],
    );
    const { rows: histories } = await pool.query<{ id: number; positions: number }>(
      "select user_id as id, count(*)::int as positions from app_public.positions where user_id = any ($1) group by user_id",
      [ids],
    );
    const positions = new Map(histories.map((history) => [history.id, history.positions]));
    const stored = sessions.map((one) => ({ ...one, positions: positions.get(one.id) ?? 0 }));
    const { rows: clears } = await pool.query<{ alert_id: number; user_id: number }>(
      CLEARED_WRONGLY,
      [counts.map(({ id }) => id), counts.map(({ cancelled }) => cancelled)],
    );
    const uncleared = clears.map(
      ({ alert_id, user_id }) =>
        `alert ${alert_id}, user ${user_id}: all-clear missing, or too many`,
    );
    const { matchesAtOnce } = plan;
    const outcome = { people, publications, matchesAtOnce, told, counts, stored };
    return [...wrongly(outcome), ...uncleared].map((line) => `seed ${plan.seed}, ${line}`);
  } finally {
    await pool.end();
  }
}

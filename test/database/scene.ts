import { randomUUID } from "node:crypto";
import { test as jestTest } from "@jest/globals";
import type { DatabaseError, PoolClient } from "pg";
import { actAs } from "../helpers/act-as.ts";
import { type Role, runClone } from "../helpers/database.ts";

/** Who acts in a scene. */
export interface Actor {
  role: Role | "owner";
  id?: number;
}

/** What a user may do for an authority. */
export type MemberRole = "VIEWER" | "AUTHOR" | "APPROVER" | "MANAGER";

/** Someone who acts in a session. */
type SessionHolder = Actor & { sessionId?: number };

/** Longitude and latitude in degrees. */
export type Place = readonly [longitude: number, latitude: number];

// biome-ignore lint/suspicious/noExplicitAny: each test knows its own columns
export type Row = Record<string, any>;

export const owner: Actor = { role: "owner" };
export const host: Actor = { role: "app_host" };
export const analyst: Actor = { role: "app_analyst" };
export const anonymous: Actor = { role: "app_anonymous" };

/** Degrees of longitude that a metre spans on the equator. */
export const METRE = 1 / 111_319.49;

/** Returns the corners of a square, of 0.01 degrees (1.1 km on the equator) by default, with this south-west corner. */
export function square([longitude, latitude]: Place = [0, 0], side = 0.01): Place[] {
  return [
    [longitude, latitude],
    [longitude + side, latitude],
    [longitude + side, latitude + side],
    [longitude, latitude + side],
  ];
}

/** The middle of `square()`. */
export const inside: Place = [0.005, 0.005];

/** Returns the place this many metres east of `square()`. */
export function metresEast(metres: number): Place {
  return [0.01 + metres * METRE, 0.005];
}

/** Returns the place this many metres east of `square()`, or its middle if the distance is negative. */
export const inOrEast = (metres: number): Place => (metres < 0 ? inside : metresEast(metres));

/** Returns the time this many seconds ago, as positions have it. */
export const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

/** Returns places in the form of the points of inputs. */
export const asPoints = (places: Place[]) =>
  places.map(([longitude, latitude]) => ({ latitude, longitude }));

/** Returns an alert in the form of `alert_input`. */
export const alertInput = (points: Place[] = square(), fields: object = {}) => ({
  points: asPoints(points),
  text1: "Leave.",
  text2: "Stay away.",
  text3: "Take care.",
  ...fields,
});

export const NEW_ALERT =
  "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1))";

type Statement = [sql: string, values?: unknown[]];

/** Runs the statement of a template, whose expressions are values. */
type Tag<T> = (parts: TemplateStringsArray, ...values: unknown[]) => Promise<T>;

const tag =
  <T>(run: (...statement: Statement) => Promise<T>): Tag<T> =>
  (parts, ...values) =>
    run(
      parts.reduce((sql, part, index) => `${sql}$${index}${part}`),
      values,
    );

/**
 * A transaction in which people act in turn, each under their own role and claims. A refused
 * statement rejects and changes nothing.
 */
export class Scene {
  readonly client: PoolClient;
  constructor(client: PoolClient) {
    this.client = client;
  }

  /** Runs one statement as someone: ``as(actor)`select ${value}` ``, or with values for $1 and so on. */
  as(actor: SessionHolder): Tag<Row[]>;
  as(actor: SessionHolder, sql: string, values?: unknown[]): Promise<Row[]>;
  as(actor: SessionHolder, ...statement: [] | Statement) {
    const run = (...[sql, values]: Statement) => this.#run(actor, sql, values);
    return statement.length ? run(...statement) : tag(run);
  }

  /** Returns the first column of the first row. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its own value
  value(actor: SessionHolder): Tag<any>;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its own value
  value(actor: SessionHolder, sql: string, values?: unknown[]): Promise<any>;
  value(actor: SessionHolder, ...statement: [] | Statement) {
    const run = async (...[sql, values]: Statement) => {
      const [row] = await this.#run(actor, sql, values);
      return row && Object.values(row)[0];
    };
    return statement.length ? run(...statement) : tag(run);
  }

  async #run(actor: SessionHolder, sql: string, values: unknown[] = []): Promise<Row[]> {
    const { client } = this;
    await client.query("savepoint act");
    try {
      await actAs(client, { role: actor.role, userId: actor.id, sessionId: actor.sessionId });
      const { rows } = await client.query(sql, values);
      await client.query("reset role");
      await client.query("release savepoint act");
      return rows;
    } catch (error) {
      await client.query("rollback to savepoint act");
      throw error;
    }
  }

  /** Makes a user. Administrators act under their role. */
  async user(isAdmin = false, email = `${randomUUID()}@example.org`): Promise<Required<Actor>> {
    const id = await this.value(
      owner,
      "select id from app_public.new_user($1, $2, 'Test', '', $3)",
      [email, HASH, isAdmin],
    );
    return { role: isAdmin ? "app_admin" : "app_user", id };
  }

  /** Makes an authority with an area, below the service itself, and returns its id. */
  async authority(area: Place[]): Promise<number> {
    const ring = [...area, area[0]].map((place) => place?.join(" ")).join();
    const wkt = `SRID=4326;MULTIPOLYGON(((${ring})))`;
    return await this.value(owner)`insert into app_public.authorities (name, area, parent_id)
      values (${randomUUID()}, ${wkt}, 1) returning id`;
  }

  /** Makes a user with a role in an authority, the service itself by default, who acts under it. */
  async member(role: MemberRole, authorityId = 1): Promise<Required<Actor>> {
    const { id } = await this.user();
    await this.as(
      owner,
    )`update app_public.users set authority_id = ${authorityId} where id = ${id}`;
    await this.as(
      owner,
    )`insert into app_public.memberships values (${id}, ${authorityId}, ${role})`;
    const session = await this.session({ role: "app_user", id });
    return {
      id,
      role: await this.value(host)`select role from app_private.authenticate(${id}, ${session})`,
    };
  }

  /** Begins a session of a user, and returns its id. */
  async session(user: Actor): Promise<number> {
    const sql = "select app_private.begin_session($1, $2, '1 day')::int";
    return await this.value(host, sql, [user.id, HASH]);
  }

  /** Registers a device for pushes, and returns the id of its user. */
  async register(actor: Actor, token: unknown, language?: string): Promise<number> {
    return await this.value(actor)`select id from app_public.register_device(
      json_populate_record(null::app_public.register_notification_token, ${JSON.stringify({ token, language })}))`;
  }

  /** Reports a position, and returns it. */
  async report(
    actor: Actor,
    [longitude, latitude]: Place,
    { takenAt, accuracy, activity = "WALKING" }: Report = {},
  ): Promise<Row> {
    const rows = await this.as(
      actor,
      "select * from app_public.new_position(json_populate_record(null::app_public.position_input, $1))",
      [
        JSON.stringify({
          latitude,
          longitude,
          moving_activity: activity,
          taken_at: takenAt,
          accuracy,
        }),
      ],
    );
    return rows[0] as Row;
  }

  /** Makes a user with a last position. */
  async userAt(place: Place, report?: Report): Promise<Required<Actor>> {
    const user = await this.user();
    await this.report(user, place, report);
    return user;
  }

  /** Runs the first phase of a publication, and returns the alert's id. */
  async alert(admin: Actor, points?: Place[], fields?: object): Promise<number> {
    // Without a key of its own, the same input again would be the alert that stands.
    const input = { idempotency_key: randomUUID(), ...alertInput(points, fields) };
    return await this.value(admin, NEW_ALERT, [JSON.stringify(input)]);
  }

  /** Runs the first phase of an alert's next version, and returns the alert's id. */
  async update(admin: Actor, alertId: number, changes: object): Promise<number> {
    return await this.value(
      admin,
      "select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, $2))",
      [alertId, JSON.stringify(changes)],
    );
  }

  /** Runs the first phase of an all-clear, and returns the alert's id. */
  async cancel(
    admin: Actor,
    alertId: number,
    text = "It is over.",
    texts: object[] = [],
  ): Promise<number> {
    if (texts.length === 0)
      return await this.value(admin, "select app_private.cancel_alert($1, $2)", [alertId, text]);
    return await this.value(admin)`select app_private.cancel_alert(${alertId}, ${text}, array(
      select t from json_populate_recordset(null::app_public.alert_text_input, ${JSON.stringify(texts)}) t))`;
  }

  /** Runs the second phase to its end, and returns the number of chunks. */
  async publish(alertId: number, chunkSize = 10_000): Promise<number> {
    for (let chunks = 1; ; chunks++) {
      if (await this.publishChunk(alertId, chunkSize)) return chunks;
      if (chunks > 1_000) throw new Error("publish_chunk() comes to no end");
    }
  }

  /** Makes an alert, of a new administrator by default, publishes it to the end, and returns its id. */
  async published(admin?: Actor, points?: Place[], fields?: object): Promise<number> {
    const id = await this.alert(admin ?? (await this.user(true)), points, fields);
    await this.publish(id);
    return id;
  }

  /** Runs one chunk of the second phase. True if it was the last. */
  async publishChunk(alertId: number, chunkSize = 10_000): Promise<boolean> {
    return await this.value(host, "select app_private.publish_chunk($1, $2)", [alertId, chunkSize]);
  }

  /** Returns the levels at which someone was notified of an alert, in order. */
  async levels(actor: Actor, alertId: number): Promise<string[]> {
    const rows = await this.as(
      owner,
      `select level from app_public.notifications where alert_id = $1 and user_id = $2 order by id`,
      [alertId, actor.id],
    );
    return rows.map(({ level }) => level);
  }

  /** Returns the kind, level and version of each notification of an alert that someone got, in order. */
  async told({ id }: Actor, alertId: number): Promise<string[]> {
    const rows = await this.as(
      owner,
      `select concat_ws(' ', kind, level, version) as what from app_public.notifications
        where alert_id = $1 and user_id = $2 order by id`,
      [alertId, id],
    );
    return rows.map(({ what }) => what);
  }

  /** Returns the number of users that an alert reached. */
  async reached(alertId: number): Promise<number> {
    return await this.value(
      owner,
      "select app_public.alerts_reached_users(a) from app_public.alerts a where id = $1",
      [alertId],
    );
  }

  /** Moves an alert into the past, so that it expired an hour ago. */
  async expire(alertId: number): Promise<void> {
    await this.as(
      owner,
      `update app_public.alerts set created_at = now() - interval '2 hours',
        expires_at = now() - interval '1 hour' where id = $1`,
      [alertId],
    );
  }
}

export interface Report {
  takenAt?: number | string;
  accuracy?: number | string;
  activity?: string;
}

export interface Texts {
  text1?: string | null;
  text2?: string | null;
  text3?: string | null;
}

/** A hash in bcrypt's form that no known password has. */
export const HASH = `$2b$11$${"x".repeat(53)}`;

type Run<T extends readonly unknown[] = []> = (scene: Scene, ...row: [...T]) => unknown;

type Titled<T extends readonly unknown[]> = (
  title: string,
  run: Run<T>,
  timeoutMs?: number,
) => void;

/** Jest's `test`, whose function gets a scene, and after it the values of a row of `each`. */
interface SceneTest extends Titled<[]> {
  each: {
    <T extends readonly [unknown, ...unknown[]]>(rows: readonly T[]): Titled<T>;
    <T extends readonly unknown[]>(rows: readonly T[]): Titled<T>;
    <T>(values: readonly T[]): Titled<[T]>;
  };
  skip: typeof jestTest.skip;
}

/** Opens a clone of the template for the tests of one file. */
export function stage() {
  const database = runClone();

  async function play<T extends readonly unknown[]>(run: Run<T>, ...row: T) {
    // Without a scene it may need the only connection of the embedded database for itself.
    if (run.length === 0) return void (await (run as () => unknown)());
    const client = await database.ownerPool.connect();
    try {
      await client.query("begin");
      await run(new Scene(client), ...row);
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  const test = (title: string, run: Run, timeoutMs?: number) =>
    jestTest(title, () => play(run), timeoutMs);
  const each =
    <T extends readonly unknown[]>(rows: readonly T[]) =>
    (title: string, run: Run<T>, timeoutMs?: number) =>
      jestTest.each(rows)(title, (...row) => play(run, ...row), timeoutMs);

  return {
    /** For tests that commit, or need several connections. */
    database: () => database,
    /** Runs a test in a scene, which is rolled back. */
    test: Object.assign(test, { each, skip: jestTest.skip }) as SceneTest,
  };
}

/** Matches an error by its SQLSTATE, and by its constraint or a part of its message. */
export function refusal(
  code: string,
  { constraint, message }: { constraint?: string; message?: RegExp } = {},
): Partial<DatabaseError> {
  const expected: Partial<Record<keyof DatabaseError, unknown>> = { code };
  if (constraint) expected.constraint = constraint;
  if (message) expected.message = asymmetric(message);
  return expected as Partial<DatabaseError>;
}

/** Returns a matcher of a pattern that Jest accepts inside other matchers. */
function asymmetric(pattern: RegExp) {
  return {
    asymmetricMatch: (text: unknown) => typeof text === "string" && pattern.test(text),
    toString: () => `StringMatching ${pattern}`,
  };
}

export const DENIED = refusal("42501");

/** @database server */
import { describe, expect } from "@jest/globals";
import { fillCells, fillFigures } from "./figures.ts";
import {
  type Actor,
  analyst,
  anonymous,
  DENIED,
  HASH,
  host,
  inside,
  owner,
  type Row,
  type Scene,
  stage,
} from "./scene.ts";

const TEMPLATE_COLUMNS =
  "all_clear certainty correction duration event language level2_distance level3_distance name severity status text1 text2 text3 title urgency";

/**
 * What each role may do with each table, view and partition. Everything else is denied.
 * A table of the database that is missing here fails, so a new table needs a line.
 *
 * `select all` is all rows and `select own` the user's own rows. `select own (a b)` and `update own (a b)` is these
 * columns of the user's own rows, `insert (a b)` is rows in which the user gives these columns.
 */
const EXPECTED: Record<string, Partial<Record<Role, string>>> = {
  "analytics.active_users_per_day": { app_analyst: "select all" },
  "analytics.alert_levels": { app_analyst: "select all" },
  "analytics.alert_pushes": { app_analyst: "select all" },
  "analytics.alert_versions": { app_analyst: "select all" },
  "analytics.alerts": { app_analyst: "select all" },
  "analytics.deliveries_per_hour": { app_analyst: "select all" },
  "analytics.events": { app_analyst: "select all" },
  "analytics.hours": { app_analyst: "select all" },
  "analytics.hours_by_activity": { app_analyst: "select all" },
  "analytics.notifications_per_day": { app_analyst: "select all" },
  "analytics.presence": { app_analyst: "select all" },
  "analytics.presence_around_alerts": { app_analyst: "select all" },
  "analytics.zones": { app_analyst: "select all" },
  "app_private.alert_counts": {},
  "app_private.alert_events": {},
  "app_private.alert_figures": {},
  "app_private.alert_push_figures": {},
  "app_private.alert_reach": {},
  "app_private.alert_speeches": {},
  "app_private.audit_chain": {},
  "app_private.audit_waiting": {},
  "app_private.day_notifications": {},
  "app_private.deliveries": {},
  "app_private.delivery_results": {},
  "app_private.device_keys": {
    app_user:
      "select own (created_at id last_used_at name user_id), insert (key_hash name), delete own",
    app_admin:
      "select all (created_at id last_used_at name user_id), insert (key_hash name), delete all",
  },
  "app_private.devices": {},
  "app_private.erased_users": {},
  "app_private.email_links": {},
  "app_private.held_publications": {},
  "app_private.invitations": {},
  "app_private.cell": {},
  "app_private.cell_figures": {},
  "app_private.cell_states": {},
  "app_private.cells": {},
  "app_private.clock": {},
  "app_private.joined_users": {},
  "app_private.hour_deliveries": {},
  "app_private.left_devices": {},
  "app_private.login_addresses": {},
  "app_private.login_failures": {},
  "app_private.login_limits": {},
  "app_private.listed_positions": { app_admin: "select all" },
  "app_private.lone_positions": { app_admin: "select all" },
  "app_private.mail_outcome": {},
  "app_private.password_links": {},
  "app_private.position_hashes": {},
  "app_private.presence": {},
  "app_private.publication_waiting": {},
  "app_private.publications": {},
  "app_private.push_outcomes": {},
  "app_private.refresh_tokens": {},
  "app_private.retention_progress": {},
  "app_private.reporting": {},
  "app_private.sent_alerts": {},
  "app_private.settings": {},
  "app_private.speeches": {},
  "app_private.tasks": {},
  "app_private.user_credentials": {},
  "app_private.version_figures": {},
  "app_private.workers": {},
  "app_public.alert_changes": { app_user: "select all", app_admin: "select all" },
  "app_public.alert_templates": {
    app_admin: `select all, insert (${TEMPLATE_COLUMNS} user_id), update all (${TEMPLATE_COLUMNS} version), delete all`,
  },
  "app_public.alert_versions": { app_user: "select all", app_admin: "select all" },
  "app_public.alerts": { app_user: "select all", app_admin: "select all" },
  "app_public.audit_entries": { app_admin: "select all" },
  "app_public.last_positions": { app_admin: "select all" },
  "app_public.notifications": {
    app_user: "select own, update own (seen)",
    // Reads all; only the recipient can mark one as seen.
    app_admin: "select all, update own (seen)",
  },
  "app_public.positions": { app_admin: "select all" },
  "app_public.positions_<week>": {},
  "app_public.positions_default": {},
  "app_public.quiet_hours": {
    app_user:
      "select own, insert (ends starts time_zone), update own (ends starts time_zone), delete own",
    app_admin:
      "select all, insert (ends starts time_zone), update own (ends starts time_zone), delete own",
  },
  "app_public.saved_areas": {
    app_admin: "select all, insert (area name user_id), update all (area name version), delete all",
  },
  "app_public.sessions": {
    app_user: "select own, delete own",
    app_admin: "select own, delete own",
  },
  "app_public.shared_drafts": {
    app_admin:
      "select all, insert (alert_id content editing_until is_private name user_id), update all (content editing_until is_private name version), delete all",
  },
  "app_public.users": {
    app_user: "select own",
    app_admin: "select all",
  },
};

/** The functions that each role may call, besides those of the role it inherits from. */
const CALLABLE: Record<Role, string[]> = {
  app_anonymous: ["app_private.audit_read", "app_public.current_user_id"],
  app_user: [
    "app_private.alerts_since",
    "app_private.audit_read",
    "app_private.claim_user",
    "app_private.current_session_id",
    "app_private.enclosing_ring",
    "app_private.erase_me",
    "app_private.is_active",
    "app_private.key_hash",
    "app_private.name_words",
    "app_private.notifications_since",
    "app_private.order_notifications",
    "app_private.read_cursor",
    "app_private.refuse_anonymous",
    "app_private.refuse_isolation",
    "app_private.refuse_unknown_cursor",
    "app_private.report_lock",
    "app_private.require_user",
    "app_private.require_user_id",
    "app_private.share_report_lock",
    "app_private.words_beginning",
    "app_private.write_cursor",
    // A constraint of users calls it.
    "app_private.without_blanks",
    "app_public.active_alerts_at",
    "app_public.active_alerts_near",
    "app_public.alert_versions_area_geo_json",
    "app_public.alerts_area",
    "app_public.alerts_area_geo_json",
    "app_public.alerts_area_level2",
    "app_public.alerts_area_level2_geo_json",
    "app_public.alerts_area_level3",
    "app_public.alerts_area_level3_geo_json",
    "app_public.alerts_audio1",
    "app_public.alerts_audio2",
    "app_public.alerts_audio3",
    "app_public.alerts_audio_url1",
    "app_public.alerts_audio_url2",
    "app_public.alerts_audio_url3",
    "app_public.alerts_cursor",
    "app_public.alerts_reached_users",
    "app_public.alerts_state",
    "app_public.current_user_id",
    "app_public.device_key_add",
    "app_public.device_key_revoke",
    "app_public.device_keys",
    "app_public.device_unregister",
    "app_public.devices",
    "app_public.email_verification_send",
    "app_public.find_user",
    "app_public.last_reported_at",
    "app_public.logout",
    "app_public.me",
    "app_public.new_position",
    "app_public.new_positions",
    "app_public.newest_alert_cursor",
    "app_public.newest_notification_cursor",
    "app_public.notification_update",
    "app_public.quiet_hours_edit",
    "app_public.quiet_hours_remove",
    "app_public.register_device",
    "app_public.require_admin",
    "app_public.session_end",
    "app_public.user_edit",
    "app_public.user_password_edit",
  ],
  app_admin: [
    "app_private.area_of_geojson",
    "app_private.cancel_alert",
    "app_private.checked_area",
    "app_private.cut_at_180",
    "app_private.failing_mail",
    "app_private.failing_pushes",
    "app_private.keeps_last_only",
    "app_private.new_alert",
    "app_private.refuse_training_users",
    "app_private.require_found",
    "app_private.require_shared_draft",
    "app_private.template_from",
    "app_private.unwrap_longitudes",
    "app_private.update_alert",
    "app_private.user_erase",
    "app_public.alert_reach",
    "app_public.alert_statistics",
    "app_public.alert_template_edit",
    "app_public.alert_template_remove",
    "app_public.alert_update_reach",
    "app_public.alerts_all_clear_reach",
    "app_public.alerts_cells",
    "app_public.alerts_delivery",
    "app_public.alerts_push_failures",
    "app_public.alerts_search",
    "app_public.alerts_timeline",
    "app_public.cells",
    "app_public.draft_publication",
    "app_public.held_publication",
    "app_public.invitation_add",
    "app_public.invitation_revoke",
    "app_public.audit_entries_about",
    "app_public.invitations",
    "app_public.new_alert_template",
    "app_public.new_password_links",
    "app_public.new_saved_area",
    "app_public.new_shared_draft",
    "app_public.new_user",
    "app_public.publication_hold",
    "app_public.publication_take_back",
    "app_public.publish_step",
    "app_public.saved_area_edit",
    "app_public.saved_area_remove",
    "app_public.saved_areas_area_geo_json",
    "app_public.shared_draft_edit",
    "app_public.shared_draft_mark",
    "app_public.shared_draft_remove",
    "app_public.transformed_area",
    "app_public.user_password_reset",
    "app_public.user_rights",
    "app_public.user_training",
    "app_public.users_import",
    "app_public.users_overview",
    "app_public.why_notified",
  ],
  app_analyst: [],
  app_host: [
    "app_private.alert_defaults",
    "app_private.alert_progress",
    "app_private.ask_for_password_mail",
    "app_private.authenticate",
    "app_private.begin_export",
    "app_private.begin_joining",
    "app_private.begin_login",
    "app_private.export_page",
    "app_private.claim_user",
    "app_private.complete_login",
    "app_private.count_attempt",
    "app_private.fail_login",
    "app_private.begin_session",
    "app_private.login_credentials",
    "app_private.note_session_use",
    "app_private.password_link_email",
    "app_private.password_to_confirm",
    "app_private.set_first_password",
    "app_private.take_invitation",
    "app_private.verify_email",
    "app_private.refresh_session",
    "app_private.continue_publication",
    "app_private.find_speech",
    "app_private.last_positions_after",
    "app_private.lone_positions_after",
    "app_private.newest_position_id",
    "app_private.notifications_between",
    "app_private.publish_chunk",
    "app_private.read_speech",
    "app_private.clock_fault",
    "app_private.late_tasks",
    "app_private.readiness",
    "app_private.report_with_key",
    "app_private.invitation_is_open",
    "app_public.current_user_id",
  ],
};

type Role = "app_anonymous" | "app_user" | "app_admin" | "app_analyst" | "app_host";

const OURS = "('app_public', 'app_private', 'analytics')";
const { test } = stage();

interface Relation {
  schema: string;
  name: string;
  columns: string[];
  /** The column with the user of a row. */
  ownedBy: string | undefined;
}

/** Returns every table, partition, view and other relation of the project's schemas. */
async function relations(s: Scene): Promise<Relation[]> {
  const rows = await s.as(
    owner,
    `select n.nspname as schema, c.relname as name,
        array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f')
      group by 1, 2 order by 1, 2`,
  );
  return rows.map(({ schema, name, columns }) => ({
    schema,
    name,
    columns,
    ownedBy: name === "users" ? "id" : columns.includes("user_id") ? "user_id" : undefined,
  }));
}

/** Returns the name of a relation in EXPECTED. */
const nameOf = ({ schema, name }: Relation) =>
  `${schema}.${name.replace(/^positions_\d{4}_\d\d_\d\d$/, "positions_<week>")}`;

/** Makes two users and an administrator, each with a row in every table that can have one. */
async function seed(s: Scene) {
  const [a, b, admin] = [await s.user(), await s.user(), await s.user(true)];
  for (const [i, actor] of [a, b, admin].entries()) {
    await s.register(actor, `device ${i}`);
    await s.as(actor)`select app_public.quiet_hours_edit(row('22:00', '07:00',
      'Europe/Rome')::app_public.quiet_hours_input)`;
    await s.as(host)`select app_private.begin_session(${actor.id}, ${HASH}, '1 day', null,
      'family', 'token')`;
    await s.as(owner)`insert into app_private.password_links values (${actor.id}, 'hash', now())`;
    // Records that another user has taken this device.
    await s.as(owner)`select app_private.note_left_device(${actor.id}, ${`device ${i}`})`;
    await s.report(actor, inside);
    await s.as(actor)`select app_public.device_key_add('Phone')`;
    await s.as(owner)`insert into app_private.joined_users values (${actor.id}, 1)`;
    await s.as(owner)`select app_private.make_verification_mail(${actor.id})`;
    await s.as(owner)`insert into app_private.position_hashes
      values (${actor.id}, gen_random_uuid(), 1)`;
    await s.as(owner)`insert into app_private.lone_positions values (${actor.id}, 1)`;
    const email = await s.value(owner)`select email from app_public.users where id = ${actor.id}`;
    for (const call of ["fail_login", "complete_login"]) {
      await s.as(owner, `select app_private.${call}($1, '127.0.0.1')`, [email]);
    }
    // Inserts a row into each partition, the default one last.
    await s.as(owner)`insert into app_public.positions (user_id, latitude, longitude,
      moving_activity, created_at)
      select ${actor.id}, 0, 0, 'STILL', now() + week * interval '1 week' from generate_series(1, 10) week`;
  }
  const alert = await s.alert(admin);
  while (!(await s.publishChunk(alert, 1)));
  await s.as(owner)`insert into app_private.publication_waiting (alert_id, level, first_user_id,
    user_ids)
    select id, 'TWO', ${a.id}, array[${a.id}::int] from app_public.alerts`;
  await s.as(owner)`select app_private.heartbeat('pool')`;
  await s.as(owner)`select app_private.register_tasks('{"some": 60}')`;
  await fillCells(s);
  await s.as(owner)`select app_private.note_push_outcome('expo', null)`;
  await s.as(owner)`select app_private.note_mail_outcome('away')`;
  await s.as(owner)`select app_private.keep_speech(${alert}, 'ONE', 'voice', 'mp3')`;
  await s.as(owner)`select app_private.keep_delivery_results(a) from app_public.alerts a
    where a.id = ${alert}`;
  await s.as(owner)`insert into app_private.held_publications (user_id, key, due_at)
    select id, 'a key', now() from app_public.users`;
  const [all] = await s.as(owner)`select array_agg(id) as ids from app_public.notifications`;
  await s.as(owner)`select app_private.claim_deliveries('expo', 1, ${all?.ids})`;
  await s.as(owner)`insert into app_public.alert_versions
    select v.alert_id, 10 + u.id, u.id, v.created_at, v.zone1, v.level2_distance, v.level3_distance, v.expires_at,
        v.text1, v.text2, v.text3, null, false
      from app_public.alert_versions v, unnest(${[a.id, b.id]}::int[]) u (id)`;
  await s.as(owner)`insert into app_public.saved_areas (name, area, user_id)
    select u.id::text, st_multi(a.zone1), u.id from app_public.users u, app_public.alerts a where a.id = ${alert}`;
  await s.as(owner)`insert into app_public.alert_templates (name, user_id, text1, text2, text3,
    all_clear, correction, severity, urgency, certainty, status)
    select id::text, id, '', '', '', '', '', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'ACTUAL' from app_public.users`;
  await s.as(owner)`insert into app_public.shared_drafts (name, content, user_id, is_training)
    select id::text, '{}', id, false from app_public.users`;
  await s.as(owner)`insert into app_private.erased_users (user_id) select id
    from app_public.users`;
  await s.as(admin)`select app_public.invitation_add(row('Town hall', 10,
    null)::app_public.invitation_input)`;
  await s.as(owner)`select app_private.chain_audit()`;
  await fillFigures(s, alert);
  // An alert of another administrator.
  await s.alert(await s.user(true));
  return { a, b, admin };
}

/** Returns the number of rows of a relation, and how many belong to a user. */
async function count(s: Scene, relation: Relation, { id }: Actor) {
  const { schema, name, ownedBy } = relation;
  const own = ownedBy ? `count(*) filter (where ${ownedBy} = ${id ?? 0})` : "0";
  const [row] = await s.as(
    owner,
    `select count(*)::int as all, (${own})::int as own from ${schema}.${name}`,
  );
  return row as { all: number; own: number };
}

/** Runs a statement and rolls it back. Returns its rows, or undefined if it is denied. */
async function attempt(s: Scene, actor: Actor, sql: string): Promise<Row[] | undefined> {
  await s.client.query("savepoint attempt");
  try {
    return await s.as(actor, sql);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    // 42501 is insufficient_privilege. 55000, 42809 and 0A000 are for a view, or a column of it, that cannot be written
    // or truncated.
    if (["42501", "55000", "42809", "0A000"].includes(code)) return undefined;
    // Constraints and checks of columns come after grants and policies: a new row of defaults lacks columns, or is the
    // second one.
    if (["23502", "23505", "LA400"].includes(code)) return [];
    // Any other error comes after grants and policies, so these allowed the statement.
    throw new Error(`${actor.role}: ${sql}: ${code} ${message}`);
  } finally {
    await s.client.query("rollback to savepoint attempt");
  }
}

/** Returns the values for which a check gives something, one after the other. */
async function filter(values: string[], check: (value: string) => Promise<unknown>) {
  const found: string[] = [];
  for (const value of values) if (await check(value)) found.push(value);
  return found;
}

/** Describes a number of rows. */
function extent(rows: Row[], total: { all: number; own: number }): string {
  const own = rows.filter((row) => row.own).length;
  if (rows.length === 0) return "none";
  if (rows.length === total.all) return "all";
  if (own === rows.length && own === total.own) return "own";
  return `${rows.length} of ${total.all}, ${own} own`;
}

/** Returns what someone may do with a relation, and the number of checked cells. */
async function rights(s: Scene, relation: Relation, actor: Actor) {
  const { schema, name, columns, ownedBy } = relation;
  const table = `${schema}.${name}`;
  const total = await count(s, relation, actor);
  expect({ table, rows: total.all > 0 || relation.name }).not.toEqual({ table, rows: false });
  const own = ownedBy ? `${ownedBy} = ${actor.id ?? 0}` : "false";
  const may: string[] = [];
  let cells = 0;

  cells++;
  // Selects every column, as a view may call functions that its reader may not.
  const selected = await attempt(s, actor, `select ${own} as own, t.* from ${table} t`);
  if (selected) may.push(`select ${extent(selected, total)}`);
  else {
    const read = await filter(columns, (column) =>
      attempt(s, actor, `select ${column} from ${table}`),
    );
    const rows = read.length && (await attempt(s, actor, `select ${own} as own from ${table}`));
    if (rows) may.push(`select ${extent(rows, total)} (${read.join(" ")})`);
  }

  cells++;
  if (await attempt(s, actor, `insert into ${table} default values`)) {
    const inserted = await filter(columns, (column) =>
      attempt(s, actor, `insert into ${table} (${column}) values (default)`),
    );
    may.push(`insert (${inserted.join(" ")})`);
  }

  const updated = new Map<string, string[]>();
  for (const column of columns) {
    cells++;
    const rows = await attemptUpdate(s, actor, table, column, own);
    if (rows) {
      const of = extent(rows, total);
      updated.set(of, [...(updated.get(of) ?? []), column]);
    }
  }
  for (const [of, names] of updated) may.push(`update ${of} (${names.join(" ")})`);

  cells++;
  // Without a condition and without returning, it needs only the grant to delete.
  if (await attempt(s, actor, `delete from ${table}`)) {
    const deleted = await attempt(s, actor, `delete from ${table} returning ${own} as own`);
    may.push(`delete ${deleted ? extent(deleted, total) : ""}`.trim());
  }
  cells++;
  if (await attempt(s, actor, `truncate ${table}`)) may.push("truncate");

  for (const privilege of ["references", "trigger"]) {
    cells++;
    const granted = await s.value(owner)`select has_any_column_privilege(${actor.role},
      ${table}, 'references')`;
    const trigger = await s.value(owner)`select has_table_privilege(${actor.role}, ${table},
      'trigger')`;
    if (privilege === "references" ? granted : trigger) may.push(privilege);
  }
  return { may: may.join(", "), cells };
}

/** Updates a column to its own value. */
async function attemptUpdate(s: Scene, actor: Actor, table: string, column: string, own: string) {
  const update = `update ${table} set ${column}`;
  try {
    const rows = await attempt(s, actor, `${update} = ${column} returning ${own} as own`);
    // A role that cannot read a column may still be able to write it.
    if (rows ?? !(await attempt(s, actor, `${update} = null`))) return rows;
    return [{ own: false }];
  } catch (error) {
    // PostgreSQL refuses an identity column before it checks grants.
    if (!String(error).includes("428C9")) throw error;
    return (await attempt(s, actor, `${update} = default`)) && [{ own: false }];
  }
}

describe("the matrix of roles and tables", () => {
  test("covers every table, view and partition of the catalogue, and opens each to the expected roles only", async (s) => {
    const { a, b, admin } = await seed(s);
    const actors = {
      app_anonymous: anonymous,
      "app_user A": a,
      "app_user B": b,
      app_admin: admin,
      app_analyst: analyst,
      app_host: host,
    };
    const actual: Record<string, Record<string, string>> = {};
    let cells = 0;
    for (const relation of await relations(s)) {
      for (const [label, actor] of Object.entries(actors)) {
        const { may, cells: tried } = await rights(s, relation, actor);
        cells += tried;
        const name = nameOf(relation);
        actual[name] ??= {};
        // All weekly partitions must be alike.
        const before = actual[name][label];
        actual[name][label] = before === undefined || before === may ? may : `${before} | ${may}`;
      }
    }
    console.log(`${cells} cells: ${Object.keys(actual).length} kinds of relations, six actors`);
    expect(cells).toBeGreaterThan(1_000);
    const expected = Object.entries(EXPECTED).map(([name, { app_user = "", ...others }]) => [
      name,
      {
        app_anonymous: "",
        app_admin: "",
        app_analyst: "",
        app_host: "",
        ...others,
        "app_user A": app_user,
        "app_user B": app_user,
      },
    ]);
    expect(actual).toEqual(Object.fromEntries(expected));
  });

  test("has rows to check: every table has one of each user", async (s) => {
    const { a, b } = await seed(s);
    for (const relation of await relations(s)) {
      const [ofA, ofB] = [await count(s, relation, a), await count(s, relation, b)];
      expect({ name: relation.name, empty: ofA.all === 0 }).toEqual({
        name: relation.name,
        empty: false,
      });
      if (relation.ownedBy && relation.name !== "alerts") {
        expect({ name: relation.name, a: ofA.own > 0, b: ofB.own > 0 }).toEqual({
          name: relation.name,
          a: true,
          b: true,
        });
      }
    }
  });
});

describe("the matrix of roles and functions", () => {
  const INHERITED: Partial<Record<Role, Role>> = { app_admin: "app_user" };

  test.each(Object.keys(CALLABLE) as Role[])(
    "lets %s call its functions, and no others",
    async (s, role) => {
      const rows = await s.as(
        owner,
        `select distinct p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p
          where p.pronamespace::regnamespace::text in ${OURS} and has_function_privilege($1, p.oid, 'execute') order by 1`,
        [role],
      );
      const inherited = INHERITED[role];
      const expected = [...CALLABLE[role], ...(inherited ? CALLABLE[inherited] : [])];
      expect(rows.map(({ name }) => name)).toEqual(expected.sort());
    },
  );
});

describe("the catalogue", () => {
  /** Returns a test that expects no rows from a query. Its rows would break a rule. */
  const breaks =
    (sql: string, values: unknown[] = []) =>
    async (s: Scene) =>
      expect(await s.as(owner, sql, values)).toEqual([]);

  test(
    "has row-level security on every table and partition",
    breaks(`select c.oid::regclass::text from pg_class c
      where c.relnamespace::regnamespace::text in ${OURS} and c.relkind in ('r', 'p') and not c.relrowsecurity`),
  );

  test(
    "has no policy with a subquery",
    breaks(
      `select schemaname, tablename, policyname from pg_policies where concat(qual, ' ', with_check) ~* '\\mselect\\M'`,
    ),
  );

  test(
    "has no policy for everyone: each names its roles",
    breaks("select schemaname, tablename, policyname from pg_policies where roles = '{public}'"),
  );

  test(
    "has a policy for each table that is granted",
    breaks(`select c.oid::regclass::text from pg_class c
      where c.relnamespace::regnamespace::text in ('app_public', 'app_private') and c.relkind in ('r', 'p')
        and c.relacl::text ~ 'app_' and not exists (select from pg_policy p where p.polrelid = c.oid)`),
  );

  test(
    "has no function that PUBLIC may call",
    breaks(`select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace::regnamespace::text in ${OURS}
        and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))`),
  );

  test(
    "has no table, view or sequence that PUBLIC may use",
    breaks(`select c.oid::regclass::text from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace::regnamespace::text in ${OURS} and a.grantee = 0`),
  );

  test(
    "has no sequence that a role may use",
    breaks(
      `select c.oid::regclass::text, r.role from pg_class c, unnest($1::text[]) r (role)
        where c.relnamespace::regnamespace::text in ${OURS} and c.relkind = 'S'
          and has_sequence_privilege(r.role, c.oid, 'usage, select, update')`,
      [Object.keys(CALLABLE)],
    ),
  );

  test(
    "pins search_path in every function that is security definer, with pg_temp at its end",
    breaks(`select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace::regnamespace::text in ${OURS} and p.prosecdef
        and not exists (select from unnest(p.proconfig) setting where setting ~ '^search_path=pg_catalog, .*pg_temp$')`),
  );

  test(
    "has no function that runs as a superuser, or as somebody who can log in",
    breaks(`select p.oid::regprocedure::text, r.rolname from pg_proc p join pg_roles r on r.oid = p.proowner
      where p.pronamespace::regnamespace::text in ${OURS} and p.prosecdef and (r.rolsuper or r.rolcanlogin or r.rolbypassrls)`),
  );

  test(
    "has no schema in which a role may create anything, public included",
    breaks(
      `select n.nspname, r.role from pg_namespace n, unnest($1::text[]) r (role)
        where n.nspname in ('public', 'app_public', 'app_private', 'analytics', 'graphile_worker', 'graphile_migrate')
          and has_schema_privilege(r.role, n.oid, 'create')`,
      [Object.keys(CALLABLE)],
    ),
  );

  test(
    "has roles that cannot log in, bypass policies, or create roles and databases",
    breaks(
      `select rolname from pg_roles where rolname = any ($1)
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin and rolname <> 'app_host')`,
      [Object.keys(CALLABLE)],
    ),
  );

  test(
    "has a host role that inherits nothing and owns nothing",
    breaks(`select rolname from pg_roles r where rolname = 'app_host'
      and (rolinherit or exists (select from pg_class where relowner = r.oid) or exists (select from pg_proc where proowner = r.oid))`),
  );

  test("has jobs and migrations that no role reaches", async (s) => {
    const [user, admin] = [await s.user(), await s.user(true)];
    for (const actor of [anonymous, user, admin, analyst, host]) {
      for (const table of [
        "graphile_worker.jobs",
        "graphile_worker._private_jobs",
        "graphile_migrate.migrations",
      ]) {
        await expect(s.as(actor, `select * from ${table}`)).rejects.toMatchObject(DENIED);
      }
      await expect(
        s.as(actor)`select graphile_worker.add_job('publish_alert')`,
      ).rejects.toMatchObject(DENIED);
    }
  });
});

describe("comments, which are the descriptions of the API, exist", () => {
  const breaks = (sql: string) => async (s: Scene) => expect(await s.as(owner, sql)).toEqual([]);

  test(
    "for schemas",
    breaks(
      `select nspname from pg_namespace where nspname in ${OURS} and obj_description(oid, 'pg_namespace') is null`,
    ),
  );

  test(
    "for tables and views",
    breaks(`select oid::regclass::text from pg_class where relnamespace::regnamespace::text in ${OURS}
      and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition and obj_description(oid, 'pg_class') is null`),
  );

  test(
    "for functions",
    breaks(`select oid::regprocedure::text from pg_proc where pronamespace::regnamespace::text in ${OURS}
      and obj_description(oid, 'pg_proc') is null`),
  );

  test(
    "for types",
    breaks(`select t.oid::regtype::text from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace::regnamespace::text in ${OURS} and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
        and obj_description(t.oid, 'pg_type') is null and obj_description(c.oid, 'pg_class') is null`),
  );

  test(
    "for check constraints of client input, as errors use them",
    breaks(`select c.conrelid::regclass::text, c.conname from pg_constraint c
      where c.conrelid in ('app_public.users'::regclass, 'app_public.positions'::regclass, 'app_private.devices'::regclass)
        and c.contype = 'c' and obj_description(c.oid, 'pg_constraint') is null`),
  );

  test(
    "for roles",
    breaks(`select rolname from pg_roles where rolname ~ '^app_(anonymous|user|admin|analyst|host)$'
      and shobj_description(oid, 'pg_authid') is null`),
  );

  test(
    "for columns",
    breaks(`select c.oid::regclass::text, a.attname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace::regnamespace::text in ${OURS} and c.relkind in ('r', 'p', 'v', 'c') and not c.relispartition
        and col_description(c.oid, a.attnum) is null`),
  );
});

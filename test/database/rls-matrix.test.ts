/** @database server */
import { describe, expect } from "@jest/globals";
import type { Role } from "../helpers/database.ts";
import { fillCells, fillFigures } from "./figures.ts";
import { claim } from "./pushes.ts";
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
  square,
  stage,
} from "./scene.ts";

const TEMPLATE_COLUMNS =
  "all_clear category certainty correction duration event language level2_distance level3_distance name response_type severity status text1 text2 text3 texts title urgency";

const INSERT_TEMPLATE = TEMPLATE_COLUMNS.replace(" ", " authority_id ");

/**
 * What each role may do with each table, view and partition. Everything else is denied: a new table needs a line only if
 * a role may use it. Analysts read each view of analytics.
 *
 * `select all` is all rows, `select own` the user's own rows, and `own and some` also rows of their authority. `select own (a b)` and `update own (a b)` is these
 * columns of the user's own rows, `insert (a b)` is rows in which the user gives these columns.
 */
const EXPECTED: Record<string, Partial<Record<Role, string>>> = {
  "app_private.device_keys": {
    app_user:
      "select own (created_at id last_used_at name user_id), insert (key_hash name), delete own",
    app_admin:
      "select all (created_at id last_used_at name user_id), insert (key_hash name), delete all",
  },
  "app_private.listed_positions": {
    app_viewer: "select none",
    app_viewer_everywhere: "select all",
  },
  "app_private.lone_positions": { app_viewer: "select none", app_viewer_everywhere: "select all" },
  "app_public.alert_changes": { app_user: "select all" },
  "app_public.alert_templates": {
    app_author_everywhere: "select all",
    app_manager: `select all, insert (${INSERT_TEMPLATE} user_id), update none (${TEMPLATE_COLUMNS} version), delete none`,
    app_approver_everywhere: `select all, insert (${INSERT_TEMPLATE} user_id), update all (${TEMPLATE_COLUMNS} version), delete all`,
  },
  "app_public.alert_versions": { app_user: "select all" },
  "app_public.alerts": { app_user: "select all" },
  "app_public.audit_entries": { app_manager: "select own and some", app_admin: "select all" },
  "app_public.authorities": {
    app_user: "select all (created_at id name parent_id)",
    app_viewer: "select all",
  },
  "app_public.cap_sources": { app_manager: "select none", app_author_everywhere: "select all" },
  "app_public.last_positions": { app_viewer: "select none", app_viewer_everywhere: "select all" },
  "app_public.memberships": {
    app_user: "select none",
    app_viewer: "select own",
    app_admin: "select all",
  },
  "app_public.mutual_aids": { app_viewer: "select none", app_viewer_everywhere: "select all" },
  "app_public.notifications": {
    app_user: "select own, update own (seen)",
    // Reads all; only the recipient can mark one as seen.
    app_viewer_everywhere: "select all, update own (seen)",
  },
  "app_public.positions": { app_viewer: "select none", app_viewer_everywhere: "select all" },
  "app_public.quiet_hours": {
    app_user:
      "select own, insert (ends starts time_zone), update own (ends starts time_zone), delete own",
    app_viewer_everywhere:
      "select all, insert (ends starts time_zone), update own (ends starts time_zone), delete own",
  },
  "app_public.saved_areas": {
    app_author_everywhere: "select all",
    app_manager:
      "select all, insert (area authority_id name user_id), update none (area name version), delete none",
    app_approver_everywhere:
      "select all, insert (area authority_id name user_id), update all (area name version), delete all",
  },
  "app_public.second_factor_rules": { app_manager: "select all", app_admin: "select all" },
  "app_public.second_factors": { app_user: "select own (created_at id kind name used_at user_id)" },
  "app_public.sessions": { app_user: "select own, delete own" },
  "app_public.shared_drafts": {
    app_manager:
      "select none, insert (alert_id authority_id content editing_until is_private name user_id), update none (content editing_until is_private name version), delete none",
    app_author_everywhere:
      "select all, insert (alert_id authority_id content editing_until is_private name user_id), update all (content editing_until is_private name version), delete all",
  },
  "app_public.users": { app_user: "select own", app_viewer_everywhere: "select all" },
  "app_public.webhooks": {
    app_manager:
      "select none (authority_id drills events failures id is_paused problem secret_at sent_at url)",
    app_admin:
      "select all (authority_id drills events failures id is_paused problem secret_at sent_at url)",
  },
};

/** The role whose line counts if a role has none of its own. */
const INHERITS: Partial<Record<Role, Role>> = {
  app_admin: "app_approver_everywhere",
  app_approver_everywhere: "app_author_everywhere",
  app_author_everywhere: "app_viewer_everywhere",
  app_viewer_everywhere: "app_viewer",
  app_manager: "app_viewer",
  app_viewer: "app_user",
};

/** The functions that each role may call, besides those of the role it inherits from. */
const CALLABLE: Record<Role, { app_private?: string; app_public?: string }> = {
  app_anonymous: {
    app_private: "audit_read",
    app_public: "current_user_id",
  },
  app_user: {
    app_private: `
      alerts_since audit_read claim_user current_session_id my_authorities my_authority enclosing_ring erase_me is_active
      key_hash may_add_factor name_words notifications_since order_notifications read_cursor refuse_anonymous
      refuse_isolation refuse_unknown_cursor report_lock require_fresh_factor require_user require_user_id
      share_report_lock without_blanks words_beginning write_cursor`,
    app_public: `
      active_alerts_at active_alerts_near alert_versions_area_geo_json alerts_area
      alerts_area_geo_json alerts_area_level2 alerts_area_level2_geo_json alerts_area_level3
      alerts_area_level3_geo_json alerts_audio1 alerts_audio2 alerts_audio3 alerts_audio_url1 alerts_audio_urls
      alerts_audio_url2 alerts_audio_url3 alerts_cursor alerts_languages alerts_reached_users alerts_reading alerts_state
      notifications_audio_url notifications_language notifications_text notifications_title
      current_user_id device_key_add device_key_revoke device_keys device_unregister devices
      email_verification_send find_user last_reported_at logout me new_position new_positions
      newest_alert_cursor newest_notification_cursor notification_update ntfy_topic_add quiet_hours_edit
      quiet_hours_remove recovery_codes_renew register_device require_admin require_everyone require_viewer
      second_factor_remove second_factor_state session_end sms_number_add sms_number_confirm user_edit user_password_edit`,
  },
  app_viewer: {
    app_private: `
      area_of_geojson checked_area cut_at_180 failing_mail failing_pushes keeps_last_only received_from seen_area
      sees_everyone unwrap_longitudes`,
    app_public: `
      alert_reach alert_statistics alert_update_reach alerts_all_clear_reach alerts_cells
      alerts_delivery alerts_push_failures alerts_received alerts_search alerts_timeline authorities_area_geo_json
      cells mutual_aids_area_geo_json saved_areas_area_geo_json transformed_area why_notified`,
  },
  app_author: {
    app_private:
      "cancel_alert is_language open_cap refuse_training_users require_found require_shared_draft",
    app_public: `
      cap_sources_area_geo_json shared_drafts_received
      held_publication held_publication_digest held_publication_draft held_publication_reach
      held_publications new_shared_draft publication_hold publication_take_back publish_step shared_draft_edit shared_draft_mark
      shared_draft_remove`,
  },
  app_approver: {
    app_private: "new_alert template_from update_alert",
    app_public: `
      alert_template_edit alert_template_remove new_alert_template new_saved_area publication_approve
      publication_reject saved_area_edit saved_area_remove`,
  },
  app_manager: {
    app_private: "manages user_erase webhook_secret",
    app_public: `
      audit_entries_about authority_add authority_edit cap_source_add cap_source_edit cap_source_remove invitation_add invitation_revoke invitations
      membership_remove membership_set mutual_aid_add mutual_aid_end new_password_links new_user user_password_reset user_rights
      user_training users_import users_overview webhook_add webhook_edit webhook_remove webhook_test`,
  },
  app_viewer_everywhere: {},
  app_author_everywhere: {},
  app_approver_everywhere: {},
  app_admin: { app_public: "second_factor_rule_set" },
  app_analyst: {},
  app_host: {
    app_private: `
      add_factor alert_defaults alert_progress ask_for_password_mail authenticate begin_export
      begin_factor begin_joining begin_login begin_session cap_feed cap_message claim_oidc_check claim_user clock_fault
      complete_factor complete_login continue_publication count_attempt end_oidc_check end_oidc_login export_page
      fail_login find_speech invitation_is_open
      last_positions_after late_tasks login_credentials lone_positions_after newest_position_id
      note_session_use notifications_between passkeys_of password_link_email password_to_confirm
      publish_chunk read_speech readiness refresh_session report_with_key set_first_password
      stop_alert_mail take_invitation take_oidc_ticket verify_email`,
    app_public: "current_user_id",
  },
};

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
    ownedBy:
      name === "users"
        ? "id"
        : columns.includes("user_id")
          ? "user_id"
          : name === "audit_entries"
            ? "actor_id"
            : undefined,
  }));
}

/** Returns the name of a relation in EXPECTED. */
const nameOf = ({ schema, name }: Relation) =>
  `${schema}.${name.replace(/^positions_\d{4}_\d\d_\d\d$/, "positions_<week>")}`;

/** Makes two users and somebody of each role, each with a row in every table that can have one. */
async function seed(s: Scene) {
  const [a, b, admin] = [await s.user(), await s.user(), await s.user(true)];
  const elsewhere = () => s.authority(square([90, 45]));
  const members = {
    app_viewer_everywhere: await s.member("VIEWER"),
    app_author_everywhere: await s.member("AUTHOR"),
    app_approver_everywhere: await s.member("APPROVER"),
    app_viewer: await s.member("VIEWER", await elsewhere()),
    app_manager: await s.member("MANAGER", await elsewhere()),
  };
  for (const [i, actor] of [a, b, admin, ...Object.values(members)].entries()) {
    await s.register(actor, `device ${i}`);
    await s.as(actor)`select app_public.quiet_hours_edit(row('22:00', '07:00',
      'Europe/Rome')::app_public.quiet_hours_input)`;
    await s.as(host)`select app_private.begin_session(${actor.id}, ${HASH}, '1 day', null,
      'family', 'token')`;
    await s.as(owner)`insert into app_private.password_links values (${actor.id}, 'hash', now())`;
    await s.as(
      owner,
    )`insert into app_private.oidc_identities values ('issuer', ${actor.id}, ${actor.id})`;
    // Records that another user has taken this device.
    await s.as(owner)`select app_private.note_left_device(${actor.id}, ${`device ${i}`})`;
    await s.report(actor, inside);
    await s.as(actor)`select app_public.device_key_add('Phone')`;
    await s.as(owner)`insert into app_private.joined_users values (${actor.id}, 1)`;
    await s.as(owner)`select app_private.make_verification_mail(${actor.id})`;
    await s.as(owner)`insert into app_private.sms_codes values (${actor.id}, '+390110000000')`;
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
  await s.as(owner)`insert into app_private.cap_messages
    values (${alert}, 1, 0, 'identifier', 'sender', 'sent', now(), '{}', '<alert/>')`;
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
  await claim(s);
  await s.as(owner)`insert into app_public.alert_versions
    select v.alert_id, 10 + u.id, u.id, v.created_at, v.zone1, v.level2_distance, v.level3_distance, v.expires_at,
        v.text1, v.text2, v.text3, null, false
      from app_public.alert_versions v, unnest(${[a.id, b.id]}::int[]) u (id)`;
  await s.as(owner)`insert into app_public.saved_areas (name, area, user_id)
    select u.id::text, st_multi(a.zone1), u.id from app_public.users u, app_public.alerts a where a.id = ${alert}`;
  const aided = [await elsewhere(), await elsewhere()];
  await s.as(
    owner,
  )`insert into app_public.mutual_aids (authority_id, to_authority_id, ends_at, user_id)
    select ${aided[0]}, ${aided[1]}, now(), id from app_public.users`;
  await s.as(owner)`insert into app_public.alert_templates (name, user_id, text1, text2, text3,
    all_clear, correction, severity, urgency, certainty, status)
    select id::text, id, '', '', '', '', '', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'ACTUAL' from app_public.users`;
  await s.as(owner)`insert into app_public.shared_drafts (name, content, user_id, is_training)
    select id::text, '{}', id, false from app_public.users`;
  await s.as(owner)`insert into app_public.cap_sources (name, url, user_id, authority_id)
    select id::text, 'https://a.org', id, 1 from app_public.users`;
  await s.as(owner)`insert into app_public.webhooks (url, events, drills, is_paused, authority_id)
    values ('https://a.org', '{ALERT_ENDED}', false, false, 1)`;
  await s.as(owner)`insert into app_private.webhook_messages (webhook_id, type, data)
    select id, 'webhook.test', '{}' from app_public.webhooks`;
  await s.as(owner)`insert into app_private.cap_received
    (authority_id, identifier, sender, sent, msg_type, status, refs, infos, xml, marks)
    values (1, '', '', now(), 'Alert', 'Actual', '[]', '[]', '', '{}')`;
  await s.as(owner)`insert into app_private.erased_users (user_id) select id
    from app_public.users`;
  await s.as(admin)`select app_public.invitation_add(row('Town hall', 10,
    null)::app_public.invitation_input)`;
  await s.as(owner)`select app_private.chain_audit()`;
  await fillFigures(s, alert);
  // An alert of another administrator.
  await s.alert(await s.user(true));
  await s.as(owner)`insert into app_public.second_factors (user_id, kind, name, secret, counter)
    select id, 'TOTP', 'Phone', 'sealed', 1 from app_public.users`;
  await s.as(owner)`insert into app_private.recovery_codes select id, 'hash' from app_public.users`;
  return { a, b, admin, members };
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
  return own === total.own ? "own and some" : "some";
}

/** Returns what someone may do with a relation. */
async function rights(s: Scene, relation: Relation, actor: Actor) {
  const { schema, name, columns, ownedBy } = relation;
  const table = `${schema}.${name}`;
  const total = await count(s, relation, actor);
  expect({ table, rows: total.all > 0 || relation.name }).not.toEqual({ table, rows: false });
  const own = ownedBy ? `${ownedBy} = ${actor.id ?? 0}` : "false";
  const may: string[] = [];

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

  if (await attempt(s, actor, `insert into ${table} default values`)) {
    const inserted = await filter(columns, (column) =>
      attempt(s, actor, `insert into ${table} (${column}) values (default)`),
    );
    may.push(`insert (${inserted.join(" ")})`);
  }

  const updated = new Map<string, string[]>();
  for (const column of columns) {
    const rows = await attemptUpdate(s, actor, table, column, own);
    if (rows) {
      const of = extent(rows, total);
      updated.set(of, [...(updated.get(of) ?? []), column]);
    }
  }
  for (const [of, names] of updated) may.push(`update ${of} (${names.join(" ")})`);

  // Without a condition and without returning, it needs only the grant to delete.
  if (await attempt(s, actor, `delete from ${table}`)) {
    const deleted = await attempt(s, actor, `delete from ${table} returning ${own} as own`);
    may.push(`delete ${deleted ? extent(deleted, total) : ""}`.trim());
  }
  if (await attempt(s, actor, `truncate ${table}`)) may.push("truncate");

  for (const privilege of ["references", "trigger"]) {
    const granted = await s.value(owner)`select has_any_column_privilege(${actor.role},
      ${table}, 'references')`;
    const trigger = await s.value(owner)`select has_table_privilege(${actor.role}, ${table},
      'trigger')`;
    if (privilege === "references" ? granted : trigger) may.push(privilege);
  }
  return may.join(", ");
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

const isGranted = (s: Scene, { schema, name }: Relation, { role }: Actor): Promise<boolean> =>
  s.value(
    owner,
  )`select has_any_column_privilege(${role}, ${`${schema}.${name}`}, 'select, insert, update, references')
    or has_table_privilege(${role}, ${`${schema}.${name}`}, 'delete, truncate, trigger')`;

describe("the matrix of roles and tables", () => {
  test("covers every table, view and partition of the catalogue, and opens each to the expected roles only", async (s) => {
    const { a, b, admin, members } = await seed(s);
    const actors = {
      ...members,
      app_anonymous: anonymous,
      "app_user A": a,
      "app_user B": b,
      app_admin: admin,
      app_analyst: analyst,
      app_host: host,
    };
    const actual: Record<string, Record<string, string>> = {};
    for (const relation of await relations(s)) {
      for (const [label, actor] of Object.entries(actors)) {
        // PostgreSQL denies what the catalogue does not grant, so these cells need no trial.
        const may = (await isGranted(s, relation, actor)) ? await rights(s, relation, actor) : "";
        const name = nameOf(relation);
        actual[name] ??= {};
        // All weekly partitions must be alike.
        const before = actual[name][label];
        actual[name][label] = before === undefined || before === may ? may : `${before} | ${may}`;
      }
    }
    const expected = Object.keys(actual).map((name) => {
      const listed: Partial<Record<Role, string>> = name.startsWith("analytics.")
        ? { app_analyst: "select all" }
        : (EXPECTED[name] ?? {});
      const of = (role: Role): string => listed[role] ?? (INHERITS[role] ? of(INHERITS[role]) : "");
      return [
        name,
        Object.fromEntries(
          Object.keys(actors).map((label) => [label, of(label.split(" ")[0] as Role)]),
        ),
      ];
    });
    expect(actual).toEqual(Object.fromEntries(expected));
    expect(Object.keys(actual)).toEqual(expect.arrayContaining(Object.keys(EXPECTED)));
  });

  test("has rows to check: every table has one of each user", async (s) => {
    const { a, b } = await seed(s);
    for (const relation of await relations(s)) {
      const [ofA, ofB] = [await count(s, relation, a), await count(s, relation, b)];
      expect({ name: relation.name, empty: ofA.all === 0 }).toEqual({
        name: relation.name,
        empty: false,
      });
      if (relation.ownedBy && !["alerts", "memberships"].includes(relation.name)) {
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
  const callable = (role: Role | undefined): string[] =>
    role === undefined
      ? []
      : Object.entries(CALLABLE[role])
          .flatMap(([schema, names]) =>
            names
              .trim()
              .split(/\s+/)
              .map((name) => `${schema}.${name}`),
          )
          .concat(callable(BELOW[role]));
  /** Whose functions a role may call besides its own. */
  const BELOW: Partial<Record<Role, Role>> = {
    app_viewer: "app_user",
    app_author: "app_viewer",
    app_approver: "app_author",
    app_manager: "app_approver",
    app_viewer_everywhere: "app_viewer",
    app_author_everywhere: "app_author",
    app_approver_everywhere: "app_approver",
    app_admin: "app_manager",
  };

  test.each(Object.keys(CALLABLE) as Role[])(
    "lets %s call its functions, and no others",
    async (s, role) => {
      const rows = await s.as(
        owner,
        `select distinct p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p
          where p.pronamespace::regnamespace::text in ${OURS} and has_function_privilege($1, p.oid, 'execute') order by 1`,
        [role],
      );
      expect(rows.map(({ name }) => name)).toEqual(callable(role).sort());
    },
  );
});

const ROLES = Object.keys(CALLABLE)
  .map((role) => `'${role}'`)
  .join();

describe("the catalogue", () => {
  // A query returns what breaks the rule.
  test.each([
    [
      "has row-level security on every table and partition",
      `select c.oid::regclass::text from pg_class c
      where c.relnamespace::regnamespace::text in ${OURS} and c.relkind in ('r', 'p') and not c.relrowsecurity`,
    ],
    [
      "has no policy with a subquery, but for those who see an area only",
      `select schemaname, tablename, policyname from pg_policies
        where concat(qual, ' ', with_check) ~* '\\mselect\\M' and not roles <@ '{app_viewer,app_manager}'`,
    ],
    [
      "has no policy for everyone: each names its roles",
      "select schemaname, tablename, policyname from pg_policies where roles = '{public}'",
    ],
    [
      "has a policy for each table that is granted",
      `select c.oid::regclass::text from pg_class c
      where c.relnamespace::regnamespace::text in ('app_public', 'app_private') and c.relkind in ('r', 'p')
        and c.relacl::text ~ 'app_' and not exists (select from pg_policy p where p.polrelid = c.oid)`,
    ],
    [
      "has no function that PUBLIC may call",
      `select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace::regnamespace::text in ${OURS}
        and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))`,
    ],
    [
      "has no table, view or sequence that PUBLIC may use",
      `select c.oid::regclass::text from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace::regnamespace::text in ${OURS} and a.grantee = 0`,
    ],
    [
      "has no sequence that a role may use",
      `select c.oid::regclass::text, r.role from pg_class c, unnest(array[${ROLES}]) r (role)
        where c.relnamespace::regnamespace::text in ${OURS} and c.relkind = 'S'
          and has_sequence_privilege(r.role, c.oid, 'usage, select, update')`,
    ],
    [
      "pins search_path in every function that is security definer, with pg_temp at its end",
      `select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace::regnamespace::text in ${OURS} and p.prosecdef
        and not exists (select from unnest(p.proconfig) setting where setting ~ '^search_path=pg_catalog, .*pg_temp$')`,
    ],
    [
      "has no function that runs as a superuser, or as somebody who can log in",
      `select p.oid::regprocedure::text, r.rolname from pg_proc p join pg_roles r on r.oid = p.proowner
      where p.pronamespace::regnamespace::text in ${OURS} and p.prosecdef and (r.rolsuper or r.rolcanlogin or r.rolbypassrls)`,
    ],
    [
      "has no schema in which a role may create anything, public included",
      `select n.nspname, r.role from pg_namespace n, unnest(array[${ROLES}]) r (role)
        where n.nspname in ('public', 'app_public', 'app_private', 'analytics', 'graphile_worker', 'graphile_migrate')
          and has_schema_privilege(r.role, n.oid, 'create')`,
    ],
    [
      "has roles that cannot log in, bypass policies, or create roles and databases",
      `select rolname from pg_roles where rolname = any (array[${ROLES}])
        and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin and rolname <> 'app_host')`,
    ],
    [
      "has a host role that inherits nothing and owns nothing",
      `select rolname from pg_roles r where rolname = 'app_host'
      and (rolinherit or exists (select from pg_class where relowner = r.oid) or exists (select from pg_proc where proowner = r.oid))`,
    ],
  ])("%s", async (s, _, sql) => void expect(await s.as(owner, sql)).toEqual([]));

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
  test.each([
    [
      "for schemas",
      `select nspname from pg_namespace where nspname in ${OURS} and obj_description(oid, 'pg_namespace') is null`,
    ],
    [
      "for tables and views",
      `select oid::regclass::text from pg_class where relnamespace::regnamespace::text in ${OURS}
      and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition and obj_description(oid, 'pg_class') is null`,
    ],
    [
      "for functions",
      `select oid::regprocedure::text from pg_proc where pronamespace::regnamespace::text in ${OURS}
      and obj_description(oid, 'pg_proc') is null`,
    ],
    [
      "for types",
      `select t.oid::regtype::text from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace::regnamespace::text in ${OURS} and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
        and obj_description(t.oid, 'pg_type') is null and obj_description(c.oid, 'pg_class') is null`,
    ],
    [
      "for check constraints of client input, as errors use them",
      `select c.conrelid::regclass::text, c.conname from pg_constraint c
      where c.conrelid in ('app_public.users'::regclass, 'app_public.positions'::regclass, 'app_private.devices'::regclass)
        and c.contype = 'c' and obj_description(c.oid, 'pg_constraint') is null`,
    ],
    [
      "for roles",
      `select rolname from pg_roles where rolname ~ '^app_' and rolname <> 'app_owner'
      and shobj_description(oid, 'pg_authid') is null`,
    ],
    [
      "for columns",
      `select c.oid::regclass::text, a.attname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace::regnamespace::text in ${OURS} and c.relkind in ('r', 'p', 'v', 'c') and not c.relispartition
        and col_description(c.oid, a.attnum) is null`,
    ],
  ])("%s", async (s, _, sql) => void expect(await s.as(owner, sql)).toEqual([]));
});

/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  alertInput,
  host,
  inside,
  metresEast,
  owner,
  type Row,
  type Scene,
  square,
  stage,
} from "./scene.ts";

/** app_private.export_page(): what each part has of a person, and that it has nothing of others. */

const { test } = stage();

const PAGE = "select * from app_private.export_page($1, $2, $3, $4, $5, $6)";

/** Makes a person whose export is read in one of their sessions, and another person. */
async function people(s: Scene) {
  const [person, other] = [await s.user(), await s.user()];
  const session = await s.session(person);
  /** Reads a page of a part. */
  const page = async (part: string, after = 0, most = 1000): Promise<Row> => {
    const values = [person.id, session, person.id, part, after, most];
    return (await s.as(host, PAGE, values))[0] as Row;
  };
  const items = async (part: string, after = 0, most = 1000): Promise<Row[]> =>
    (await page(part, after, most)).items.map((item: string) => JSON.parse(item));
  return { person, other, session, page, items };
}

/** The parts that are empty for a new user. */
const PARTS = [
  "lastPosition",
  "quietHours",
  "loginAddresses",
  "devices",
  "deviceKeys",
  "secondFactors",
  "positions",
  "notifications",
  "deliveries",
  "alertVersions",
  "heldPublications",
  "sharedDrafts",
  "alertTemplates",
  "savedAreas",
  "capSources",
  "invitations",
  "mutualAids",
];

/** Gives an administrator something in each part. */
async function fill(s: Scene, admin: Actor): Promise<void> {
  await s.as(admin)`select app_public.device_key_add('Phone')`;
  await s.register(admin, "phone");
  await s.as(admin)`select app_public.quiet_hours_edit(row('22:00', '07:00',
    'UTC')::app_public.quiet_hours_input)`;
  await s.as(owner)`insert into app_private.login_addresses (user_id, address, last_at)
    values (${admin.id}, '192.0.2.1', now())`;
  for (const table of ["alert_templates", "saved_areas", "shared_drafts"])
    await made(s, table, admin);
  await left(s, admin);
  await s.report(admin, inside);
  await s.published(admin);
  await s.as(owner)`insert into app_private.deliveries (notification_id, device_id, alert_id,
    user_id, level, provider)
    select n.id, 1, n.alert_id, n.user_id, n.level, 'expo' from app_public.notifications n
      where n.user_id = ${admin.id}`;
  await s.as(owner)`insert into app_private.invitations (name, secret_hash, places, made_by,
    expires_at)
    values ('Hall', sha256('x'), 1, ${admin.id}, now() + interval '1 day')`;
  await s.as(
    owner,
  )`insert into app_public.mutual_aids (authority_id, to_authority_id, ends_at, user_id)
    values (${await s.authority(square())}, 1, now(), ${admin.id})`;
  await s.as(owner)`insert into app_public.cap_sources (name, url, user_id, authority_id)
    values ('Neighbour', 'https://a.org', ${admin.id}, 1)`;
  await s.as(owner)`insert into app_private.held_publications (user_id, key, due_at, new_alert)
    values (${admin.id}, 'key', now(), ${JSON.stringify(alertInput())})`;
  await s.as(owner)`insert into app_public.audit_entries (actor_id, action, object_type,
    object_id, facts) values
    (${admin.id}, 'ALERT_PUBLISHED', 'ALERT', 1, '{}'), (null, 'PASSWORD_RESET', 'USER', ${admin.id}, '{}'),
    (null, 'PEOPLE_READ', null, null, jsonb_build_object('user_ids', jsonb_build_array(${admin.id}::int)))`;
  await s.as(owner)`insert into app_public.second_factors (user_id, kind, name, secret, counter)
    values (${admin.id}, 'TOTP', 'Phone', 'sealed', 1)`;
}

describe("an export", () => {
  test("is allowed for the person and for administrators, and refused for an unknown user", async (s) => {
    const { person, other, session } = await people(s);
    const admin = await s.user(true);
    const theirs = await s.session(admin);
    for (const [caller, id, of, isAllowed] of [
      [person, session, person.id, true],
      [person, session, other.id, false],
      [admin, theirs, person.id, true],
      [admin, theirs, 999_999, false],
      [admin, session, person.id, false],
    ] as [Actor, number, number, boolean][]) {
      const begun = "select app_private.begin_export($1, $2, $3)";
      expect(await s.value(host, begun, [caller.id, id, of])).toBe(isAllowed);
      const [page] = await s.as(host, PAGE, [caller.id, id, of, "user", 0, 10]);
      expect(page).toMatchObject({ is_allowed: isAllowed });
      if (!isAllowed) expect(page).toMatchObject({ items: null, last_id: null });
    }
    // Each export is in the audit log, with who made it and in which session.
    const LOG =
      "select actor_id, session_id::int, object_type, object_id::int from app_public.audit_entries where action = 'USER_EXPORTED' order by id";
    const about = { object_type: "USER", object_id: person.id };
    expect(await s.as(owner, LOG)).toEqual([
      { ...about, actor_id: person.id, session_id: session },
      { ...about, actor_id: admin.id, session_id: theirs },
    ]);
  });

  test("has empty lists for data that the person does not have, and no data of others", async (s) => {
    const { other, page } = await people(s);
    await s.as(owner)`update app_public.users set is_admin = true where id = ${other.id}`;
    const as: Actor = { role: "app_admin", id: other.id };
    await fill(s, as);
    for (const part of PARTS) {
      expect([part, (await page(part)).items]).toEqual([part, []]);
    }
  });

  test("has the same content if an administrator reads it: all data of the person, and none of their own", async (s) => {
    const { person, page } = await people(s);
    await s.as(owner)`update app_public.users set is_admin = true where id = ${person.id}`;
    await fill(s, { role: "app_admin", id: person.id });
    const admin = await s.user(true);
    const session = await s.session(admin);
    for (const part of ["user", "sessions", "auditEntries", ...PARTS]) {
      const theirs = await page(part);
      expect([part, theirs.items.length > 0]).toEqual([part, true]);
      const values = [admin.id, session, person.id, part, 0, 1000];
      expect([part, (await s.as(host, PAGE, values))[0]]).toEqual([part, theirs]);
    }
  });

  test("says what the person may do, how they joined, and the end of their links", async (s) => {
    const { person, other, items } = await people(s);
    const link =
      "insert into app_private.password_links (user_id, token_hash, expires_at) values ($1, sha256('x'), '2030-01-01T12:00Z')";
    await s.as(owner, link, [person.id]);
    await s.as(owner)`insert into app_private.password_links (user_id, token_hash, expires_at,
      is_mailed)
      values (${person.id}, sha256('y'), '2029-01-01T12:00Z', true)`;
    await s.as(owner)`insert into app_private.email_links (user_id, email, token_hash,
      expires_at)
      values (${person.id}, 'me@example.org', sha256('z'), '2028-01-01T12:00Z')`;
    await s.as(owner)`delete from app_private.user_credentials where user_id = ${person.id}`;
    await s.as(owner)`update app_public.users set is_tester = true where id = ${person.id}`;
    const invitations = await s.as(owner)`insert into app_private.invitations (name, secret_hash,
      places, made_by, expires_at)
      select 'Hall', app_private.key_hash(n::text), 1, ${other.id}, now() + interval '1 day'
        from generate_series(1, 2) n returning id`;
    for (const [index, { id }] of [other, person].entries()) {
      await s.as(owner)`insert into app_private.joined_users (user_id, invitation_id)
        values (${id}, ${invitations[index]?.id})`;
    }
    expect(await items("user")).toMatchObject([
      {
        id: person.id,
        isTester: true,
        isAdmin: false,
        hasPassword: false,
        joinedBy: invitations[1]?.id,
        passwordLinkExpiresAt: "2030-01-01T12:00:00+00:00",
        emailLinkExpiresAt: "2028-01-01T12:00:00+00:00",
      },
    ]);
    // An administrator, who has a password and no link, gets the same.
    const admin = await s.user(true);
    const values = [admin.id, await s.session(admin), person.id, "user", 0, 10];
    const [theirs] = await s.as(host, PAGE, values);
    expect(theirs?.items.map((item: string) => JSON.parse(item))).toEqual(await items("user"));
  });

  test("has devices that another user took over, and when keys were last used", async (s) => {
    const { person, items } = await people(s);
    await left(s, person);
    await s.as(person)`select app_public.device_key_add('Phone')`;
    await s.as(owner)`update app_private.device_keys set last_used_at = '2026-01-02T03:04:05Z'`;
    await s.register(person, "phone");
    expect(await items("devices")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, leftAt: expect.any(String) }),
        expect.objectContaining({ leftAt: null }),
      ]),
    );
    expect(await items("deviceKeys")).toMatchObject([{ lastUsedAt: "2026-01-02T03:04:05+00:00" }]);
  });

  test("has positions in pages, and when the last one was taken", async (s) => {
    const { person, items, page } = await people(s);
    for (const longitude of [1, 2, 3]) await s.report(person, [longitude, 50]);
    await s.as(owner)`update app_public.last_positions set taken_at = '2026-01-02T03:04:05Z'`;
    expect(await items("lastPosition")).toMatchObject([
      { longitude: 3, takenAt: "2026-01-02T03:04:05+00:00" },
    ]);
    const first = await page("positions", 0, 2);
    expect(first.items).toHaveLength(2);
    expect(await items("positions", first.last_id, 2)).toMatchObject([{ longitude: 3 }]);
  });
});

/** The tables of the parts, the column that names the person, and the columns that are left out. */
const TABLES: [part: string, table: string, whose: string, leftOut: string[]][] = [
  ["user", "app_public.users", "id", ["erasure_key"]],
  ["lastPosition", "app_public.last_positions", "user_id", ["location", "position_id"]],
  ["quietHours", "app_public.quiet_hours", "user_id", ["ends", "starts"]],
  ["sessions", "app_public.sessions", "user_id", []],
  ["loginAddresses", "app_private.login_addresses", "user_id", []],
  ["devices", "app_private.devices", "user_id", ["is_fallback", "token"]],
  ["deviceKeys", "app_private.device_keys", "user_id", ["key_hash"]],
  ["positions", "app_public.positions", "user_id", []],
  ["notifications", "app_public.notifications", "user_id", ["seen_change"]],
  ["deliveries", "app_private.deliveries", "user_id", ["failures", "job_id", "receipt"]],
  ["auditEntries", "app_public.audit_entries", "actor_id", ["facts", "request_id", "session_id"]],
  [
    "alertVersions",
    "app_public.alert_versions",
    "user_id",
    ["all_clear", "text1", "text2", "text3", "texts", "zone1"],
  ],
  [
    "heldPublications",
    "app_private.held_publications",
    "user_id",
    ["all_clear", "all_clear_texts", "changes", "key", "new_alert", "settled_by"],
  ],
  ["sharedDrafts", "app_public.shared_drafts", "user_id", ["editor_id"]],
  [
    "alertTemplates",
    "app_public.alert_templates",
    "user_id",
    ["all_clear", "correction", "text1", "text2", "text3", "texts"],
  ],
  ["savedAreas", "app_public.saved_areas", "user_id", ["area"]],
  ["invitations", "app_private.invitations", "made_by", ["secret_hash"]],
  ["mutualAids", "app_public.mutual_aids", "user_id", ["allowed_area", "area"]],
];

const fieldOf = (column: string) => column.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());

describe("the rows of an export", () => {
  test("have each column of their table under its own name, less what is secret", async (s) => {
    const { person, items } = await people(s);
    await s.as(owner)`update app_public.users set is_admin = true where id = ${person.id}`;
    await fill(s, { role: "app_admin", id: person.id });
    for (const [part, table, whose, leftOut] of TABLES) {
      const [found] = await s.as(
        owner,
        `select to_jsonb(t) as row from ${table} t where ${whose} = $1`,
        [person.id],
      );
      const columns = Object.keys(found?.row).filter(
        (column) => ![whose, "user_id", ...leftOut].includes(column) || column === "id",
      );
      const row = Object.fromEntries(
        columns.map((column) => [fieldOf(column), found?.row[column]]),
      );
      expect([part, await items(part)]).toEqual([
        part,
        expect.arrayContaining([expect.objectContaining(row)]),
      ]);
      const [item] = await items(part);
      for (const column of leftOut) expect(item).not.toHaveProperty(fieldOf(column));
    }
  });

  test("have no column whose name or type is that of a secret", async (s) => {
    const names = await s.as(owner)`select attrelid::regclass || '.' || attname as name
      from pg_attribute
      where attrelid = any (${TABLES.map(([, table]) => table)}::regclass[]) and attnum > 0
        and (atttypid in ('bytea'::regtype, 'uuid'::regtype) or attname ~ 'hash|token|secret|key|password')
        and app_private.export_item(jsonb_build_object(attname, 1)) is not null`;
    expect(names).toEqual([]);
  });

  test("have a column that was added to the table since", async (s) => {
    const { person, items } = await people(s);
    await s.report(person, inside);
    await s.published();
    await s.as(owner)`alter table app_public.users add column phone_number text default '112'`;
    await s.as(owner)`
      alter table app_public.notifications add column read_aloud boolean default true`;
    expect(await items("user")).toMatchObject([{ id: person.id, phoneNumber: "112" }]);
    expect(await items("notifications")).toMatchObject([{ level: "ONE", readAloud: true }]);
  });

  test("have moments of UTC, quiet hours from one time to another, and are in their order", async (s) => {
    const { person, session, items } = await people(s);
    const second = await s.session(person);
    await s.as(owner)`update app_public.sessions set used_at = '2026-01-02T05:00+02'
      where id = ${session}`;
    expect(await items("sessions")).toMatchObject([
      { id: session, usedAt: "2026-01-02T03:00:00+00:00" },
      { id: second },
    ]);
    await s.as(person)`select app_public.quiet_hours_edit(row('22:00', '07:00',
      'Europe/Rome')::app_public.quiet_hours_input)`;
    expect(await items("quietHours")).toEqual([
      { from: "22:00:00", to: "07:00:00", timeZone: "Europe/Rome" },
    ]);
    await s.as(owner)`insert into app_private.login_addresses (user_id, address, last_at) values
      (${person.id}, '192.0.2.1', now()), (${person.id}, '192.0.2.2', now() - interval '1 day')`;
    expect(await items("loginAddresses")).toMatchObject([
      { address: "192.0.2.2/32" },
      { address: "192.0.2.1/32" },
    ]);
  });
});

describe("notifications in an export", () => {
  test("have the text of their level, version and kind, and come once", async (s) => {
    const { person, items, page } = await people(s);
    const admin = await s.user(true);
    await s.report(person, metresEast(500));
    const id = await s.published(admin);
    await s.update(admin, id, { text2: "Stay away from it.", renotify: true });
    await s.publish(id);
    await s.report(person, metresEast(1500));
    const other = await s.published(admin);
    await s.report(person, inside);
    await s.cancel(admin, id, "All is well.");
    await s.publish(id);
    const all = await items("notifications");
    expect(all.map(({ kind, level, text }) => [kind, level, text])).toEqual(
      expect.arrayContaining([
        ["ALERT", "TWO", "Stay away."],
        [expect.any(String), "TWO", "Stay away from it."],
        ["ALERT", "THREE", "Take care."],
        ["ALERT", "ONE", "Leave."],
        ["ALL_CLEAR", expect.any(String), "All is well."],
      ]),
    );
    const first = await page("notifications", 0, 2);
    expect(await items("notifications", first.last_id)).toEqual(all.slice(2));
    // If a version is missing, its alert stands in for it.
    await s.as(owner)`delete from app_public.alert_versions where alert_id = ${other}`;
    expect(await items("notifications")).toHaveLength(all.length);
  });

  test("have no place that was cleared", async (s) => {
    const { person, items } = await people(s);
    await s.report(person, inside);
    await s.published();
    const [row] = await s.as(owner)`select id from app_public.notifications`;
    await s.as(owner)`select app_private.clear_places(array[${person.id}::int],
      array[${row?.id}::bigint])`;
    expect(await items("notifications")).toMatchObject([
      {
        placeKept: false,
        latitude: null,
        longitude: null,
        movingActivity: null,
        distanceClass: "INSIDE",
        rule: "INSIDE_WHEN_PUBLISHED",
      },
    ]);
  });
});

test("audit entries in an export are those that concern the person, in their order", async (s) => {
  const { person, other, items } = await people(s);
  const write = (
    action: string,
    actor: Actor,
    type: string | null,
    id: number | null,
    facts = {},
  ) =>
    s.as(owner)`insert into app_public.audit_entries (actor_id, action, object_type, object_id,
      facts, created_at)
      values (${actor.id}, ${action}, ${type}, ${id}, ${JSON.stringify(facts)}, clock_timestamp())`;
  const before = (await items("auditEntries")).length;
  await write("ALERT_PUBLISHED", person, "ALERT", 1);
  await write("ALERT_PUBLISHED", other, "ALERT", person.id);
  await write("PASSWORD_RESET", other, "USER", person.id);
  await write("PEOPLE_READ", other, null, null, { user_ids: [person.id], fields: ["a"] });
  await write("PEOPLE_FOLLOWED", other, null, null, { user_ids: [person.id], fields: ["b"] });
  await write("PEOPLE_READ", other, null, null, { user_ids: [other.id], fields: ["c"] });
  const entries = (await items("auditEntries")).slice(before);
  expect(entries.map(({ action, isYours, fields }) => [action, isYours, fields])).toEqual([
    ["ALERT_PUBLISHED", true, null],
    ["PASSWORD_RESET", false, null],
    ["PEOPLE_READ", false, ["a"]],
    ["PEOPLE_FOLLOWED", false, ["b"]],
  ]);
  const first = await items("auditEntries", 0, before + 1);
  expect(first.at(-1)).toMatchObject({ action: "ALERT_PUBLISHED" });
});

test("an export has the publications that the person held or took back, and the drafts that they made or edit", async (s) => {
  const { person, other, items } = await people(s);
  const held = (user: Actor, settledBy: Actor | null, key: string) =>
    s.value(owner)`insert into app_private.held_publications (user_id, settled_by, key, due_at,
      new_alert)
      values (${user.id}, ${settledBy?.id}, ${key}, now(), ${JSON.stringify(alertInput())}) returning id`;
  const ids = [await held(person, null, "a"), await held(other, person, "b")];
  await held(other, null, "c");
  expect((await items("heldPublications")).map(({ id }) => id)).toEqual(ids);
  const drafts = [await made(s, "shared_drafts", person), await made(s, "shared_drafts", other)];
  await s.as(owner)`update app_public.shared_drafts
    set editor_id = ${person.id}, editing_until = now() where id = ${drafts[1]}`;
  expect((await items("sharedDrafts")).map(({ id }) => id)).toEqual(drafts);
});

/** Inserts an administrator's row into a table, and returns its id. */
async function made(s: Scene, table: string, { id }: Actor): Promise<number> {
  const columns: Record<string, [string, string]> = {
    alert_templates: [
      "text1, text2, text3, all_clear, correction, severity, urgency, certainty, status",
      "'a', 'b', 'c', 'd', 'e', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'ACTUAL'",
    ],
    saved_areas: ["area", "st_geomfromtext('MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)))', 4326)"],
    shared_drafts: ["content, is_training", "'{}', false"],
  };
  const [names, values] = columns[table] as [string, string];
  return await s.value(
    owner,
    `insert into app_public.${table} (name, user_id, ${names}) values ('${table} of ' || $1, $1::int, ${values}) returning id`,
    [id],
  );
}

/** Records that a device of a user has left. */
const left = (s: Scene, { id }: Actor) =>
  s.as(owner)`insert into app_private.left_devices (user_id, id, provider, created_at)
    values (${id}, 1, 'expo', now())`;

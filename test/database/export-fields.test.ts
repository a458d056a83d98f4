import { expect, test } from "@jest/globals";
import {
  type Actor,
  alertInput,
  host,
  inside,
  owner,
  type Row,
  type Scene,
  stage,
} from "./scene.ts";

/**
 * Each value of an export is under its own name. All of a row's moments differ, so that none is mistaken for another.
 */

const { play } = stage();

/** Returns the start of this day of January 2026. */
const day = (n: number) => `2026-01-0${n}T00:00:00+00:00`;

/** Makes an administrator who reads their own export. */
async function people(s: Scene) {
  const person = await s.user(true);
  const session = await s.session(person);
  const items = async (part: string): Promise<Row[]> => {
    const [page] = await s.as(
      host,
      "select items from app_private.export_page($1, $2, $1, $3, 0, 100)",
      [person.id, session, part],
    );
    return page?.items.map((item: string) => JSON.parse(item));
  };
  const set = (table: string, change: string) =>
    s.as(owner, `update ${table} set ${change} where user_id = $1`, [person.id]);
  return { person, session, items, set };
}

/** Publishes an alert that notifies a person. Returns the ids of the alert and of its only notification. */
async function told(s: Scene, person: Actor): Promise<{ id: number; notificationId: number }> {
  await s.report(person, inside, { accuracy: 4 });
  const id = await s.alert(person, undefined, {
    title: "Fire",
    event: "Wildfire",
    status: "ACTUAL",
  });
  await s.publish(id);
  return {
    id,
    notificationId: Number(await s.value(owner, "select id from app_public.notifications")),
  };
}

test(
  "an export has each value of the user under its own name",
  play(async (s) => {
    const { person, items } = await people(s);
    await s.as(
      owner,
      `update app_public.users set email = 'ada@example.org', name = 'Ada', address = 'Main street 1', created_at = $2,
        is_training = true where id = $1`,
      [person.id, day(1)],
    );
    const user = {
      id: person.id,
      email: "ada@example.org",
      name: "Ada",
      address: "Main street 1",
      isAdmin: true,
      isTester: false,
      isTraining: true,
      createdAt: day(1),
      emailVerified: false,
      lastPositionOnly: false,
      joinedBy: null,
      hasPassword: true,
      passwordLinkExpiresAt: null,
      emailLinkExpiresAt: null,
    };
    expect(await items("user")).toEqual([user]);
    for (const [column, field] of [
      ["email_verified", "emailVerified"],
      ["last_position_only", "lastPositionOnly"],
    ]) {
      await s.as(owner, `update app_public.users set ${column} = true where id = $1`, [person.id]);
      expect(await items("user")).toEqual([{ ...user, [field as string]: true }]);
      await s.as(owner, `update app_public.users set ${column} = false where id = $1`, [person.id]);
    }
  }),
);

test(
  "an export has each value of positions under its own name",
  play(async (s) => {
    const { person, items, set } = await people(s);
    await s.report(person, [11.25, 46.5], { accuracy: 4, activity: "RUNNING" });
    const position = {
      latitude: 46.5,
      longitude: 11.25,
      accuracy: 4,
      movingActivity: "RUNNING",
      createdAt: expect.any(String),
      takenAt: day(2),
    };
    await set("app_public.positions", `taken_at = '${day(2)}'`);
    await set(
      "app_public.last_positions",
      `created_at = '${day(1)}', taken_at = '${day(2)}', alive_at = '${day(3)}'`,
    );
    expect(await items("positions")).toEqual([{ ...position, id: expect.any(Number) }]);
    expect((await items("positions"))[0]?.createdAt).not.toBe(day(2));
    expect(await items("lastPosition")).toEqual([
      { ...position, createdAt: day(1), aliveAt: day(3) },
    ]);
  }),
);

test(
  "an export has each value of sessions and login addresses under its own name, in their order",
  play(async (s) => {
    const { person, session, items, set } = await people(s);
    const second = await s.session(person);
    const change = `created_at = '${day(1)}', used_at = '${day(2)}', expires_at = '2999-01-01Z', is_admin = id = ${session}, client = 'curl'`;
    await set("app_public.sessions", change);
    const one = {
      id: session,
      createdAt: day(1),
      usedAt: day(2),
      expiresAt: "2999-01-01T00:00:00+00:00",
      isAdmin: true,
      client: "curl",
    };
    expect(await items("sessions")).toEqual([one, { ...one, id: second, isAdmin: false }]);
    await s.as(
      owner,
      `insert into app_private.login_addresses (user_id, address, last_at) values
        ($1, '192.0.2.1', $3), ($1, '192.0.2.2', $2)`,
      [person.id, day(1), day(2)],
    );
    expect(await items("loginAddresses")).toEqual([
      { address: "192.0.2.2/32", lastAt: day(1) },
      { address: "192.0.2.1/32", lastAt: day(2) },
    ]);
  }),
);

test(
  "an export has each value of quiet hours, devices and device keys under its own name, in their order",
  play(async (s) => {
    const { person, items, set } = await people(s);
    await s.as(
      person,
      "select app_public.quiet_hours_edit(row('22:00', '07:00', 'Europe/Rome')::app_public.quiet_hours_input)",
    );
    expect(await items("quietHours")).toEqual([
      { from: "22:00:00", to: "07:00:00", timeZone: "Europe/Rome" },
    ]);
    await s.as(
      person,
      "select app_public.register_device(row('phone')::app_public.register_notification_token)",
    );
    await set("app_private.devices", `created_at = '${day(2)}', provider = 'fcm'`);
    await s.as(
      owner,
      `insert into app_private.left_devices (user_id, id, provider, created_at, left_at)
        values ($1, 1, 'web_push', $2, $3), ($1, 2, 'expo', $4, $3)`,
      [person.id, day(3), day(4), day(1)],
    );
    const id = expect.any(Number);
    expect(await items("devices")).toEqual([
      { id: 2, provider: "expo", createdAt: day(1), leftAt: day(4) },
      { id, provider: "fcm", createdAt: day(2), leftAt: null },
      { id: 1, provider: "web_push", createdAt: day(3), leftAt: day(4) },
    ]);
    for (const name of ["Phone", "Tablet"]) {
      await s.as(person, "select app_public.device_key_add($1)", [name]);
    }
    await set("app_private.device_keys", `created_at = '${day(1)}', last_used_at = '${day(2)}'`);
    const key = { id, createdAt: day(1), lastUsedAt: day(2) };
    expect(await items("deviceKeys")).toEqual([
      { ...key, name: "Phone" },
      { ...key, name: "Tablet" },
    ]);
  }),
);

test(
  "an export has each value of notifications and deliveries under its own name",
  play(async (s) => {
    const { person, items, set } = await people(s);
    const { id, notificationId } = await told(s, person);
    await set(
      "app_public.notifications",
      `created_at = '${day(1)}', taken_at = '${day(2)}', seen = true, seen_at = '${day(3)}'`,
    );
    const notification = {
      id: notificationId,
      alertId: id,
      version: 1,
      kind: "ALERT",
      level: "ONE",
      createdAt: day(1),
      seenAt: day(3),
      title: "Fire",
      event: "Wildfire",
      status: "ACTUAL",
      text: "Leave.",
      placeKept: true,
      latitude: inside[1],
      longitude: inside[0],
      accuracy: 4,
      takenAt: day(2),
      movingActivity: "WALKING",
      distanceClass: null,
      rule: null,
    };
    expect(await items("notifications")).toEqual([notification]);
    await s.as(owner, "select app_private.clear_places(array[$1::int], array[$2::bigint])", [
      person.id,
      notificationId,
    ]);
    expect(await items("notifications")).toMatchObject([
      { distanceClass: "INSIDE", rule: expect.stringMatching(/^[A-Z_]+$/) },
    ]);
    await s.as(
      owner,
      `insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider, state, attempts,
          created_at, sent_at, accepted_at, settled_at, why)
        select $2, 7 + length(n), $3, $1, 'ONE', 'fcm', 'failed', 3, $4, $5, $6, $7, n from unnest(array['no', 'never']) n`,
      [person.id, notificationId, id, day(1), day(2), day(3), day(4)],
    );
    const delivery = {
      id: expect.any(Number),
      notificationId,
      provider: "fcm",
      state: "failed",
      createdAt: day(1),
      sentAt: day(2),
      acceptedAt: day(3),
      settledAt: day(4),
      attempts: 3,
    };
    const deliveries = await items("deliveries");
    expect(deliveries).toEqual([
      { ...delivery, deviceId: 9, why: "no" },
      { ...delivery, deviceId: 12, why: "never" },
    ]);
    const own = "select id::int from app_private.deliveries order by id";
    expect(deliveries.map((item) => ({ id: item.id }))).toEqual(await s.as(owner, own));
  }),
);

test(
  "an export has each value of what an administrator has made under its own name, in its order",
  play(async (s) => {
    const { person, items } = await people(s);
    const first = await s.alert(person);
    const second = await s.alert(person);
    await s.as(
      owner,
      "update app_public.alert_versions set created_at = case alert_id when $1 then $2::timestamptz else $3 end",
      [first, day(1), day(2)],
    );
    await s.update(person, first, { text2: "Stay away from it." });
    expect(await items("alertVersions")).toEqual([
      { alertId: first, version: 1, createdAt: day(1) },
      { alertId: first, version: 2, createdAt: expect.any(String) },
      { alertId: second, version: 1, createdAt: day(2) },
    ]);
    const held = await s.value(
      owner,
      `insert into app_private.held_publications (user_id, key, created_at, due_at, settled_at, state, alert_id, new_alert)
        values ($1, 'a', $2, $3, $4, 'PUBLISHED', $5, $6) returning id`,
      [person.id, day(1), day(2), day(3), second, JSON.stringify(alertInput())],
    );
    expect(await items("heldPublications")).toEqual([
      { id: held, createdAt: day(1), dueAt: day(2), state: "PUBLISHED", alertId: second },
    ]);
    const made = { createdAt: day(1), updatedAt: day(2) };
    for (const [part, table, names, values, more] of [
      [
        "sharedDrafts",
        "shared_drafts",
        "content, is_training",
        `'{"a":1}', false`,
        { content: '{"a":1}' },
      ],
      [
        "alertTemplates",
        "alert_templates",
        "text1, text2, text3, all_clear, correction, severity, urgency, certainty, status",
        "'a', 'b', 'c', 'd', 'e', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'ACTUAL'",
        {},
      ],
      [
        "savedAreas",
        "saved_areas",
        "area",
        "st_geomfromtext('MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)))', 4326)",
        {},
      ],
    ] as const) {
      const ids = await s.as(
        owner,
        `insert into app_public.${table} (name, user_id, created_at, updated_at, ${names})
          select n, $1, $2, $3, ${values} from unnest(array['B', 'A']) n returning id`,
        [person.id, day(1), day(2)],
      );
      expect(await items(part)).toEqual([
        { id: ids[0]?.id, name: "B", ...made, ...more },
        { id: ids[1]?.id, name: "A", ...made, ...more },
      ]);
    }
  }),
);

test(
  "an export has each value of invitations that the person made under its own name",
  play(async (s) => {
    const { person, items } = await people(s);
    const other = await s.user(true);
    await s.as(
      owner,
      `insert into app_private.invitations (name, secret_hash, places, made_by, expires_at)
        values ('Theirs', sha256('z'), 1, $1, now() + interval '1 day')`,
      [other.id],
    );
    const [ids] = await s.as(
      owner,
      `with made as (
          insert into app_private.invitations (name, secret_hash, places, used, made_by, created_at, expires_at, revoked_at)
            values ('Hall', sha256('x'), 9, 2, $1, $2, $3, null), ('Port', sha256('y'), 1, 0, $1, $2, $3, $4) returning id
        ) select min(id) as hall, max(id) as port from made`,
      [person.id, day(1), day(2), day(3)],
    );
    const moments = { createdAt: day(1), expiresAt: day(2) };
    expect(await items("invitations")).toEqual([
      { id: ids?.hall, name: "Hall", places: 9, used: 2, ...moments, revokedAt: null },
      { id: ids?.port, name: "Port", places: 1, used: 0, ...moments, revokedAt: day(3) },
    ]);
  }),
);

test(
  "an export has each value of audit entries under its own name",
  play(async (s) => {
    const { person, items } = await people(s);
    await s.as(
      owner,
      `insert into app_public.audit_entries (actor_id, action, object_type, object_id, facts, created_at)
        values ($1, 'USER_EDITED', 'USER', 7, '{"fields": ["name"], "more": 1}', $2)`,
      [person.id, day(1)],
    );
    expect((await items("auditEntries")).at(-1)).toEqual({
      id: expect.any(Number),
      createdAt: day(1),
      action: "USER_EDITED",
      isYours: true,
      objectType: "USER",
      objectId: 7,
      fields: ["name"],
    });
  }),
);

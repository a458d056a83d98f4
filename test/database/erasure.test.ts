/** @database server */
import { describe, expect } from "@jest/globals";
import { anyDate } from "../helpers/any-date.ts";
import { claim } from "./pushes.ts";
import {
  type Actor,
  HASH,
  host,
  inside,
  owner,
  refusal,
  type Scene,
  square,
  stage,
} from "./scene.ts";

/** app_private.erase_person(), erase_me() and user_erase(): all that is held of a person goes, and the proof stays. */

const { test } = stage();

const EMAIL = "Marker-Zz9@Example.org";
const NAME = "Markéta Zznamename";
const ADDRESS = "Zzstreet 77, Markertown";
const TOKEN = "ExponentPushToken[zzmarkertoken1234567890]";
/** A place in the area. Its digits occur in no other number. */
const PLACE = [0.004_123_457, 0.004_765_433] as const;

/** What must not be left anywhere: also the coordinates as the bytes of a geometry. */
const MARKERS = [
  "marker-zz9",
  "zznamename",
  "zzstreet",
  "zzmarkertoken",
  "zzclient",
  "zzkey",
  "203.0.113.77",
  "0.004123457",
  "0.004765433",
  ...PLACE.map((degrees) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(degrees);
    return bytes.toString("hex");
  }),
];

/** Returns the rows of each table, as text in lower case. */
async function everything(s: Scene): Promise<Record<string, string>> {
  const tables = await s.as(owner)`select c.oid::regclass::text as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app_public', 'app_private', 'graphile_worker') and c.relkind in ('r', 'p')
      and not c.relispartition`;
  const texts: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await s.as(owner, `select t::text as row from ${name} t`);
    texts[name] = rows
      .map(({ row }) => row)
      .join("\n")
      .toLowerCase();
  }
  return texts;
}

const left = (texts: Record<string, string>): string[] =>
  Object.entries(texts).flatMap(([table, text]) =>
    MARKERS.filter((marker) => text.includes(marker)).map((marker) => `${marker} in ${table}`),
  );

/** Makes a person with data of every kind, who was notified of an alert, and another person. */
async function stored(s: Scene, isAdmin = false) {
  const admin = await s.user(true);
  const person = await s.user(isAdmin, EMAIL);
  const other = await s.user();
  await s.as(owner)`update app_public.users set name = ${NAME}, address = ${ADDRESS}
    where id = ${person.id}`;
  await s.as(owner)`insert into app_private.login_addresses (user_id, address)
    values (${person.id}, ${"203.0.113.77/32"})`;
  await s.as(host)`select app_private.fail_login(${EMAIL}, '203.0.113.78')`;
  await s.as(host)`select app_private.begin_session(${person.id}, ${HASH}, '1 day',
    'zzclient/1.0', '\\x00', '\\x00')`;
  await s.as(owner)`select app_private.begin_mail()`;
  await s.as(owner)`select app_private.make_verification_mail(${person.id})`;
  await s.as(host)`select app_private.ask_for_password_mail(${EMAIL}, '203.0.113.79')`;
  await s.as(owner)`insert into app_private.password_links (user_id, token_hash, expires_at)
    values (${person.id}, sha256('of a mailed link'), now() + '1 hour')`;
  await s.as(owner)`select app_private.queue_verification(${person.id})`;
  const [invitation] = await s.as(owner)`insert into app_private.invitations (name, secret_hash,
    places, made_by, expires_at)
    values ('Hall', sha256('a secret'), 1, ${admin.id}, now() + interval '1 day') returning id`;
  await s.as(owner)`insert into app_private.joined_users (user_id, invitation_id)
    values (${person.id}, ${invitation?.id})`;
  await s.as(person)`select app_public.device_key_add('zzkey phone')`;
  await s.as(person)`select app_public.quiet_hours_edit(row('22:00', '07:00',
    'Europe/Rome')::app_public.quiet_hours_input)`;
  for (const token of [TOKEN, "ExponentPushToken[of-another]"]) {
    await s.register(person, token);
  }
  // Another person takes one of the devices.
  await s.register(other, "ExponentPushToken[of-another]");
  for (const clientId of ["a", "b"]) {
    await s.as(person)`select
      from app_public.new_positions(array[json_populate_record(null::app_public.position_input,
      json_build_object('latitude', ${PLACE[1]}::float8, 'longitude', ${PLACE[0]}::float8, 'moving_activity',
      'RUNNING', 'accuracy', 3, 'client_id', ${clientId}::text))])`;
  }
  await s.report(other, inside);
  const id = await s.published(admin);
  return { admin, person, other, id };
}

const ALL_OF = (table: string, column = "user_id") =>
  `select count(*)::int from ${table} where ${column} = $1`;

describe("an erasure", () => {
  test("leaves no personal data in any table, and changes no figures of notifications", async (s) => {
    const { admin, person, other, id } = await stored(s);
    await claim(s);
    const [delivery] = await s.as(owner)`select id from app_private.deliveries
      where user_id = ${person.id}`;
    await s.as(
      owner,
      "update app_private.deliveries set state = 'failed', why = $2, failures = array[$2], receipt = 'r' where id = $1",
      [delivery?.id, `Expo: DeviceNotRegistered: "${TOKEN}" is not registered`],
    );
    const before = await everything(s);
    const found = new Set(left(before).map((line) => line.split(" in ")[1]));
    // The test has stored data of the person in each of these.
    expect([...found].sort()).toEqual([
      "app_private.deliveries",
      "app_private.device_keys",
      "app_private.devices",
      "app_private.email_links",
      "app_private.login_addresses",
      "app_public.last_positions",
      "app_public.notifications",
      "app_public.positions",
      "app_public.sessions",
      "app_public.users",
      "graphile_worker._private_jobs",
    ]);
    const numbers = async () => [
      await s.reached(id),
      await s.as(admin)`select d.* from app_public.alerts a,
        unnest(app_public.alerts_delivery(a)) d`,
      await s.as(admin)`select t.* from app_public.alerts a, app_public.alerts_timeline(a) t`,
      await s.as(admin)`select app_public.alert_statistics()`,
      await s.as(owner)`select * from analytics.notifications_per_day`,
      await s.as(owner)`select * from analytics.alerts`,
      await s.levels(person, id),
    ];
    const numbersBefore = await numbers();
    const others = async () => [
      await s.as(owner)`select * from app_public.users where id = ${other.id}`,
      await s.as(owner)`select * from app_public.notifications where user_id = ${other.id}`,
      await s.as(owner)`select * from app_public.last_positions where user_id = ${other.id}`,
      await s.as(owner)`select * from app_public.positions where user_id = ${other.id}`,
    ];
    const othersBefore = await others();

    const [erased] = await s.as(admin)`select e.* from app_private.user_erase(${person.id}) e`;
    expect(erased).toEqual({
      user_id: person.id,
      erased_at: anyDate,
      positions: 2,
      notifications: 1,
    });

    expect(left(await everything(s))).toEqual([]);
    expect(await numbers()).toEqual(numbersBefore);
    expect(await others()).toEqual(othersBefore);
    const tables = await s.as(owner)`select c.oid::regclass::text as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
        and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
    const kept = [];
    for (const { name } of tables) {
      if ((await s.value(owner, ALL_OF(name), [person.id])) > 0) kept.push(name);
    }
    expect(kept).toEqual([
      "app_private.deliveries",
      "app_private.erased_users",
      "app_public.notifications",
    ]);
    expect(
      await s.as(owner)`select level, version, kind, place_kept, distance_class, rule
        from app_public.notifications where user_id = ${person.id}`,
    ).toEqual([
      {
        level: "ONE",
        version: 1,
        kind: "ALERT",
        place_kept: false,
        distance_class: "INSIDE",
        rule: "INSIDE_WHEN_PUBLISHED",
      },
    ]);
    expect(
      await s.as(owner)`select why, failures, receipt from app_private.deliveries
        where id = ${delivery?.id}`,
    ).toEqual([
      {
        why: 'Expo: DeviceNotRegistered: "…" is not registered',
        failures: ['Expo: DeviceNotRegistered: "…" is not registered'],
        receipt: null,
      },
    ]);
  });

  test("deletes the counters and waiting mails of the person's email, and none of other users", async (s) => {
    const { person } = await stored(s);
    const email = "other@example.org";
    const other = await s.user(false, email);
    await s.as(host)`select app_private.fail_login(${email}, '203.0.113.80')`;
    await s.as(host)`select app_private.ask_for_password_mail(${email}, '203.0.113.80')`;
    await s.as(owner)`select app_private.queue_verification(${other.id})`;
    for (const { id } of [person, other]) {
      await s.as(owner)`select app_private.count_attempt('mail by user', ${id})`;
    }
    const counted = async () =>
      (
        await s.as(owner)`select c.text, f.counter
          from unnest(${[EMAIL.toLowerCase(), email, `${person.id}`, `${other.id}`]}::text[]) c (text)
          join app_private.login_failures f on f.key = app_private.key_hash(c.text) order by 1, 2`
      ).map((row) => [row.text, row.counter]);
    const mails = async () =>
      (await s.as(owner)`select payload from graphile_worker._private_jobs order by id`).map(
        ({ payload }) => payload.email ?? payload.userId,
      );
    expect(await counted()).toHaveLength(6);
    expect(await mails()).toEqual(expect.arrayContaining([EMAIL.toLowerCase(), person.id]));
    await s.as(person)`select app_private.erase_me()`;
    expect(await counted()).toEqual([
      [`${other.id}`, "mail by user"],
      [email, "account"],
      [email, "mail by email"],
    ]);
    const left = await mails();
    expect(left).toEqual(expect.arrayContaining([email, other.id]));
    expect(left).not.toContain(person.id);
  });

  test.each([
    ["with a receipt", "r"],
    ["without one", null],
  ])(
    "removes tokens from the results of the person's pushes that arrived %s, and from no others",
    async (s, _, receipt) => {
      const { person, other } = await stored(s);
      await claim(s);
      const why = `Expo: "${TOKEN}"`;
      await s.as(owner)`update app_private.deliveries
        set receipt = ${receipt}, why = null, failures = array['2 ' || ${why}, '1 busy']`;
      await s.as(owner)`update app_private.deliveries set why = ${why}
        where user_id = ${other.id}`;
      await s.as(person)`select app_private.erase_me()`;
      const results = ({ id }: Actor) =>
        s.as(owner)`select why, receipt, failures from app_private.deliveries
          where user_id = ${id}`;
      expect(await results(person)).toEqual([
        { why: null, receipt: null, failures: ['2 Expo: "…"', "1 busy"] },
      ]);
      expect(await results(other)).toEqual([{ why, receipt, failures: [`2 ${why}`, "1 busy"] }]);
    },
  );

  test("deletes the last position of a user without history, and gives an erasure key if there was none", async (s) => {
    const user = await s.user();
    await s.as(owner)`update app_public.users set last_position_only = true, erasure_key = null
      where id = ${user.id}`;
    await s.report(user, inside);
    const lone = ALL_OF("app_private.lone_positions");
    expect(await s.value(owner, lone, [user.id])).toBe(1);
    await s.as(user)`select app_private.erase_me()`;
    expect(await s.value(owner, lone, [user.id])).toBe(0);
    expect(
      await s.as(owner)`select erasure_key is not null as has_key from app_private.erased_users`,
    ).toEqual([{ has_key: true }]);
  });

  test("is in the audit log, with ids only", async (s) => {
    const { admin, person } = await stored(s);
    await s.as(admin)`select app_private.user_erase(${person.id})`;
    expect(
      await s.as(owner)`select actor_id, object_type, object_id::int, facts
        from app_public.audit_entries where action = 'USER_ERASED'`,
    ).toEqual([
      {
        actor_id: admin.id,
        object_type: "USER",
        object_id: person.id,
        facts: { positions: 2, notifications: 1 },
      },
    ]);
  });

  test("by the person ends their session at once, and the token becomes anonymous", async (s) => {
    const { person } = await stored(s);
    const session = await s.session(person);
    await s.as(person)`select app_private.erase_me()`;
    expect(
      await s.as(host)`select role from app_private.authenticate(${person.id}, ${session})`,
    ).toEqual([{ role: "app_anonymous" }]);
    expect(await s.as(host)`select * from app_private.login_credentials(${EMAIL})`).toEqual([]);
    await expect(s.as(person)`select app_private.erase_me()`).rejects.toMatchObject(
      refusal("LA404"),
    );
  });

  test("removes the person from lists, and functions that look for them find nobody", async (s) => {
    const { admin, person } = await stored(s);
    await s.as(admin)`select app_private.user_erase(${person.id})`;
    expect(await s.as(admin)`select from app_public.users where id = ${person.id}`).toEqual([]);
    for (const sql of [
      "select app_public.find_user($1)",
      "select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', 'x@example.org')), $1)",
      "select app_public.user_rights($1, row(true, null))",
      "select app_private.user_erase($1)",
      `select app_public.user_password_reset($1, '${HASH}')`,
    ]) {
      await expect(s.as(admin, sql, [person.id])).rejects.toMatchObject(refusal("LA404"));
    }
    const overview = await s.as(admin)`select u.id from unnest(app_public.users_overview()) u
      where u.id = ${person.id}`;
    expect(overview).toEqual([]);
    // The email is free for a new user.
    await s.user(false, EMAIL);
  });

  test("keeps the proof readable: why the person was notified, without a place", async (s) => {
    const { admin, person, id } = await stored(s);
    await s.as(admin)`select app_private.user_erase(${person.id})`;
    const why = "select (app_public.why_notified($1, $2)).*";
    expect(await s.as(admin, why, [id, person.id])).toMatchObject([
      { level: "ONE", rule: "INSIDE_WHEN_PUBLISHED", latitude: null, distance1: null },
    ]);
    // Nothing is known about an alert that they were not notified of.
    const far = await s.alert(
      admin,
      square([50, 50]).map(([x, y]) => [x, y]),
    );
    await expect(s.as(admin, why, [far, person.id])).rejects.toMatchObject(refusal("LA404"));
  });

  test("is final: an erased person cannot report or register anything, and gets no update or all-clear", async (s) => {
    const { admin, person, id } = await stored(s);
    await s.as(admin)`select app_private.user_erase(${person.id})`;
    for (const sql of [
      "select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', 0.005, 'longitude', 0.005, 'moving_activity', 'STILL')))",
      "select app_public.new_positions(array[json_populate_record(null::app_public.position_input, json_build_object('latitude', 0.005, 'longitude', 0.005, 'moving_activity', 'STILL', 'client_id', 'c'))])",
      "select app_public.register_device(row('ExponentPushToken[x]', null)::app_public.register_notification_token)",
      "select app_public.device_key_add('Phone')",
      "select app_public.quiet_hours_edit(row('22:00', '07:00', 'Europe/Rome')::app_public.quiet_hours_input)",
    ]) {
      await expect(s.as(person, sql)).rejects.toMatchObject({
        code: expect.stringMatching(/^(23503|LA401)$/),
      });
    }
    await s.update(admin, id, { text1: "Again.", renotify: true });
    await s.publish(id);
    await s.cancel(admin, id);
    await s.publish(id);
    expect(await s.told(person, id)).toEqual(["ALERT ONE 1"]);
    expect(left(await everything(s))).toEqual([]);
  });

  test("clears all notifications, of each version and of all-clears", async (s) => {
    const { admin, person, id } = await stored(s);
    await s.update(admin, id, { text1: "Again.", renotify: true });
    await s.publish(id);
    await s.cancel(admin, id);
    await s.publish(id);
    expect(await s.told(person, id)).toHaveLength(3);
    await s.as(person)`select app_private.erase_me()`;
    expect(await s.told(person, id)).toHaveLength(3);
    expect(left(await everything(s))).toEqual([]);
  });
});

describe("rules of erasure:", () => {
  test("the last administrator cannot be erased, nor the last who is not in training", async (s) => {
    const others = "delete from app_public.sessions";
    await s.as(owner, others);
    const [admin] = [await s.user(true), await s.user()];
    await s.as(owner)`update app_public.users set is_admin = id = ${admin.id}`;
    for (const sql of [
      "select app_private.erase_me()",
      `select app_private.user_erase(${admin.id})`,
    ]) {
      await expect(s.as(admin, sql)).rejects.toMatchObject(
        refusal("LA409", { message: /^This is the last administrator: / }),
      );
    }
    const trainee = await s.user(true);
    await s.as(owner)`update app_public.users set is_training = true where id = ${trainee.id}`;
    await expect(s.as(admin)`select app_private.erase_me()`).rejects.toMatchObject(
      refusal("LA409"),
    );
    await s.as(trainee)`select app_private.erase_me()`;
    const second = await s.user(true);
    await s.as(admin)`select app_private.erase_me()`;
    expect(await s.as(second)`select from app_public.users where id = ${admin.id}`).toEqual([]);
  });

  test("a user may be erased although no administrator is left", async (s) => {
    const user = await s.user();
    await s.as(owner)`update app_public.users set is_admin = false`;
    await s.as(user)`select app_private.erase_me()`;
    expect(await s.value(owner, ALL_OF("app_public.users", "id"), [user.id])).toBe(0);
  });

  test("a client without a user may erase nobody", async (s) => {
    await expect(s.as({ role: "app_user" })`select app_private.erase_me()`).rejects.toMatchObject(
      refusal("LA401"),
    );
  });

  test("an unknown id is refused, and null erases nobody", async (s) => {
    const admin = await s.user(true);
    for (const id of [999_999, 0, -1]) {
      await expect(s.as(admin)`select app_private.user_erase(${id})`).rejects.toMatchObject(
        refusal("LA404"),
      );
    }
    const count = () => s.value(owner)`select count(*)::int from app_public.users`;
    const before = await count();
    await s.as(admin)`select app_private.user_erase(null)`;
    expect(await count()).toBe(before);
  });
});

describe("erasure keys", () => {
  test("are all different, and users who have none get theirs in steps", async (s) => {
    for (let number = 0; number < 5; number++) await s.user();
    const without = "select count(*)::int from app_public.users where erasure_key is null";
    // Users have one from the beginning.
    expect(await s.value(owner, without)).toBe(0);
    await s.as(owner)`update app_public.users set erasure_key = null`;
    const all = await s.value(owner, without);
    expect(await s.value(owner)`select app_private.give_erasure_keys(3)`).toBe(3);
    expect(await s.value(owner, without)).toBe(all - 3);
    // The next step continues with the users who have no key yet.
    expect(await s.value(owner)`select app_private.give_erasure_keys(1)`).toBe(1);
    await s.value(owner)`select app_private.give_erasure_keys(1000)`;
    expect(await s.value(owner)`select app_private.give_erasure_keys(1000)`).toBe(0);
    expect(
      await s.value(owner)`select count(distinct erasure_key) = count(*) from app_public.users`,
    ).toBe(true);
  });
});

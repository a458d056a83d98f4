/** @database server */
import { describe, expect } from "@jest/globals";
import {
  type Actor,
  asPoints,
  inOrEast,
  inside,
  metresEast,
  owner,
  type Row,
  refusal,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

/** What one changed field does, and what a draft takes from the version before. */

const { test } = stage();

const corners = (side = 0.01) => asPoints(square([0, 0], side));

const insert = (s: Scene, admin: Actor, input: object = {}): Promise<number> =>
  s.alert(admin, undefined, input);
const alertOf = async (s: Scene, id: number): Promise<Row> =>
  (
    await s.as(owner)`select a.*, extract(epoch from expires_at)::int as ends,
      extract(epoch from max_position_age)::int as age,
        round(app_private.metres_from(zone2, st_setsrid(st_makepoint(0.11, 0.005), 4326))) as from_two,
        round(app_private.metres_from(zone3, st_setsrid(st_makepoint(0.11, 0.005), 4326))) as from_three
      from app_public.alerts a where id = ${id}`
  )[0] as Row;

const told = async (s: Scene, user: Actor, id: number) => (await s.told(user, id)).join(", ");

test.each<[what: string, change: (s: Scene, admin: Actor, id: number) => Promise<unknown>]>([
  ["published", (s, _admin, id) => s.publish(id)],
  ["published in chunks", (s, _admin, id) => s.publish(id, 1)],
  ["updated", (s, admin, id) => s.update(admin, id, { text1: "New.", text2: "2", text3: "3" })],
  ["cancelled", (s, admin, id) => s.cancel(admin, id)],
  ["cancelled and cleared", (s, admin, id) => s.cancel(admin, id).then(() => s.publish(id))],
  ["expired", (s, _admin, id) => s.expire(id).then(() => s.publish(id))],
])("an alert that is %s changes nothing of another one", async (s, _what, change) => {
  const admin = await s.user(true);
  const users = [await s.userAt(inside), await s.userAt(metresEast(500))];
  const [other, id] = [await insert(s, admin), await insert(s, admin)];
  // The publication of the other alert has begun, and someone is still queued for it.
  await s.as(owner)`update app_private.publications set level = 'TWO', last_user_id = 7
    where alert_id = ${other}`;
  await s.as(owner)`insert into app_private.publication_waiting (alert_id, level, first_user_id,
    user_ids)
    values (${other}, 'TWO', ${users[1]?.id}, array[${users[1]?.id}::int])`;
  await s.as(owner)`select app_private.keep_speech(${other}, 'ONE', 'a voice', '\\x00')`;
  const everything = async () => ({
    alert: await alertOf(s, other),
    versions: await s.as(owner)`select * from app_public.alert_versions
      where alert_id = ${other}`,
    ...(
      await s.as(owner)`select (select p from app_private.publications p
        where p.alert_id = ${other}) as publication,
        array(select w from app_private.publication_waiting w where w.alert_id = ${other}) as waiting,
        array(select a from app_private.alert_speeches a where a.alert_id = ${other}) as speeches,
        array(select n from app_public.notifications n where n.alert_id = ${other}) as notifications`
    )[0],
  });
  const before = await everything();
  await change(s, admin, id);
  expect(await everything()).toEqual(before);
  await s.publish(other);
  expect(await told(s, users[1] as Actor, other)).toBe("ALERT TWO 1");
});

test("an update that expects another version is refused, and changes nothing", async (s) => {
  const admin = await s.user(true);
  const id = await insert(s, admin);
  await s.update(admin, id, { text1: "New.", expected_version: 1 });
  const before = await alertOf(s, id);
  for (const expected_version of [1, 3, 0, -1]) {
    await expect(s.update(admin, id, { text2: "Late.", expected_version })).rejects.toMatchObject(
      refusal("LA409", {
        message: /^This alert is at version 2, not -?\d: look at what has changed/,
      }),
    );
  }
  expect(await alertOf(s, id)).toEqual(before);
  await s.update(admin, id, { text2: "Known.", expected_version: 2 });
  expect(await alertOf(s, id)).toMatchObject({ version: 3, text1: "New.", text2: "Known." });
});

describe("an update of one field", () => {
  /** Everything about an alert that an update could change, by column. */
  const FIELDS = [
    "zone1",
    "zone2",
    "zone3",
    "level2_distance",
    "level3_distance",
    "expires_at",
    "max_position_age",
    "max_accuracy",
    "title",
    "text1",
    "text2",
    "text3",
    "language",
    "event",
    "severity",
    "urgency",
    "certainty",
    "category",
    "response_type",
    "status",
    "renotified_version",
    "user_id",
    "created_at",
  ];
  const END = secondsAgo(-7_200);

  test.each<[object, string[]]>([
    [{ level2_distance: 700 }, ["zone2", "level2_distance"]],
    [{ level3_distance: 2_500 }, ["zone3", "level3_distance"]],
    [{ expires_at: END }, ["expires_at"]],
    [{ points: corners(0.02) }, ["zone1", "zone2", "zone3"]],
    [
      { area: { type: "Polygon", coordinates: [[...square([0, 0], 0.02), [0, 0]]] } },
      ["zone1", "zone2", "zone3"],
    ],
    [{ title: "New" }, ["title"]],
    [{ title: "" }, ["title"]],
    [{ text1: "New." }, ["text1"]],
    [{ text2: "New." }, ["text2"]],
    [{ text3: "New." }, ["text3"]],
    [{ renotify: true }, ["renotified_version"]],
  ])("%j changes nothing else", async (s, changes, columns) => {
    const admin = await s.user(true);
    const id = await insert(s, admin, {
      level2_distance: 500,
      level3_distance: 1_500,
      expires_at: secondsAgo(-3_600),
      max_position_age: 600,
      title: "Flood",
      language: "it",
      event: "Flood",
      severity: "EXTREME",
      urgency: "EXPECTED",
      certainty: "LIKELY",
      category: "MET",
      response_type: "EVACUATE",
      status: "EXERCISE",
    });
    const before = await alertOf(s, id);
    expect(before).toMatchObject({
      age: 600,
      language: "it",
      event: "Flood",
      severity: "EXTREME",
      urgency: "EXPECTED",
      certainty: "LIKELY",
      category: "MET",
      response_type: "EVACUATE",
      status: "EXERCISE",
      renotified_version: 1,
    });
    await s.update(await s.user(true), id, changes);
    const after = await alertOf(s, id);
    expect(
      FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])),
    ).toEqual(columns);
    expect(after.version).toBe(2);
    if ("expires_at" in changes) expect(after.ends).toBe(END);
    const [version] = await s.as(owner)`select * from app_public.alert_versions
      where alert_id = ${id} and version = 2`;
    for (const field of [
      "zone1",
      "level2_distance",
      "level3_distance",
      "expires_at",
      "title",
      "text1",
      "text2",
      "text3",
    ]) {
      expect(version?.[field]).toEqual(after[field]);
    }
    expect(version?.is_renotified).toBe("renotify" in changes);
  });

  test("records in the previous version when its publication was complete, or when the update replaced it", async (s) => {
    const admin = await s.user(true);
    const id = await insert(s, admin);
    const completed = () =>
      s.as(owner)`select extract(epoch from completed_at - now())::float8 as after
        from app_public.alert_versions where alert_id = ${id} order by version`;
    await s.update(admin, id, { text1: "New." });
    expect(await completed()).toEqual([{ after: 0 }, { after: null }]);
    await s.as(owner)`update app_private.publications
      set completed_at = now() - interval '7 seconds' where alert_id = ${id}`;
    await s.cancel(admin, id);
    expect(await completed()).toEqual([{ after: 0 }, { after: -7 }, { after: null }]);
  });

  test("of a text deletes only the speech of that text, and queues a job for the new one", async (s) => {
    const admin = await s.user(true);
    const levels = ["ONE", "TWO", "THREE"];
    for (const [index, changed] of levels.entries()) {
      const id = await insert(s, admin);
      for (const level of levels) {
        await s.value(owner)`select app_private.keep_speech(${id}, ${level}, 'a voice', '\\x00')`;
      }
      await s.as(owner)`delete from graphile_worker._private_jobs`;
      await s.update(admin, id, { [`text${index + 1}`]: `New for ${changed}.` });
      const spoken = await s.as(owner)`select level from app_private.alert_speeches
        where alert_id = ${id} order by level`;
      expect(spoken.map(({ level }) => level)).toEqual(levels.filter((l) => l !== changed));
      const jobs = await s.as(owner)`select key from graphile_worker._private_jobs
        where key ~ '^speak' order by key`;
      expect(jobs).toEqual([{ key: `speak_alert:${id}` }]);
    }
  });

  test("of a translation deletes only its speech of the changed level", async (s) => {
    const admin = await s.user(true);
    const texts = (text2: string) => [{ language: "de", text1: "1", text2, text3: "3" }];
    const id = await s.alert(admin, undefined, { language: "it", texts: texts("2") });
    for (const level of ["ONE", "TWO", "THREE"])
      for (const language of ["it", "de"])
        await s.value(
          owner,
        )`select app_private.keep_speech(${id}, ${level}, ${language}, '\\x00', null, ${language})`;
    await s.update(admin, id, { texts: texts("Neu.") });
    expect(
      await s.as(owner)`select level, language, text from app_private.texts_to_speak(${id})`,
    ).toEqual([{ level: "TWO", language: "de", text: "Neu." }]);
  });

  test("in the middle of a publication restarts it, without the queue of the previous version", async (s) => {
    const admin = await s.user(true);
    const users = [];
    for (let i = 0; i < 3; i++) users.push(await s.userAt(inOrEast(500)));
    const id = await insert(s, admin);
    await s.as(owner)`insert into app_private.publication_waiting (alert_id, level,
      first_user_id, user_ids)
      values (${id}, 'TWO', ${users[0]?.id}, ${users.map((user) => user.id)})`;
    await s.as(owner)`update app_private.publications set level = 'THREE', last_user_id = 999`;
    await s.update(admin, id, { text1: "x" });
    expect(await s.as(owner)`select * from app_private.publication_waiting`).toEqual([]);
    expect(
      await s.as(owner)`select level, last_user_id, completed_at from app_private.publications`,
    ).toEqual([{ level: "ONE", last_user_id: 0, completed_at: null }]);
  });
});

test("an update with an empty list of points is refused, as a new alert is", async (s) => {
  const admin = await s.user(true);
  const id = await insert(s, admin);
  const refused = refusal("LA400", { message: /fewer than three different points/ });
  await expect(s.update(admin, id, { points: [] })).rejects.toMatchObject(refused);
  const reach =
    "select app_public.alert_update_reach($1, json_populate_record(null::app_public.alert_update_input, $2))";
  await expect(s.as(admin, reach, [id, JSON.stringify({ points: [] })])).rejects.toMatchObject(
    refused,
  );
  const hold =
    "select app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";
  const held = { key: "a", alert_id: id, changes: { points: [] } };
  await expect(s.as(admin, hold, [JSON.stringify(held)])).rejects.toMatchObject(refused);
  await s.update(admin, id, { points: null, text1: "New." });
  expect(await alertOf(s, id)).toMatchObject({ version: 2, text1: "New." });
});

describe("the reach of an update", () => {
  const REACH =
    "select * from app_public.alert_update_reach($1, json_populate_record(null::app_public.alert_update_input, $2))";

  test.each<[what: string, changes: object, newly: number[], again: number[], silent: number]>([
    ["of nothing", {}, [0, 0, 0], [0, 0, 0], 3],
    ["of a text", { text1: "New." }, [0, 0, 0], [0, 0, 0], 3],
    ["of a text, told again", { text1: "New.", renotify: true }, [0, 0, 0], [1, 1, 1], 0],
    ["of a wider zone", { level3_distance: 3_000 }, [0, 0, 1], [0, 0, 0], 3],
    [
      "of zones further out",
      { level2_distance: 1_700, level3_distance: 3_000 },
      [0, 0, 1],
      [0, 1, 0],
      2,
    ],
    [
      "of both, told again",
      { level2_distance: 1_700, level3_distance: 3_000, renotify: true },
      [0, 0, 1],
      [1, 2, 0],
      0,
    ],
  ])(
    "%s equals the first and the repeated notifications of its publication",
    async (s, _, changes, newly, again, silent) => {
      const admin = await s.user(true);
      for (const metres of [-1, 500, 1_500, 2_500]) await s.userAt(inOrEast(metres));
      const id = await insert(s, admin);
      await s.publish(id);
      const [found] = await s.as(admin, REACH, [id, JSON.stringify(changes)]);
      const sum = newly.map((number, index) => number + (again[index] as number));
      expect([found?.one, found?.two, found?.three]).toEqual(sum);
      expect([found?.again_one, found?.again_two, found?.again_three]).toEqual(again);
      expect(found?.already_told).toBe(silent);
      await s.update(admin, id, changes);
      await s.publish(id);
      const told = await s.as(owner)`select array_agg(n.kind || ' ' || n.level
        order by n.kind, n.level) as told
        from app_public.notifications n where n.alert_id = ${id} and n.version = 2`;
      const levels = ["ONE", "TWO", "THREE"];
      const expected = (kind: string, counts: number[]) =>
        levels.flatMap((level, index) => Array(counts[index]).fill(`${kind} ${level}`));
      expect(told[0]?.told ?? []).toEqual([
        ...expected("ALERT", newly),
        ...expected("UPDATE", again),
      ]);
    },
  );

  test("uses the accuracy limit that the alert had when it was new", async (s) => {
    const admin = await s.user(true);
    const id = await insert(s, admin);
    await s.userAt(inOrEast(500), { accuracy: 1_500 });
    await s.as(owner)`update app_private.settings set max_accuracy = 2000`;
    const [reach] = await s.as(admin, REACH, [id, "{}"]);
    expect(reach).toMatchObject({ two: 0, coarse: 1 });
    await s.update(admin, id, { text1: "New." });
    await s.publish(id);
    expect(await s.reached(id)).toBe(0);
  });

  test("counts users notified by an earlier update or a later report as notified, and does not change the alert", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inOrEast(-1));
    const late = await s.userAt(inOrEast(9_000));
    const id = await insert(s, admin);
    await s.publish(id);
    await s.update(admin, id, { text1: "New.", renotify: true });
    await s.publish(id);
    await s.report(late, inside);
    const before = await alertOf(s, id);
    const reach = async (changes: object) =>
      (await s.as(admin, REACH, [id, JSON.stringify(changes)]))[0];
    expect(await reach({ text1: "Newer." })).toMatchObject({ one: 0, already_told: 2 });
    expect(await reach({ text1: "Newer.", renotify: true })).toMatchObject({
      one: 2,
      again_one: 2,
      already_told: 0,
    });
    expect(await alertOf(s, id)).toEqual(before);
    await expect(s.as(admin, REACH, [id, '{"level2_distance": -1}'])).rejects.toMatchObject(
      refusal("LA400"),
    );
  });
});

describe("a new alert", () => {
  test.each<[object, object]>([
    [{ level2_distance: 3_000 }, { level2_distance: 3_000, level3_distance: 6_000 }],
    [{ level3_distance: 100_000 }, { level2_distance: 1_000, level3_distance: 100_000 }],
    [{ max_position_age: 60 }, { age: 60 }],
    [{ max_position_age: 2_592_000 }, { age: 2_592_000 }],
    [{ severity: "SEVERE" }, { severity: "SEVERE", urgency: "UNKNOWN", certainty: "UNKNOWN" }],
    [{ urgency: "EXPECTED" }, { severity: "UNKNOWN", urgency: "EXPECTED" }],
    [{ language: "de" }, { language: "de" }],
    [{ event: "Fire" }, { event: "Fire" }],
    [{ title: "  Flood " }, { title: "Flood" }],
    [{ title: "  " }, { title: null }],
  ])("with %j gets these values, and defaults for the others", async (s, input, expected) => {
    expect(await alertOf(s, await insert(s, await s.user(true), input))).toMatchObject(expected);
  });

  test.each([
    [{ level2_distance: 0 }],
    [{ level2_distance: -1 }],
    [{ level2_distance: "NaN" }],
    [{ level2_distance: 60_000, level3_distance: 200_000 }],
    [{ level3_distance: 500 }],
    [{ level3_distance: 1_000 }],
    [{ level3_distance: 100_000.5 }],
    [{ level3_distance: "Infinity" }],
    [{ max_position_age: 0 }],
    [{ max_position_age: -5 }],
    [{ max_position_age: 59 }],
    [{ max_position_age: 2_592_001 }],
    [{ expires_at: 0 }],
    [{ expires_at: secondsAgo(1) }],
    [{ expires_at: secondsAgo(-366 * 86_400) }],
    [{ expires_at: "9000000000000000000" }],
  ])("is refused with %j", async (s, input) => {
    await expect(insert(s, await s.user(true), input)).rejects.toMatchObject(refusal("LA400"));
    expect(await s.as(owner)`select from app_public.alerts`).toEqual([]);
  });

  test("that ends at this moment is refused", async (s) => {
    // In whole seconds, the moment at which the transaction began is never later than now.
    const now = await s.value(owner)`select floor(extract(epoch from now()))::int`;
    await expect(insert(s, await s.user(true), { expires_at: now })).rejects.toMatchObject(
      refusal("LA400"),
    );
  });

  test("may have an area of 10,000 positions, whose heights are dropped", async (s) => {
    const admin = await s.user(true);
    const ring = Array.from({ length: 9_999 }, (_, i) => [
      Math.cos((i * 2 * Math.PI) / 9_999),
      Math.sin((i * 2 * Math.PI) / 9_999),
      7,
    ]);
    const area = { type: "Polygon", coordinates: [[...ring, ring[0]]] };
    const id = await insert(s, admin, { points: [], area });
    expect(
      await s.as(owner)`select st_npoints(zone1) as points, st_ndims(zone1) as dimensions
        from app_public.alerts where id = ${id}`,
    ).toEqual([{ points: 10_000, dimensions: 2 }]);
  });

  test("is returned for its idempotency key after an upgrade that adds a field", async (s) => {
    const admin = await s.user(true);
    const input = { idempotency_key: "before the upgrade" };
    const id = await insert(s, admin, input);
    await s.as(owner)`alter type app_public.alert_input add attribute later text`;
    expect(await insert(s, admin, input)).toBe(id);
    const other = { ...input, later: "Another." };
    await expect(insert(s, admin, other)).rejects.toMatchObject(refusal("LA409"));
  });
});

describe("an alert", () => {
  test("has the state ACTIVE, CANCELLED or EXPIRED, also before a job marks it as expired", async (s) => {
    const admin = await s.user(true);
    const ids = [await insert(s, admin), await insert(s, admin), await insert(s, admin)];
    await s.cancel(admin, ids[1] as number);
    await s.expire(ids[2] as number);
    const state = (id: unknown) =>
      s.value(admin)`select app_public.alerts_state(a) from app_public.alerts a where id = ${id}`;
    expect([await state(ids[0]), await state(ids[1]), await state(ids[2])]).toEqual([
      "ACTIVE",
      "CANCELLED",
      "EXPIRED",
    ]);
  });

  test("that notified someone cannot be deleted", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inOrEast(-1));
    const id = await insert(s, admin);
    await s.publish(id);
    await s.as(owner)`delete from app_private.publications`;
    await s.as(owner)`delete from app_public.alert_versions`;
    await s.as(owner)`delete from app_private.alert_reach`;
    await expect(s.as(owner)`delete from app_public.alerts where id = ${id}`).rejects.toMatchObject(
      refusal("23503", { message: /prove who was told/ }),
    );
  });

  test("and its versions show their areas with nine decimal digits", async (s) => {
    const admin = await s.user(true);
    const points = corners().map(({ latitude, longitude }) => ({
      latitude: latitude + 0.123_456_789,
      longitude,
    }));
    await insert(s, admin, { points });
    for (const area of [
      "app_public.alert_versions_area_geo_json(t) from app_public.alert_versions t",
      "app_public.alerts_area_geo_json(t) from app_public.alerts t",
    ]) {
      const { coordinates } = await s.value(admin, `select ${area}`);
      expect(coordinates[0][0]).toEqual([0, 0.123_456_789]);
    }
  });
});

test("a change of an ended alert is refused with a message that says how the alert ended", async (s) => {
  const admin = await s.user(true);
  const [cancelled, expired] = [await insert(s, admin), await insert(s, admin)];
  const cancel = (id: number) => s.cancel(admin, id);
  await cancel(cancelled);
  await s.expire(expired);
  // The refusals are the same before and after the job has found the expired alert.
  for (const find of ["select", "select app_private.end_expired_alerts()"]) {
    await s.as(owner, find);
    for (const change of [cancel, (id: number) => s.update(admin, id, { text1: "x" })]) {
      await expect(change(cancelled)).rejects.toMatchObject(
        refusal("LA409", { message: /already cancelled/ }),
      );
      await expect(change(expired)).rejects.toMatchObject(
        refusal("LA409", { message: /has expired/ }),
      );
    }
  }
});

test("a cancellation sends the all-clear from the first user on, and deletes the publication's queue", async (s) => {
  const admin = await s.user(true);
  const users = [await s.userAt(inOrEast(-1)), await s.userAt(inOrEast(500))];
  const id = await insert(s, admin);
  await s.publish(id);
  await s.as(owner)`update app_private.publications set last_user_id = 999999`;
  await s.as(owner)`insert into app_private.publication_waiting (alert_id, level, first_user_id,
    user_ids) values (${id}, 'TWO', 1, '{1}')`;
  await s.cancel(admin, id);
  expect(await s.as(owner)`select * from app_private.publication_waiting`).toEqual([]);
  await s.publish(id);
  expect([await told(s, users[0] as Actor, id), await told(s, users[1] as Actor, id)]).toEqual([
    "ALERT ONE 1, ALL_CLEAR ONE 2",
    "ALERT TWO 1, ALL_CLEAR TWO 2",
  ]);
  expect(await s.reached(id)).toBe(2);
});

test("each zone is shown as its own ring and its own GeoJSON", async (s) => {
  const admin = await s.user(true);
  await insert(s, admin);
  const [row] = await s.as(admin)`select st_equals(st_geomfromtext(app_public.alerts_area(a),
    4326), zone1) as ring1,
      st_equals(st_geomfromtext(app_public.alerts_area_level2(a), 4326), zone2) as ring2,
      st_equals(st_geomfromtext(app_public.alerts_area_level3(a), 4326), zone3) as ring3,
      abs(st_area(st_geomfromgeojson(app_public.alerts_area_geo_json(a))) / st_area(zone1) - 1) < 1e-6 as json1,
      abs(st_area(st_geomfromgeojson(app_public.alerts_area_level2_geo_json(a))) / st_area(zone2) - 1) < 1e-6 as json2,
      abs(st_area(st_geomfromgeojson(app_public.alerts_area_level3_geo_json(a))) / st_area(zone3) - 1) < 1e-6 as json3
    from app_public.alerts a`;
  expect(row).toEqual({
    ring1: true,
    ring2: true,
    ring3: true,
    json1: true,
    json2: true,
    json3: true,
  });
});

describe("a user's notifications", () => {
  test.each([
    [{ renotify: true }, "ALERT THREE 2, UPDATE ONE 2"],
    [{}, "ALERT THREE 2, UPDATE ONE 2"],
    [null, "ALERT THREE 1, ALERT ONE 1"],
  ])("count by the most urgent level, after an update with %j", async (s, changes, before) => {
    const admin = await s.user(true);
    const id = await insert(s, admin);
    if (changes) await s.update(admin, id, changes);
    await s.publish(id);
    const user = await s.userAt(inOrEast(1_500));
    await s.report(user, inside);
    expect(await told(s, user, id)).toBe(before);
    await s.report(user, metresEast(500));
    await s.update(admin, id, { text1: "x" });
    await s.publish(id);
    expect(await told(s, user, id)).toBe(before);
  });

  test("of the second version of one alert do not count for the second version of another", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inOrEast(-1));
    for (const _ of [1, 2]) {
      const id = await insert(s, admin);
      await s.update(admin, id, { renotify: true });
      // Someone is told of this version before it is published.
      await s.userAt(inOrEast(-1));
      await s.publish(id);
      expect(await told(s, user, id)).toBe("ALERT ONE 2");
    }
  });

  test("of another alert do not turn a first notification into an update", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inOrEast(-1));
    const other = await insert(s, admin);
    await s.publish(other);
    const id = await insert(s, admin);
    await s.update(admin, id, { text1: "x" });
    await s.publish(id);
    expect(await told(s, user, id)).toBe("ALERT ONE 2");
  });

  test("are not made if the position was too old at its report or at the version, also on the path through all users", async (s) => {
    const admin = await s.user(true);
    // When each position was taken and reported, and what its user is told.
    const cases = [
      ["150 minutes", "0", ""],
      ["4 hours", "4 hours", ""],
      ["3 hours", "3 hours", ""],
      ["2:59:59.999999", "3 hours", "ALERT ONE 2"],
      ["150 minutes", "150 minutes", "ALERT ONE 2"],
    ] as const;
    const people = [];
    for (const _ of cases) people.push(await s.userAt(inOrEast(-1)));
    const id = await insert(s, admin, { max_position_age: 3_600 });
    // The age counts at the time of the present version.
    await s.update(admin, id, { text1: "x" });
    await s.as(owner)`update app_public.alert_versions
      set created_at = now() - interval '2 hours' where version = 2`;
    for (const [i, [taken, reported]] of cases.entries()) {
      await s.as(owner)`update app_public.last_positions
        set taken_at = now() - ${taken}::interval, created_at = now() - ${reported}::interval
        where user_id = ${people[i]?.id}`;
    }
    await s.as(owner)`update app_private.publications set last_user_id = 1`;
    await s.publish(id, 100);
    const answers = [];
    for (const user of people) answers.push(await told(s, user, id));
    expect(answers).toEqual(cases.map(([, , expected]) => expected));
  });
});

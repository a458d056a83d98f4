/** @database server */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { type Client, open } from "../live/client.ts";

/** The size of each sound in bytes. */
const SOUND = 10_000;
const ALERTS = 30;

let service: TestService;
let user: TestUser;
let client: Client;
/** The ids of the alerts, newest first. */
let ids: number[];
beforeAll(async () => {
  service = await startTestService({
    ANSWER_SIZE: "100000",
    ADMIN_ANSWER_SIZE: "800000",
    // Enough for the sounds of five alerts.
    ANSWER_SOUNDS: String(15 * SOUND + 1),
  });
  user = await service.newUser();
  client = await open(service.url, { authorization: `Bearer ${user.token}` });
  const { rows } = await service.owner.query(
    `with claims as materialized (select set_config('jwt.claims.user_id', $1, true))
      select app_private.new_alert(json_populate_record(null::app_public.alert_input, ($2::jsonb || jsonb_build_object('idempotency_key', gen_random_uuid()))::json)) as id
        from claims, generate_series(1, $3)`,
    [
      String(service.admin.id),
      JSON.stringify({
        points: [
          { latitude: 0, longitude: 0 },
          { latitude: 0, longitude: 0.01 },
          { latitude: 0.01, longitude: 0.01 },
        ],
        text1: "a",
        text2: "b",
        text3: "c",
      }),
      ALERTS,
    ],
  );
  ids = rows.map(({ id }) => id).sort((a, b) => b - a);
  // Each sound repeats its alert's id and its level as text.
  await service.owner.query(
    `with spoken as (
        select a.id as alert_id, l.level, a.language, convert_to(rpad('', $1, a.id || l.level::text || '.'), 'UTF8') as mp3
          from app_public.alerts a cross join unnest(enum_range(null::app_public.level_alert)) l (level)),
      kept as (insert into app_private.speeches (digest, voice, mp3) select sha256(mp3), 'test', mp3 from spoken returning id, digest)
    insert into app_private.alert_speeches (alert_id, level, language, speech_id)
      select s.alert_id, s.level, s.language, k.id from spoken s join kept k on k.digest = sha256(s.mp3)`,
    [SOUND],
  );
});
afterAll(async () => {
  client.socket.close();
  await service.stop();
});

interface Spoken {
  id: number;
  audio1: number[];
  audio2: number[];
  audio3: number[];
  audioUrl1: string;
}
const FIELDS = "id audio1 audio2 audio3 audioUrl1";

/** Expects that an alert has all its sounds, byte by byte. */
function expectSounds({ id, ...alert }: Spoken): void {
  for (const [at, level] of ["ONE", "TWO", "THREE"].entries()) {
    const bytes = alert[`audio${at + 1}` as "audio1"];
    expect(bytes).toHaveLength(SOUND);
    expect(Buffer.from(bytes).toString()).toBe("".padEnd(SOUND, `${id}${level}.`));
  }
}
const sounds = (alerts: Spoken[]) =>
  alerts
    .flatMap(({ audio1, audio2, audio3 }) => [audio1, audio2, audio3])
    .filter((one) => one?.length);

/** The two ways to send a query: over HTTP and over a websocket. */
const ROADS: [string, (query: string) => Promise<{ data?: unknown; errors?: unknown }>][] = [
  ["HTTP", (query) => service.graphql(query, {}, user)],
  ["a websocket", (query) => client.ask(query)],
];

describe.each(ROADS)("over %s", (_road, ask) => {
  const alertsIn = async (query: string) => {
    const { data, errors } = await ask(query);
    expect(errors).toBeUndefined();
    return data as Record<string, Spoken[]>;
  };

  test("a list of alerts has sounds for the newest only, and URLs for all", async () => {
    const { alerts = [] } = await alertsIn(`{ alerts(limit: 1000) { ${FIELDS} } }`);
    expect(alerts.map(({ id }) => id)).toEqual(ids);
    for (const alert of alerts.slice(0, 5)) expectSounds(alert);
    expect(sounds(alerts.slice(5))).toEqual([]);
    expect(alerts.filter(({ audioUrl1 }) => !audioUrl1?.startsWith("/alerts/"))).toEqual([]);
  });

  test("an alert that is selected by its id has its sounds, however old it is", async () => {
    const { alerts } = await alertsIn(`{ alerts(id: ${ids.at(-1)}) { ${FIELDS} } }`);
    expectSounds(alerts?.[0] as Spoken);
  });

  test("all lists of an answer share one limit on sounds, which the newest alerts use first", async () => {
    const lists = [
      "a: alerts(offset: 4, limit: 10)",
      "b: alerts(limit: 10)",
      "c: alerts(limit: 2)",
    ];
    const answer = await alertsIn(`{ ${lists.map((one) => `${one} { ${FIELDS} }`).join(" ")} }`);
    // The two newest alerts are in the answer twice.
    for (const alert of [...(answer.b ?? []).slice(0, 3), ...(answer.c ?? [])]) expectSounds(alert);
    expect(sounds(Object.values(answer).flat())).toHaveLength(15);
  });

  test("the sounds of the more urgent texts of an alert use up the limit first", async () => {
    const copies = Array.from({ length: 14 }, (_, i) => `a${i}: audio1`).join(" ");
    const { alerts = [] } = await alertsIn(`{ alerts(limit: 1) { audio3 audio2 ${copies} } }`);
    const { audio2, audio3, ...urgent } = alerts[0] as unknown as Record<string, number[]>;
    const lengths = [...Object.values(urgent), audio2, audio3].map((one) => one?.length);
    expect(lengths).toEqual([...Array(15).fill(SOUND), 0]);
  });

  test("a sound counts against the limit each time that the answer contains it", async () => {
    const copies = Array.from({ length: 20 }, (_, i) => `a${i}: audio1`).join(" ");
    const { alerts = [] } = await alertsIn(`{ alerts(limit: 1) { ${copies} } }`);
    const lists = Object.values(alerts[0] as object) as number[][];
    expect(lists.filter((list) => list.length === SOUND)).toHaveLength(15);
    expect(lists.filter((list) => list.length === 0)).toHaveLength(5);
  });

  test("an alert's sound is in the answer beside its text", async () => {
    const { alerts } = await alertsIn(`{ alerts(limit: 1) { text1 "}`.replace(' "', " audio1 }"));
    expect(alerts?.[0]?.audio1).toHaveLength(SOUND);
  });

  test("simultaneous answers with and without sounds each go to their own request", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0
          ? ask("{ me { id } }")
          : ask(`{ alerts(limit: 1, offset: ${i}) { ${FIELDS} } }`),
      ),
    );
    for (const [i, { data }] of answers.entries()) {
      if (i % 3 === 0) expect(data).toEqual({ me: { id: user.id } });
      else expectSounds((data as { alerts: Spoken[] }).alerts[0] as Spoken);
    }
  });

  test.each([
    [
      "rows",
      "{ alerts(limit: 1000) { area areaLevel2 areaLevel3 areaGeoJson areaLevel3GeoJson } }",
    ],
    [
      "one value under many keys",
      `{ alerts(limit: 6) { ${Array.from({ length: 20 }, (_, i) => `a${i}: areaLevel3`).join(" ")} } }`,
    ],
    [
      "one value under many keys, beside a variable of a wider type",
      `query ($limit: Int = 6) { alerts(limit: $limit) { ${Array.from({ length: 20 }, (_, i) => `a${i}: areaLevel3`).join(" ")} } }`,
    ],
    [
      "one list under many keys",
      `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: alerts(limit: 6) { areaLevel3 }`).join(" ")} }`,
    ],
    [
      "keys",
      `{ alerts(limit: 1000) { ${Array.from({ length: 20 }, (_, i) => `a${i}${"x".repeat(200)}: id`).join(" ")} } }`,
    ],
  ])("an answer larger than ANSWER_SIZE is refused: %s", async (_what, query) => {
    // The second time, the document is known.
    for (let i = 0; i < 2; i += 1) {
      const answer = (await ask(query)) as Parameters<typeof refusals>[0];
      expect(refusals(answer)[0]).toMatch(/^BAD_USER_INPUT at a/);
      expect(answer.errors?.[0]?.message).toBe(
        "The answer is larger than 100000 bytes: ask for fewer rows or fields at once.",
      );
    }
    // The next request finds a connection that works.
    expect((await ask("{ me { id } }")).data).toEqual({ me: { id: user.id } });
  });
});

test("each event of a subscription may have as many sounds as one answer", async () => {
  const [id] = ids;
  const fields = ["audio1", "audio2", "audio3"].flatMap((field) =>
    Array.from({ length: 5 }, (_, i) => `${field}_${i}: ${field}`),
  );
  const admin = await open(service.url, { authorization: `Bearer ${service.admin.token}` });
  const follows = await admin.subscribe(
    `subscription { alertProgress(id: ${id}) { ${fields.join(" ")} } }`,
  );
  for (const active of [false, true]) {
    const { data, errors } = await follows.next();
    expect(errors).toBeUndefined();
    const lists = Object.values<number[]>(data.alertProgress);
    expect(lists.map(({ length }) => length)).toEqual(Array(15).fill(SOUND));
    const set = "update app_public.alerts set active = $2 where id = $1";
    await service.owner.query(set, [id, active]);
  }
  admin.socket.close();
});

test("the size limit of an answer holds for each event of a subscription, not for their sum", async () => {
  const [id] = ids;
  const fields = ["areaLevel2", "areaLevel3", "areaLevel2GeoJson", "areaLevel3GeoJson"].flatMap(
    (field) => Array.from({ length: 20 }, (_, i) => `${field}_${i}: ${field}`),
  );
  const admin = await open(service.url, { authorization: `Bearer ${service.admin.token}` });
  const follows = await admin.subscribe(
    `subscription { alertProgress(id: ${id}) { ${fields.join(" ")} } }`,
  );
  let isActive = true;
  // Reads events until they are together larger than one answer may be.
  for (let sum = 0; sum < 800_000; ) {
    const { data, errors } = await follows.next();
    expect(errors).toBeUndefined();
    sum += JSON.stringify(data).length;
    isActive = !isActive;
    const set = "update app_public.alerts set active = $2 where id = $1";
    await service.owner.query(set, [id, isActive]);
  }
  admin.socket.close();
});

describe("an administrator's answer", () => {
  const query =
    "{ alerts(limit: 1000) { id area areaLevel2 areaLevel3 areaLevel2GeoJson areaLevel3GeoJson } }";
  test("may be larger than a user's, on the fast path and through Grafast", async () => {
    expect(refusals(await service.graphql(query, {}, user))[0]).toMatch(/^BAD_USER_INPUT/);
    for (const text of [query, `{ ...A } fragment A on Query ${query}`]) {
      expect((await service.graphql(text, {}, service.admin)).data.alerts).toHaveLength(ALERTS);
    }
  });

  test("is refused if the rows inside its rows make it too large", async () => {
    const inside = `{ alerts(limit: 1000) { history { ${Array.from({ length: 20 }, (_, i) => `a${i}${"x".repeat(500)}: version`).join(" ")} } } }`;
    expect(refusals(await service.graphql(inside, {}, service.admin))[0]).toBe(
      "BAD_USER_INPUT at alerts",
    );
  });
});

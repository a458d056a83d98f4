/** @database server */
import { spawnSync } from "node:child_process";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "@jest/globals";
import FeedParser from "feedparser";
import type { Polygon } from "geojson";
import type { JobHelpers } from "graphile-worker";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { makeCapMessages } from "../../src/cap/make-messages.ts";
import { validate } from "../../src/cap/validate-message.ts";
import { capTime } from "../../src/cap/write-message.ts";
import type { CapConfig } from "../../src/settings/config.ts";
import { runTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ENV = {
  JOBS: "true",
  CAP_SENDER: "warnings@example.org",
  CAP_TIME_ZONE: "Asia/Kathmandu",
  PUBLIC_URL: "https://alerts.example.org",
  ORGANISATION_NAME: "Town of <Modena> & Co",
  ORGANISATION_CONTACT: "+39 059 1",
};
const service = runTestService({ ...ENV, CAP_SIGNING_KEY: pem(EC.privateKey) });

function pem(key: typeof EC.privateKey): string {
  return key.export({ type: key.type === "public" ? "spki" : "pkcs8", format: "pem" }) as string;
}

const ring = (west: number, south: number, size: number, height = size) => [
  ...[
    [west, south],
    [west + size, south],
    [west + size, south + height],
    [west, south + height],
  ],
  [west, south],
];
const SQUARE: Polygon = { type: "Polygon", coordinates: [ring(11, 44, 0.01)] };
const TEXTS = {
  text1: "Leave & go <up> ]]> now. Ta\u0007ke\r\nyour neighbours.",
  text2: "Stay where you are.",
  text3: `${"Expect closed roads ".repeat(10)}all day. More follows.`,
};

async function publish(input: object = {}): Promise<number> {
  const { data, errors } = await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { area: SQUARE, ...TEXTS, idempotencyKey: randomUUID(), ...input } },
    service.admin,
  );
  expect(errors).toBeUndefined();
  return data.newAlert.id;
}
const change = async (mutation: string) =>
  expect((await service.graphql(mutation, {}, service.admin)).errors).toBeUndefined();

const get = async (path: string, headers = {}) => {
  const answer = await fetch(service.url + path, { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
};
const address = (id: number, version: number, zone: number) =>
  `/alerts/${id}/cap/${version}-${zone}.xml`;
/** Waits for a message, and returns it. */
const message = async (path: string) =>
  (
    await until(
      () => get(path),
      ({ status }) => status === 200,
    )
  ).body;

/** The texts of the elements of this name, in their order. */
function textsOf(xml: string, name: string): string[] {
  using document = XmlDocument.fromString(xml);
  const found = document.find(`//c:${name}`, { c: "urn:oasis:names:tc:emergency:cap:1.2" });
  return (found as XmlElement[]).map(({ content }) => content);
}
const referenceTo = (xml: string) =>
  ["sender", "identifier", "sent"].map((name) => textsOf(xml, name)[0]).join();

/** What Google's profile asks of a message besides the XSD. */
function faultsOf(xml: string): string[] {
  const of = (name: string) => textsOf(xml, name);
  const infos = of("event").length;
  const same = ["category", "event"].filter((name) => new Set(of(name)).size !== 1);
  const isFollowing = of("msgType")[0] !== "Alert";
  return [
    ...same,
    ...["headline", "description", "web", "expires", "areaDesc"].filter(
      (name) => of(name).filter(Boolean).length !== infos,
    ),
    ...of("headline").filter((text, at) => text.length > 140 || text === of("description")[at]),
    ...of("event").filter((text) => text.length >= 35),
    ...of("areaDesc").filter((text) => text.length >= 50),
    ...of("web").filter((web) => !URL.canParse(web)),
    ...(isFollowing === of("references").some(Boolean) ? [] : ["references"]),
    ...of("polygon").filter((polygon) => {
      const points = polygon.split(" ");
      const isPoint = (point: string) => /^-?\d+(\.\d{1,6})?,-?\d+(\.\d{1,6})?$/.test(point);
      return points.length < 4 || points[0] !== points.at(-1) || !points.every(isPoint);
    }),
  ];
}
/** The area of the polygons of messages, and of their union, in thousandths of square degrees. */
async function areas(polygons: string[], other: object) {
  const rings = polygons.map(
    (polygon) =>
      `POLYGON((${polygon.replaceAll(/(\S+),(\S+)( ?)/g, "$2 $1$3").replaceAll(/(\S+ \S+) /g, "$1,")}))`,
  );
  const { rows } = await service.owner.query(
    `select bool_and(st_isvalid(g)) and bool_and(st_numinteriorrings(g) = 0) as right,
        round(sum(st_area(g))::numeric * 1000, 6)::float8 as sum,
        round(st_area(st_union(g))::numeric * 1000, 6)::float8 as union,
        round(st_area(st_symdifference(st_union(g), st_setsrid(st_geomfromgeojson($2), 4326)))::numeric * 1000, 6)::float8 as beside
      from unnest($1::text[]) t, st_geomfromtext(t, 4326) g`,
    [rings, JSON.stringify(other)],
  );
  return rows[0];
}

const reduced = (id: number, level: 1 | 2 | 3) =>
  service.owner
    .query(`select st_asgeojson(zone${level})::json as zone from app_public.alerts where id = $1`, [
      id,
    ])
    .then(({ rows }) => rows[0].zone);

test.each([
  ["a hole", { type: "Polygon", coordinates: [ring(11, 44, 0.04), ring(11.01, 44.01, 0.02)] }],
  [
    "five holes, one of them narrow, at 180 degrees",
    {
      type: "Polygon",
      coordinates: [
        ring(179.9, -17, 0.2),
        ...[179.91, 179.93, 179.95, 180.05].map((west) => ring(west, -16.99, 0.015, 0.17)),
        ring(179.99, -16.99, 0.000001, 0.1),
      ],
    },
  ],
  [
    "400 holes",
    {
      type: "Polygon",
      coordinates: [
        ring(11, 44, 0.2),
        ...Array.from({ length: 400 }, (_, at) =>
          ring(11.001 + 0.01 * (at % 20), 44.001 + 0.01 * Math.floor(at / 20), 0.007),
        ),
      ],
    },
  ],
])(
  "the zones of an area with %s are polygons without holes that do not overlap",
  async (_what, area) => {
    const id = await publish({ area, level2Distance: 300, level3Distance: 500 });
    const zones = [];
    for (const zone of [1, 2, 3] as const) {
      const xml = await message(address(id, 1, zone));
      expect([await validate(xml), faultsOf(xml)]).toEqual([[], []]);
      zones.push(textsOf(xml, "polygon"));
    }
    // Together they are zone THREE, and ONE is the area, but for 10 cm along the borders.
    const one = await areas(zones[0] as string[], await reduced(id, 1));
    const all = await areas(zones.flat(), await reduced(id, 3));
    for (const { right, sum, union, beside } of [one, all]) {
      expect(right).toBe(true);
      expect(Math.abs(sum - union)).toBeLessThan(0.002);
      expect(beside).toBeLessThan(0.005);
    }
    expect(textsOf(await message(`${address(id, 1, 1)}?zones=one`), "polygon")).toEqual(
      zones.flat(),
    );
  },
);

test("an alert, its correction and its all-clear are valid messages that refer to each other", async () => {
  const id = await publish({
    language: "it",
    category: "CBRNE",
    responseType: "EVACUATE",
    urgency: "IMMEDIATE",
    severity: "SEVERE",
    certainty: "OBSERVED",
    status: "EXERCISE",
  });
  await change(
    `mutation { alertUpdate(id: ${id}, input: { title: "Gas & <fire>", text1: "Stay." }) { id } }`,
  );
  await change(`mutation { alertCancel(id: ${id}, text: "All is well.") { id } }`);
  await message(address(id, 3, 3));
  for (const [zone, zones] of [
    [1, ""],
    [2, ""],
    [3, ""],
    [1, "?zones=one"],
  ] as const) {
    const path = (version: number) => address(id, version, zone) + zones;
    const xmls = [];
    for (const version of [1, 2, 3]) xmls.push(await message(path(version)));
    const [alert, update, cancel] = xmls as [string, string, string];
    for (const xml of xmls) expect([await validate(xml), faultsOf(xml)]).toEqual([[], []]);
    expect(xmls.map((xml) => textsOf(xml, "msgType")[0])).toEqual(["Alert", "Update", "Cancel"]);
    expect(xmls.map((xml) => textsOf(xml, "references").join())).toEqual([
      "",
      referenceTo(alert),
      `${referenceTo(alert)} ${referenceTo(update)}`,
    ]);
    expect(new Set(xmls.flatMap((xml) => textsOf(xml, "incidents"))).size).toBe(1);
    expect(new Set(xmls.flatMap((xml) => textsOf(xml, "identifier"))).size).toBe(3);
    expect([textsOf(update, "headline")[0], textsOf(cancel, "description")[0]]).toEqual([
      ...["Gas & <fire>", "All is well."],
    ]);
    expect([textsOf(cancel, "responseType")[0], textsOf(cancel, "urgency")[0]]).toEqual([
      ...["AllClear", "Past"],
    ]);
    for (const xml of xmls) expect(xml).toMatch(/<sent>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:45</);
  }
  const one = await message(address(id, 1, 1));
  const shown = ["language", "category", "event", "responseType", "severity", "status", "note"];
  expect(shown.map((name) => textsOf(one, name)[0])).toEqual([
    ...["it", "CBRNE", "Allerta", "Evacuate", "Severe", "Exercise"],
    "Leave & go <up> ]]> now.",
  ]);
  expect(textsOf(one, "description")).toEqual(["Leave & go <up> ]]> now. Take\nyour neighbours."]);
  const single = await message(`${address(id, 1, 2)}?zones=one`);
  expect(textsOf(single, "valueName").slice(0, 3)).toEqual([
    ...["zone", "level2Distance", "level3Distance"],
  ]);
  expect(textsOf(single, "value")).toEqual(
    ["ONE", "TWO", "THREE"].flatMap((zone) => [zone, "1000", "2000"]),
  );
});

test("an alert in several languages has an info for each, its own first, without stale ones", async () => {
  const texts = { title: "Gas", text1: "Go.", text2: "Stay.", text3: "Look." };
  const stale = { ...texts, language: "fr", isOld: true };
  const id = await publish({ language: "it", texts: [{ ...texts, language: "en" }, stale] });
  const zone = await message(address(id, 1, 2));
  const single = await message(`${address(id, 1, 2)}?zones=one`);
  for (const xml of [zone, single]) expect(await validate(xml)).toEqual([]);
  expect([textsOf(zone, "language"), textsOf(zone, "description")]).toEqual([
    ["it", "en"],
    [TEXTS.text2, "Stay."],
  ]);
  expect(textsOf(single, "language")).toEqual([...["it", "it", "it"], ...["en", "en", "en"]]);
  expect(textsOf(single, "description").slice(3)).toEqual(["Go.", "Stay.", "Look."]);
});

test.each([
  ["Europe/Rome", "2026-07-01T12:00:00.999Z", "2026-07-01T14:00:00+02:00"],
  ["UTC", "2026-07-01T12:00:00Z", "2026-07-01T12:00:00-00:00"],
  ["America/St_Johns", "2026-01-01T00:00:00Z", "2025-12-31T20:30:00-03:30"],
])("in %s, %s is %s", (zone, time, written) => {
  expect(capTime(time, zone)).toBe(written);
});

const hasXmlsec = spawnSync("xmlsec1", ["--version"]).status === 0;
/** True if xmlsec1 verifies a message with a key. */
function isVerified(xml: string, key: typeof EC.publicKey): boolean {
  const directory = mkdtempSync(join(tmpdir(), "las-cap-"));
  try {
    const [keyFile, file] = ["key.pem", "message.xml"].map((name) => join(directory, name));
    writeFileSync(keyFile as string, pem(key));
    writeFileSync(file as string, xml);
    const how = ["--verify", "--pubkey-pem", keyFile as string, file as string];
    return spawnSync("xmlsec1", how).status === 0;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test("a message stays as it was with other settings, and later ones refer to it", async () => {
  await service.owner.query("select app_private.speak_cap(false)");
  const id = await publish();
  expect((await get(address(id, 1, 1))).status).toBe(404);
  const { capMessages: cap } = service.config as { capMessages: CapConfig };
  const others = { ...cap, sender: "others@example.org", signingKey: RSA.privateKey };
  const run = makeCapMessages(others, () => {});
  const helpers = { query: service.owner.query.bind(service.owner) } as unknown as JobHelpers;
  await run({ alertId: id }, helpers);
  const first = await message(address(id, 1, 1));
  expect(textsOf(first, "sender")).toEqual(["others@example.org"]);
  await service.owner.query("select app_private.speak_cap(true)");
  await change(`mutation { alertUpdate(id: ${id}, input: { text1: "Stay." }) { id } }`);
  const second = await message(address(id, 2, 1));
  expect(textsOf(second, "references")).toEqual([referenceTo(first)]);
  await run({ alertId: id }, helpers);
  expect(await message(address(id, 1, 1))).toBe(first);
  if (!hasXmlsec) return;
  expect(isVerified(first, RSA.publicKey)).toBe(true);
  expect(isVerified(second, EC.publicKey)).toBe(true);
  expect(isVerified(second.replace("Stay", "Go"), EC.publicKey)).toBe(false);
});

test("when CAP is turned on, alerts that last get their messages, also of earlier versions", async () => {
  await service.owner.query("select app_private.speak_cap(false)");
  const id = await publish();
  await change(`mutation { alertCancel(id: ${id}, text: "Over.") { id } }`);
  await service.owner.query("select app_private.speak_cap(true)");
  const cancel = await message(address(id, 2, 3));
  expect(textsOf(cancel, "references")).toEqual([referenceTo(await message(address(id, 1, 3)))]);
});

test("a message that is not valid is served, and the log has a fault", async () => {
  await service.owner.query("select app_private.speak_cap(false)");
  const id = await publish();
  const { capMessages: cap } = service.config as { capMessages: CapConfig };
  const logged: unknown[] = [];
  const run = makeCapMessages({ ...cap, category: "Nonsense" }, (...line) => logged.push(line));
  await run({ alertId: id }, { query: service.owner.query.bind(service.owner) } as never);
  expect((await get(address(id, 1, 1))).status).toBe(200);
  expect(logged).toHaveLength(4);
  expect(logged[0]).toEqual([
    expect.stringMatching(/^cap: urn:.* is not valid: .*Nonsense/),
    "error",
  ]);
  await service.owner.query("select app_private.speak_cap(true)");
});

describe("the feeds", () => {
  const east = { type: "Polygon", coordinates: [ring(50, 10, 0.01)] };
  let ids: Record<"alert" | "ended" | "drill", number>;
  beforeAll(async () => {
    await service.owner.query("delete from app_private.cap_messages");
    ids = {
      alert: await publish({ title: "Here & now" }),
      ended: await publish({ area: east }),
      drill: await publish({ status: "TEST" }),
    };
    await change(`mutation { alertCancel(id: ${ids.ended}, text: "Over.") { id } }`);
    await message(address(ids.drill, 1, 1));
    await message(address(ids.ended, 2, 1));
  });
  /** A reader that nobody here wrote reads the feed. */
  async function read(path: string) {
    const parser = Readable.from([(await get(path)).body]).pipe(new FeedParser({}));
    const items: FeedParser.Item[] = [];
    for await (const item of parser) items.push(item as FeedParser.Item);
    return { items, meta: parser.meta };
  }
  const alertsOf = ({ items }: { items: FeedParser.Item[] }) =>
    new Set(items.map(({ link }) => Number(/alerts\/(\d+)\//.exec(link)?.[1])));

  test("have the newest message of each zone of what lasts, also after an all-clear", async () => {
    const { items, meta } = await read("/alerts.atom");
    expect(meta.title).toBe(ENV.ORGANISATION_NAME);
    expect(items.map(({ link }) => link.slice(link.indexOf(".org") + 4)).sort()).toEqual(
      [1, 2, 3]
        .flatMap((zone) => [address(ids.alert, 1, zone), address(ids.ended, 2, zone)])
        .sort(),
    );
    for (const item of items) {
      const xml = (await get(item.link.slice(item.link.indexOf(".org") + 4))).body;
      const said = item as unknown as Record<string, { "#": string }>;
      for (const name of ["identifier", "sent", "msgtype", "expires", "areadesc"]) {
        const element = { msgtype: "msgType", areadesc: "areaDesc" }[name] ?? name;
        expect([name, said[`cap:${name}`]?.["#"]]).toEqual([name, textsOf(xml, element)[0]]);
      }
      expect(item.guid).toBe(textsOf(xml, "identifier")[0]);
      expect(item.pubdate ?? item.date).toEqual(new Date(textsOf(xml, "sent")[0] as string));
      expect(item.summary ?? item.description).toBe(textsOf(xml, "description")[0]);
    }
    expect(items.some(({ title }) => title === "Here & now")).toBe(true);
    const geojson = JSON.parse((await get("/alerts.geojson")).body);
    expect(geojson.features.map(({ id }: { id: string }) => id).sort()).toEqual(
      items.map(({ guid }) => guid).sort(),
    );
    expect(geojson.features[0]).toMatchObject({
      geometry: { type: "MultiPolygon" },
      properties: { sender: ENV.CAP_SENDER, status: "Actual" },
    });
  });

  test("keep exercises and tests apart, and have the single messages on demand", async () => {
    expect(alertsOf(await read("/drills.atom"))).toEqual(new Set([ids.drill]));
    const { items } = await read("/alerts.atom?zones=one");
    expect(items.map(({ link }) => link.slice(link.indexOf(".org") + 4)).sort()).toEqual(
      [address(ids.alert, 1, 1), address(ids.ended, 2, 1)]
        .map((path) => `${path}?zones=one`)
        .sort(),
    );
  });

  test.each<[string, ("alert" | "ended")[]]>([
    ["point=44.005,11.005", ["alert"]],
    ["point=44.025,11.005", ["alert"]],
    ["point=44.05,11.005", []],
    ["bbox=49,9,51,11", ["ended"]],
    ["bbox=40,-10,12,90", ["alert", "ended"]],
  ])("have only what is at %s", async (place, found) => {
    const here = new Set(found.map((name) => ids[name]));
    expect(alertsOf(await read(`/alerts.atom?${place}`))).toEqual(here);
  });

  test.each([
    ...[
      "point=91,0",
      "point=1",
      "point=a,b",
      "point=1,2,3",
      "bbox=1,2,3",
      "bbox=1,3,2,2",
      "zones=two",
    ],
    ...["bbox=1,1,2,2&point=1,1", "point=1,1&point=2,2", "bbox=1,1,1,2", "point="],
  ])("refuse %s", async (place) => {
    const { status, body } = await get(`/alerts.atom?${place}`);
    expect([status, JSON.parse(body).errors[0].extensions.code]).toEqual([400, "BAD_USER_INPUT"]);
  });

  test("are made once for all who ask, and move each minute, and with news at once", async () => {
    const asked = async (headers = {}) => {
      const { status, headers: all, body } = await get("/alerts.atom", headers);
      return { status, etag: all.get("etag") as string, all, body };
    };
    const first = await asked();
    expect(first.all.get("cache-control")).toBe("public, max-age=1");
    expect(first.all.get("content-type")).toMatch(/^application\/atom\+xml/);
    expect(first.all.get("access-control-allow-origin")).toBe("*");
    const modified = first.all.get("last-modified") as string;
    const { etag } = await asked();
    expect(await asked({ "if-none-match": etag })).toMatchObject({ status: 304, body: "" });
    expect((await asked({ "if-modified-since": modified })).status).toBe(304);
    const id = await publish();
    await message(address(id, 1, 1));
    await until(
      () => asked({ "if-none-match": etag }),
      ({ status, body }) => status === 200 && body.includes(address(id, 1, 1)),
    );
  });
});

test("the person's page and the console name the feed", async () => {
  expect((await get("/")).body).toContain(
    '<link rel="alternate" type="application/atom+xml" href="alerts.atom"></head>',
  );
  expect(JSON.parse((await get("/console/config.json")).body).hasFeed).toBe(true);
});

describe("without CAP_SENDER", () => {
  const off = runTestService({ JOBS: "true" });

  test("nothing is served, queued or kept", async () => {
    const { data } = await off.graphql(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input: { area: SQUARE, ...TEXTS } },
      off.admin,
    );
    const paths = ["alerts.atom", "alerts.geojson", "drills.atom", "drills.geojson"];
    for (const path of [...paths, address(data.newAlert.id, 1, 1).slice(1)]) {
      expect([path, (await fetch(`${off.url}/${path}`)).status]).toEqual([path, 404]);
    }
    const { rows } = await off.owner.query(
      `select task_identifier from graphile_worker.jobs where task_identifier = 'make_cap_messages'
        union all select message from app_private.cap_messages`,
    );
    expect(rows).toEqual([]);
    expect(await (await fetch(off.url)).text()).not.toContain("alerts.atom");
  });
});

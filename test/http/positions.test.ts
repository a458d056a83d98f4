/** @database server */
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { type Answer, refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const service = runTestService();
let user: TestUser;
let key: string;
beforeAll(async () => {
  user = await service.newUser();
  key = (await addKey(user)).key;
});

interface DeviceKey {
  id: number;
  name: string;
  key: string;
  createdAt: number;
  lastUsedAt: number | null;
}
const KEY = "id name key createdAt lastUsedAt";
const REVOKE = `mutation ($id: Int!) { deviceKeyRevoke(id: $id) { ${KEY} } }`;

async function addKey(as: TestUser, name = "Phone"): Promise<DeviceKey> {
  const add = `mutation ($name: String!) { deviceKeyAdd(name: $name) { ${KEY} } }`;
  return (await service.graphql(add, { name }, as)).data.deviceKeyAdd;
}
const basic = (password: string, name = "rita") => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | object;
}
/** Sends a request to `/positions/…`. */
async function send(path: string, { method = "POST", headers = {}, body }: Sent = {}) {
  const isPlain = body === undefined || typeof body === "string" || body instanceof Buffer;
  const response = await fetch(`${service.url}/positions/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: (isPlain ? body : JSON.stringify(body)) as string }),
  });
  const { status } = response;
  return { status, headers: response.headers, text: await response.text() };
}

/** The positions of the user of the test, the newest first. */
async function positions(as = user) {
  const { rows } = await service.owner.query(
    `select latitude, longitude, accuracy, moving_activity as activity, extract(epoch from taken_at)::float8 as "takenAt"
      from app_public.positions where user_id = $1 order by id desc`,
    [as.id],
  );
  return rows;
}

let seconds = 1_700_000_000;
/** A moment that no other position has. */
const moment = () => seconds++;

const ownTracks = (tst: number) => ({ _type: "location", lat: 46.5, lon: 11.25, tst, acc: 5 });
const feature = (timestamp: string, coordinates: unknown = [11.25, 46.5]) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates },
  properties: { timestamp, horizontal_accuracy: 5 },
});
const isoOf = (at: number) => new Date(at * 1000).toISOString();

describe("each app gets the answer that it wants, and its position is stored:", () => {
  const WAYS: [app: string, send: (at: number) => ReturnType<typeof send>, answer: string][] = [
    [
      "OwnTracks, with the password",
      (at) => send("owntracks", { headers: basic(key), body: ownTracks(at) }),
      "[]",
    ],
    [
      "OwnTracks, with the user name",
      (at) => send("owntracks", { headers: basic("", key), body: ownTracks(at) }),
      "[]",
    ],
    ["OwnTracks, in the path", (at) => send(`owntracks/${key}`, { body: ownTracks(at) }), "[]"],
    [
      "Traccar, in the URL",
      (at) => send(`osmand?id=${key}&lat=46.5&lon=11.25&accuracy=5&timestamp=${at}`),
      "",
    ],
    [
      "OsmAnd, by GET",
      (at) =>
        send(`osmand/?id=${key}&lat=46.5&lon=11.25&accuracy=5&timestamp=${at}000`, {
          method: "GET",
        }),
      "",
    ],
    [
      "Traccar, in a form",
      (at) =>
        send("osmand", {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: `id=${key}&lat=46.5&lon=11.25&accuracy=5&timestamp=${at}`,
        }),
      "",
    ],
    [
      "Traccar, in JSON",
      (at) =>
        send("osmand", {
          headers: { "content-type": "application/json" },
          body: {
            location: {
              timestamp: isoOf(at),
              coords: { latitude: 46.5, longitude: 11.25, accuracy: 5 },
            },
            device_id: key,
          },
        }),
      "",
    ],
    [
      "Overland",
      (at) => send("overland", { headers: bearer(key), body: { locations: [feature(isoOf(at))] } }),
      '{"result":"ok"}',
    ],
    [
      "Overland, compressed",
      (at) =>
        send("overland", {
          headers: { ...bearer(key), "content-encoding": "gzip" },
          body: gzipSync(JSON.stringify({ locations: [feature(isoOf(at))] })),
        }),
      '{"result":"ok"}',
    ],
  ];

  test.each(WAYS)("%s", async (_app, ask, answer) => {
    const at = moment();
    const before = (await positions()).length;
    for (const _again of [1, 2]) {
      const { status, text } = await ask(at);
      expect({ status, text }).toEqual({ status: 200, text: answer });
    }
    const all = await positions();
    expect(all).toHaveLength(before + 1);
    expect(all[0]).toEqual({
      latitude: 46.5,
      longitude: 11.25,
      accuracy: 5,
      activity: "UNKNOWN",
      takenAt: at,
    });
  });
});

test("a body may begin with a byte order mark", async () => {
  const other = await service.newUser();
  const path = `owntracks/${(await addKey(other)).key}`;
  await send(path, { body: `\uFEFF${JSON.stringify(ownTracks(moment()))}` });
  expect(await positions(other)).toHaveLength(1);
});

describe("what cannot be stored as a position", () => {
  test.each([
    ["owntracks", "", "[]"],
    ["owntracks", '{"_type":"lwt","tst":1}', "[]"],
    ["owntracks", "{", "[]"],
    ["osmand", "", ""],
    ["osmand", "lat=x&lon=y", ""],
    ["osmand", "lat=91&lon=11", ""],
    ["osmand", "lat=0&lon=0", ""],
    ["osmand", "lat=46&lon=11&accuracy=30000000", ""],
    ["overland", "", '{"result":"ok"}'],
    ["overland", '{"locations":[{"geometry":null}]}', '{"result":"ok"}'],
  ])("is answered as if it were stored: %s, %j", async (app, body, answer) => {
    const before = await positions();
    const { status, text } = await send(`${app}/${key}`, { body });
    expect({ status, text }).toEqual({ status: 200, text: answer });
    expect(await positions()).toEqual(before);
  });

  test("does not keep the other entries of its batch from being stored", async () => {
    const at = moment();
    const other = await service.newUser();
    const bad = [feature("yesterday"), feature(isoOf(at), [181, 91]), feature(isoOf(at), null)];
    const locations = [...bad, ...Array.from({ length: 997 }, (_, n) => feature(isoOf(at + n)))];
    seconds += 1_000;
    const sent = { headers: bearer((await addKey(other)).key), body: { locations } };
    expect((await send("overland", sent)).text).toBe('{"result":"ok"}');
    expect(await positions(other)).toHaveLength(997);
  });

  test("is logged once for each user and reason, without the place", async () => {
    const other = await service.newUser();
    const path = `osmand?id=${(await addKey(other)).key}&lat=1000.5&lon=11.25`;
    const linesOf = () => service.logged.filter((line) => line.includes(`user ${other.id}:`));
    for (const _again of [1, 2, 3]) await send(path);
    expect(linesOf()).toEqual([
      `positions: cannot store something from osmand of user ${other.id}: latitude is out of range: send degrees from -90 to 90.`,
    ]);
    const place = path.replace("1000.5", "46,5");
    const others = ["&timestamp=then", "&timestamp=0", "&accuracy=30000000", "&lat=0&lon=0"];
    for (const other of others) await send(`${place}${other}`);
    expect(linesOf()).toHaveLength(1 + others.length);
  });
});

describe("a device key", () => {
  test("is shown once, and listed with its last use", async () => {
    const other = await service.newUser();
    const { id, name, createdAt, key: secret, lastUsedAt } = await addKey(other, "Phone");
    expect([typeof secret, lastUsedAt]).toEqual(["string", null]);
    await send(`osmand?id=${secret}`);
    const list = async (as: TestUser, args = "") =>
      (await service.graphql(`{ deviceKeys${args} { ${KEY} } }`, {}, as)).data.deviceKeys;
    const listed = [{ id, name, key: null, createdAt, lastUsedAt: expect.any(Number) }];
    expect(await list(other)).toEqual(listed);
    expect(await list(service.admin, `(userId: ${other.id})`)).toEqual(listed);
    const refused = await service.graphql(`{ deviceKeys(userId: ${other.id}) { id } }`, {}, user);
    expect(refusals(refused)).toEqual(["FORBIDDEN at deviceKeys"]);
  });

  test.each(["its user", "an administrator"])(
    "that was revoked by %s no longer reports",
    async (who) => {
      const other = await service.newUser();
      const { id, key: secret } = await addKey(other);
      const ask = () => send("owntracks", { headers: basic(secret), body: ownTracks(moment()) });
      expect((await ask()).status).toBe(200);
      expect(refusals(await service.graphql(REVOKE, { id }, user))).toEqual([
        "NOT_FOUND at deviceKeyRevoke",
      ]);
      await service.graphql(REVOKE, { id }, who === "its user" ? other : service.admin);
      const { status, headers } = await ask();
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toMatch(/^Basic/);
      expect(await positions(other)).toHaveLength(1);
    },
  );

  test.each([
    ["none", () => send("owntracks", { body: ownTracks(1) })],
    ["no parameter", () => send("osmand?lat=1&lon=2")],
    ["another text", () => send("osmand?id=123456&lat=1&lon=2")],
    ["a token", () => send("overland", { headers: bearer(user.token), body: { locations: [] } })],
    ["a password", () => send("owntracks", { headers: basic(user.password, user.email) })],
    ["an unknown key", () => send(`owntracks/${user.id}-${"0".repeat(32)}`)],
    ["another user's id", () => send(`owntracks/${user.id + 1}-${key.split("-")[1]}`)],
    ["a huge id", () => send(`owntracks/9999999999-${"0".repeat(32)}`)],
    ["rubbish", () => send("osmand", { headers: { authorization: "Basic %%%" }, body: "{" })],
    ["a NUL", () => send("osmand?id=%00&lat=1&lon=2")],
  ])("is required, and 401 is the answer to: %s", async (_what, ask) => {
    const { status, text } = await ask();
    expect(status).toBe(401);
    expect(refusals(JSON.parse(text))).toEqual(["UNAUTHENTICATED"]);
  });

  test("opens neither GraphQL nor speech", async () => {
    const asked = { query: "{ me { id } }" };
    for (const headers of [bearer(key), basic(key)]) {
      const response = await fetch(`${service.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(asked),
      });
      expect(refusals((await response.json()) as Answer)).toEqual(["UNAUTHENTICATED at me"]);
      const speech = await fetch(`${service.url}/alerts/1/audio/1.mp3`, { headers });
      expect(speech.status).toBe(401);
    }
  });
});

test.each(["GET", "PUT", "DELETE"])("%s /positions/owntracks has status 405", async (method) => {
  const { status, headers } = await send("owntracks", { method });
  expect([status, headers.get("allow")]).toEqual([405, "POST"]);
});

test("neither paths nor queries are logged", async () => {
  const { headers } = await send(`osmand/${key}/?id=${key}&lat=46.5&lon=11.25`);
  const line = await until(() =>
    service.requests.find(({ requestId }) => requestId === headers.get("x-request-id")),
  );
  expect(line).toMatchObject({ operation: "/positions/osmand", userId: user.id, status: 200 });
  await send(`unknown/${key}?id=${key}`);
  const secret = key.split("-")[1] as string;
  expect(JSON.stringify([service.requests, service.logged, service.errors])).not.toContain(secret);
});

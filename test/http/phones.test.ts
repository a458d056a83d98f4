/** @database server only */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Address, makeAddress } from "../crash/address.ts";
import { template } from "../helpers/database.ts";
import { startTestService, type TestService } from "../helpers/service.ts";

/** A port on which nobody listens. */
const NOWHERE = 1;
const server = new URL(template().serverUrl as string);

let service: TestService;
let address: Address;
beforeAll(async () => {
  address = await makeAddress(Number(server.port), server.hostname);
  service = await startTestService({}, (databaseUrl) => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${address.port}`;
    return url.href;
  });
});
afterAll(async () => {
  await service.stop();
  address.close();
});

interface Place {
  latitude: number;
  longitude: number;
  takenAt: number;
}
interface Answer {
  status: number;
  text: string;
}

/** An app: how it sends the beginning of its queue, and how many of these positions it forgets at an answer. */
interface App {
  path: string;
  atOnce: number;
  body(places: Place[], key: string): string;
  authorization?(key: string): string;
  forgets(answer: Answer, sent: number): number;
}

const isGood = ({ status }: Answer) => status >= 200 && status < 300;
const basic = (key: string) => `Basic ${Buffer.from(`user:${key}`).toString("base64")}`;
const ownTracks = ([place]: Place[]) =>
  JSON.stringify({
    _type: "location",
    lat: place?.latitude,
    lon: place?.longitude,
    tst: place?.takenAt,
  });

const APPS: Record<string, App> = {
  "OwnTracks for iOS, which drops a position at any 4xx": {
    path: "owntracks",
    atOnce: 1,
    body: ownTracks,
    authorization: basic,
    forgets: (answer) => Number(isGood(answer) || (answer.status >= 400 && answer.status < 500)),
  },
  "OwnTracks for Android, which sends again at every other status": {
    path: "owntracks",
    atOnce: 1,
    body: ownTracks,
    authorization: basic,
    forgets: (answer) => Number(isGood(answer)),
  },
  "Traccar Client, which sends its first position until it is taken": {
    path: "osmand",
    atOnce: 1,
    body: ([place], key) =>
      new URLSearchParams({
        id: key,
        lat: String(place?.latitude),
        lon: String(place?.longitude),
        timestamp: String(place?.takenAt),
      }).toString(),
    forgets: (answer) => Number(isGood(answer)),
  },
  "Overland, which forgets a batch only at its answer": {
    path: "overland",
    atOnce: 7,
    body: (places) =>
      JSON.stringify({
        locations: places.map(({ latitude, longitude, takenAt }) => ({
          type: "Feature",
          geometry: { type: "Point", coordinates: [longitude, latitude] },
          properties: { timestamp: new Date(takenAt * 1000).toISOString() },
        })),
      }),
    authorization: (key) => `Bearer ${key}`,
    forgets({ text }, sent) {
      try {
        return isDeepStrictEqual(JSON.parse(text), { result: "ok" }) ? sent : 0;
      } catch {
        return 0;
      }
    },
  },
};

/** Sends the beginning of a queue. Returns undefined if the answer is lost on its way, as every third one is. */
async function send(app: App, places: Place[], key: string, turn: number) {
  const response = await fetch(`${service.url}/positions/${app.path}`, {
    method: "POST",
    headers: app.authorization ? { authorization: app.authorization(key) } : {},
    body: app.body(places, key),
  });
  const answer: Answer = { status: response.status, text: await response.text() };
  return turn % 3 === 0 ? undefined : answer;
}

test.each(Object.keys(APPS))("%s: each position is stored once", async (name) => {
  const app = APPS[name] as App;
  const user = await service.newUser();
  const add = 'mutation { deviceKeyAdd(name: "Phone") { key } }';
  const { key } = (await service.graphql(add, {}, user)).data.deviceKeyAdd;
  const places = Array.from({ length: 30 }, (_, n) => ({
    latitude: 46 + n / 100,
    longitude: 11,
    takenAt: 1_700_000_000 + n,
  }));
  const queue = [...places];
  const statuses = new Set<number>();
  for (let turn = 1; queue.length > 0; turn += 1) {
    if (turn === 3) {
      address.leadTo(NOWHERE);
      address.end();
    }
    if (turn === 6) address.leadTo(Number(server.port));
    const sent = queue.slice(0, app.atOnce);
    const answer = await send(app, sent, key, turn);
    statuses.add(answer?.status ?? 0);
    if (answer) queue.splice(0, app.forgets(answer, sent.length));
    expect(turn).toBeLessThan(500);
  }
  expect([...statuses].sort()).toEqual([0, 200, 503]);
  const { rows } = await service.owner.query(
    `select latitude, longitude, extract(epoch from taken_at)::float8 as "takenAt"
      from app_public.positions where user_id = $1 order by taken_at`,
    [user.id],
  );
  expect(rows).toEqual(places);
});

test("a position that can never be stored does not stop a queue", async () => {
  const user = await service.newUser();
  const add = 'mutation { deviceKeyAdd(name: "Phone") { key } }';
  const { key } = (await service.graphql(add, {}, user)).data.deviceKeyAdd;
  for (const app of Object.values(APPS)) {
    const bad = { latitude: 1_000, longitude: 11, takenAt: 1_700_000_000 };
    const answer = await send(app, [bad], key, 1);
    expect(app.forgets(answer as Answer, 1)).toBe(1);
  }
});

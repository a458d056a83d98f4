/** @database server */
import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Pool } from "pg";
import { Request } from "../../src/graphql/requests/request.ts";
import { positionsHandler } from "../../src/http/positions.ts";
import { makeQuotas, type TakeQuota } from "../../src/limits/quotas.ts";
import { BusyError } from "../../src/ops/app-error.ts";
import { LoggedRequest } from "../../src/ops/logged-request.ts";
import { until } from "../helpers/until.ts";

/** Tests what apps are told, with a database and quotas that answer as the test says. */

const USER = 7;
const ADDRESS = "192.0.2.1";
let keys = 0;
/** A key that the handler has not seen before. */
const newKey = (user = USER) => `${user}-${String(++keys).padStart(32, "0")}`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

let isKnown: boolean;
let faults: string[] | null;
let failure: Error | undefined;
let wait: number;
/** Real quotas, if the test has some. */
let quotas: TakeQuota | undefined;
let taken: object[];
let logged: string[];
let errors: object[];
let ended: LoggedRequest[];
/** The positions of the last statement. */
let stored: unknown[];
let statements: number;
beforeEach(() => {
  [isKnown, faults, failure, wait] = [true, null, undefined, 0];
  quotas = undefined;
  [taken, logged, errors, ended] = [[], [], [], []];
  statements = 0;
});

const pool = {
  async query({ values }: { values: unknown[] }) {
    if (failure) throw failure;
    statements += 1;
    stored = JSON.parse(String(values[2]));
    return { rows: [{ isKnown, faults }] };
  },
} as unknown as Pool;

let server: Server;
beforeAll(async () => {
  const handle = positionsHandler({
    pool,
    async takeQuota(asker, counts) {
      taken.push({ of: asker.userId || asker.address(), ...counts });
      return quotas ? await quotas(asker, counts) : wait;
    },
    log(message, level, fields) {
      logged.push(message);
      if (level === "error") errors.push({ ...fields });
    },
  });
  let requests = 0;
  server = createServer(async (message, response) => {
    const log = new LoggedRequest(`request-${++requests}`);
    message.request = new Request({ log, address: () => ADDRESS });
    await handle(message, response, message.request);
    ended.push(log);
  });
  server.listen(0);
  await once(server, "listening");
});
afterAll(() => void server.close());

const urlOf = (path: string) =>
  `http://localhost:${(server.address() as AddressInfo).port}/positions/${path}`;

async function send(path: string, headers: Record<string, string>, body: string | Buffer = "") {
  const response = await fetch(urlOf(path), { method: "POST", headers, body: body as string });
  const text = await response.text();
  const { status, headers: answered } = response;
  return { status, headers: answered, text, wait: answered.get("retry-after") };
}

const feature = (n: number) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [11.25, 46.5] },
  properties: { timestamp: new Date(1_700_000_000_000 + n * 1000).toISOString() },
});
/** A batch of Overland. */
const batch = (count: number) =>
  JSON.stringify({ locations: Array.from({ length: count }, (_, n) => feature(n)) });
const ofUser = (reports: number) => ({ of: String(USER), reports, others: 0 });
/** What a user owes for reports that are found in a body after its quota was taken. */
const owedByUser = (owed: number) => ({ ...ofUser(0), owed });
const OF_ADDRESS = { of: ADDRESS, reports: 0, others: 0 };
const GUESS = { ...OF_ADDRESS, guesses: 1 };
/** What a right key costs its address. */
const RIGHT = [GUESS, { ...OF_ADDRESS, guesses: -1 }];

test("a new key is a guess of its address until it is found right, and each position costs its user a report", async () => {
  const body = batch(90);
  const atFirst = Math.ceil(body.length / 1_000);
  expect(atFirst).toBeLessThan(20);
  const key = newKey();
  expect((await send("overland", bearer(key), body)).status).toBe(200);
  expect(taken).toEqual([...RIGHT, ofUser(atFirst), owedByUser(90 - atFirst)]);
  expect(stored).toHaveLength(90);
  expect(ended[0]?.userId).toBe(USER);
  taken = [];
  expect((await send("overland", bearer(key), batch(1))).status).toBe(200);
  expect(taken).toEqual([ofUser(1)]);
  // The statements are the key's check, and one for each of the two batches.
  expect(statements).toBe(3);
});

test("a body without positions counts by its length", async () => {
  const { status, headers } = await send("osmand", bearer(newKey()), " ".repeat(4_500));
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(taken).toEqual([...RIGHT, ofUser(5)]);
  taken = [];
  await send("osmand", bearer(newKey()));
  expect(taken).toEqual([...RIGHT, ofUser(1)]);
});

test("a key inside the body costs the same, and is found only in a body of at most 64 kB", async () => {
  const key = newKey();
  expect((await send("osmand", {}, `id=${key}`)).status).toBe(200);
  expect(taken).toEqual([...RIGHT, ofUser(1)]);
  const long = JSON.stringify({ device_id: key, text: "x".repeat(100_000) });
  expect((await send("osmand", {}, long)).status).toBe(401);
  // This body is as long as one with its key inside may be.
  expect((await send("osmand", {}, `id=${key}&x=`.padEnd(65_536, "x"))).status).toBe(200);
  expect((await send("osmand", bearer(key), long)).status).toBe(200);
});

test("a body is not parsed before its key is found right, and only those for osmand may have a key inside", async () => {
  const key = newKey();
  expect((await send(`osmand?deviceid=${key}`, {})).status).toBe(200);
  const cut = `[{"device_id":"${key}"`;
  expect((await send("osmand", {}, cut)).status).toBe(200);
  expect((await send("overland", {}, cut)).status).toBe(401);
  isKnown = false;
  taken = [];
  const nested = `${"[".repeat(30_000)}"${newKey()}"${"]".repeat(30_000)}`;
  const headers = { "content-encoding": "gzip" };
  expect((await send("osmand", headers, gzipSync(nested))).status).toBe(401);
  expect(taken).toEqual([GUESS]);
});

test("an unknown key is refused with 401, and costs its address a guess and its user nothing", async () => {
  isKnown = false;
  const key = newKey();
  for (const [headers, body] of [
    [bearer(key), batch(2)],
    [{}, JSON.stringify({ device_id: key })],
  ] as const) {
    taken = [];
    expect((await send("osmand", headers, body)).status).toBe(401);
    expect(taken).toEqual([GUESS]);
  }
});

test("a revoked key costs its address a guess again", async () => {
  const key = newKey();
  await send("osmand", bearer(key));
  isKnown = false;
  expect((await send("osmand", bearer(key))).status).toBe(401);
  taken = [];
  expect((await send("osmand", bearer(key))).status).toBe(401);
  expect(taken).toEqual([GUESS]);
});

test("a used up quota is answered with 503 and Retry-After", async () => {
  wait = 9;
  const answer = await send("osmand", bearer(newKey()));
  expect([answer.status, answer.wait]).toEqual([503, "9"]);
  expect(JSON.parse(answer.text).errors[0].extensions).toEqual({
    code: "RATE_LIMITED",
    type: "AppError",
    reason: "QUOTA",
    retryAfter: 9,
  });
  expect(logged).toEqual([]);
});

test.each([1000, 500])(
  "a batch of a thousand passes when its app has waited as long as it was told, with a burst of %d",
  async (burst) => {
    let seconds = 0;
    const rates = { burst, perSecond: 20 };
    quotas = makeQuotas(
      { reports: rates, requests: rates, anonymous: rates },
      () => 1000 * seconds,
    );
    const key = newKey();
    const report = () => send("overland", bearer(key), batch(1000));
    let isRefused = false;
    const began = seconds;
    for (let turn = 0; turn < 3; turn += 1) {
      let answer = await report();
      if (answer.status === 503) {
        isRefused = true;
        seconds += Number(answer.wait);
        answer = await report();
      }
      expect(answer.status).toBe(200);
    }
    expect(isRefused).toBe(true);
    // The waits make up for all batches but the last one.
    expect(seconds - began).toBeGreaterThanOrEqual((2000 - burst) / 20);
  },
);

test("a busy database is answered with 503 and Retry-After, and nothing is logged", async () => {
  failure = new BusyError();
  const answer = await send("osmand", bearer(newKey()));
  expect([answer.status, answer.wait]).toEqual([503, "1"]);
  expect(logged).toEqual([]);
});

test("an internal error is answered with 503 and an id, under which the log says more", async () => {
  failure = new Error("a fault at 10.1.2.3");
  const { status, text, wait: seconds } = await send("osmand", bearer(newKey()));
  expect([status, seconds]).toEqual([503, "5"]);
  const [, id] = /log is (\S+)\./.exec(text) ?? [];
  expect(text).not.toContain("10.1.2.3");
  expect(logged).toEqual([expect.stringContaining(`error ${id}: Error: a fault at 10.1.2.3`)]);
  expect(errors).toEqual([{ requestId: ended[0]?.id }]);
  // The log of requests counts it as a failure.
  expect(ended[0]?.isOperation).toBe(true);
});

test("a client that leaves in the middle of its body is not logged", async () => {
  const headers = { ...bearer(newKey()), "content-length": 100, expect: "100-continue" };
  const sent = httpRequest(urlOf("osmand"), { method: "POST", headers });
  sent.on("error", () => {});
  sent.on("continue", () => sent.destroy());
  sent.flushHeaders();
  await until(() => ended.length > 0);
  expect(logged).toEqual([]);
});

test.each([
  ["too large", "identity", Buffer.alloc(2_000_001, " ")],
  ["larger than it seems", "gzip", gzipSync(Buffer.alloc(2_000_001, " "))],
  ["badly compressed", "gzip", Buffer.from("x")],
  ["in an unknown coding", "zip", Buffer.from("x")],
  ["in a coding that is no coding", "constructor", Buffer.from("[]")],
])("a body that is %s is answered with 200, and logged", async (_what, encoding, body) => {
  // The same fault of a user is logged once.
  const user = USER + ++keys;
  const headers = { ...bearer(newKey(user)), "content-encoding": encoding };
  expect((await send("overland", headers, body)).status).toBe(200);
  expect(logged).toEqual([
    `positions: cannot store something from overland of user ${user}: its body is too large, or badly compressed`,
  ]);
});

test.each([
  ["GZIP", gzipSync(batch(3))],
  ["x-gzip", gzipSync(batch(3))],
  [" gzip ", gzipSync(batch(3))],
  ["br", brotliCompressSync(batch(3))],
  ["deflate", deflateSync(batch(3))],
  ["gzip", Buffer.alloc(0)],
])("a body with the coding %j is read", async (encoding, body) => {
  const headers = { ...bearer(newKey()), "content-encoding": encoding };
  expect((await send(body.length > 0 ? "overland" : "osmand", headers, body)).status).toBe(200);
  expect(logged).toEqual([]);
  expect(stored).toHaveLength(body.length > 0 ? 3 : 0);
});

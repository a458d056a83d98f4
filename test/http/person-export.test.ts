/** @database server */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import express from "express";
import jwt from "jsonwebtoken";
import type { Pool } from "pg";
import { errorHandler } from "../../src/http/errors.ts";
import { personExportRouter } from "../../src/http/export-download.ts";
import { personExport } from "../../src/people/person-export.ts";
import { makeTickets } from "../../src/people/tickets.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { until } from "../helpers/until.ts";

/** Tests downloads, with a database that answers when the test says so. */

const tickets = makeTickets([secretKey("a secret of thirty-two characters or more")]);
const logged: string[] = [];
let go = Promise.resolve();
let isAllowed = true;
let waits = 0;
/** What downloads took from the quota. */
const taken: object[] = [];
const pool = {
  async query(query: string | { text: string }) {
    // The first statement only checks the right to download.
    if (typeof query === "string") return { rows: [{ isAllowed: true }] };
    await go;
    return { rows: [{ isAllowed, items: [], lastId: null }] };
  },
} as unknown as Pool;

const server = createServer(
  express()
    .use(
      personExportRouter(pool, tickets, async ({ userId }, counts) => {
        taken.push({ userId, ...counts });
        return waits;
      }),
    )
    .use(errorHandler((message) => void logged.push(message))),
);
beforeAll(async () => {
  server.listen(0);
  await once(server, "listening");
});
afterAll(() => void server.close());

/** Downloads, as a user, what is held of that user or of another. */
const download = (userId: number, method = "GET", of = userId) => {
  const ticket = tickets.issue("export", { identity: { userId, sessionId: 1 }, userId: of });
  return fetch(
    `http://localhost:${(server.address() as AddressInfo).port}/export/person/${ticket}`,
    { method },
  );
};

/** Makes pages wait until the returned function is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  go = promise;
  return resolve;
}

test("a user has one download at a time, while others have theirs", async () => {
  const release = hold();
  const first = await download(1);
  expect(first.status).toBe(200);
  const second = await download(1);
  expect(second.status).toBe(503);
  expect(second.headers.get("retry-after")).toBe("5");
  expect(await second.text()).toContain("One download at a time");
  expect((await download(2)).status).toBe(200);
  release();
  expect(await first.json()).toMatchObject({ positions: [] });
  expect(
    (
      await until(
        () => download(1),
        ({ status }) => status === 200,
      )
    ).status,
  ).toBe(200);
});

test("a client that leaves frees its place, without an error in the log", async () => {
  const release = hold();
  const first = await download(3);
  await first.body?.cancel();
  release();
  await until(
    () => download(3),
    ({ status }) => status === 200,
  );
  expect(logged).toEqual([]);
});

test("a download is cut off if its session ends in the middle", async () => {
  const release = hold();
  const answer = await download(4);
  isAllowed = false;
  release();
  await expect(answer.text()).rejects.toThrow();
  isAllowed = true;
  expect(logged).toEqual([expect.stringContaining("The session has ended.")]);
});

test("a download past the user's quota is refused with 503 and Retry-After", async () => {
  waits = 7;
  const answer = await download(5);
  waits = 0;
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("7");
  expect(await answer.text()).not.toContain("One download at a time");
});

test("a download takes twenty requests from its user's quota, and HEAD, which downloads nothing, none", async () => {
  taken.length = 0;
  const head = await download(6, "HEAD");
  expect([head.status, head.headers.get("content-disposition")]).toEqual([200, null]);
  expect(taken).toEqual([]);
  await (await download(6)).text();
  expect(taken).toEqual([{ userId: "6", reports: 0, others: 20 }]);
  // A download about another person takes from the administrator's quota.
  const ofAnother = await download(8, "GET", 7);
  expect(ofAnother.headers.get("content-disposition")).toContain("person-7.json");
  await ofAnother.text();
  expect(taken.slice(1)).toEqual([{ userId: "8", reports: 0, others: 20 }]);
});

test("a long list is read in pages of a thousand, for the user and the person of the ticket", async () => {
  const ticket = { identity: { userId: 5, sessionId: 6 }, userId: 7 };
  const asked: unknown[][] = [];
  const paged = {
    async query({ values }: { values: unknown[] }) {
      const [part, after] = values.slice(3) as [string, string];
      const most = { positions: 2500, notifications: 1000 }[part] ?? 0;
      if (part === "positions") asked.push(values);
      const first = Number(after) + 1;
      const count = Math.max(0, Math.min(1000, most - first + 1));
      const items = Array.from({ length: count }, (_, at) => `{"id": ${first + at}}`);
      return { rows: [{ isAllowed: true, items, lastId: String(first + count - 1) }] };
    },
  } as unknown as Pool;
  let written = "";
  for await (const piece of personExport(paged, ticket, new Date())) written += piece;
  const { positions, notifications } = JSON.parse(written);
  expect(positions).toEqual(Array.from({ length: 2500 }, (_, at) => ({ id: at + 1 })));
  expect(notifications).toHaveLength(1000);
  expect(asked).toEqual(["0", "1000", "2000"].map((after) => [5, 6, 7, "positions", after, 1000]));
});

describe("a ticket for a download", () => {
  const [secret, older] = [
    "a secret of thirty-two characters",
    "an older one of thirty-two characters",
  ];
  const [key, previous] = [secretKey(secret), secretKey(older)];
  const { issue, verify } = makeTickets([key, previous]);
  const of = { identity: { userId: 5, sessionId: 6 }, userId: 7 };

  test("opens what it was issued for, for five minutes", () => {
    jest.useFakeTimers();
    const ticket = issue("export", of);
    jest.advanceTimersByTime(299_000);
    expect(verify("export", ticket)).toEqual(of);
    jest.advanceTimersByTime(1_000);
    expect(verify("export", ticket)).toBeUndefined();
    jest.useRealTimers();
  });

  test("is also verified by the previous key, and by no other", () => {
    expect(verify("export", makeTickets([previous]).issue("export", of))).toEqual(of);
    const stranger = secretKey("a stranger's of thirty-two characters");
    expect(verify("export", makeTickets([stranger]).issue("export", of))).toBeUndefined();
    expect(
      verify("export", makeTickets([{ ...stranger, kid: key.kid }]).issue("export", of)),
    ).toBeUndefined();
  });

  const claims = { claims: of };
  const right = {
    algorithm: "HS256",
    keyid: key.kid,
    header: { alg: "HS256", typ: "export+jwt" },
    issuer: "location-alert-service",
    audience: "location-alert-service/export",
  } as const;

  test.each<[string, jwt.SignOptions]>([
    ["of another type", { ...right, header: { alg: "HS256", typ: "at+jwt" } }],
    [
      "of another algorithm",
      { ...right, algorithm: "HS512", header: { ...right.header, alg: "HS512" } },
    ],
    ["of another issuer", { ...right, issuer: "somebody" }],
    ["for another audience", { ...right, audience: "location-alert-service/graphql" }],
  ])("%s is not accepted", (_which, options) => {
    expect(verify("export", jwt.sign(claims, secret, right))).toEqual(of);
    expect(verify("export", jwt.sign(claims, secret, options))).toBeUndefined();
  });
});

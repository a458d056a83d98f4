import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import express from "express";
import type { Pool } from "pg";
import { secretKey } from "../../src/auth/keys.ts";
import { makeTickets } from "../../src/export/tickets.ts";
import { errorHandler } from "../../src/http/errors.ts";
import { personExportRouter } from "../../src/http/person-export.ts";
import { until } from "../helpers/until.ts";

/** Downloads, with a database that answers when the test says so. */

const tickets = makeTickets([secretKey("a secret of thirty-two characters or more")]);
const logged: string[] = [];
let go = Promise.resolve();
let isAllowed = true;
let waits = 0;
/** What downloads took from the quota. */
const taken: object[] = [];
const pool = {
  async query(query: string | { text: string }) {
    // The first statement only asks for the right.
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

const download = (userId: number, method = "GET") => {
  const ticket = tickets.issue({ identity: { userId, sessionId: 1 }, userId });
  return fetch(
    `http://localhost:${(server.address() as AddressInfo).port}/export/person/${ticket}`,
    { method },
  );
};

/** Lets pages wait until the result is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  go = promise;
  return resolve;
}

test("a user has one download at a time, others meanwhile theirs, and the next when it is over", async () => {
  const release = hold();
  const first = await download(1);
  expect(first.status).toBe(200);
  const second = await download(1);
  expect(second.status).toBe(503);
  expect(second.headers.get("retry-after")).toBe("5");
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

test("a download whose right ends in the middle is no JSON, and its connection breaks", async () => {
  const release = hold();
  const answer = await download(4);
  isAllowed = false;
  release();
  await expect(answer.text()).rejects.toThrow();
  isAllowed = true;
  expect(logged).toEqual([expect.stringContaining("The session has ended.")]);
});

test("a quota that is used up says when to come back", async () => {
  waits = 7;
  const answer = await download(5);
  waits = 0;
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("7");
});

test("a download takes twenty requests from its user's quota, and HEAD, which downloads nothing, none", async () => {
  taken.length = 0;
  const head = await download(6, "HEAD");
  expect([head.status, head.headers.get("content-disposition")]).toEqual([200, null]);
  expect(taken).toEqual([]);
  await (await download(6)).text();
  expect(taken).toEqual([{ userId: "6", reports: 0, others: 20 }]);
});

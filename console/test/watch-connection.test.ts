import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeService } from "./helpers/fake-service.ts";

jest.useFakeTimers();
const { watchConnection } = await import("../src/api/watch-connection.ts");
const { isOffline } = await import("../src/state/connection.ts");
const { session, noteSessionEnd } = await import("../src/state/session.ts");

const LOGIN = { token: "a.b.c", userId: 1, email: "ada@example.org" };
let asked: ReturnType<typeof fakeService>;
let isAway: boolean;
/** Lets the running check time out. */
let late: AbortController;
let stop = () => {};
beforeEach(() => {
  session.value = LOGIN;
  isAway = false;
  asked = fakeService({ Me: () => (isAway ? undefined : { me: null }) });
  jest.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    late = new AbortController();
    return late.signal;
  });
  stop = watchConnection();
});
afterEach(() => {
  stop();
  session.value = null;
  jest.restoreAllMocks();
});

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);
const checks = () => asked.splice(0).length;
const fire = (event: string) => window.dispatchEvent(new Event(event));

test("the service is asked every 15 seconds, and every three while it does not answer", async () => {
  await pass(14.999);
  expect(checks()).toBe(0);
  isAway = true;
  await pass(0.001);
  expect([checks(), isOffline.value]).toEqual([1, true]);
  await pass(6);
  expect(checks()).toBe(2);
  isAway = false;
  await pass(3);
  expect([checks(), isOffline.value]).toEqual([1, false]);
  await pass(14.999);
  expect(checks()).toBe(0);
});

test("the page is offline when the browser says so, and the service is checked at once when it is back", async () => {
  fire("offline");
  expect(isOffline.value).toBe(true);
  fire("online");
  await pass(0);
  expect([checks(), isOffline.value]).toEqual([1, false]);
  await pass(14.999);
  expect(checks()).toBe(0);
  fire("offline");
  await pass(3);
  expect([checks(), isOffline.value]).toEqual([1, false]);
});

test("only one check of the connection runs at a time", async () => {
  await pass(14);
  const waiting: object[] = [];
  globalThis.fetch = () => new Promise((_, reject) => waiting.push({ reject }));
  fire("online");
  await pass(60);
  expect(waiting).toHaveLength(1);
});

test("a check without an answer within ten seconds makes the page offline", async () => {
  globalThis.fetch = (_url, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  await pass(15);
  expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
  expect(isOffline.value).toBe(false);
  late.abort();
  await pass(0);
  expect(isOffline.value).toBe(true);
});

test("the service is not checked with a session that has ended", async () => {
  session.value = { ...LOGIN, token: "ended" };
  noteSessionEnd("ended");
  await pass(30);
  expect(checks()).toBe(0);
  session.value = LOGIN;
  await pass(15);
  expect(checks()).toBe(1);
});

test("the service is no longer checked after watching has stopped", async () => {
  isAway = true;
  await pass(15);
  expect([checks(), isOffline.value]).toEqual([1, true]);
  stop();
  expect(isOffline.value).toBe(false);
  fire("offline");
  fire("online");
  await pass(60);
  expect([checks(), isOffline.value]).toEqual([0, false]);
});

test("a check that ends after watching has stopped starts no other", async () => {
  fire("online");
  stop();
  await pass(60);
  expect(checks()).toBe(1);
});

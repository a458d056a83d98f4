import "./helpers/globals.ts";
import { afterEach, expect, jest, test } from "@jest/globals";
import { cannotWrite } from "../../src/ops/app-error.ts";
import { MeDocument } from "../src/api/operations.ts";
import { messageOf, RequestError } from "../src/api/request.ts";
import { send } from "../src/api/send.ts";
import { isOffline, noteAnswer, noteOutage } from "../src/state/connection.ts";
import { noteServiceClock, serviceSeconds } from "../src/state/service-clock.ts";

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
  noteAnswer();
});

/** Answers the next request. */
function answer(body: object | string, status = 200): Parameters<typeof fetch>[] {
  const asked: Parameters<typeof fetch>[] = [];
  globalThis.fetch = async (...given) => {
    asked.push(given);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  };
  return asked;
}
const refused = (message: string, code: string, facts = {}) => ({
  errors: [{ message, extensions: { code, ...facts } }],
});
const ask = (options = {}) => send(MeDocument, {}, options);

test("a request goes to the host, with a token if there is one", async () => {
  const asked = answer({ data: { me: { id: 7 } } });
  expect(await ask({ token: "a.b.c" })).toEqual({ me: { id: 7 } });
  await ask({ token: "" });
  const [[url, init], [, stranger]] = asked as [[URL, RequestInit], [URL, RequestInit]];
  expect([url.href, init.method]).toEqual(["http://localhost/graphql", "POST"]);
  expect(init.headers).toEqual({
    "Content-Type": "application/json",
    Authorization: "Bearer a.b.c",
  });
  expect(JSON.parse(String(init.body))).toEqual({ query: String(MeDocument), variables: {} });
  expect(stranger.headers).not.toHaveProperty("Authorization");
});

test("the service's clock is learned from an answer's date", async () => {
  const before = serviceSeconds();
  globalThis.fetch = async () =>
    new Response("{}", { headers: { Date: new Date(Date.now() + 3_600_000).toUTCString() } });
  await ask();
  const ahead = serviceSeconds() - before;
  // Resets the service's clock.
  noteServiceClock(new Date(0).toUTCString(), 1000, 0);
  expect(Math.abs(ahead - 3600)).toBeLessThan(600);
});

test("a refused request fails with the error's code and a readable message", async () => {
  answer(refused("email is not an email", "BAD_USER_INPUT", { reason: "USERS_EMAIL_FORM" }));
  await expect(ask()).rejects.toMatchObject({
    code: "BAD_USER_INPUT",
    message: expect.stringMatching(/^The email must look like/),
  });
  answer({ data: { me: null }, ...refused("It is busy.", "RATE_LIMITED") });
  await expect(ask()).rejects.toMatchObject({ code: "RATE_LIMITED" });
  answer(refused("It broke.", "INTERNAL_SERVER_ERROR", { reason: "FAULT", detail: "ab-1" }));
  await expect(ask()).rejects.toMatchObject({
    code: "INTERNAL_SERVER_ERROR",
    message: expect.stringMatching(/log is ab-1\. Try again; if it stays, tell/),
  });
});

test("a full disk is told in words, without the advice to try again", async () => {
  const { message, ...facts } = cannotWrite("ab-1");
  answer(refused(message, "INTERNAL_SERVER_ERROR", facts), 503);
  await expect(ask()).rejects.toMatchObject({
    message: expect.stringMatching(/its disk is full\. Tell whoever runs it at once.* ab-1\.$/),
  });
});

test("the page is offline while the service or its database does not answer", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("fetch failed");
  };
  await expect(ask()).rejects.toMatchObject({ code: "UNREACHABLE" });
  expect(isOffline.value).toBe(true);
  answer(refused("Log in first.", "UNAUTHENTICATED"), 401);
  await expect(ask()).rejects.toThrow();
  expect(isOffline.value).toBe(false);
  answer(refused("The database is away.", "SERVICE_UNAVAILABLE"), 503);
  await expect(ask()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(isOffline.value).toBe(true);
  answer({ data: {} });
  await ask();
  expect(isOffline.value).toBe(false);
  answer("<html>A proxy's page", 502);
  await expect(ask()).rejects.toMatchObject({ code: "UNREACHABLE" });
  expect(isOffline.value).toBe(true);
});

test("a cancelled request does not change whether the page is offline", async () => {
  const ending = new AbortController();
  const { signal } = ending;
  globalThis.fetch = async (_url, init) => {
    ending.abort();
    throw init?.signal?.reason;
  };
  await expect(ask({ signal })).rejects.toBe(signal.reason);
  // A request that was cancelled after half of its answer says nothing either.
  answer("{");
  await expect(ask({ signal })).rejects.toMatchObject({ name: "SyntaxError" });
  expect(isOffline.value).toBe(false);
  noteOutage();
  await expect(ask({ signal })).rejects.toMatchObject({ name: "SyntaxError" });
  expect(isOffline.value).toBe(true);
});

test("a request that times out makes the page offline, with or without a signal to cancel it", async () => {
  const timeout = jest.spyOn(AbortSignal, "timeout");
  for (const options of [{}, { signal: new AbortController().signal }]) {
    noteAnswer();
    const late = new AbortController();
    timeout.mockReturnValue(late.signal);
    globalThis.fetch = async (_url, init) => {
      late.abort();
      init?.signal?.throwIfAborted();
      return Response.json({ data: {} });
    };
    await expect(ask({ ...options, timeoutMs: 15_000 })).rejects.toMatchObject({
      code: "UNREACHABLE",
    });
    expect(isOffline.value).toBe(true);
  }
  expect(timeout.mock.calls).toEqual([[15_000], [15_000]]);
  timeout.mockRestore();
});

test("a request with a timeout can be cancelled before it, and the page stays online", async () => {
  const ending = new AbortController();
  const { signal } = ending;
  globalThis.fetch = async (_url, init) => {
    ending.abort();
    init?.signal?.throwIfAborted();
    return Response.json({ data: {} });
  };
  await expect(ask({ signal, timeoutMs: 15_000 })).rejects.toBe(signal.reason);
  expect(isOffline.value).toBe(false);
});

test("an error of the page itself is shown without its jargon, and logged", () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => {});
  expect(messageOf(new RequestError("NOT_FOUND", "It is gone."))).toBe("It is gone.");
  expect(logged).not.toHaveBeenCalled();
  const error = new TypeError("undefined is not a function");
  expect(messageOf(error)).toMatch(/^Something went wrong in this page/);
  expect(logged).toHaveBeenCalledWith(error);
  logged.mockRestore();
});

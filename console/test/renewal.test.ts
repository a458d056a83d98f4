import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";

put("localStorage", { value: storage() });
const { beginSession } = await import("../src/api/begin-session.ts");
const { endSession } = await import("../src/api/log-out.ts");
const { MeDocument } = await import("../src/api/operations.ts");
const { request } = await import("../src/api/request.ts");
const { isExpired, session, sessionHasExpired } = await import("../src/state/session.ts");

const NOW = 1_000_000_000_000;
const OWN = { userId: 1, email: "ada@example.org" };
/** A session whose token ends in `seconds` seconds. */
const login = (token: string, seconds = 600) => ({
  ...OWN,
  token,
  refreshToken: `refresh ${token}`,
  validUntil: NOW + seconds * 1000,
});

/** The token of the session. Each test has its own, because a refused token stays refused. */
let old: string;
let tests = 0;
/** The token that the service accepts, and its answer to a renewal. */
let valid: string;
let renewal: () => object | undefined | Promise<object | undefined>;
/** The operations that were requested, each with its token. */
let asked: string[];
const refused = { errors: [{ message: "Log in first.", extensions: { code: "UNAUTHENTICATED" } }] };
/** Returns the answer to a renewal. The service accepts only its token from then on. */
function next(): object {
  valid = "new";
  return {
    data: {
      sessionRefresh: {
        accessToken: "new",
        refreshToken: "refresh new",
        expiresIn: 600,
        userId: 1,
      },
    },
  };
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  put("navigator", { value: {} });
  put("localStorage", { value: storage() });
  tests += 1;
  old = `old-${tests}`;
  valid = old;
  renewal = next;
  asked = [];
  globalThis.fetch = async (_url, init) => {
    const { query, variables } = JSON.parse(String(init?.body));
    const [, name] = /(?:query|mutation) (\w+)/.exec(query) ?? [];
    const token = new Headers(init?.headers).get("Authorization")?.replace("Bearer ", "");
    asked.push(`${name} ${token ?? variables.refreshToken ?? "nobody"}`);
    const answer =
      name === "SessionRefresh"
        ? await renewal()
        : token === valid
          ? { data: { me: OWN } }
          : refused;
    if (!answer) throw new TypeError("fetch failed");
    return Response.json(answer);
  };
  session.value = login(old);
});
afterEach(() => {
  session.value = null;
  jest.useRealTimers();
});

const me = () => request(MeDocument, {});

test("a token is renewed half a minute before its end, and not before", async () => {
  session.value = login(old, 30);
  await me();
  expect(asked).toEqual([`Me ${old}`]);
  jest.setSystemTime(NOW + 1);
  await me();
  expect(asked.slice(1)).toEqual([`SessionRefresh refresh ${old}`, "Me new"]);
  expect(session.value).toEqual({ ...login("new"), validUntil: NOW + 1 + 600_000 });
});

test("a request that is refused is sent again with the next token", async () => {
  valid = "new";
  expect(await me()).toEqual({ me: OWN });
  expect(asked).toEqual([`Me ${old}`, `SessionRefresh refresh ${old}`, "Me new"]);
});

test("simultaneous requests renew the session only once", async () => {
  valid = "new";
  await Promise.all([me(), me(), me()]);
  expect(asked.filter((name) => name.startsWith("SessionRefresh"))).toHaveLength(1);
  expect(isExpired.value).toBe(false);
  // The next token is renewed too.
  valid = "newer";
  renewal = () => refused;
  await expect(me()).rejects.toThrow();
  expect(asked.at(-1)).toBe("SessionRefresh refresh new");
});

test("a request refused after the session was renewed does not renew it a second time", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (...call) => {
    globalThis.fetch = fetch;
    await promise;
    return await fetch(...call);
  };
  const late = me();
  await jest.advanceTimersByTimeAsync(0);
  valid = "renewed meanwhile";
  session.value = login(valid);
  resolve();
  expect(await late).toEqual({ me: OWN });
  expect(asked).toEqual([`Me ${old}`, "Me renewed meanwhile"]);
});

test("a request that is sent again can be cancelled as before", async () => {
  valid = "new";
  const ending = new AbortController();
  const areSame: boolean[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (url, init) => {
    if (String(init?.body).includes("query Me")) areSame.push(init?.signal === ending.signal);
    return await fetch(url, init);
  };
  await request(MeDocument, {}, { signal: ending.signal });
  expect(areSame).toEqual([true, true]);
});

test("a session is renewed even if the browser's storage is off", async () => {
  put("localStorage", {
    get: () => {
      throw new DOMException("Storage is off.", "SecurityError");
    },
  });
  valid = "new";
  expect(await me()).toEqual({ me: OWN });
  expect(session.value?.token).toBe("new");
});

test("a request fails as unauthenticated if its renewal is answered without a session", async () => {
  valid = "another's";
  renewal = () => ({ data: { sessionRefresh: null } });
  await expect(me()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(session.value?.token).toBe(old);
});

test("a session whose renewal is refused has expired", async () => {
  valid = "another's";
  renewal = () => refused;
  await expect(me()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(isExpired.value).toBe(true);
  expect(session.value?.token).toBe(old);
});

test("a renewal that hangs is given up after 15 seconds, and the next request renews the session", async () => {
  const late = new AbortController();
  const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  valid = "another's";
  const { fetch } = globalThis;
  globalThis.fetch = async (url, init) => {
    if (String(init?.body).includes("SessionRefresh")) late.abort();
    init?.signal?.throwIfAborted();
    return await fetch(url, init);
  };
  await expect(me()).rejects.toMatchObject({ code: "UNREACHABLE" });
  expect(timeout).toHaveBeenCalledWith(15_000);
  timeout.mockRestore();
  globalThis.fetch = fetch;
  expect(await me()).toEqual({ me: OWN });
  expect(isExpired.value).toBe(false);
});

test("a renewal without an answer does not end the session", async () => {
  valid = "another's";
  renewal = () => undefined;
  await expect(me()).rejects.toMatchObject({ code: "UNREACHABLE" });
  expect(isExpired.value).toBe(false);
});

test("a refused token without a refresh token ends the session, and the refusal of another token does not", async () => {
  session.value = { ...OWN, token: "ended" };
  await expect(me()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect([asked, isExpired.value]).toEqual([["Me ended"], true]);
  session.value = login(old);
  await expect(request(MeDocument, {}, { token: "another" })).rejects.toThrow();
  expect(asked.slice(1)).toEqual(["Me another"]);
  expect(isExpired.value).toBe(false);
  session.value = null;
  await expect(me()).rejects.toThrow();
  expect(asked.slice(2)).toEqual(["Me nobody"]);
});

test("a refusal for another reason than the token neither renews nor ends the session", async () => {
  const answer = { errors: [{ message: "No.", extensions: { code: "FORBIDDEN" } }] };
  globalThis.fetch = async () => {
    asked.push("once");
    return Response.json(answer);
  };
  await expect(me()).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect([asked, isExpired.value]).toEqual([["once"], false]);
});

test("a token that another tab has renewed is used instead of renewing again", async () => {
  valid = "new";
  localStorage.setItem("location-alerts.session", JSON.stringify(login("new")));
  await me();
  expect(asked).toEqual([`Me ${old}`, "Me new"]);
  expect(session.value?.token).toBe("new");
});

test("one tab at a time renews the session", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  put("navigator", {
    value: {
      locks: {
        async request(_name: string, run: () => Promise<boolean>) {
          await promise;
          return await run();
        },
      },
    },
  });
  valid = "new";
  const answer = me();
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([`Me ${old}`]);
  localStorage.setItem("location-alerts.session", JSON.stringify(login("new")));
  resolve();
  await answer;
  expect(asked).toEqual([`Me ${old}`, "Me new"]);
});

test("a logout in another tab logs out here, and another user's token is not used for a request", async () => {
  valid = "new";
  localStorage.setItem("location-alerts.session", "null");
  await expect(me()).rejects.toThrow();
  expect([session.value, asked]).toEqual([null, [`Me ${old}`]]);
  session.value = login(old);
  const other = { ...login("new"), userId: 2 };
  localStorage.setItem("location-alerts.session", JSON.stringify(other));
  await expect(me()).rejects.toThrow();
  expect(asked.slice(1)).toEqual([`Me ${old}`]);
  expect(session.value).toEqual(other);
});

test("a user who logs out during a renewal stays logged out", async () => {
  valid = "new";
  renewal = () => {
    session.value = null;
    return next();
  };
  await expect(me()).rejects.toThrow();
  expect(session.value).toBeNull();
});

test("a token refused on the live connection renews the session, unless it is another session's", async () => {
  sessionHasExpired("another's");
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([]);
  sessionHasExpired(old);
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([`SessionRefresh refresh ${old}`]);
  expect([session.value?.token, isExpired.value]).toEqual(["new", false]);
});

test("a token that is known to be refused is renewed before it is sent again", async () => {
  renewal = () => undefined;
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  sessionHasExpired(old);
  await jest.advanceTimersByTimeAsync(0);
  renewal = next;
  await me();
  const refresh = `SessionRefresh refresh ${old}`;
  expect(asked).toEqual([refresh, refresh, "Me new"]);
  warn.mockRestore();
});

test("a login that is answered without a session fails", async () => {
  session.value = null;
  globalThis.fetch = async () => Response.json({ data: { sessionBegin: null } });
  await expect(
    beginSession({ email: "ada@example.org", password: "a password" }, "ada@example.org"),
  ).rejects.toThrow("Log in again.");
  expect(session.value).toBeNull();
});

test("a login begins a session that can be renewed, and a logout ends it at the service", async () => {
  const tokens = { accessToken: "new", refreshToken: "refresh new", expiresIn: 600, userId: 1 };
  const sent: object[] = [];
  globalThis.fetch = async (_url, init) => {
    sent.push({ headers: init?.headers, ...JSON.parse(String(init?.body)).variables });
    return Response.json({ data: { sessionBegin: tokens } });
  };
  await beginSession({ email: "ada@example.org", password: "a password" }, "ada@example.org");
  expect(session.value).toEqual(login("new"));
  expect(sent).toEqual([
    {
      headers: { "Content-Type": "application/json" },
      input: { email: "ada@example.org", password: "a password" },
    },
  ]);
  endSession();
  expect(session.value).toBeNull();
  await jest.advanceTimersByTimeAsync(0);
  expect(sent[1]).toMatchObject({ headers: { Authorization: "Bearer new" } });
});

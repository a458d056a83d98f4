/** @database server */
import { afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { loadBcrypt } from "../helpers/code.ts";
import { postFrom } from "../helpers/from-address.ts";
import { inFull } from "../helpers/full.ts";
import {
  type Answer,
  refusals,
  runTestService,
  startTestService,
  type TestUser,
} from "../helpers/service.ts";

const service = runTestService();
let user: TestUser;
beforeAll(async () => {
  user = await service.newUser();
});
afterEach(() =>
  service.owner.query("truncate app_private.login_failures, app_private.login_addresses"),
);

const LOGIN = `mutation ($input: LoginCredentials!) { login(input: $input) { userId } }`;
const attempt = (address: string, email: string, password: string, headers = {}) =>
  postFrom(address, service, { query: LOGIN, variables: { input: { email, password } } }, headers);
const wrong = (address: string, email = user.email, headers = {}) =>
  attempt(address, email, "another password", headers);
const right = (address: string, { email, password } = user, headers = {}) =>
  attempt(address, email, password, headers);

/** Guesses from an address until it is refused. Returns the number of guesses, and the refusal. */
async function guess(address: string, email = user.email): Promise<[number, Answer]> {
  for (let count = 0; ; count++) {
    const answer = await wrong(address, email);
    if (refusals(answer)[0] === "RATE_LIMITED at login") return [count, answer];
    expect(refusals(answer)).toEqual(["UNAUTHENTICATED at login"]);
  }
}

const pass = (time: string) =>
  service.owner.query("update app_private.login_failures set last_at = last_at - $1::interval", [
    time,
  ]);

test("after five wrong guesses a login has to wait, and after the wait the right password works", async () => {
  const [count, { errors }] = await guess("127.0.0.2");
  expect(count).toBeGreaterThanOrEqual(5);
  expect(errors?.[0]?.extensions.retryAfter).toBeGreaterThan(0);
  expect(errors?.[0]?.message).toMatch(/try again in \d+ seconds/);
  await pass("5 minutes");
  expect((await right("127.0.0.2")).data.login.userId).toBe(user.id);
});

/** Sets the counted failures so high that the next login has to wait for minutes, from any address. */
const failOften = () =>
  service.owner.query("update app_private.login_failures set failures = 20, last_at = now()");

test("too many guesses for an unknown email are refused like those for a known one, after a second", async () => {
  const refused = async (email: string) => {
    await wrong("127.0.0.3", email);
    await failOften();
    const begun = performance.now();
    const answer = await wrong("127.0.0.3", email);
    expect(performance.now() - begun).toBeGreaterThan(990);
    return JSON.stringify(answer).replaceAll(/\d+/g, "N");
  };
  const known = await refused(user.email);
  expect(known).toContain("RATE_LIMITED");
  expect(await refused("nobody@example.org")).toBe(known);
});

test("a login that is refused for too many attempts computes no hash", async () => {
  await wrong("127.0.0.4", "nobody@example.org");
  await failOften();
  const compare = jest.spyOn(await loadBcrypt(), "compare");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => wrong("127.0.0.4", "nobody@example.org")),
  );
  expect(answers.flatMap(refusals)).toEqual(Array(20).fill("RATE_LIMITED at login"));
  expect(compare).not.toHaveBeenCalled();
  compare.mockRestore();
});

describe("X-Forwarded-For", () => {
  const forged = (i: number) => ({ "x-forwarded-for": `192.0.2.${i}` });

  test("changes nothing without TRUST_PROXY, and is logged once", async () => {
    await wrong("127.0.0.5", user.email, forged(1));
    await failOften();
    expect(refusals(await wrong("127.0.0.5", user.email, forged(9)))).toEqual([
      "RATE_LIMITED at login",
    ]);
    expect(service.logged.filter((line) => line.includes("X-Forwarded-For"))).toHaveLength(1);
  });

  test("gives the client's address with TRUST_PROXY", async () => {
    const behind = await startTestService({ TRUST_PROXY: "loopback" });
    try {
      const { email, password } = await behind.newUser();
      const login = (given: string, i: number) =>
        postFrom(
          "127.0.0.6",
          behind,
          { query: LOGIN, variables: { input: { email, password: given } } },
          forged(i),
        );
      await login("another password", 1);
      await behind.owner.query(
        "update app_private.login_failures set failures = 20, last_at = now()",
      );
      expect(refusals(await login(password, 1))).toEqual(["RATE_LIMITED at login"]);
      expect(refusals(await login(password, 2))).toEqual([]);
    } finally {
      await behind.stop();
    }
  });
});

/** The number of times that the administrator logs in while others guess. */
const LOGINS = inFull(25, 8);

describe("the administrator logs in every time while 70 clients guess", () => {
  test.each([
    [
      "from the same address, at other accounts",
      (_i: number) => "127.0.0.1",
      (i: number) => `user${i}@example.org`,
    ],
    [
      "from many addresses, at the same account",
      (i: number) => `127.0.1.${i + 1}`,
      () => "admin@example.org",
    ],
  ])("%s", async (_how, addressOf, emailOf) => {
    // The address is known from now on.
    await right("127.0.0.1", service.admin);
    let isOver = false;
    let guesses = 0;
    let login: Promise<Answer> | undefined;
    const clients = Array.from({ length: 70 }, async (_, i) => {
      while (!isOver) {
        const answer = await wrong(addressOf(i), emailOf(i));
        guesses += 1;
        // A client that is refused at once would keep the processor busy by asking again.
        if (refusals(answer)[0] === "RATE_LIMITED at login") await login;
      }
    });
    const answers: Answer[] = [];
    for (let i = 0; i < LOGINS; i++) {
      login = right("127.0.0.1", service.admin);
      answers.push(await login);
    }
    isOver = true;
    await Promise.all(clients);
    expect(answers.flatMap(refusals)).toEqual([]);
    expect(guesses).toBeGreaterThan(70);
  });
});

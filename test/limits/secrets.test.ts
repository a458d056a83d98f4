import { expect, test } from "@jest/globals";
import { makeQuotas } from "../../src/limits/quotas.ts";
import { Secrets } from "../../src/limits/secrets.ts";

/** Quotas refill so slowly that the time that a test takes changes nothing. */
const rate = (burst: number) => ({ burst, perSecond: 1e-6 });
const GUESSES = 3;
const HERE = () => "192.0.2.1";
const ELSEWHERE = () => "192.0.2.2";
const TOO_MUCH = "You have asked for too much";
const right = async () => true;
const wrong = async () => false;

function some() {
  const takeQuota = makeQuotas({ reports: rate(1), requests: rate(1), anonymous: rate(GUESSES) });
  const secrets = new Secrets(takeQuota);
  return {
    takeQuota,
    secrets,
    guessAll: async () => {
      for (let time = 0; time < GUESSES; time += 1) {
        expect(await secrets.check(`guess ${time}`, HERE, wrong)).toBe(false);
      }
    },
  };
}

test("wrong secrets count as guesses of their address, and right ones do not", async () => {
  const { secrets, guessAll } = some();
  for (let time = 0; time < 2 * GUESSES; time += 1) {
    expect(await secrets.check(`right ${time}`, HERE, right)).toBe(true);
  }
  await guessAll();
  let checked = false;
  const check = async () => {
    checked = true;
    return true;
  };
  await expect(secrets.check("another", HERE, check)).rejects.toThrow(TOO_MUCH);
  expect(checked).toBe(false);
  expect(await secrets.check("another", ELSEWHERE, right)).toBe(true);
});

test("guesses at the same time count before they are checked", async () => {
  const { secrets } = some();
  const all = Array.from({ length: 9 }, (_, time) => secrets.check(`${time}`, HERE, wrong));
  const settled = await Promise.allSettled(all);
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(GUESSES);
});

test("a secret that was right takes no guess until it is wrong", async () => {
  const { secrets, guessAll } = some();
  await secrets.check("known", HERE, right);
  await guessAll();
  expect(secrets.isKnown("known")).toBe(true);
  expect(await secrets.check("known", HERE, right)).toBe(true);
  expect(await secrets.check("known", HERE, wrong)).toBe(false);
  expect(secrets.isKnown("known")).toBe(false);
  await expect(secrets.check("known", HERE, right)).rejects.toThrow(TOO_MUCH);
});

test("a hundred thousand right secrets are remembered, and guesses displace none of them", () => {
  const { secrets } = some();
  secrets.note("known", true);
  for (let other = 1; other < 100_000; other += 1) secrets.note(`right ${other}`, true);
  for (let guess = 0; guess < 100_000; guess += 1) secrets.note(`guess ${guess}`, false);
  expect(secrets.isKnown("known")).toBe(true);
});

test("a check that fails is no guess", async () => {
  const { secrets, guessAll } = some();
  for (let time = 0; time < GUESSES; time += 1) {
    const away = () => Promise.reject(new Error("away"));
    await expect(secrets.check("one", HERE, away)).rejects.toThrow("away");
  }
  await guessAll();
});

test("guesses and other requests of strangers at an address have separate quotas", async () => {
  const { takeQuota, secrets, guessAll } = some();
  const stranger = { userId: "", address: HERE };
  const other = { reports: 0, others: 1 };
  for (let time = 0; time < GUESSES; time += 1) await takeQuota(stranger, other);
  expect(await takeQuota(stranger, other)).toBeGreaterThan(0);
  await guessAll();
  expect(await takeQuota({ ...stranger, address: ELSEWHERE }, other)).toBe(0);
  // It does not give a guess back either.
  await takeQuota(stranger, other);
  await takeQuota({ ...stranger, userId: "7" }, other);
  await expect(secrets.check("one more", HERE, wrong)).rejects.toThrow(TOO_MUCH);
});

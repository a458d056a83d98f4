import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Outcome } from "../../src/delivery/push/provider.ts";
import { FailureLog, watchPushes } from "../../src/delivery/push/watch.ts";
import { pushDelay, pushes } from "../../src/ops/instruments.ts";

let lines: string[];
let failures: FailureLog;
beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  failures = new FailureLog("expo", (message, level, fields) =>
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
  );
});
afterEach(() => {
  jest.useRealTimers();
});

/** Returns how many pushes have a delay, by their level. */
async function delays(): Promise<Record<string, number>> {
  const { values } = await pushDelay.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith("_count"));
  return Object.fromEntries(counts.map(({ labels, value }) => [labels.level, value]));
}

const minute = () => jest.advanceTimersByTime(60_000);
const note = (...outcomes: Outcome[]) =>
  failures.note(outcomes.map((outcome) => ({ token: "a-token", outcome })));
const accepted: Outcome = { state: "accepted" };
const refused: Outcome = { state: "retry", why: "Expo answered 503", everyone: true };
const failed: Outcome = { state: "failed", why: "Expo: MessageRateExceeded" };

test("the first failures cause a warning at once, and the first one after a minute another for all since", () => {
  note(accepted, refused, refused);
  note(refused);
  note(failed);
  expect(lines).toEqual(['warn push: expo fails {"failures":2,"why":"Expo answered 503"}']);
  minute();
  note(failed);
  expect(lines.slice(1)).toEqual([
    'warn push: expo fails {"failures":3,"why":"Expo: MessageRateExceeded"}',
  ]);
  minute();
  minute();
  expect(lines).toHaveLength(2);
});

test("the log says once that a provider works again", () => {
  note(accepted);
  note(refused);
  note(refused);
  note(accepted, refused);
  note(accepted);
  note(accepted);
  expect(lines).toEqual([
    'warn push: expo fails {"failures":1,"why":"Expo answered 503"}',
    'info push: expo works again {"failures":2}',
  ]);
});

test("a provider that took one push works again, whatever became of the others", () => {
  note(refused);
  note({ state: "dead", why: "DeviceNotRegistered" });
  expect(lines).toHaveLength(1);
  note(accepted, { state: "dead", why: "DeviceNotRegistered" });
  expect(lines).toHaveLength(2);
});

test("a provider that keeps failing and recovering has at most six lines in two minutes", () => {
  for (let n = 0; n < 600; n += 1) {
    note(refused);
    note(accepted);
    jest.advanceTimersByTime(200);
  }
  expect(lines.length).toBeLessThanOrEqual(6);
});

test("a device that is gone, and a push that a host kept back at its end, are no failures", () => {
  note({ state: "dead", why: "DeviceNotRegistered" });
  note({ state: "retry", why: "The host was ending.", unsent: true });
  expect(lines).toEqual([]);
});

test("a provider that is off causes a warning, and so does one that refuses a single push", () => {
  note({ state: "retry", why: "Expo is off.", everyone: true, unsent: true });
  expect(lines).toEqual(['warn push: expo fails {"failures":1,"why":"Expo is off."}']);
  minute();
  note({ state: "retry", why: "Expo answered 429" });
  expect(lines).toHaveLength(2);
});

test("the log contains neither the token nor an address that is as good as a key", () => {
  note({ state: "failed", why: "a-token is odd" });
  minute();
  note({ state: "failed", why: "410 of https://push.example.org/send/key?x=1 said no" });
  expect(lines.join()).not.toMatch(/a-token|key/);
  expect(lines[1]).toContain("https://push.example.org/… said no");
});

test("failed pushes are logged, and only accepted ones have a delay", async () => {
  const { sent } = watchPushes("expo", (message) => lines.push(message));
  // Each series exists from the start, so that Prometheus sees its first pushes.
  expect(await delays()).toEqual({ ONE: 0, TWO: 0, THREE: 0 });
  const settled = (outcome: Outcome) => ({ token: "t", level: "ONE" as const, outcome, delay: 1 });
  sent([settled(accepted), settled(failed), settled(refused)]);
  expect(lines).toEqual(["push: expo fails"]);
  expect(await delays()).toEqual({ ONE: 1, TWO: 0, THREE: 0 });
});

test("failures in receipts are counted and logged, and arrivals are not", async () => {
  const counts = async () => {
    const { values } = await pushes.get();
    return new Map(values.map(({ labels, value }) => [String(labels.outcome), value]));
  };
  const watch = watchPushes("expo", (message, _level, fields) =>
    lines.push(`${message} ${JSON.stringify(fields)}`),
  );
  const before = await counts();
  const why = 'Expo: InvalidCredentials: "ExponentPushToken[a-phone]" has none';
  const dead: Outcome = { state: "dead", why: "DeviceNotRegistered" };
  watch.receipts([accepted, { state: "failed", why }, dead, { state: "retry", why }, accepted]);
  const after = await counts();
  const added = [...after].map(([outcome, count]) => [outcome, count - (before.get(outcome) ?? 0)]);
  expect(Object.fromEntries(added)).toEqual({ accepted: 0, failed: 1, dead: 1, retry: 1 });
  watch.receipts([accepted]);
  expect(lines).toEqual([
    `push: expo fails ${JSON.stringify({ failures: 2, why: 'Expo: InvalidCredentials: "…" has none' })}`,
  ]);
});

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Answer, NoAnswer } from "../../src/delivery/push/http-client.ts";
import { type CircuitBreakers, makeCircuitBreakers } from "../../src/delivery/push/web-push.ts";

const HOST = "push.example.org";
const answered: Answer = { status: 503, headers: {}, text: "" };
const late: NoAnswer = { why: "no answer within 10 s", unreachable: false, timedOut: true };
const away: NoAnswer = { why: "unreachable (ECONNREFUSED)", unreachable: true };
const dropped: NoAnswer = { why: "the connection was dropped (EPIPE)", unreachable: false };

let hosts: CircuitBreakers;
beforeEach(() => {
  jest.useFakeTimers();
  hosts = makeCircuitBreakers(10_000);
});
afterEach(() => void jest.useRealTimers());

const pass = (milliseconds: number) => void jest.advanceTimersByTime(milliseconds);
const afterOf = (host = HOST) => hosts.hold(host)?.after;

test("a host that does not answer in time gets no push for twenty seconds, and others do", () => {
  expect(hosts.hold(HOST)).toBeUndefined();
  hosts.note(HOST, late);
  expect(hosts.hold(HOST)).toEqual({
    state: "retry",
    why: `${HOST}: ${late.why}`,
    after: 20_000,
    everyone: false,
    unsent: true,
  });
  expect(hosts.hold("other.example.org")).toBeUndefined();
  pass(19_999);
  expect(afterOf()).toBe(1);
  pass(1);
  expect(hosts.hold(HOST)).toBeUndefined();
});

test("after twenty seconds one push tries the host, and the others wait for its outcome", () => {
  hosts.note(HOST, late);
  pass(20_000);
  expect([afterOf(), afterOf()]).toEqual([undefined, 1000]);
  pass(9_500);
  // In half a second, the push that tries the host has had its time.
  expect(afterOf()).toBe(500);
  pass(500);
  hosts.note(HOST, late);
  expect(afterOf()).toBe(20_000);
  pass(20_000);
  expect([afterOf(), afterOf()]).toEqual([undefined, 1000]);
  hosts.note(HOST, answered);
  expect([afterOf(), afterOf()]).toEqual([undefined, undefined]);
});

test("a host whose try ends without an answer is tried again", () => {
  hosts.note(HOST, late);
  pass(20_000);
  expect(afterOf()).toBeUndefined();
  hosts.note(HOST, dropped);
  expect(afterOf()).toBe(1000);
  pass(10_000);
  expect([afterOf(), afterOf()]).toEqual([undefined, 1000]);
});

test("a host that answered another push in the last five seconds is not silent", () => {
  hosts.note(HOST, answered);
  pass(5000);
  hosts.note(HOST, late);
  expect(afterOf()).toBeUndefined();
  pass(1);
  hosts.note(HOST, late);
  expect(afterOf()).toBe(20_000);
});

test("a connection that is dropped or refused makes no host silent, as it holds nobody up", () => {
  for (const failure of [dropped, away]) hosts.note(HOST, failure);
  expect(afterOf()).toBeUndefined();
});

test("at most a thousand silent hosts are remembered, as users choose their names", () => {
  hosts.note(HOST, late);
  for (let n = 1; n < 1000; n += 1) hosts.note(`${n}.example.org`, late);
  hosts.note("last.example.org", late);
  expect(afterOf("last.example.org")).toBe(20_000);
  expect(afterOf("1.example.org")).toBe(20_000);
  expect(afterOf()).toBeUndefined();
});

import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { noteAnswer, noteOutage } from "../../src/state/connection.ts";
import { closeScreens, show } from "../helpers/screen.ts";

const { Problem } = await import("../../src/components/problem.tsx");

let tries: number;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  tries = 0;
});
afterEach(async () => {
  await closeScreens();
  jest.useRealTimers();
});

/** Loses the connection, which comes back at once. */
async function returnOnce() {
  noteOutage();
  noteAnswer();
  await jest.advanceTimersByTimeAsync(1);
}

/** Shows a problem, and waits until its effects have run. */
async function fail(text: string) {
  const screen = show(
    h(Problem, {
      text,
      retry: () => {
        tries += 1;
      },
    }),
  );
  await new Promise(setImmediate);
  return screen;
}

test("a failed request is tried again when the connection comes back, at most once in five seconds", async () => {
  await fail("It failed.");
  await returnOnce();
  expect(tries).toBe(1);
  for (let returns = 0; returns < 3; returns += 1) await returnOnce();
  expect(tries).toBe(1);
  await jest.advanceTimersByTimeAsync(4_990);
  expect(tries).toBe(1);
  await jest.advanceTimersByTimeAsync(10);
  expect(tries).toBe(2);
});

test("a failed request whose message changes is not tried again any sooner", async () => {
  const text = signal("It failed.");
  const retry = () => {
    tries += 1;
  };
  const Changing = () => h(Problem, { text: text.value, retry });
  const screen = show(h(Changing, {}));
  await new Promise(setImmediate);
  await returnOnce();
  text.value = "It failed again.";
  await jest.advanceTimersByTimeAsync(0);
  await new Promise(setImmediate);
  expect(screen.text).toContain("It failed again.");
  await returnOnce();
  expect(tries).toBe(1);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(tries).toBe(2);
});

test("nothing is tried again without a failure, or after the screen was left", async () => {
  const fine = await fail("");
  await returnOnce();
  fine.close();
  await fail("It failed.");
  await returnOnce();
  await returnOnce();
  await closeScreens();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(tries).toBe(1);
});

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

const text = signal("");
const retry = () => {
  tries += 1;
};
const Failing = () => h(Problem, { text: text.value, retry });
/** Waits until the effects of a change have run. */
async function settle() {
  await jest.advanceTimersByTimeAsync(0);
  await new Promise(setImmediate);
}
/** Shows a problem. */
async function fail(words: string) {
  text.value = words;
  const screen = show(h(Failing, {}));
  await settle();
  return screen;
}

test("a failed request is tried again when the connection comes back, at most once in five seconds", async () => {
  await fail("It failed.");
  for (let returns = 0; returns < 3; returns += 1) await returnOnce();
  expect(tries).toBe(1);
  await jest.advanceTimersByTimeAsync(5000);
  expect(tries).toBe(2);
});

test("nothing is tried again without a failure, or after the screen was left", async () => {
  const fine = await fail("");
  await returnOnce();
  fine.close();
  await fail("It failed.");
  await returnOnce();
  await closeScreens();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(tries).toBe(1);
});

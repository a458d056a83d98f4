import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

jest.useFakeTimers();
const {
  beginLive,
  isLive,
  isOffline,
  knownAt,
  onReturn,
  serviceHasAnswered,
  serviceHasNotAnswered,
} = await import("../../src/console/state/connection.ts");

const at = (seconds: number) => jest.setSystemTime(seconds * 1000);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => at(100));
afterEach(() => {
  isLive.value = true;
  serviceHasAnswered();
});

test("without an answer, what is shown is as old as the last one", () => {
  serviceHasAnswered();
  at(160);
  serviceHasNotAnswered();
  expect([isOffline.value, knownAt.value]).toEqual([true, 100]);
  at(170);
  serviceHasNotAnswered();
  expect(knownAt.value).toBe(100);
  serviceHasAnswered();
  expect(isOffline.value).toBe(false);
});

test("what came live is as old as the connection's loss, whenever an answer came", () => {
  serviceHasAnswered();
  const end = beginLive();
  at(160);
  isLive.value = false;
  expect([isOffline.value, knownAt.value]).toEqual([true, 160]);
  serviceHasAnswered();
  expect(isOffline.value).toBe(true);
  end();
  expect(isOffline.value).toBe(false);
});

test("a screen that ends its connection leaves that of the next one lost", () => {
  const [end, endNext] = [beginLive(), beginLive()];
  isLive.value = false;
  end();
  expect(isOffline.value).toBe(true);
  endNext();
  expect(isOffline.value).toBe(false);
});

test("whoever waits for the connection is called at each return, until they stop", async () => {
  let returns = 0;
  const ignore = onReturn(() => {
    returns += 1;
  });
  serviceHasNotAnswered();
  await settle();
  expect(returns).toBe(0);
  serviceHasAnswered();
  serviceHasAnswered();
  await settle();
  expect(returns).toBe(1);
  ignore();
  serviceHasNotAnswered();
  serviceHasAnswered();
  await settle();
  expect(returns).toBe(1);
});

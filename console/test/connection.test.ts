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
} = await import("../src/state/connection.ts");

const at = (seconds: number) => jest.setSystemTime(seconds * 1000);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => at(100));
afterEach(() => {
  isLive.value = true;
  serviceHasAnswered();
});

test("when the service stops answering, the page is offline and its data is as old as the last answer", () => {
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

test("after a live connection is lost, the data is as old as the loss, although other requests are answered", () => {
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

test("a screen that closes its lost live connection does not hide that the next screen's is lost", () => {
  const [end, endNext] = [beginLive(), beginLive()];
  isLive.value = false;
  end();
  expect(isOffline.value).toBe(true);
  endNext();
  expect(isOffline.value).toBe(false);
});

test("a listener is called each time the connection returns, until it is removed", async () => {
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

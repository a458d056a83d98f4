import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

jest.useFakeTimers();
const { beginLive, isLive, isOffline, knownAt, onReturn, noteAnswer, noteOutage } = await import(
  "../src/state/connection.ts"
);

const at = (seconds: number) => jest.setSystemTime(seconds * 1000);
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => at(100));
afterEach(() => {
  isLive.value = true;
  noteAnswer();
});

test("when the service stops answering, the page is offline and its data is as old as the last answer", () => {
  noteAnswer();
  at(160);
  noteOutage();
  expect([isOffline.value, knownAt.value]).toEqual([true, 100]);
  at(170);
  noteOutage();
  expect(knownAt.value).toBe(100);
  noteAnswer();
  expect(isOffline.value).toBe(false);
});

test("after a live connection is lost, the data is as old as the loss, although other requests are answered", () => {
  noteAnswer();
  const end = beginLive();
  at(160);
  isLive.value = false;
  expect([isOffline.value, knownAt.value]).toEqual([true, 160]);
  noteAnswer();
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

test("a listener is called when the connection returns, with a pause between two calls, until it is removed", async () => {
  let returns = 0;
  const ignore = onReturn(() => {
    returns += 1;
  });
  noteOutage();
  await settle();
  expect(returns).toBe(0);
  noteAnswer();
  noteAnswer();
  await settle();
  expect(returns).toBe(1);
  noteOutage();
  noteAnswer();
  await settle();
  expect(returns).toBe(1);
  await jest.advanceTimersByTimeAsync(1000);
  expect(returns).toBe(2);
  await jest.advanceTimersByTimeAsync(1000);
  ignore();
  noteOutage();
  noteAnswer();
  await settle();
  expect(returns).toBe(2);
});

import { afterEach, jest } from "@jest/globals";

afterEach(() => {
  jest.useRealTimers();
});

/** Stops timers until the end of a test: only the test advances them. What screens need for drawing keeps running. */
export const stopTimers = () =>
  jest.useFakeTimers({
    doNotFake: [
      "Date",
      "setImmediate",
      "clearImmediate",
      "nextTick",
      "queueMicrotask",
      "performance",
    ],
  });

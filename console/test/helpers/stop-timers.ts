import { jest } from "@jest/globals";

/** Stops timers until `jest.useRealTimers()`: only tests advance them. What screens need for drawing keeps running. */
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

import { jest } from "@jest/globals";

/** Lets timers run only when a test tells them to, until `jest.useRealTimers()`. What a screen needs to draw goes on. */
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

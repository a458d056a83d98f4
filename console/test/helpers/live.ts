import { jest } from "@jest/globals";

/** The last live connection, which tests lead instead of the service. Import this before the modules that follow. */
export const live = {
  variables: {} as object,
  /** Receives an event. */
  tell: (_event: object) => {},
  /** Is there, for the first time or again. */
  begin: () => {},
  /** Is refused for good. */
  refuse: () => {},
  /** All connections that are open, and the number of those that were ever opened. */
  open: new Set<object>(),
  opened: 0,
};

jest.unstable_mockModule("../../src/api/live.ts", () => ({
  follow(_: unknown, variables: object, ...calls: ((event?: object) => void)[]) {
    const [tell, begin, refuse] = calls;
    const connection = { variables, tell, begin, refuse };
    Object.assign(live, connection).open.add(connection);
    live.opened += 1;
    return () => live.open.delete(connection);
  },
}));

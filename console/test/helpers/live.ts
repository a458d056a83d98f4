import { jest } from "@jest/globals";

/** The last live connection, which tests lead instead of the service. Import this before the modules that follow. */
export const live = {
  variables: {} as object,
  /** Receives an event. */
  tell: (_event: object) => {},
  /** Is there, for the first time or again. */
  begin: () => {},
  /** All connections that are open, and the number of those that were ever opened. */
  open: new Set<object>(),
  opened: 0,
};

jest.unstable_mockModule("../../src/api/live.ts", () => ({
  follow(_: unknown, variables: object, tell: typeof live.tell, begin: typeof live.begin) {
    const connection = { variables, tell, begin };
    Object.assign(live, connection).open.add(connection);
    live.opened += 1;
    return () => live.open.delete(connection);
  },
}));

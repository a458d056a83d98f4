import { jest } from "@jest/globals";

/** What the browser keeps of a person, in place of its database. Import this before the modules that keep anything. */
export const browser = {
  kept: new Map<string, unknown>(),
  /** True if the browser has no database. */
  isClosed: false,
};

function database(): Map<string, unknown> {
  if (browser.isClosed) throw new Error("There is no database.");
  return browser.kept;
}
const named = (beginning: string) => [...database()].filter(([name]) => name.startsWith(beginning));

jest.unstable_mockModule("../../src/person/kept.ts", () => ({
  keep: async (name: string, value: unknown) => void database().set(name, structuredClone(value)),
  kept: async (name: string) => database().get(name),
  keptAll: async (beginning: string) => named(beginning).map(([, value]) => value),
  async forgetAll(beginning: string) {
    for (const [name] of named(beginning)) database().delete(name);
  },
  forgetKept: async () => database().clear(),
}));

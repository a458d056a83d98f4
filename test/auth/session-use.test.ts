import { expect, jest, test } from "@jest/globals";
import type { Pool } from "pg";
import { SessionUse } from "../../src/people/index.ts";

/** Makes a `SessionUse` whose database fails with these codes, one after another. */
function noting(...failures: (string | undefined)[]) {
  const written: unknown[][] = [];
  const logged: unknown[] = [];
  const pool = {
    async query(_text: string, values: unknown[]) {
      written.push(values);
      const code = failures.shift();
      if (code) throw Object.assign(new Error("failed"), { code });
    },
  };
  const use = new SessionUse(pool as unknown as Pool, (...event) => logged.push(event));
  return { use, written, logged };
}

test("SessionUse writes each used session once", async () => {
  const { use, written } = noting();
  for (const sessionId of [1, 2, 1]) use.note({ userId: 7, sessionId });
  await use.write();
  await use.stop();
  expect(written).toEqual([
    [
      [7, 7],
      [1, 2],
    ],
  ]);
});

test("SessionUse writes every minute, and the rest when it stops", async () => {
  jest.useFakeTimers();
  const { use, written } = noting();
  use.note({ userId: 7, sessionId: 1 });
  jest.advanceTimersByTime(59_999);
  expect(written).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(written).toEqual([[[7], [1]]]);
  use.note({ userId: 7, sessionId: 2 });
  jest.advanceTimersByTime(60_000);
  expect(written).toHaveLength(2);
  use.note({ userId: 7, sessionId: 3 });
  await use.stop();
  expect(written).toEqual([
    [[7], [1]],
    [[7], [2]],
    [[7], [3]],
  ]);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test("SessionUse stops only after its last write has ended", async () => {
  let isWritten = false;
  const pool = {
    async query() {
      await new Promise(setImmediate);
      isWritten = true;
    },
  };
  const use = new SessionUse(pool as unknown as Pool, () => {});
  use.note({ userId: 7, sessionId: 1 });
  await use.stop();
  expect(isWritten).toBe(true);
});

test.each([
  ["says nothing if a session is locked", "55P03", []],
  ["logs an error", "57P01", [["sessions: their last use is not noted: failed", "warn"]]],
])("SessionUse tries again after a failure, and %s", async (_what, code, lines) => {
  const { use, written, logged } = noting(code);
  use.note({ userId: 7, sessionId: 1 });
  await use.write();
  await use.write();
  await use.stop();
  expect(written).toEqual([
    [[7], [1]],
    [[7], [1]],
  ]);
  expect(logged).toEqual(lines);
});

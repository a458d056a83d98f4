import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import type { Replica as AnyReplica } from "../../src/database/replica.ts";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { Replica } = await import("../../src/database/replica.ts");
const { readHistory } = await import("../../src/database/read-history.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Follows a primary and a standby, whose places the test sets. Both are asked every half second. */
function following() {
  const at: {
    primary: number;
    standby: number | null;
    isSilent: boolean;
    /** True if only the standby does not answer. */
    isGone: boolean;
    cutOffs: number;
    asked: number;
    ended: number;
    /** How long the primary takes to answer, in milliseconds. */
    delay: number;
  } = {
    primary: 100,
    standby: 100,
    isSilent: false,
    isGone: false,
    cutOffs: 0,
    asked: 0,
    ended: 0,
    delay: 0,
  };
  const poolAt = (lsn: () => number | null, delay = () => 0) =>
    ({
      query: async () => {
        at.asked += 1;
        if (delay() > 0) await new Promise((resolve) => setTimeout(resolve, delay()));
        if (at.isSilent) throw new Error("no answer");
        return { rows: [{ lsn: lsn() }] };
      },
      end: async () => {
        at.ended += 1;
      },
    }) as unknown as pg.Pool;
  const standby = poolAt(() => {
    if (at.isGone) throw new Error("no answer");
    return at.standby;
  });
  const replica = new Replica({
    pool: standby,
    watcher: standby,
    primary: poolAt(
      () => at.primary,
      () => at.delay,
    ),
    maxLag: 2_000,
    longestReport: 30_000,
    cutOff() {
      at.cutOffs += 1;
    },
  });
  return { at, replica };
}

/** Lets time pass, up to the middle between two measurements. */
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe("a standby", () => {
  test("is not fresh before it has caught up", async () => {
    const { at, replica } = following();
    at.standby = 99;
    await pass(10_250);
    expect([replica.lag, replica.isFresh]).toEqual([Number.POSITIVE_INFINITY, false]);
    at.standby = 100;
    await pass(500);
    expect([replica.lag, replica.isFresh]).toEqual([250, true]);
    await replica.close();
  });

  test("lags by the time since the last moment that it has reached", async () => {
    const { at, replica } = following();
    await pass(250);
    // The primary goes on, and the standby follows a second later.
    at.primary = 101;
    await pass(500);
    at.primary = 102;
    await pass(500);
    at.primary = 103;
    at.standby = 101;
    await pass(500);
    expect(replica.lag).toBe(1_250);
    await replica.close();
  });

  test("lags by the time since the primary was asked, if that answers late", async () => {
    const { at, replica } = following();
    at.delay = 400;
    await pass(1_000);
    expect(replica.lag).toBe(100 + 400);
    await replica.close();
  });

  test("stays fresh while the primary writes nothing, and not if the primary goes on without it", async () => {
    const { at, replica } = following();
    await pass(60_250);
    expect(replica.lag).toBe(250);
    at.primary = 200;
    await pass(1_750);
    expect([replica.lag, replica.isFresh, at.cutOffs]).toEqual([2_000, true, 0]);
    await pass(750);
    expect([replica.isFresh, at.cutOffs]).toEqual([false, 1]);
    await pass(10_000);
    expect(at.cutOffs).toBe(1);
    await replica.close();
  });

  test.each<[string, (at: ReturnType<typeof following>["at"]) => void]>([
    ["that is silent", (at) => void Object.assign(at, { isSilent: true })],
    ["that was promoted", (at) => void Object.assign(at, { standby: null })],
  ])("%s is soon not fresh, and its connections are cut off", async (_which, change) => {
    const { at, replica } = following();
    await pass(250);
    expect(replica.isFresh).toBe(true);
    change(at);
    await pass(3_000);
    expect([replica.isFresh, at.cutOffs]).toEqual([false, 1]);
    await replica.close();
  });

  test("that is an hour behind has an exact lag, which shrinks when it catches up", async () => {
    const { at, replica } = following();
    await pass(250);
    const goOn = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        at.primary += 1;
        await pass(1_000);
      }
    };
    await goOn(3_500);
    expect(replica.lag).toBe(3_500_250);
    at.standby = 200;
    await pass(500);
    expect(replica.lag).toBe(3_400_750);
    await replica.close();
  });

  test("that comes back after more than an hour keeps its last reached moment, as later ones are not stored", async () => {
    const { at, replica } = following();
    await pass(250);
    // With a primary that takes ten minutes to answer, the hour has few measurements.
    Object.assign(at, { isGone: true, primary: 101, delay: 600_000 });
    await pass(600_500);
    at.primary = 102;
    await pass(3_002_500);
    // The standby has what was committed until half a second after it was fresh.
    Object.assign(at, { isGone: false, standby: 101, delay: 0 });
    await pass(500);
    expect(replica.lag).toBe(3_603_750);
    await replica.close();
  });

  test("is no longer asked after it is closed, and its connections end", async () => {
    const { at, replica } = following();
    await pass(250);
    const { asked } = at;
    await replica.close();
    await pass(10_000);
    expect([at.asked - asked, at.ended]).toEqual([0, 2]);
  });

  test("may lack reports that are younger than its greatest lag plus the longest report", async () => {
    const { replica } = following();
    expect(replica.window).toBe(32_000);
    await replica.close();
  });
});

describe("history", () => {
  const read = (isFresh: boolean, may: boolean, fromReplica: () => Promise<string>) =>
    readHistory(
      { isFresh } as AnyReplica,
      async () => may,
      fromReplica,
      async () => "primary",
    );
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error("no"), { code }));

  test("comes from a fresh standby if the reader may read it, otherwise from the primary", async () => {
    const standby = async () => "standby";
    expect(await read(true, true, standby)).toBe("standby");
    expect(await read(false, true, standby)).toBe("primary");
    expect(await read(true, false, standby)).toBe("primary");
  });

  test("comes from the primary if the standby fails", async () => {
    for (const code of ["40001", "57P01", "ECONNREFUSED"]) {
      expect(await read(true, true, failing(code))).toBe("primary");
    }
  });

  test("is not read again from the primary if the statement took too long", async () => {
    await expect(read(true, true, failing("57014"))).rejects.toThrow("no");
  });
});

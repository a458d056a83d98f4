/** @database server */
import { describe, expect, jest, test } from "@jest/globals";
import { number } from "../../examples/demo/options.ts";
import { each, pace, rest } from "../../examples/demo/pace.ts";
import { between, distance, point } from "../../examples/demo/paris.ts";
import { Tally } from "../../examples/demo/tally.ts";
import { plan, report } from "../../examples/demo/travellers.ts";
import { runFile } from "../commands/run.ts";
import { runTestService } from "../helpers/service.ts";

const DEMO = "examples/demo/demo.ts";

describe("the plan", () => {
  test("is the same for the same seed, whatever the number of users and seconds", () => {
    const long = plan(7, 20, 600);
    const short = plan(7, 10, 60);
    for (const [index, traveller] of short.entries()) {
      expect(long[index]?.legs.slice(0, traveller.legs.length)).toEqual(traveller.legs);
      expect(report(long[index] as never, 42)).toEqual(report(traveller, 42));
    }
    expect(plan(8, 10, 60)).not.toEqual(short);
  });

  test("reports positions within their stated accuracy, with an error that changes every ten seconds", () => {
    const errors = new Set<string>();
    for (const traveller of plan(3, 50, 600)) {
      for (const leg of traveller.legs.filter(({ begins }) => begins >= 0)) {
        const second = (leg.begins + leg.ends) / 2;
        const exact = between(point(leg.from), point(leg.to), 0.5);
        const said = report(traveller, second);
        expect(said.movingActivity).toBe(leg.activity);
        expect(said.accuracy).toBeGreaterThan(0.7 * 6 - 0.1);
        expect(said.accuracy).toBeLessThan(1.5 * 12 + 0.1);
        // The last decimals of degrees and of metres are rounded.
        expect(distance(said, exact)).toBeLessThan(said.accuracy + 0.2);
        errors.add(distance(said, exact).toFixed(2));
      }
    }
    expect(errors.size).toBeGreaterThan(100);
    const [resting] = plan(3, 1, 600);
    const still = { ...resting, legs: resting?.legs.slice(-1) } as NonNullable<typeof resting>;
    const at = (second: number) => report(still, second);
    expect(at(39)).toEqual(at(30));
    expect(at(40)).not.toEqual(at(39));
    // A user who has arrived stays.
    expect(at(1e6).movingActivity).toBe("STILL");
  });

  test("moves everyone without jumps, as fast as their activity allows", () => {
    const fastest = { WALKING: 2, RUNNING: 4, ON_BICYCLE: 7, IN_VEHICLE: 14, STILL: 0 };
    for (const { legs } of plan(3, 200, 600)) {
      for (const [index, leg] of legs.entries()) {
        const metres = distance(point(leg.from), point(leg.to));
        expect(metres / (leg.ends - leg.begins)).toBeLessThanOrEqual(fastest[leg.activity]);
        const before = legs[index - 1];
        if (before) expect([leg.from, leg.begins]).toEqual([before.to, before.ends]);
      }
      expect(legs.at(-1)?.ends).toBeGreaterThanOrEqual(600);
    }
  });
});

describe("the tally", () => {
  const alert = { id: 7, reachedUsers: 3 };

  test("gives the median and the 95th percentile of the answer times", () => {
    const tally = new Tally();
    tally.latencies.push(...Array.from({ length: 101 }, (_, i) => 101 - i));
    expect(tally.summary(1)).toMatch(/\(median\) +51\.0 ms\n.*\(19 of 20\) +96\.0 ms/);
  });

  test("can be printed without answers and without an alert", () => {
    const text = new Tally().summary(0);
    expect(text).toMatch(/\(median\) +0\.0 ms\n/);
    expect(text).toMatch(/ a second +0\.0\n/);
    expect(text).toMatch(/alert +none was published/);
    expect(text).not.toContain("reached");
  });

  test("shows positions per second, the number of errors with the last one, and who was notified", () => {
    const tally = new Tally();
    tally.positions = 30;
    tally.fail(new Error("one"));
    tally.fail("two");
    tally.notified.TWO = 5;
    tally.seen = 4;
    const text = tally.summary(20, alert);
    for (const row of [
      / a second +1\.5\n/,
      /errors +2, the last: two\n/,
      /alert +#7\n/,
      /users reached +3\n/,
      /level ONE +0\n.*level TWO +5\n.*level THREE +0\n/,
      /seen +4/,
    ]) {
      expect(text).toMatch(row);
    }
    expect(tally.line(9.6)).toBe(
      "  10 s   30 positions   2 errors   notified: ONE 0, TWO 5, THREE 0   seen: 4",
    );
  });
});

describe("the pace", () => {
  test("keeps its rate, and limits the calls under way if the service is slow", async () => {
    const enough = new AbortController();
    const begun: number[] = [];
    const start = performance.now();
    await pace(100, enough.signal, async () => {
      if (begun.push(performance.now() - start) === 50) enough.abort();
    });
    // On a slow machine too, no call comes before its time (a timer may be 1 ms early).
    for (const [index, at] of begun.entries()) expect(at).toBeGreaterThan(index * 10 - 2);
    expect(begun).toHaveLength(50);

    let underWay = 0;
    let most = 0;
    let count = 0;
    const full = new AbortController();
    await pace(1000, full.signal, async () => {
      underWay += 1;
      count += 1;
      most = Math.max(most, underWay);
      if (count === 200) full.abort();
      await new Promise((resolve) => setTimeout(resolve, 100));
      underWay -= 1;
    });
    expect(most).toBe(24);
    // `pace` ends only when all calls have ended.
    expect(underWay).toBe(0);
  });

  test("catches up at most a fifth of a second after a pause", async () => {
    let now = 0;
    const clock = jest.spyOn(performance, "now").mockImplementation(() => now);
    const enough = new AbortController();
    let atOnce = 0;
    let count = 0;
    await pace(100, enough.signal, async () => {
      count += 1;
      if (count === 1) {
        now = 10_000;
        setImmediate(() => {
          atOnce = count;
          enough.abort();
        });
      }
      if (count === 100) enough.abort();
    });
    clock.mockRestore();
    expect(atOnce).toBe(22);
  });
});

test("each() makes one call for each item, a few at a time, and none after an abort", async () => {
  let underWay = 0;
  let most = 0;
  const called: number[] = [];
  const enough = new AbortController();
  const items = Array.from({ length: 9 }, (_, index) => index);
  await each(items, 3, enough.signal, async (item) => {
    most = Math.max(most, ++underWay);
    called.push(item);
    if (item === 5) enough.abort();
    await new Promise(setImmediate);
    underWay -= 1;
  });
  expect([most, called]).toEqual([3, [0, 1, 2, 3, 4, 5]]);
  // An aborted rest ends without an error.
  await rest(1e8, enough.signal);
});

test("a number option accepts its least and its greatest value, and nothing beyond", () => {
  const users = number(1, 10_000);
  expect([users("1"), users("10000")]).toEqual([1, 10_000]);
  for (const text of ["0", "10001", "1.5", "many", "", " "]) {
    expect(() => users(text)).toThrow("It must be a number from 1 to 10000.");
  }
  expect(number(0.1, 1000, false)("0.1")).toBe(0.1);
  expect(() => number(0, 5)(" ")).toThrow("from 0 to 5");
});

describe("a demo", () => {
  const service = runTestService();

  const demo = (
    args: string[],
    env: NodeJS.ProcessEnv = {},
    interruptedAt?: string,
    signal?: NodeJS.Signals,
  ) =>
    runFile(
      DEMO,
      ["--url", `${service.url}/graphql`, "--users", "12", "--seed", "5", ...args],
      { ADMIN_EMAIL: "admin@example.org", ADMIN_PASSWORD: "admin-password", ...env },
      { interruptedAt, ...(signal && { signal }) },
    );
  const figure = (stdout: string, name: string) =>
    Number(stdout.match(new RegExp(`${name} +(\\d+)`))?.[1]);

  test("reports positions, and an alert notifies the users in its zones", async () => {
    const { code, stdout, stderr } = await demo(["--rate", "20", "--seconds", "5"]);
    expect(stderr).toMatch(
      /Alert #1 is published over the Marais: it notifies [1-9]\d* users at once/,
    );
    expect(code).toBe(0);
    const positions = figure(stdout, "positions reported");
    // 100 are expected. A busy machine reports fewer, and its timers fire late.
    expect(positions).toBeGreaterThan(20);
    expect(positions).toBeLessThan(150);
    expect(stdout).toMatch(/\nerrors +0\n/);
    // It prints a line every other second.
    expect(stderr).toMatch(/\n +\d s {3}\d+ positions {3}0 errors {3}notified: ONE/);

    const { data } = await service.graphql(
      `{ users(limit: 1000) { isAdmin }
         positions(limit: 1000) { id }
         notifications(alertId: 1, limit: 1000) { level seen }
         alerts(id: 1) { reachedUsers } }`,
      {},
      service.admin,
    );
    expect(data.users).toHaveLength(13);
    expect(data.users.filter((user: { isAdmin: boolean }) => user.isAdmin)).toHaveLength(1);
    expect(data.positions).toHaveLength(positions);
    expect(figure(stdout, "users reached")).toBe(data.alerts[0].reachedUsers);
    // Each user has a phone that could be notified.
    const { rowCount } = await service.owner.query("select from app_private.devices");
    expect(rowCount).toBe(12);
    for (const level of ["ONE", "TWO", "THREE"]) {
      const notified = data.notifications.filter((row: { level: string }) => row.level === level);
      expect(figure(stdout, `notified at level ${level}`)).toBe(notified.length);
    }
    expect(data.notifications.length).toBeGreaterThan(0);
    const seen = data.notifications.filter((row: { seen: boolean }) => row.seen);
    expect(figure(stdout, "notifications seen")).toBe(seen.length);
  });

  test("uses the same users the next time, and prints its figures when interrupted", async () => {
    const { code, stdout } = await demo(["--seconds", "600"], {}, "They move.");
    expect(code).toBe(0);
    expect(stdout).toMatch(/after \d+ s/);
    const { data } = await service.graphql("{ users(limit: 1000) { id } }", {}, service.admin);
    expect(data.users).toHaveLength(13);
  });

  test("that is stopped by SIGTERM before the users move prints no figures", async () => {
    const { code, stdout } = await demo(["--users", "1000"], {}, "log in", "SIGTERM");
    expect([code, stdout]).toEqual([0, ""]);
  });

  test("explains its errors: no service, a wrong password, not an administrator", async () => {
    const { email, password } = await service.newUser();
    const ADMIN_EMAIL = "admin@example.org";
    await service.newUser({ email: "demo-6-1@example.org" });
    const outcomes = await Promise.all([
      runFile(
        DEMO,
        // The greatest value of each option.
        ["--users", "10000", "--rate", "1000", "--seed", "2147483647", "--seconds", "86400"],
        { PORT: "1" },
      ),
      // The least value of each option.
      demo(
        ["--users", "1", "--rate", "0.1", "--seed", "0", "--seconds", "1", "--email", ADMIN_EMAIL],
        { ADMIN_EMAIL: email, ADMIN_PASSWORD: "wrong password" },
      ),
      demo([], { ADMIN_PASSWORD: "" }),
      demo(["--password", password], { ADMIN_EMAIL: email }),
      demo(["--users", "many"]),
      demo(["--seed", "6", "--users", "1"]),
    ]);
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual([
      [
        1,
        expect.stringMatching(
          /^The service does not answer at http:\/\/localhost:1\/graphql .*npm start/,
        ),
      ],
      [1, expect.stringMatching(/^Cannot log in as admin@example\.org: .*is wrong/)],
      [1, expect.stringMatching(/^Give the administrator's password/)],
      [1, expect.stringMatching(/is not an administrator: run `npm run user -- promote/)],
      [1, expect.stringMatching(/must be a number from 1 to 10000/)],
      [
        1,
        expect.stringMatching(/^demo-6-1@example\.org exists, but .*: choose another --seed\.$/m),
      ],
    ]);
  });
});

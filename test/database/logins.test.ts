/** @database server */
import { describe, expect } from "@jest/globals";
import { host, owner, refusal, type Scene, stage } from "./scene.ts";

const { test } = stage();

const EMAIL = "ada@example.org";
const HERE = "127.0.0.1";

/** Returns the seconds that a login has to wait; 0 if its password may be checked. */
const wait = (s: Scene, email: string, address: string): Promise<number> =>
  s.value(host)`select retry_after from app_private.begin_login(${email}, ${address})`;

/** Guesses wrongly. Returns the seconds to wait; 0 if the guess was checked. */
async function guessOnce(s: Scene, email = EMAIL, address = HERE): Promise<number> {
  const seconds = await wait(s, email, address);
  if (seconds === 0) await s.as(host)`select app_private.fail_login(${email}, ${address})`;
  return seconds;
}

/** Logs in with the right password. Returns true if it was checked. */
async function enters(s: Scene, email = EMAIL, address = HERE): Promise<boolean> {
  if ((await wait(s, email, address)) > 0) return false;
  await s.as(host)`select app_private.complete_login(${email}, ${address})`;
  return true;
}

/** Guesses wrongly until a guess is refused. Returns how many were checked, and how long to wait then. */
async function guess(s: Scene, email = EMAIL, address = HERE) {
  for (let checked = 0; checked < 100; checked++) {
    const wait = await guessOnce(s, email, address);
    if (wait > 0) return { checked, wait };
  }
  throw new Error("A hundred guesses were checked.");
}

/** Lets time pass. */
const pass = (s: Scene, time: string) =>
  s.as(owner)`update app_private.login_failures set last_at = last_at - ${time}::interval`;

/** Returns the delays after each of several guesses, each made as early as it may be. */
async function delays(s: Scene, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) {
    const { wait } = await guess(s);
    all.push(wait);
    await pass(s, `${wait} seconds`);
  }
  return all;
}

/** Records `count` failures at the same time. */
const fail = (s: Scene, count: number, email = EMAIL, address = HERE) =>
  s.as(host)`select app_private.fail_login(${email}, ${address})
    from generate_series(1, ${count})`;

const counters = (s: Scene) => s.value(owner)`select count(*)::int from app_private.login_failures`;

describe("a pair of account and address", () => {
  test("has five guesses, then waits longer and longer, up to five minutes", async (s) => {
    expect(await guess(s)).toEqual({ checked: 5, wait: 1 });
    expect(await delays(s, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test("waits five minutes after any number of failures", async (s) => {
    await fail(s, 2000);
    expect(await wait(s, EMAIL, HERE)).toBe(300);
  });

  test("is counted in the same way in any case of the email, and whether or not a user has it", async (s) => {
    await s.user(false, "Ada@Example.org");
    const known = [await guessOnce(s, "ADA@example.org"), (await guess(s)).checked];
    const unknown = [
      await guessOnce(s, "NOBODY@example.org"),
      (await guess(s, "nobody@example.org")).checked,
    ];
    expect(unknown).toEqual(known);
    expect(known).toEqual([0, 4]);
  });

  test("waits a full second if only a part of it is left", async (s) => {
    await guess(s);
    await pass(s, "0.5 seconds");
    expect(await guessOnce(s)).toBe(1);
  });

  test("gets guesses back while it waits, if the limits say so", async (s) => {
    await s.as(owner)`update app_private.login_limits
      set longest_delay = '1 hour', forgiven_every = '1 minute'
      where counter = 'account and address'`;
    await fail(s, 15);
    expect(await wait(s, EMAIL, HERE)).toBe(1024);
    await pass(s, "11 minutes");
    expect(await wait(s, EMAIL, HERE)).toBe(0);
  });

  test("is forgiven its own failures after a right password, and not those of other addresses", async (s) => {
    await s.user(false, EMAIL);
    await fail(s, 3, EMAIL, "127.0.0.2");
    await fail(s, 1);
    await enters(s);
    expect(
      await s.as(owner)`select failures from app_private.login_failures
        where counter = 'account'`,
    ).toEqual([{ failures: 3 }]);
  });

  test("forgives nothing of other accounts and addresses after a right password", async (s) => {
    await s.user(false, EMAIL);
    await fail(s, 3, "bob@example.org", "127.0.0.2");
    await fail(s, 1);
    const OTHERS =
      "select counter, key, failures from app_private.login_failures where failures = 3 order by 1";
    const before = await s.as(owner, OTHERS);
    expect(before).toHaveLength(3);
    await enters(s);
    expect(await s.as(owner, OTHERS)).toEqual(before);
    // The failures of this account and address are forgiven.
    expect(
      await s.value(owner)`select max(failures) from app_private.login_failures f
        where failures <> 3`,
    ).toBe(0);
  });

  test("has its guesses again after a right password", async (s) => {
    await s.user(false, EMAIL);
    for (let i = 0; i < 4; i++) await guessOnce(s);
    expect(await enters(s)).toBe(true);
    expect((await guess(s)).checked).toBe(5);
  });

  test("gets one guess back in ten minutes, and all in an hour", async (s) => {
    await guess(s);
    await pass(s, "10 minutes");
    expect((await guess(s)).checked).toBe(1);
    await pass(s, "1 hour");
    expect((await guess(s)).checked).toBe(5);
  });
});

describe("an account that is attacked from many addresses", () => {
  /** Guesses from thirty addresses until each is refused. */
  const attack = async (s: Scene) => {
    for (let i = 1; i <= 30; i++) await guess(s, EMAIL, `192.0.2.${i}`);
  };

  test("lets the right password from another address in at once", async (s) => {
    await s.user(false, EMAIL);
    await attack(s);
    expect(await enters(s)).toBe(true);
  });

  test("makes another address that has failed wait a minute, which the attack does not prolong", async (s) => {
    await s.user(false, EMAIL);
    await attack(s);
    expect(await guess(s)).toEqual({ checked: 1, wait: 60 });
    await pass(s, "30 seconds");
    await attack(s);
    expect(await guessOnce(s)).toBe(30);
    await pass(s, "30 seconds");
    expect(await enters(s)).toBe(true);
  });
});

test("failures of an account from other addresses delay no address whose own failures are forgiven", async (s) => {
  await s.as(owner)`update app_private.login_limits set longest_delay = '1 hour',
    forgiven_every = case counter when 'account' then interval '1 hour' else '1 minute' end
    where counter in ('account', 'account and address')`;
  await fail(s, 30, EMAIL, "127.0.0.2");
  await fail(s, 1);
  expect(await wait(s, EMAIL, HERE)).toBeGreaterThan(0);
  await pass(s, "2 minutes");
  expect(await wait(s, EMAIL, HERE)).toBe(0);
});

test("an email in capitals is the same account: in its counters, its addresses and the audit log", async (s) => {
  const { id } = await s.user(false, EMAIL);
  const capitals = EMAIL.toUpperCase();
  await fail(s, 1, capitals);
  await fail(s, 1, EMAIL, "127.0.0.2");
  expect(
    await s.as(owner)`select failures from app_private.login_failures where counter = 'account'`,
  ).toEqual([{ failures: 2 }]);
  await enters(s, capitals);
  expect(await s.as(owner)`select user_id from app_private.login_addresses`).toEqual([
    { user_id: id },
  ]);
  const FAILED =
    "select distinct object_id::int from app_public.audit_entries where action = 'LOGIN_FAILED'";
  expect(await s.as(owner, FAILED)).toEqual([{ object_id: id }]);
});

test("a login with an email that nobody has stores no address", async (s) => {
  expect(await enters(s)).toBe(true);
  expect(await s.as(owner)`select from app_private.login_addresses`).toEqual([]);
});

describe("an address", () => {
  /** Guesses at made-up accounts from an address until it is refused. */
  const spray = async (s: Scene, address = HERE) => {
    for (let checked = 0; checked < 100; checked++) {
      const wait = await guessOnce(s, `user${checked}@example.org`, address);
      if (wait > 0) return { checked, wait };
    }
    throw new Error("A hundred guesses were checked.");
  };

  test("has fifty guesses, then one every five seconds", async (s) => {
    expect(await spray(s)).toEqual({ checked: 50, wait: 1 });
    for (let i = 0; i < 20; i++) {
      await pass(s, "5 seconds");
      expect([await guessOnce(s, `late${i}@example.org`), await guessOnce(s)]).toEqual([
        0,
        expect.any(Number),
      ]);
    }
    await pass(s, "5 minutes");
    expect((await spray(s)).checked).toBeGreaterThan(45);
  });

  test("does not delay an account that logged in from there before, nor another address", async (s) => {
    await s.user(false, EMAIL);
    await s.user(false, "new@example.org");
    await enters(s);
    await enters(s, "new@example.org", "127.0.0.2");
    await spray(s);
    expect(await enters(s)).toBe(true);
    expect(await enters(s, "ADA@Example.org")).toBe(true);
    expect(await enters(s, "new@example.org")).toBe(false);
    expect(await enters(s, "new@example.org", "127.0.0.2")).toBe(true);
  });

  test("makes a login wait for the longest of its delays", async (s) => {
    await fail(s, 60, "other@example.org");
    await fail(s, 5);
    expect(await wait(s, EMAIL, HERE)).toBe(5);
  });

  test("does not count right passwords", async (s) => {
    await s.user(false, EMAIL);
    for (let i = 0; i < 60; i++) expect(await enters(s)).toBe(true);
    expect((await spray(s)).checked).toBe(50);
  });
});

describe("the tables of login attempts", () => {
  test("get no row for a refused attempt", async (s) => {
    for (let i = 0; i < 60; i++) await guessOnce(s, `user${i}@example.org`);
    const before = await counters(s);
    for (let i = 60; i < 90; i++)
      expect(await guessOnce(s, `user${i}@example.org`)).toBeGreaterThan(0);
    expect(await counters(s)).toBe(before);
  });

  test("keep the newest counters in a purge", async (s) => {
    await guessOnce(s, "old@example.org", "127.0.0.2");
    await pass(s, "1 second");
    await guess(s);
    await s.as(owner)`select app_private.purge_logins(3)`;
    expect(await counters(s)).toBe(3);
    expect(await guessOnce(s)).toBeGreaterThan(0);
  });

  test("lose forgiven counters, and addresses that were not used for ninety days", async (s) => {
    const { id } = await s.user(false, EMAIL);
    await enters(s);
    await enters(s, EMAIL, "127.0.0.2");
    await guess(s);
    await s.as(owner)`update app_private.login_addresses
      set last_at = now() - case when address = ${HERE} then interval '91 days' else '89 days' end`;
    await s.as(owner)`select app_private.purge_logins()`;
    // Failures of the account alone, and of the address alone, are forgiven sooner.
    await pass(s, "45 minutes");
    await s.as(owner)`select app_private.purge_logins()`;
    expect(await s.as(owner)`select counter from app_private.login_failures`).toEqual([
      { counter: "account and address" },
    ]);
    await pass(s, "10 minutes");
    await s.as(owner)`select app_private.purge_logins()`;
    expect(await counters(s)).toBe(0);
    expect(
      await s.as(owner)`select user_id, address::text from app_private.login_addresses`,
    ).toEqual([{ user_id: id, address: "127.0.0.2/32" }]);
  });

  test("update the time of an address at most once a day", async (s) => {
    await s.user(false, EMAIL);
    const age = async (before: string) => {
      await s.as(owner)`update app_private.login_addresses
        set last_at = now() - ${before}::interval`;
      await enters(s);
      return await s.value(owner)`select extract(epoch from now() - last_at)::int / 3600
        from app_private.login_addresses`;
    };
    await enters(s);
    expect(await age("23 hours")).toBe(23);
    expect(await age("25 hours")).toBe(0);
  });

  test("remember the addresses of a user independently of other users", async (s) => {
    const ada = await s.user(false, EMAIL);
    await s.user(false, "bob@example.org");
    await enters(s);
    await s.as(owner)`update app_private.login_addresses
      set last_at = last_at - interval '1 hour'`;
    await enters(s, "bob@example.org");
    await s.as(owner)`update app_private.login_addresses
      set last_at = last_at - interval '1 hour'`;
    for (let i = 1; i <= 25; i++) await enters(s, "bob@example.org", `192.0.2.${i}`);
    await enters(s, EMAIL, "127.0.0.2");
    expect(
      await s.as(owner)`select host(address) as address from app_private.login_addresses
        where user_id = ${ada.id} order by last_at`,
    ).toEqual([{ address: HERE }, { address: "127.0.0.2" }]);
  });

  test("remember the last twenty addresses of a user", async (s) => {
    await s.user(false, EMAIL);
    for (let i = 1; i <= 25; i++) {
      await enters(s, EMAIL, `2001:db8:0:${i}::/64`);
      await s.as(owner)`update app_private.login_addresses
        set last_at = last_at - interval '1 hour'`;
    }
    const rows = await s.as(owner)`select host(address) as address
      from app_private.login_addresses order by last_at`;
    expect(rows.map(({ address }) => address)).toEqual(
      Array.from({ length: 20 }, (_, i) =>
        `2001:db8:0:${i + 6}::`.replace(/:\d+::$/, `:${i + 6}::`),
      ),
    );
  });
});

describe("the limits of attempts", () => {
  test("are the documented ones", async (s) => {
    const LIMITS =
      "select counter, free_failures, longest_delay::text, forgiven_every::text from app_private.login_limits order by 1";
    expect((await s.as(owner, LIMITS)).map((row) => Object.values(row))).toEqual([
      ["account", 20, "00:01:00", "00:01:00"],
      ["account and address", 5, "00:05:00", "00:10:00"],
      ["address", 50, "00:00:05", "00:00:05"],
      ["join", 50, "00:01:00", "00:00:05"],
      ["mail by address", 20, "00:10:00", "00:01:00"],
      ["mail by email", 3, "01:00:00", "00:20:00"],
      ["mail by user", 5, "01:00:00", "00:20:00"],
      ["sms by number", 4, "01:00:00", "01:00:00"],
      ["sms by user", 4, "01:00:00", "01:00:00"],
    ]);
  });

  test.each([
    ["counter = 'guess'", "login_limits_counter"],
    ["free_failures = 0", "login_limits_free_failures"],
    ["longest_delay = '999 milliseconds'", "login_limits_longest_delay"],
    ["forgiven_every = '0'", "login_limits_forgiven_every"],
  ])("refuse %s", async (s, change, constraint) => {
    await expect(
      s.as(owner, `update app_private.login_limits set ${change} where counter = 'join'`),
    ).rejects.toMatchObject(refusal("23514", { constraint }));
  });
});

import { expect, test } from "@jest/globals";
import { type Asker, type Counts, makeQuotas, pay } from "../../src/limits/quotas.ts";

/** Quotas refill so slowly that the time that a test takes changes nothing. */
const rate = (burst: number) => ({ burst, perSecond: 1e-6 });
const RATES = { reports: rate(3), requests: rate(5), anonymous: rate(7) };
const MANY = 20;

const user = (userId: string, address = "192.0.2.1"): Asker => ({
  userId,
  address: () => address,
});
const nobody = (address: string) => user("", address);
const report: Counts = { reports: 1, others: 0 };
const other: Counts = { reports: 0, others: 1 };

function quotas() {
  const take = makeQuotas(RATES);
  return {
    take,
    /** Returns how often somebody may ask. */
    async passed(asker: Asker, counts: Counts): Promise<number> {
      for (let count = 0; count < MANY; count += 1) {
        if ((await take(asker, counts)) > 0) return count;
      }
      return MANY;
    },
  };
}

test("reports, other requests, and strangers have a quota each", async () => {
  const { passed } = quotas();
  expect(await passed(user("1"), report)).toBe(3);
  expect(await passed(user("1"), other)).toBe(5);
  expect(await passed(nobody("192.0.2.1"), other)).toBe(7);
});

test("a user has one quota at all addresses, and strangers have one for each address", async () => {
  const { passed } = quotas();
  expect(await passed(user("1"), other)).toBe(5);
  expect(await passed(user("1", "192.0.2.2"), other)).toBe(0);
  expect(await passed(user("2"), other)).toBe(5);
  expect(await passed(nobody("192.0.2.1"), other)).toBe(7);
  expect(await passed(nobody("192.0.2.1"), other)).toBe(0);
  expect(await passed(nobody("192.0.2.2"), other)).toBe(7);
});

test("a stranger's reports count for no quota", async () => {
  const { passed } = quotas();
  expect(await passed(nobody("192.0.2.1"), report)).toBe(MANY);
  expect(await passed(nobody("192.0.2.1"), { reports: 9, others: 1 })).toBe(7);
});

test("a request with reports and others needs both quotas, and takes no others if its reports are refused", async () => {
  const { passed } = quotas();
  const both = { reports: 1, others: 1 };
  expect(await passed(user("1"), both)).toBe(3);
  expect(await passed(user("1"), other)).toBe(2);
  expect(await passed(user("2"), { reports: 0, others: 5 })).toBe(1);
  expect(await passed(user("2"), both)).toBe(0);
});

test("reports that a user owes are never refused, and count only for the quota of reports", async () => {
  const { take, passed } = quotas();
  expect(await take(user("1"), { reports: 0, others: 0, owed: 9 })).toBe(0);
  expect(await take(user("1"), report)).toBe(7e6);
  expect(await passed(user("1"), other)).toBe(5);
});

test("a refusal is held before it is sent", async () => {
  const turn = new Promise((resolve) => setImmediate(resolve, "held"));
  expect(await Promise.race([pay(async () => 7, user("1"), other), turn])).toBe("held");
});

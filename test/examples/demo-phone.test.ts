/** @database server */
import { expect, test } from "@jest/globals";
import { Phone } from "../../examples/demo/phone.ts";
import { Tally } from "../../examples/demo/tally.ts";
import { plan } from "../../examples/demo/travellers.ts";
import type { Graphql } from "../../examples/phone/graphql.ts";

const [traveller] = plan(1, 1, 60) as [ReturnType<typeof plan>[number]];

/** Makes a phone whose service gives the test's answers. */
function phoneOf(answers: (query: string, variables: never) => unknown, whose = traveller) {
  const tally = new Tally();
  const graphql = async (query: string, variables: unknown, token?: string) => {
    expect(token).toBe("the user's");
    return await answers(query, variables as never);
  };
  const phone = new Phone(graphql as Graphql, { traveller: whose, token: "the user's" }, tally);
  return { phone, tally };
}

test("a phone sends positions again that could not be sent, and counts them and the error once", async () => {
  const sent: unknown[][] = [];
  let isAway = true;
  const { phone, tally } = phoneOf((_query, { input }: { input: unknown[] }) => {
    if (isAway) throw new Error("away");
    sent.push([...input]);
  });
  await phone.report(1);
  expect([tally.positions, tally.errors, tally.lastError]).toEqual([0, 1, "away"]);
  isAway = false;
  // The second one is reported while the first is on its way.
  await Promise.all([phone.report(2), phone.report(3)]);
  await phone.report(4);
  const ids = sent.flat().map((position) => (position as { clientId: string }).clientId);
  expect(new Set(ids).size).toBe(4);
  expect(ids).toHaveLength(4);
  expect([tally.positions, tally.errors]).toEqual([4, 1]);
  expect(tally.latencies).toHaveLength(sent.length);
});

test("a phone counts each notification of the alert once, and marks most as seen at its next poll", async () => {
  const notification = (id: number, alertId = 7) => ({
    ...{ id, cursor: `c${id}`, level: id % 2 === 0 ? "TWO" : "ONE", alert: { id: alertId } },
  });
  const all = Array.from({ length: 100 }, (_, index) => notification(index + 1));
  all.push(notification(101, 8), notification(50));
  const seen: number[] = [];
  const asked: string[] = [];
  const { phone, tally } = phoneOf((query, variables: { since: string; input: { id: number } }) => {
    if (query.startsWith("mutation")) return void seen.push(variables.input.id);
    asked.push(variables.since);
    return { notifications: variables.since === "" ? all : [] };
  });
  await phone.poll(7);
  expect(asked).toEqual(["", "c50"]);
  expect(tally.notified).toEqual({ ONE: 50, TWO: 50, THREE: 0 });
  expect([seen, tally.seen]).toEqual([[], 0]);
  await phone.poll(7);
  expect(seen.length).toBeGreaterThan(50);
  expect(seen.length).toBeLessThan(90);
  expect(new Set(seen).size).toBe(seen.length);
  const marked = seen.length;
  await phone.poll(7);
  expect([seen.length, tally.seen]).toEqual([marked, marked]);
  expect(tally.notified).toEqual({ ONE: 50, TWO: 50, THREE: 0 });
});

test("which notifications are read depends on the user, and is the same for the same seed", async () => {
  const notifications = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: index + 1, cursor: `c${index + 1}`, level: "ONE", alert: { id: 7 } },
  }));
  const seenBy = async (whose: typeof traveller) => {
    const seen: number[] = [];
    const { phone } = phoneOf((query, variables: { since: string; input: { id: number } }) => {
      if (query.startsWith("mutation")) return void seen.push(variables.input.id);
      return { notifications: variables.since === "" ? notifications : [] };
    }, whose);
    await phone.poll(7);
    await phone.poll(7);
    return seen;
  };
  const [one, other] = plan(1, 2, 60) as [typeof traveller, typeof traveller];
  expect(await seenBy(other)).not.toEqual(await seenBy(one));
  expect(await seenBy(one)).toEqual(await seenBy(one));
});

test("a phone that cannot poll counts an error", async () => {
  const { phone, tally } = phoneOf(() => {
    throw new Error("away");
  });
  await phone.poll(7);
  expect([tally.errors, tally.lastError]).toEqual([1, "away"]);
});

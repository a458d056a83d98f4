import { expect, test } from "@jest/globals";
import type { Outcome, Provider } from "../../src/delivery/push/provider.ts";
import { makeCheckReceipts } from "../../src/delivery/push/send-pushes.ts";

type Receipts = () => Promise<Map<string, Outcome>>;

/** Asks a provider for the receipts r1 and r2, and gives `watch` what they say. */
async function ask(
  receipts: Receipts | undefined,
  query: (text: string, values: unknown[]) => Promise<unknown>,
  watch: (outcomes: readonly Outcome[]) => void = () => {},
): Promise<void> {
  const provider = { name: "expo", receipts } as unknown as Provider;
  const task = makeCheckReceipts(new Map([["expo", { provider, watch }]]));
  await task({ provider: "expo", receipts: ["r1", "r2"] }, { query } as never);
}

/** Returns what is recorded of the receipts r1 and r2. */
async function check(receipts?: Receipts): Promise<unknown[][]> {
  const recorded: unknown[][] = [];
  await ask(receipts, async (_text, values) => recorded.push(values));
  return recorded;
}

test("records the outcome of each receipt that came, with a list of all that were asked for", async () => {
  const [values, ...others] = await check(
    async () => new Map<string, Outcome>([["r1", { state: "dead", why: "gone" }]]),
  );
  expect(others).toEqual([]);
  const [provider, asked, outcomes] = values as [string, string[], string];
  expect([provider, asked]).toEqual(["expo", ["r1", "r2"]]);
  expect(JSON.parse(outcomes)).toEqual([{ receipt: "r1", state: "dead", why: "gone" }]);
});

test("records outcomes without the characters that the database refuses", async () => {
  const [values] = await check(
    async () => new Map<string, Outcome>([["r1\0", { state: "dead", why: "gone\0 \ud83c" }]]),
  );
  expect(JSON.parse(values?.[2] as string)).toEqual([
    { receipt: "r1", state: "dead", why: "gone \ufffd" },
  ]);
});

test("fails if the provider does not answer, so that the job runs again", async () => {
  await expect(check(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
});

test("fails if the outcomes cannot be recorded", async () => {
  const query = () => Promise.reject(new Error("the database is away"));
  const watched: unknown[] = [];
  const asked = ask(
    async () => new Map<string, Outcome>([["r1", { state: "accepted" }]]),
    query,
    (outcomes) => watched.push(outcomes),
  );
  await expect(asked).rejects.toThrow("the database is away");
  // The job runs again, and would count the outcome twice.
  expect(watched).toEqual([]);
});

test("records that a failure concerns all pushes, and passes the outcome of each receipt to the watch", async () => {
  const outcomes: Outcome[] = [
    { state: "failed", why: "InvalidCredentials", everyone: true },
    { state: "accepted" },
  ];
  const [r1, r2] = outcomes as [Outcome, Outcome];
  const recorded: unknown[] = [];
  const watched: unknown[] = [];
  await ask(
    async () => new Map([["r1", r1] as const, ["r2", r2] as const]),
    async (_text, values) => recorded.push(JSON.parse(values[2] as string)),
    (some) => watched.push(...some),
  );
  expect(recorded).toEqual([
    [
      { ...r1, receipt: "r1" },
      { ...r2, receipt: "r2" },
    ],
  ]);
  expect(watched).toEqual(outcomes);
});

test("does nothing for a provider without receipts", async () => {
  expect(await check()).toEqual([]);
});

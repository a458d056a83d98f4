import { expect, test } from "@jest/globals";
import { makeCheckReceipts } from "../../src/channels/push/jobs/check-receipts.ts";
import type { Outcome, Provider } from "../../src/channels/push/provider.ts";

/** Asks a provider for the receipts r1 and r2. Returns what is recorded. */
async function check(receipts?: () => Promise<Map<string, Outcome>>): Promise<unknown[][]> {
  const recorded: unknown[][] = [];
  const provider = { name: "expo", receipts } as unknown as Provider;
  const query = async (_text: string, values: unknown[]) => recorded.push(values);
  const task = makeCheckReceipts(new Map([["expo", provider]]));
  await task({ provider: "expo", receipts: ["r1", "r2"] }, { query } as never);
  return recorded;
}

test("records the outcome of each receipt that came, beside all that were asked for", async () => {
  const [values, ...others] = await check(
    async () => new Map<string, Outcome>([["r1", { state: "dead", why: "gone" }]]),
  );
  expect(others).toEqual([]);
  const [provider, asked, outcomes] = values as [string, string[], string];
  expect([provider, asked]).toEqual(["expo", ["r1", "r2"]]);
  expect(JSON.parse(outcomes)).toEqual([{ receipt: "r1", state: "dead", why: "gone" }]);
});

test("fails if the provider does not answer, so that the job runs again", async () => {
  await expect(check(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
});

test("fails if the outcomes cannot be recorded", async () => {
  const provider = { receipts: async () => new Map() } as unknown as Provider;
  const query = () => Promise.reject(new Error("the database is away"));
  const task = makeCheckReceipts(new Map([["expo", provider]]));
  const asked = task({ provider: "expo", receipts: ["r1"] }, { query } as never);
  await expect(asked).rejects.toThrow("the database is away");
});

test("does nothing for a provider without receipts", async () => {
  expect(await check()).toEqual([]);
});

import { expect, test } from "@jest/globals";
import type { Outcome, Provider } from "../../src/delivery/push/provider.ts";
import { sendAll } from "../../src/delivery/push/send-pushes.ts";
import { pushTo } from "./helpers/push.ts";

const pushes = (count: number) => Array.from({ length: count }, (_, at) => pushTo(`phone-${at}`));

/** A provider that takes two pushes a batch, and answers when the test says so. */
function byHand(concurrency: number) {
  const batches: { tokens: string[]; answer(state?: Outcome["state"]): void }[] = [];
  const provider: Provider = {
    name: "expo",
    batchSize: 2,
    concurrency,
    send(batch) {
      const { promise, resolve } = Promise.withResolvers<Outcome[]>();
      batches.push({
        tokens: batch.map(({ token }) => token),
        answer: (state = "accepted") =>
          resolve(
            batch.map(
              ({ token }) =>
                (state === "accepted"
                  ? { state, receipt: token }
                  : { state, why: token, everyone: true }) as Outcome,
            ),
          ),
      });
      return promise;
    },
  };
  return { provider, batches };
}

const turn = () => new Promise(setImmediate);

test("sends as many batches at once as the provider allows, and keeps the order", async () => {
  const { provider, batches } = byHand(2);
  const all = pushes(7);
  const sent = sendAll(provider, all);
  expect(batches.map(({ tokens }) => tokens.length)).toEqual([2, 2]);
  batches[1]?.answer();
  await turn();
  expect(batches).toHaveLength(3);
  batches[2]?.answer();
  await turn();
  expect(batches).toHaveLength(4);
  for (const { answer } of batches) answer();
  const outcomes = (await sent).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(all.map(({ token }) => ({ state: "accepted", receipt: token })));
});

test("starts no batch after the provider refuses everyone, and says what was not sent", async () => {
  const { provider, batches } = byHand(2);
  const sent = sendAll(provider, pushes(8));
  batches[0]?.answer("retry");
  await turn();
  batches[1]?.answer();
  const outcomes = (await sent).map(({ outcome }) => outcome);
  expect(batches).toHaveLength(2);
  const refused = { state: "retry", why: "phone-0", everyone: true };
  expect(outcomes).toEqual([
    refused,
    { ...refused, why: "phone-1" },
    { state: "accepted", receipt: "phone-2" },
    { state: "accepted", receipt: "phone-3" },
    ...Array(4).fill({ ...refused, unsent: true }),
  ]);
});

test("starts no batch after the host begins to end", async () => {
  const { provider, batches } = byHand(1);
  const ending = new AbortController();
  const sent = sendAll(provider, pushes(4), ending.signal);
  ending.abort();
  batches[0]?.answer();
  const outcomes = (await sent).map(({ outcome }) => outcome);
  expect(batches).toHaveLength(1);
  const unsent = { state: "retry", why: "The host was ending.", unsent: true };
  expect(outcomes.slice(2)).toEqual([unsent, unsent]);
});

test("pushes left unsent by a refusal of everyone keep that reason, though the host begins to end", async () => {
  const { provider, batches } = byHand(1);
  const ending = new AbortController();
  const sent = sendAll(provider, pushes(4), ending.signal);
  batches[0]?.answer("retry");
  ending.abort();
  const outcomes = (await sent).map(({ outcome }) => outcome);
  expect(batches).toHaveLength(1);
  const unsent = { state: "retry", why: "phone-0", everyone: true, unsent: true };
  expect(outcomes.slice(2)).toEqual([unsent, unsent]);
});

test("goes on after a refusal of one push", async () => {
  const sizes: number[] = [];
  const provider: Provider = {
    name: "expo",
    batchSize: 2,
    concurrency: 1,
    async send(batch) {
      sizes.push(batch.length);
      return batch.map(() => ({ state: "retry", why: "busy" }));
    },
  };
  const sent = await sendAll(provider, pushes(4));
  expect(sizes).toEqual([2, 2]);
  expect(sent.some(({ outcome }) => "unsent" in outcome)).toBe(false);
});

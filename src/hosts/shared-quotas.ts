import type { Worker } from "node:cluster";
import type { Counts, TakeQuota } from "../limits/quotas.ts";
import { tellParent } from "./this-host.ts";

/** What a host asks its parent, which keeps the quotas of all hosts. */
interface Question {
  quota: number;
  userId: string;
  address: string;
  counts: Counts;
}

/** The parent's answer to a question: the seconds to wait. */
interface Answer {
  quota: number;
  wait: number;
}

/** Returns a function that takes from the parent's quotas. */
export function askParent(): TakeQuota {
  const waiting = new Map<number, (wait: number) => void>();
  let last = 0;
  process.on("message", ({ quota, wait }: Answer) => {
    waiting.get(quota)?.(wait);
    waiting.delete(quota);
  });
  return ({ userId, address }, counts) => {
    const isByAddress = !userId || counts.guesses !== undefined;
    const asker = { userId, address: isByAddress ? address() : "" };
    const { promise, resolve } = Promise.withResolvers<number>();
    last += 1;
    waiting.set(last, resolve);
    tellParent({ quota: last, ...asker, counts } satisfies Question);
    return promise;
  };
}

/** Answers a host's questions in the parent. */
export function answerHost(worker: Worker, takeQuota: TakeQuota): void {
  worker.on("message", async ({ quota, userId, address, counts }: Question) => {
    if (quota === undefined) return;
    const wait = await takeQuota({ userId, address: () => address }, counts);
    worker.send({ quota, wait } satisfies Answer);
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import { tokenOf } from "../lib/sessions.ts";

const MUTATION = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
/** Milliseconds before a refused report is sent again. */
const PAUSE = 50;

/** People who report all the time, at every host: some in the alert's area, others far away. */
export interface Phones {
  /** The ids of the acknowledged reports. */
  acknowledged: string[];
  /** The number of refused reports. */
  refused: number;
  /** Returns when each host first acknowledged a report that was sent after this call. */
  firstAnswers(): Promise<number[]>;
  stop(): Promise<void>;
}

/** Reports a position. Returns its id; undefined if it was not acknowledged. */
async function report(url: string, userId: number, isInside: boolean): Promise<string | undefined> {
  const input = isInside
    ? { latitude: 0.4 + 0.2 * Math.random(), longitude: 0.4 + 0.2 * Math.random() }
    : { latitude: 44 + Math.random(), longitude: 8 + Math.random() };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${tokenOf(userId)}` },
      body: JSON.stringify({
        query: MUTATION,
        variables: { input: { ...input, movingActivity: "WALKING" } },
      }),
      signal: AbortSignal.timeout(60_000),
    });
    const { data } = (await response.json()) as { data?: { newPosition?: { id: string } } };
    return data?.newPosition?.id;
  } catch {
    return undefined;
  }
}

/**
 * @param urls The addresses of the hosts.
 * @param users The ids of the users inside the area, and of the users far away.
 */
export function startPhones(
  urls: string[],
  users: { inside: number[]; outside: number[] },
): Phones {
  let isOver = false;
  const waiting = urls.map(() => new Set<{ asked: number; answer: (at: number) => void }>());
  const phones: Phones = {
    acknowledged: [],
    refused: 0,
    async firstAnswers() {
      const asked = performance.now();
      return await Promise.all(
        waiting.map((list) => new Promise<number>((answer) => list.add({ asked, answer }))),
      );
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
  async function walk(host: number, userId: number, isInside: boolean): Promise<void> {
    while (!isOver) {
      const asked = performance.now();
      const id = await report(urls[host] as string, userId, isInside);
      if (id === undefined) {
        phones.refused += 1;
        await sleep(PAUSE);
        continue;
      }
      phones.acknowledged.push(id);
      for (const one of waiting[host] as (typeof waiting)[number]) {
        if (asked < one.asked) continue;
        one.answer(performance.now());
        waiting[host]?.delete(one);
      }
    }
  }
  const running = Promise.all(
    urls.flatMap((_, host) => [
      ...users.inside
        .filter((_id, n) => n % urls.length === host)
        .map((id) => walk(host, id, true)),
      ...users.outside
        .filter((_id, n) => n % urls.length === host)
        .map((id) => walk(host, id, false)),
    ]),
  );
  return phones;
}

import { setTimeout as sleep } from "node:timers/promises";
import { headersOf, post } from "./attack.ts";

const MUTATION = "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }";
/** Milliseconds between two requests. */
const PAUSE = 20;

/** How the service treated a client that reports its position repeatedly. */
export interface Felt {
  /** In milliseconds. A request without an answer counts until the end of the measurement. */
  p99: number;
  /** The number of reports that were refused or got no answer. */
  refused: number;
}

/** Reports positions of a user, one after the other, until it is stopped. */
export function watch(url: string, userId: number): { stop(): Felt } {
  const headers = headersOf(userId);
  const took: number[] = [];
  let refused = 0;
  let began: number | undefined;
  let isOver = false;
  const input = { latitude: 50, longitude: 20, movingActivity: "STILL" };
  const body = JSON.stringify({ query: MUTATION, variables: { input } });
  void (async () => {
    while (!isOver) {
      began = performance.now();
      const reply = await post(url, body, headers).catch(() => undefined);
      if (isOver) return;
      if (!reply?.text.startsWith('{"data":{"newPosition":{')) refused += 1;
      took.push(performance.now() - began);
      began = undefined;
      await sleep(PAUSE);
    }
  })();
  return {
    stop() {
      isOver = true;
      if (began !== undefined) took.push(performance.now() - began);
      const sorted = took.sort((a, b) => a - b);
      return { p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN, refused };
    },
  };
}

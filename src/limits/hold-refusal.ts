import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds from a request to its refusal. */
const HOLD = 1_000;
/** The most refusals that wait. Further ones are answered at once, because each takes memory. */
const MOST_HELD = 10_000;
let held = 0;

/** Waits before a refusal is sent, so that a client that asks again at once is refused once a second. */
export async function holdRefusal(): Promise<void> {
  if (held >= MOST_HELD) return;
  held += 1;
  await sleep(HOLD);
  held -= 1;
}

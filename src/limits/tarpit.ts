import { setTimeout as sleep } from "node:timers/promises";

const TARPIT_DELAY_MS = 1_000;
/** Further refusals are answered at once, because each that waits takes memory. */
const MAX_HELD_REFUSALS = 10_000;
let held = 0;

/** A tarpit: waits before a refusal is sent, so that a client that asks again at once is refused once a second. */
export async function tarpit(): Promise<void> {
  if (held >= MAX_HELD_REFUSALS) return;
  held += 1;
  await sleep(TARPIT_DELAY_MS);
  held -= 1;
}

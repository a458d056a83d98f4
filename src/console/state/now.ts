import { signal } from "@preact/signals";

/** The time in seconds since 1970. It changes every ten seconds. */
export const now = signal(Math.floor(Date.now() / 1000));

const STEP = 10_000;
setInterval(() => {
  now.value = Math.floor(Date.now() / 1000);
}, STEP);

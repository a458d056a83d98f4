import { computed, effect, signal } from "@preact/signals";

/** False while the live connection of the screen is lost. */
export const isLive = signal(true);

/** False after a request without an answer, until another request is answered. */
const isAnswered = signal(true);

/** True while the page cannot learn of changes, so that its data may be out of date. */
export const isOffline = computed(() => !isLive.value || !isAnswered.value);

const seconds = () => Math.floor(Date.now() / 1000);
/** The number of live connections that the screen has. */
let connections = 0;
let lastAnswerAt = seconds();

/** While the page is offline, the time of the data that it shows, in seconds since 1970. */
export const knownAt = signal(seconds());

/** Call this when the service has answered a request. */
export function noteAnswer(): void {
  lastAnswerAt = seconds();
  isAnswered.value = true;
}

/** Call this when the service or its database has not answered. */
export function noteOutage(): void {
  isAnswered.value = false;
}

/** Call this when a live connection begins. Call the returned function when the connection is no longer needed. */
export function beginLive(): () => void {
  connections += 1;
  return () => {
    connections -= 1;
    if (connections === 0) isLive.value = true;
  };
}

const listeners = new Set<() => void>();

/** Calls a function each time the connection comes back. Returns a function that stops this. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * How many returns are told in how many milliseconds. If one request of a screen has no answer and another has, each
 * return would cause the next outage, and so the next return.
 */
const MAX_RETURNS = 20;
const RETURNS_WINDOW_MS = 20_000;
const toldAt: number[] = [];

function tellReturn(): void {
  if (isOffline.peek()) return;
  const wait =
    (toldAt.at(-MAX_RETURNS) ?? -RETURNS_WINDOW_MS) + RETURNS_WINDOW_MS - performance.now();
  if (wait > 0) return void setTimeout(tellReturn, wait);
  toldAt.push(performance.now());
  for (const listener of [...listeners]) queueMicrotask(listener);
}

let wasOffline = false;
effect(() => {
  if (isOffline.value === wasOffline) return;
  wasOffline = isOffline.value;
  if (wasOffline) knownAt.value = connections > 0 ? seconds() : lastAnswerAt;
  else tellReturn();
});

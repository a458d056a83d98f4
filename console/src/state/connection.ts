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

/**
 * Calls a function when the connection comes back, but no sooner than a pause after the last call: if one request has no
 * answer and another has, each return causes the next outage, and so the next return. Returns a function that stops this.
 */
export function onReturn(listener: () => void, pauseMs = 1000): () => void {
  let nextAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    timer = undefined;
    if (isOffline.peek()) return;
    nextAt = performance.now() + pauseMs;
    listener();
  };
  const tell = () => {
    const wait = nextAt - performance.now();
    if (wait <= 0) queueMicrotask(call);
    else timer ??= setTimeout(call, wait);
  };
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
    clearTimeout(timer);
  };
}

let wasOffline = false;
effect(() => {
  if (isOffline.value === wasOffline) return;
  wasOffline = isOffline.value;
  if (wasOffline) knownAt.value = connections > 0 ? seconds() : lastAnswerAt;
  else for (const tell of [...listeners]) tell();
});

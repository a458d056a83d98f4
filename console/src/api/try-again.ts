/** The first and the longest pause between two tries, in milliseconds. */
const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 10_000;

/** Returns the pause after a number of tries, in milliseconds. */
export const pauseAfter = (tries: number) =>
  Math.min(MIN_RETRY_DELAY_MS * 2 ** tries, MAX_RETRY_DELAY_MS);

/** How a try reports its state. */
export interface Progress {
  /** Reports that the try works. The next pause is short again. */
  works(): void;
  /** Reports that the try has ended by itself. The next one begins after a pause. */
  ended(): void;
}

/**
 * Tries something again and again, with pauses that grow.
 * @param begin Begins a try. Returns a function that stops it.
 * @returns A function that stops the tries.
 */
export function tryAgain(begin: (progress: Progress) => () => void): () => void {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const progress = {
    works() {
      tries = 0;
    },
    ended() {
      timer = setTimeout(next, pauseAfter(tries));
      tries += 1;
    },
  };
  const next = () => {
    stop = begin(progress);
  };
  next();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The first and the longest pause between two tries, in milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/** Returns the pause after some tries, in milliseconds. */
export const pauseAfter = (tries: number) => Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE);

/** What a try says of itself. */
export interface Progress {
  /** It works: the next pause is short again. */
  works(): void;
  /** It has ended by itself: it is tried again after a pause. */
  ended(): void;
}

/**
 * Tries something again and again, with pauses that grow.
 * @param begin Begins a try. Returns a function that stops it.
 * @returns A function that stops.
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

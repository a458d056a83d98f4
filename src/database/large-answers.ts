import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { FairQueue } from "../limits/fair-queue.ts";
import { BusyError } from "../ops/app-error.ts";

/** Such an answer takes the host milliseconds, in which everyone else waits. */
const LARGE_ANSWER_BYTES = 65_536;
/** The factor by which a document's usual size falls with each smaller answer. */
const USUAL_SIZE_DECAY = 0.98;

/** A statement that takes longer has waited for a lock or a disk. */
const MAX_PAUSE_MS = 250;

/** Turns pause only if a small answer was read in this time before: its reader may ask again. */
const SMALL_ANSWER_WINDOW_MS = 1_000;

/** A document, as far as its answers are known. */
export interface Answered {
  /** The usual bytes of its answers. Undefined until there is one. */
  usualBytes?: number;
}

/** True if answers to a document are usually large, or if no answer is known yet. */
export const isUsuallyLarge = ({ usualBytes = LARGE_ANSWER_BYTES + 1 }: Answered): boolean =>
  usualBytes > LARGE_ANSWER_BYTES;

/** Notes how many bytes an answer to a document took. */
export function noteSize(document: Answered, bytes: number): void {
  document.usualBytes = Math.max(bytes, (document.usualBytes ?? 0) * USUAL_SIZE_DECAY);
}

/** Reads answers: small ones at once, large ones when it is the user's turn. */
export interface AnswerTurns {
  small<T>(read: () => Promise<T>): Promise<T>;
  large<T>(userId: string, read: () => Promise<T>): Promise<T>;
}

/** Reads each answer at once. */
export const NO_TURNS: AnswerTurns = { small: (read) => read(), large: (_userId, read) => read() };

/**
 * Makes users take turns with answers that are usually large. Two are read at once. After each, the turn rests for as
 * long as the answer took, if somebody else is there. So even if many users ask for large answers together,
 * connections, memory and processor time are left for everyone else.
 * @param patience How many milliseconds an answer waits for its turn.
 */
export function makeAnswerTurns(patience: number): AnswerTurns {
  const queue = new FairQueue({ atOnce: 2 });
  let lastSmall = Number.NEGATIVE_INFINITY;

  const small = <T>(read: () => Promise<T>) => {
    lastSmall = performance.now();
    return read();
  };
  const large = <T>(userId: string, read: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new BusyError());
      }, patience);
      async function readAndRest() {
        clearTimeout(timer);
        if (isLate) return;
        const began = performance.now();
        const reading = read();
        reading.then(resolve, reject);
        await reading.catch(() => {});
        // Lets the host write the answer before the turn rests.
        await setImmediate();
        const ended = performance.now();
        if (ended - lastSmall < SMALL_ANSWER_WINDOW_MS)
          await sleep(Math.min(ended - began, MAX_PAUSE_MS));
      }
      queue.run({ key: userId, isKnown: true }, readAndRest).catch(reject);
    });
  return { small, large };
}

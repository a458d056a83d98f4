import { storedSignal } from "./stored.ts";

/**
 * Milliseconds by which the service's clock is ahead of this computer's, as learned from its answers. It is stored for
 * pages without a connection.
 */
const ahead = storedSignal("clock-ahead", 0);

/** A Date header has whole seconds. */
const SECOND_MS = 1000;

/**
 * A tolerance in milliseconds. Clocks of several hosts behind one address differ: the estimate stays if an answer
 * nearly fits it.
 */
const MAX_SKEW_MS = 5000;

/**
 * Learns the service's clock from the Date header of an answer. The service wrote it between `sentAt` and `arrivedAt`,
 * both in milliseconds by this computer's clock. A slow answer therefore tells little. The estimate stays if it fits
 * the answer, or nearly does.
 */
export function noteServiceClock(date: string | null, sentAt: number, arrivedAt: number): void {
  const written = Date.parse(date ?? "");
  if (Number.isNaN(written)) return;
  const least = written - arrivedAt;
  const most = written + SECOND_MS - sentAt;
  const fitting = Math.min(Math.max(ahead.peek(), least), most);
  if (Math.abs(fitting - ahead.peek()) >= MAX_SKEW_MS) ahead.value = fitting;
}

/**
 * Converts a time by this computer's clock, in milliseconds, to the service's, in whole seconds since 1970. The
 * service's times are compared with its own clock, so this computer's times are converted where they come in.
 */
export const onServiceClock = (milliseconds: number) =>
  Math.floor((milliseconds + ahead.value) / 1000);

/** The time by the service's clock, in milliseconds since 1970. */
export const serviceMilliseconds = () => Date.now() + ahead.value;

/** The time by the service's clock, in seconds since 1970. */
export const serviceSeconds = () => onServiceClock(Date.now());

import { stored } from "./stored.ts";

/** Milliseconds by which the service's clock is ahead of this computer's, by its answers. Kept for pages without a connection. */
const ahead = stored("clock-ahead", 0);

/** A Date header has whole seconds. */
const SECOND = 1000;

/** Milliseconds. Clocks of several hosts behind one address differ: what is known stays if an answer nearly fits. */
const NEARLY = 5000;

/**
 * Learns the service's clock from the Date header of an answer. The service wrote it between the request and its arrival,
 * both in milliseconds by this computer's clock. So a slow answer tells little, and what was learned stays if it fits, or nearly.
 */
export function learnClock(date: string | null, sentAt: number, arrivedAt: number): void {
  const written = Date.parse(date ?? "");
  if (Number.isNaN(written)) return;
  const least = written - arrivedAt;
  const most = written + SECOND - sentAt;
  const fitting = Math.min(Math.max(ahead.peek(), least), most);
  if (Math.abs(fitting - ahead.peek()) >= NEARLY) ahead.value = fitting;
}

/**
 * Converts a time by this computer's clock, in milliseconds, to the service's, in whole seconds since 1970. All times of the
 * service are compared with its clock: what this computer dates is converted where it comes in.
 */
export const onServiceClock = (milliseconds: number) =>
  Math.floor((milliseconds + ahead.value) / 1000);

/** The time by the service's clock, in milliseconds since 1970. */
export const serviceMilliseconds = () => Date.now() + ahead.value;

/** The time by the service's clock, in seconds since 1970. */
export const serviceSeconds = () => onServiceClock(Date.now());

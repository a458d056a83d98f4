import { signal } from "@preact/signals";

/** Settles the question for the second factor that is open: true if it was shown. */
export const asking = signal<((isShown: boolean) => void) | undefined>();

/** The question that is open, for all requests that wait for it. */
let question: Promise<boolean> | undefined;

/**
 * Asks the user to show the second factor again, over what is on the screen. Returns false if they did not.
 */
export function askFactor(): Promise<boolean> {
  question ??= new Promise<boolean>((resolve) => {
    asking.value = resolve;
  }).finally(() => {
    asking.value = undefined;
    question = undefined;
  });
  return question;
}

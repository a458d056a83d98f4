import { isSame } from "./update-draft.ts";

/** What a try sends that may end at a chosen time. */
interface Ending {
  expiresAt?: number | null | undefined;
}

/** Seconds in which a retry ends when the try before it would have. Later, its end is counted anew. */
const SOON = 300;

/** Returns what to send: the try before it, if nothing but the end differs and little time has passed. So both are one request. */
export function asTried<Input extends Ending>(input: Input, tried: Ending | undefined): Input {
  const { expiresAt } = tried ?? {};
  if (!input.expiresAt || !expiresAt || Math.abs(input.expiresAt - expiresAt) > SOON) return input;
  const again = { ...input, expiresAt };
  return isSame(again, tried) ? again : input;
}

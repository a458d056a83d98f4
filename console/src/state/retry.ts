import { isSame } from "./update-draft.ts";

/** An input for an alert that may end at a chosen time. */
interface Ending {
  expiresAt?: number | null | undefined;
}

/** Seconds within which a retry keeps the end of the previous try. After that, the end is computed again. */
const SOON = 300;

/**
 * Returns the input to send: that of the previous try if only the end differs, and by little. The service then takes
 * both for one request.
 */
export function asTried<Input extends Ending>(input: Input, tried: Ending | undefined): Input {
  const { expiresAt } = tried ?? {};
  if (!input.expiresAt || !expiresAt || Math.abs(input.expiresAt - expiresAt) > SOON) return input;
  const again = { ...input, expiresAt };
  return isSame(again, tried) ? again : input;
}

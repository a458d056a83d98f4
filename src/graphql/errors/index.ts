import type { ConstraintMessages } from "../../database/constraint-messages.ts";
import type { Log } from "../../ops/log.ts";
import { HttpErrorsPlugin } from "./http-errors.ts";
import { makeMaskError } from "./mask-error.ts";

/** Gives every error a documented code, and hides internal details. */
export function makeErrorsPreset(
  constraintMessages: ConstraintMessages,
  log: Log,
): GraphileConfig.Preset {
  return {
    plugins: [HttpErrorsPlugin],
    grafserv: { maskError: makeMaskError(() => constraintMessages, log) },
  };
}

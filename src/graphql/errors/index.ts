import { makeHttpErrorsPlugin } from "./http-errors.ts";
import type { MaskError } from "./mask-error.ts";

/** Gives every error a documented code, and hides internal details. */
export function makeErrorsPreset(maskError: MaskError): GraphileConfig.Preset {
  return {
    plugins: [makeHttpErrorsPlugin(maskError)],
    // For errors before a request is executed. grafserv does not say of which request they are.
    grafserv: { maskError: (error) => maskError(error) },
  };
}

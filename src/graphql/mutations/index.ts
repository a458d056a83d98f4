import { AlertMutationsPlugin } from "./alert-mutations.ts";
import { FunctionMutationsPlugin } from "./function-mutations.ts";
import { LoginPlugin } from "./login.ts";
import { PasswordsPlugin } from "./passwords.ts";

/** Adds the mutations. Most are database functions; the others hash a password or publish in two phases. */
export const MutationsPreset: GraphileConfig.Preset = {
  plugins: [FunctionMutationsPlugin, LoginPlugin, PasswordsPlugin, AlertMutationsPlugin],
};

import { AlertMutationsPlugin } from "./alert-mutations.ts";
import { FunctionMutationsPlugin } from "./function-mutations.ts";
import { LoginPlugin } from "./login.ts";
import { PasswordsPlugin } from "./passwords.ts";

/** Mutations: most are database functions, the rest hash a password or publish in two phases. */
export const MutationsPreset: GraphileConfig.Preset = {
  plugins: [FunctionMutationsPlugin, LoginPlugin, PasswordsPlugin, AlertMutationsPlugin],
};

import type { Config } from "../../config/config.ts";
import { AlertMutationsPlugin } from "./alert-mutations.ts";
import { FirstPasswordPlugin } from "./first-password.ts";
import { FunctionMutationsPlugin } from "./function-mutations.ts";
import { makeLoginPlugin } from "./login.ts";
import { makePasswordsPlugin } from "./passwords.ts";
import { makeSessionsPlugin } from "./sessions.ts";
import { makeUserEditPlugins } from "./user-edit.ts";
import { makeWebPushRegistrationPlugin } from "./web-push-registration.ts";

/** Adds the mutations. Most are database functions; the others hash a password or publish in two phases. */
export function makeMutationsPreset({
  tokenLifetime,
  sessions,
  push,
}: Pick<Config, "tokenLifetime" | "sessions" | "push">): GraphileConfig.Preset {
  return {
    plugins: [
      FunctionMutationsPlugin,
      makeLoginPlugin(tokenLifetime),
      makeSessionsPlugin(sessions),
      makePasswordsPlugin(sessions.requiresCurrentPassword),
      FirstPasswordPlugin,
      ...makeUserEditPlugins(sessions.requiresCurrentPassword),
      makeWebPushRegistrationPlugin(push.webPush.hosts),
      AlertMutationsPlugin,
    ],
  };
}

import type { TakeQuota } from "../../limits/quotas.ts";
import type { Mail } from "../../mail/index.ts";
import type { People } from "../../people/index.ts";
import type { Config } from "../../settings/config.ts";
import { AlertMutationsPlugin } from "./alert-mutations.ts";
import { makeErasurePlugin } from "./erasure.ts";
import { makeExportPlugin } from "./export-mutation.ts";
import { FirstPasswordPlugin } from "./first-password.ts";
import { FunctionMutationsPlugin } from "./function-mutations.ts";
import { makeJoiningPlugins } from "./joining.ts";
import { makeLoginPlugin } from "./login.ts";
import { makeMailPlugin } from "./mail-mutations.ts";
import { makePasswordsPlugin } from "./password-mutations.ts";
import { makeSessionsPlugin } from "./sessions.ts";
import { makeUserEditPlugins } from "./user-edit.ts";
import { makeWebPushRegistrationPlugin } from "./web-push-registration.ts";

/** Adds the mutations. Most are database functions; the others hash a password or publish in two phases. */
export function makeMutationsPreset(
  {
    tokenLifetimeSeconds,
    sessions,
    push,
    joiningLacks,
  }: Pick<Config, "tokenLifetimeSeconds" | "sessions" | "push" | "joiningLacks">,
  takeQuota: TakeQuota,
  { erasures, tickets }: Partial<Pick<People, "erasures" | "tickets">>,
  mail: Pick<Mail, "status"> | undefined,
): GraphileConfig.Preset {
  return {
    plugins: [
      FunctionMutationsPlugin,
      makeLoginPlugin(tokenLifetimeSeconds),
      ...makeJoiningPlugins(tokenLifetimeSeconds, joiningLacks),
      makeSessionsPlugin(sessions, takeQuota),
      makePasswordsPlugin(sessions.requiresCurrentPassword),
      FirstPasswordPlugin,
      makeMailPlugin(mail?.status === "on"),
      ...makeUserEditPlugins(sessions.requiresCurrentPassword),
      makeErasurePlugin(sessions.requiresCurrentPassword, erasures),
      makeExportPlugin(tickets),
      makeWebPushRegistrationPlugin(push.webPush.hosts),
      AlertMutationsPlugin,
    ],
  };
}

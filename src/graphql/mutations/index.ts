import type { TakeQuota } from "../../limits/quotas.ts";
import type { Mail } from "../../mail/index.ts";
import type { People } from "../../people/index.ts";
import type { Config } from "../../settings/config.ts";
import { AlertMutationsPlugin } from "./alert-mutations.ts";
import { makeCapMessagePlugin } from "./cap-message.ts";
import { makeErasurePlugin } from "./erasure.ts";
import { makeExportPlugin } from "./export-mutation.ts";
import { FirstPasswordPlugin } from "./first-password.ts";
import { FunctionMutationsPlugin } from "./function-mutations.ts";
import { makeJoiningPlugins } from "./joining.ts";
import { makeLoginPlugin, makeLogins } from "./login.ts";
import { makeMailPlugin } from "./mail-mutations.ts";
import { makePasskeysPlugin } from "./passkeys.ts";
import { makePasswordsPlugin } from "./password-mutations.ts";
import { makeSecondFactorsPlugin } from "./second-factors.ts";
import { makeSessionsPlugin } from "./sessions.ts";
import { makeTextsTranslatePlugin } from "./texts-translate.ts";
import { makeUserEditPlugins } from "./user-edit.ts";
import { makeWebPushRegistrationPlugin } from "./web-push-registration.ts";
import { makeWebhookSecretPlugin } from "./webhook-secret.ts";

/** Adds the mutations. Most are database functions; the others hash a password or publish in two phases. */
export function makeMutationsPreset(
  config: Pick<
    Config,
    | "tokenLifetimeSeconds"
    | "cap"
    | "sessions"
    | "push"
    | "joiningLacks"
    | "organisation"
    | "publicUrl"
    | "translate"
  >,
  takeQuota: TakeQuota,
  { erasures, ...people }: Partial<Pick<People, "erasures" | "oidc" | "tickets" | "seal">>,
  mail: Pick<Mail, "status"> | undefined,
): GraphileConfig.Preset {
  const { sessions, push, joiningLacks } = config;
  const { name: organisation = "Location Alert Service" } = config.organisation;
  const logins = makeLogins(config, people.tickets);
  return {
    plugins: [
      FunctionMutationsPlugin,
      makeLoginPlugin(logins),
      ...makeJoiningPlugins(logins, joiningLacks),
      makeSessionsPlugin(sessions, takeQuota, logins, people.oidc),
      makeSecondFactorsPlugin(organisation, people, logins),
      makePasskeysPlugin(organisation, config.publicUrl, people, logins),
      makePasswordsPlugin(sessions.requiresCurrentPassword),
      FirstPasswordPlugin,
      makeMailPlugin(mail?.status === "on"),
      ...makeUserEditPlugins(sessions.requiresCurrentPassword),
      makeErasurePlugin(sessions.requiresCurrentPassword, erasures),
      makeExportPlugin(people.tickets),
      makeWebPushRegistrationPlugin(push.webPush.hosts),
      AlertMutationsPlugin,
      makeCapMessagePlugin(config.cap.hosts),
      makeTextsTranslatePlugin(config.translate, takeQuota),
      makeWebhookSecretPlugin(people.seal),
    ],
  };
}

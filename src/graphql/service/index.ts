import { ApiVersionPlugin } from "./api-version.ts";
import { graphiqlPreset } from "./graphiql.ts";
import { makeMailServerPlugin } from "./mail-status.ts";
import { makePushProvidersPlugin } from "./push-providers.ts";
import { makeWebPushKeyPlugin } from "./web-push-key.ts";

/**
 * Adds the fields that describe the service itself, and serves GraphiQL.
 * @param vapidPublicKey The key with which browsers subscribe to Web Push; undefined if Web Push is off.
 * @param pushStatus For each provider of pushes "on", or "off" and what to set.
 * @param mailStatus For mail "on", or "off" and what to set.
 */
export function makeServicePreset(
  vapidPublicKey: string | undefined,
  pushStatus: Readonly<Record<string, string>>,
  mailStatus: string,
): GraphileConfig.Preset {
  return {
    extends: [graphiqlPreset],
    plugins: [
      ApiVersionPlugin,
      makePushProvidersPlugin(pushStatus),
      makeMailServerPlugin(mailStatus),
      makeWebPushKeyPlugin(vapidPublicKey),
    ],
  };
}

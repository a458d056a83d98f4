import { ApiVersionPlugin } from "./api-version.ts";
import { GraphiqlPolicyPlugin } from "./graphiql-policy.ts";
import { makeWebPushKeyPlugin } from "./web-push-key.ts";

/**
 * Adds the fields that describe the service itself, and protects its editor.
 * @param vapidPublicKey The key with which browsers subscribe to Web Push; undefined if Web Push is off.
 */
export function makeServicePreset(vapidPublicKey: string | undefined): GraphileConfig.Preset {
  return {
    plugins: [ApiVersionPlugin, GraphiqlPolicyPlugin, makeWebPushKeyPlugin(vapidPublicKey)],
  };
}

import { ApiVersionPlugin } from "./api-version.ts";
import { makeWebPushKeyPlugin } from "./web-push-key.ts";

/**
 * What the service says of itself.
 * @param vapidPublicKey The key that browsers subscribe to Web Push with; undefined if Web Push is off.
 */
export function makeServicePreset(vapidPublicKey: string | undefined): GraphileConfig.Preset {
  return { plugins: [ApiVersionPlugin, makeWebPushKeyPlugin(vapidPublicKey)] };
}

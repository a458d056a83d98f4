import { join } from "node:path";
import webPush from "web-push";
import { keptSecret } from "../../ops/kept-secret.ts";
import { findKeyError, type VapidKeys } from "../../settings/push-settings.ts";

/**
 * Loads the keys of Web Push that belong to the embedded database, or makes them at the first start. They are kept in
 * its directory: the subscriptions of browsers depend on them.
 */
export const loadOrCreateVapidKeys = (dataDir: string): Promise<VapidKeys> =>
  keptSecret({
    file: join(dataDir, "vapid-keys.json"),
    make: () => JSON.stringify(webPush.generateVAPIDKeys()),
    parse(text) {
      const { publicKey, privateKey } = JSON.parse(text);
      const keys = { publicKey, privateKey };
      return findKeyError(keys) ? undefined : keys;
    },
    loss: "browsers have to register for pushes again.",
  });

import { makeExpo } from "../../../src/delivery/push/expo.ts";
import { makeFcm } from "../../../src/delivery/push/fcm.ts";
import type { Provider } from "../../../src/delivery/push/provider.ts";
import { makeWebPush } from "../../../src/delivery/push/web-push.ts";
import type { VapidKeys } from "../../../src/settings/push-settings.ts";
import { parseServiceAccount } from "../../../src/settings/push-settings.ts";
import type { ExpoServer } from "../servers/expo.ts";
import type { FcmServer } from "../servers/fcm.ts";
import type { WebPushServer } from "../servers/web-push.ts";

export function expoAt(server: ExpoServer, timeout?: number): Provider {
  return makeExpo({ url: server.url, accessToken: server.accessToken, timeout });
}

export function fcmAt(server: FcmServer, timeout?: number): Provider {
  const serviceAccount = parseServiceAccount(server.serviceAccount);
  return makeFcm({ url: server.url, serviceAccount, timeout });
}

export function webPushAt(_server: WebPushServer, keys: VapidKeys, timeout?: number): Provider {
  return makeWebPush({ keys, subject: "mailto:ada@example.org", hosts: ["127.0.0.1"], timeout });
}

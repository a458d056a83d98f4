import { makeExpo } from "../../../src/channels/push/expo.ts";
import { parseServiceAccount } from "../../../src/channels/push/fcm/service-account.ts";
import { makeFcm } from "../../../src/channels/push/fcm.ts";
import type { Provider } from "../../../src/channels/push/provider.ts";
import type { VapidKeys } from "../../../src/channels/push/web-push/vapid-keys.ts";
import { makeWebPush } from "../../../src/channels/push/web-push.ts";
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

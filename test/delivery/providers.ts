import webPush from "web-push";
import { type ExpoServer, startExpoServer } from "../push/servers/expo.ts";
import { type FcmServer, startFcmServer } from "../push/servers/fcm.ts";
import { startWebPushServer, type WebPushServer } from "../push/servers/web-push.ts";

/** Local push services, and the environment that makes the service use them. */
export interface PushServices {
  expo: ExpoServer;
  fcm: FcmServer;
  webPush: WebPushServer;
  env: NodeJS.ProcessEnv;
  /** Lets every request succeed from now on. */
  behave(): void;
  close(): Promise<void>;
}

export async function startPushServices(): Promise<PushServices> {
  const keys = webPush.generateVAPIDKeys();
  const [expo, fcm, web] = await Promise.all([
    startExpoServer(),
    startFcmServer(),
    startWebPushServer({ publicKey: keys.publicKey }),
  ]);
  const all = [expo, fcm, web];
  return {
    expo,
    fcm,
    webPush: web,
    env: {
      EXPO_ACCESS_TOKEN: expo.accessToken,
      EXPO_PUSH_URL: expo.url,
      FCM_SERVICE_ACCOUNT: fcm.serviceAccount,
      FCM_URL: fcm.url,
      VAPID_PUBLIC_KEY: keys.publicKey,
      VAPID_PRIVATE_KEY: keys.privateKey,
      WEB_PUSH_HOSTS: "127.0.0.1",
    },
    behave: () => all.forEach((server) => void server.behave()),
    close: async () => void (await Promise.all(all.map((server) => server.close()))),
  };
}

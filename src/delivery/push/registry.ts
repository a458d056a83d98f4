import type { Seal } from "../../people/seal.ts";
import type { PushConfig } from "../../settings/config.ts";
import { makeEmail } from "./email.ts";
import { makeExpo } from "./expo.ts";
import { makeFcm } from "./fcm.ts";
import { makeNtfy } from "./ntfy.ts";
import type { Provider, ProviderName } from "./provider.ts";
import { makeSms } from "./sms.ts";
import { makeWebPush } from "./web-push.ts";

/** All that the push channel knows about one provider. */
export interface ProviderEntry {
  name: ProviderName;
  /** Its name in the database's enum `app_private.push_provider`. Only this field maps one to the other. */
  storedName: string;
  /** The environment variables that switch it on. */
  environment: readonly string[];
  /** Makes the provider, or returns undefined without credentials. */
  make(config: PushConfig, seal?: Seal): Provider | undefined;
  /** How its jobs run: `task` is the name under which the database queues them. */
  lane: { task: string; concurrency: number };
  /** The statement that tells the database whether it is on, and how, if the database asks. */
  catchUp?: (config: PushConfig) => string;
}

/** The providers of push, in the order of the database's enum. A new provider is a row here. */
export const PROVIDERS: readonly ProviderEntry[] = [
  {
    name: "expo",
    storedName: "expo",
    environment: ["EXPO_ACCESS_TOKEN"],
    make: ({ expo: { url, accessToken } }) =>
      accessToken ? makeExpo({ url, accessToken }) : undefined,
    lane: { task: "push_expo", concurrency: 2 },
  },
  {
    name: "fcm",
    storedName: "fcm",
    environment: ["FCM_SERVICE_ACCOUNT"],
    make: ({ fcm: { url, serviceAccount } }) => serviceAccount && makeFcm({ url, serviceAccount }),
    lane: { task: "push_fcm", concurrency: 2 },
  },
  {
    name: "webPush",
    storedName: "web_push",
    environment: ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"],
    make: ({ webPush: { keys, ...options } }) => keys && makeWebPush({ keys, ...options }),
    lane: { task: "push_web_push", concurrency: 2 },
  },
  {
    name: "email",
    storedName: "email",
    environment: ["ALERT_MAIL"],
    make: ({ email }, seal) => email && seal && makeEmail(email, seal),
    lane: { task: "push_email", concurrency: 2 },
    catchUp: ({ email }) => `select app_private.begin_alert_mail(${email !== undefined})`,
  },
  {
    name: "ntfy",
    storedName: "ntfy",
    environment: ["NTFY_URL"],
    make: ({ ntfy: { url, ...options } }) => (url ? makeNtfy({ url, ...options }) : undefined),
    lane: { task: "push_ntfy", concurrency: 1 },
  },
  {
    name: "sms",
    storedName: "sms",
    environment: ["SMS_URL", "SMS_SECRET"],
    make: ({ sms }) => sms && makeSms(sms),
    lane: { task: "push_sms", concurrency: 1 },
    catchUp: ({ sms }) => {
      const levels = sms ? (sms.isLevelOneOnly ? "{ONE}" : "{ONE,TWO,THREE}") : "{}";
      return `insert into app_private.push_outcomes (provider, levels) values ('sms', '${levels}')
        on conflict (provider) do update set levels = excluded.levels`;
    },
  },
];

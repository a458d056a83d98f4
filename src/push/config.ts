import { readFileSync } from "node:fs";
import { ConfigError } from "../errors/config-error.ts";
import { parseServiceAccount, type ServiceAccount } from "./fcm/service-account.ts";
import { faultOf, type VapidKeys } from "./vapid-keys.ts";
import { isHostPattern, KNOWN_HOSTS } from "./web-push/hosts.ts";

/** How to reach the push providers; one without credentials is off. */
export interface PushConfig {
  expo: { url: string; accessToken: string | undefined };
  fcm: { url: string; serviceAccount: ServiceAccount | undefined };
  webPush: { keys: VapidKeys | undefined; subject: string; hosts: string[] };
}

function address(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = env[name]?.trim() || fallback;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`${name} must be a URL of https: or http:, not "${text}".`);
  }
  return text.replace(/\/+$/, "");
}

function serviceAccount(env: NodeJS.ProcessEnv): ServiceAccount | undefined {
  const text = env.FCM_SERVICE_ACCOUNT?.trim();
  if (!text) return undefined;
  try {
    return parseServiceAccount(text.startsWith("{") ? text : readFileSync(text, "utf8"));
  } catch (error) {
    throw new ConfigError(
      `FCM_SERVICE_ACCOUNT must be a service account's JSON file or its content: ${(error as Error).message}.`,
    );
  }
}

function vapidKeys(env: NodeJS.ProcessEnv): VapidKeys | undefined {
  const publicKey = env.VAPID_PUBLIC_KEY?.trim();
  const privateKey = env.VAPID_PRIVATE_KEY?.trim();
  if (!publicKey && !privateKey) return undefined;
  if (!publicKey || !privateKey) {
    const missing = publicKey ? "VAPID_PRIVATE_KEY" : "VAPID_PUBLIC_KEY";
    throw new ConfigError(`${missing} must be set where the other key of VAPID is.`);
  }
  const fault = faultOf({ publicKey, privateKey });
  if (fault) {
    const name = fault.key === "publicKey" ? "VAPID_PUBLIC_KEY" : "VAPID_PRIVATE_KEY";
    throw new ConfigError(`${name} must be ${fault.mustBe}.`);
  }
  return { publicKey, privateKey };
}

function subject(env: NodeJS.ProcessEnv): string {
  const email = env.ADMIN_EMAIL?.trim() ?? "";
  const fallback = `mailto:${/^\S+@\S+$/.test(email) ? email : "admin@example.org"}`;
  const text = env.VAPID_SUBJECT?.trim() || fallback;
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`VAPID_SUBJECT must be a mailto: or https: address, not "${text}".`);
  }
  return text;
}

function hosts(env: NodeJS.ProcessEnv): string[] {
  const text = env.WEB_PUSH_HOSTS?.trim().toLowerCase();
  if (!text) return KNOWN_HOSTS;
  const patterns = text.split(/[\s,]+/).filter(Boolean);
  const wrong = patterns.find((pattern) => !isHostPattern(pattern));
  if (wrong !== undefined || patterns.length === 0) {
    throw new ConfigError(
      `WEB_PUSH_HOSTS must be hosts like push.example.org or *.example.org, separated by commas, not "${wrong ?? text}".`,
    );
  }
  return patterns;
}

/**
 * Reads and checks what concerns pushes.
 * @throws ConfigError that names the variable and says what it takes.
 */
export function readPushConfig(env: NodeJS.ProcessEnv): PushConfig {
  return {
    expo: {
      // EXPO_PUSH_URL: another server that speaks Expo's API, for trials.
      url: address(env, "EXPO_PUSH_URL", "https://exp.host"),
      // EXPO_ACCESS_TOKEN: of the Expo account; without it, no pushes through Expo.
      accessToken: env.EXPO_ACCESS_TOKEN?.trim() || undefined,
    },
    fcm: {
      // FCM_URL: another server that speaks FCM's API, for trials.
      url: address(env, "FCM_URL", "https://fcm.googleapis.com"),
      // FCM_SERVICE_ACCOUNT: its JSON file's path, or the JSON; without it, no pushes through FCM.
      serviceAccount: serviceAccount(env),
    },
    webPush: {
      // VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: what browsers subscribe with; without them, no pushes to browsers.
      keys: vapidKeys(env),
      // VAPID_SUBJECT: whom a push service may turn to; the first administrator by default.
      subject: subject(env),
      // WEB_PUSH_HOSTS: the only hosts to post to, instead of those of the browsers' makers.
      hosts: hosts(env),
    },
  };
}

import { readFileSync } from "node:fs";
import { ConfigError } from "../ops/config-error.ts";
import { parseServiceAccount, type ServiceAccount } from "./service-account.ts";
import { findKeyError, type VapidKeys } from "./vapid-keys.ts";
import { invalid, type Variables } from "./variables.ts";
import { isHostPattern, KNOWN_HOSTS } from "./web-push-hosts.ts";

/** How to reach the push providers. A provider without credentials is off. */
export interface PushConfig {
  expo: { url: string; accessToken: string | undefined };
  fcm: { url: string; serviceAccount: ServiceAccount | undefined };
  webPush: { keys: VapidKeys | undefined; subject: string; hosts: string[] };
}

function serviceAccount(variables: Variables): ServiceAccount | undefined {
  const text = variables.text("FCM_SERVICE_ACCOUNT");
  if (!text) return undefined;
  try {
    return parseServiceAccount(text.startsWith("{") ? text : readFileSync(text, "utf8"));
  } catch (error) {
    const { message } = error as Error;
    throw invalid("FCM_SERVICE_ACCOUNT", `a service account's JSON, or its file: ${message}`);
  }
}

function vapidKeys(variables: Variables): VapidKeys | undefined {
  const names = { publicKey: "VAPID_PUBLIC_KEY", privateKey: "VAPID_PRIVATE_KEY" } as const;
  const publicKey = variables.text(names.publicKey);
  const privateKey = variables.text(names.privateKey);
  if (!publicKey && !privateKey) return undefined;
  if (!publicKey || !privateKey) {
    const missing = publicKey ? names.privateKey : names.publicKey;
    throw new ConfigError(`${missing} must be set if the other VAPID key is.`);
  }
  const error = findKeyError({ publicKey, privateKey });
  if (error) throw invalid(names[error.key], error.mustBe);
  return { publicKey, privateKey };
}

/** Returns true for an address that a push service takes. Apple refuses every push of one at a host without a dot. */
function isContact(text: string): boolean {
  const [, mailHost] = text.match(/^mailto:[^\s@]+@(\S+)$/) ?? [];
  const address = mailHost === undefined ? text : `https://${mailHost}`;
  if (!/^https:\/\/\S+$/.test(address) || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return /\.(?!localhost$)[a-z][a-z0-9-]*$/.test(hostname);
}

function subject(variables: Variables): string {
  const email = variables.text("ADMIN_EMAIL") ?? "";
  const example = "mailto:admin@example.org";
  const ofAdministrator = email.includes("@") ? `mailto:${email}` : example;
  const text = variables.text("VAPID_SUBJECT") ?? ofAdministrator;
  if (isContact(text)) return text;
  // Without keys in the settings, Web Push is off or on trial. A start needs no address for it.
  if (!variables.text("VAPID_SUBJECT") && !variables.text("VAPID_PUBLIC_KEY")) return example;
  const mustBe = "a mailto: or https: address at a domain with a dot, because Apple takes no other";
  throw invalid("VAPID_SUBJECT", mustBe, text);
}

function hosts(variables: Variables): string[] {
  const patterns = variables.list("WEB_PUSH_HOSTS")?.map((pattern) => pattern.toLowerCase());
  if (!patterns) return KNOWN_HOSTS;
  const wrong = patterns.length > 0 ? patterns.find((one) => !isHostPattern(one)) : ",";
  if (wrong !== undefined) {
    const mustBe = "hosts like push.example.org or *.example.org, separated by commas";
    throw invalid("WEB_PUSH_HOSTS", mustBe, wrong);
  }
  return patterns;
}

/**
 * Reads and checks the settings of push.
 * @throws ConfigError that names the variable and says what it takes.
 */
export function readPushConfig(variables: Variables): PushConfig {
  return {
    expo: {
      // EXPO_PUSH_URL: another server that speaks Expo's API, for tests.
      url: variables.httpUrl("EXPO_PUSH_URL", "https://exp.host"),
      // EXPO_ACCESS_TOKEN: the token of the Expo account. Without it, Expo is off.
      accessToken: variables.text("EXPO_ACCESS_TOKEN"),
    },
    fcm: {
      // FCM_URL: another server that speaks FCM's API, for tests.
      url: variables.httpUrl("FCM_URL", "https://fcm.googleapis.com"),
      // FCM_SERVICE_ACCOUNT: the path of its JSON file, or the JSON. Without it, FCM is off.
      serviceAccount: serviceAccount(variables),
    },
    webPush: {
      // VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: browsers subscribe with them. Without them, Web Push is off.
      keys: vapidKeys(variables),
      // VAPID_SUBJECT: how a push service can contact the operator. The first administrator's email by default.
      subject: subject(variables),
      // WEB_PUSH_HOSTS: the only hosts to post to. The browser makers' hosts by default.
      hosts: hosts(variables),
    },
  };
}

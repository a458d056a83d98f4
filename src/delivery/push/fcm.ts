import type { JWT } from "google-auth-library";
import { retryAfter } from "../../limits/retry-after.ts";
import type { ServiceAccount } from "../../settings/push-settings.ts";
import {
  type Answer,
  describeAnswer,
  jsonOf,
  makeHttpClient,
  type NoAnswer,
  refusedForEveryone,
  temporaryFailure,
  unanswered,
} from "./http-client.ts";
import { dataOf, type Message, sendShortening, textBytesBeside } from "./message.ts";
import {
  type Outcome,
  oneByOne,
  type Provider,
  type Push,
  type Retry,
  timeToLive,
} from "./provider.ts";

export interface FcmOptions {
  /** Without the API's path: https://fcm.googleapis.com. */
  url: string;
  serviceAccount: ServiceAccount;
  /** Milliseconds for a request. */
  timeout?: number;
}

/** FCM takes 4096, and so does Apple, with what it adds around a message. */
const MAX_MESSAGE_BYTES = 3800;

/**
 * Pushes through FCM's HTTP v1 API, one message a request.
 * See https://firebase.google.com/docs/cloud-messaging/send/v1-api.
 */
export function makeFcm({ url, serviceAccount, timeout = 10_000 }: FcmOptions): Provider {
  const client = makeHttpClient(timeout);
  const accessToken = makeAccessTokens(serviceAccount, timeout);
  const address = `${url}/v1/projects/${encodeURIComponent(serviceAccount.projectId)}/messages:send`;

  async function post(push: Push, message: Message, token: string) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const body = JSON.stringify({ message: fcmMessage(push, message) });
    return readResponse(await client.post(address, headers, body));
  }

  async function postAuthorized(push: Push, message: Message): Promise<Outcome | "too big"> {
    try {
      const token = await accessToken();
      const outcome = await post(push, message, token);
      if (outcome !== "unauthorized") return outcome;
      const secondOutcome = await post(push, message, await accessToken(token));
      if (secondOutcome !== "unauthorized") return secondOutcome;
      const why = "FCM refuses every access token of the service account";
      return { state: "retry", why, everyone: true };
    } catch (error) {
      if (!(error instanceof NoAccessToken)) throw error;
      return { state: "retry", why: `FCM: ${error.message}`, after: error.after, everyone: true };
    }
  }

  return {
    name: "fcm",
    batchSize: 1,
    concurrency: 64,
    send: oneByOne((push) =>
      sendShortening(push, textBytesBeside(stringData(push), MAX_MESSAGE_BYTES), (message) =>
        postAuthorized(push, message),
      ),
    ),
    close: async () => client.close(),
  };
}

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
/** A token is replaced this long before it expires. */
const RENEWAL_MARGIN_MS = 60_000;

/** No access token could be obtained. */
class NoAccessToken extends Error {
  /** When to try again, in milliseconds, if Google says so. */
  after: number | undefined;

  constructor(cause: unknown) {
    const { response, message } = cause as Error & { response?: { headers?: Headers } };
    super(`no access token for the service account: ${message}`, { cause });
    this.after = retryAfter(response?.headers?.get("retry-after"));
  }
}

/**
 * Returns the access token that all requests share, never the `refused` one. Google's library keeps it until it
 * expires, and makes one request at a time.
 * @returns A function that throws NoAccessToken if there is none.
 */
function makeAccessTokens({ clientEmail, privateKey, tokenUri }: ServiceAccount, timeout: number) {
  async function loadClient(): Promise<JWT> {
    // The library is large: only a service with credentials loads it.
    const { JWT } = await import("google-auth-library");
    return new JWT({
      email: clientEmail,
      key: privateKey,
      scopes: [SCOPE],
      eagerRefreshThresholdMillis: RENEWAL_MARGIN_MS,
      // The library has one fixed address. The service account names its own.
      additionalClaims: { aud: tokenUri },
      transporterOptions: {
        fetchImplementation: (_url, init) =>
          fetch(tokenUri, { ...init, signal: AbortSignal.timeout(timeout) }),
      },
    });
  }
  let client: Promise<JWT> | undefined;

  return async (refused?: string): Promise<string> => {
    client ??= loadClient();
    const current = client;
    try {
      const google = await current;
      const { credentials } = google;
      // Makes the library take the refused token for an expired one.
      if (refused !== undefined && credentials.access_token === refused) {
        google.setCredentials({ ...credentials, expiry_date: 1 });
      }
      // It throws if the answer has none.
      return (await google.getAccessToken()).token as string;
    } catch (error) {
      // The library would keep an answer without a token for an hour.
      if (client === current) client = undefined;
      throw new NoAccessToken(error);
    }
  };
}

/** The data of a push as strings. FCM takes no other values. */
function stringData(push: Push): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dataOf(push)).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * The message in the form of FCM's HTTP v1 API. Its tag is the notification's id, so a message that is sent twice is
 * shown once. See https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages.
 */
export function fcmMessage(push: Push, notification: Message) {
  const isUrgent = push.level === "ONE";
  const ttl = timeToLive(push);
  const tag = `notification-${push.notificationId}`;
  return {
    token: push.token,
    notification,
    data: stringData(push),
    android: {
      priority: isUrgent ? "HIGH" : "NORMAL",
      ttl: `${ttl}s`,
      notification: {
        tag,
        default_sound: true,
        notification_priority: isUrgent ? "PRIORITY_MAX" : "PRIORITY_DEFAULT",
      },
    },
    apns: {
      headers: {
        "apns-priority": isUrgent ? "10" : "5",
        "apns-expiration": String(Math.floor(push.expiresAt / 1000)),
        "apns-collapse-id": tag,
      },
      payload: {
        aps: { sound: "default", "interruption-level": isUrgent ? "time-sensitive" : "active" },
      },
    },
    webpush: {
      headers: { TTL: String(ttl), Urgency: isUrgent ? "high" : "normal" },
      notification: { tag },
    },
  };
}

/**
 * The outcome that FCM's answer to one message stands for. The caller handles "too big" by sending a shorter text and
 * "unauthorized" by renewing the access token.
 */
function readResponse(answer: Answer | NoAnswer): Outcome | "too big" | "unauthorized" {
  if (answer.status === undefined) return unanswered("FCM", answer);
  if (answer.status < 300) return { state: "accepted" };
  const { error } = jsonOf<{ error: FcmError }>(answer);
  const details = error?.details ?? [];
  const code = details.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status;
  const description = error && [code, error.message].filter(Boolean).join(": ");
  const why = describeAnswer("FCM", answer, description);
  switch (code) {
    case "UNREGISTERED":
      return { state: "dead", why };
    case "SENDER_ID_MISMATCH":
      return { state: "failed", why };
    // The credentials of Apple or of Web Push are wrong. Other devices can still be reached.
    case "THIRD_PARTY_AUTH_ERROR":
      return { state: "retry", why };
    case "QUOTA_EXCEEDED": {
      const violations = details.flatMap(({ violations }) => violations ?? []);
      const isOfDevice = violations.some(({ subject, description }) =>
        /device/i.test(`${subject} ${description}`),
      );
      return { ...busy(answer, description), everyone: !isOfDevice };
    }
  }
  if (answer.status === 413) return "too big";
  if (answer.status === 401) return "unauthorized";
  if (answer.status === 400 && error) return readInvalidArgument(error, why);
  if (answer.status === 429) return busy(answer, description);
  // Any other status is about the project or the address. So are 403 and 404 without an error of FCM's.
  return temporaryFailure("FCM", answer) ?? refusedForEveryone("FCM", answer, description);
}

interface FcmError {
  message?: string;
  status?: string;
  details?: {
    errorCode?: string;
    fieldViolations?: { field?: string; description?: string }[];
    violations?: { subject?: string; description?: string }[];
  }[];
}

/** FCM asks for this wait after 429 if the answer names no other. */
const BUSY_DELAY_MS = 60_000;

/** The outcome if FCM gets too many messages. */
function busy(answer: Answer, description: string | undefined): Retry {
  const refusal = refusedForEveryone("FCM", answer, description);
  return { ...refusal, after: refusal.after ?? BUSY_DELAY_MS };
}

/** INVALID_ARGUMENT covers everything that can be wrong with a message: its token, its size, its form. */
function readInvalidArgument(error: FcmError, why: string): Outcome | "too big" {
  const details = error.details ?? [];
  const message = error.message ?? "";
  const fields = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  const isOfToken = fields.some(({ field }) => field === "message.token");
  if (isOfToken || /registration token/i.test(message)) return { state: "dead", why };
  // FCM may answer a message that is too big with no more than "invalid argument".
  if (/too (big|large)/i.test(message) || details.length === 0) return "too big";
  return { state: "failed", why };
}

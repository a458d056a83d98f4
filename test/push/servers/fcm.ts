import { generateKeyPairSync, randomUUID } from "node:crypto";
import jwt from "jsonwebtoken";
import { type Check, type Form, findWrongField, isText, matching, oneOf } from "./form.ts";
import {
  type LocalServer,
  makeReceived,
  type Received,
  type Reply,
  type Request,
  startLocalServer,
} from "./local-server.ts";
import { LONGEST_LIFE } from "./longest-life.ts";

/** A message in the form of FCM's HTTP v1 API, and when it was accepted. */
export interface FcmMessage {
  token: string;
  notification: { title: string; body: string };
  data: Record<string, string>;
  android: { priority: string; ttl: string; notification: Record<string, unknown> };
  apns: { headers: Record<string, string>; payload: { aps: Record<string, unknown> } };
  webpush: { headers: Record<string, string>; notification: Record<string, unknown> };
  /** By performance.now(). */
  at: number;
}

export interface FcmServer extends LocalServer {
  /** The JSON of a service account that gets its tokens from this server. */
  serviceAccount: string;
  received: Received<FcmMessage>;
  /** How many access tokens were given out. */
  accessTokens(): number;
  /** From now on the access tokens given out so far are refused. */
  revokeAccessTokens(): void;
  /** From now on the service account's requests for access tokens are refused. */
  refuseServiceAccount(): void;
  /** From now on the token's messages get this answer. Undefined accepts them again. */
  refuse(token: string, reply: Reply | undefined): void;
}

export interface FcmServerOptions {
  /** How many seconds an access token is valid. */
  lifetime?: number;
  /** The most bytes of a message's notification and data as JSON. */
  limit?: number;
}

const PROJECT = "project-of-a-test";
/** The keys of the service account. All servers share them, because they take long to make. */
const KEYS = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EMAIL = `pusher@${PROJECT}.example.org`;
const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";

const isUrgency = oneOf("very-low", "low", "normal", "high");
/** FCM reserves some names, and takes only texts. */
const isData: Check = (value) =>
  Object.entries(value ?? {}).every(
    ([name, text]) => isText(text) && !/^(from$|message_type$|google\.|gcm\.)/.test(name),
  );
/** What a message may hold, of all that FCM's HTTP v1 API takes. */
const MESSAGE: Form = {
  token: matching(/^\S{1,4096}$/),
  notification: { title: isText, body: isText },
  data: isData,
  android: {
    priority: oneOf("HIGH", "NORMAL"),
    ttl: matching(/^\d+(\.\d{1,9})?s$/),
    notification: {
      tag: isText,
      default_sound: oneOf(true, false),
      notification_priority: matching(/^PRIORITY_(MIN|LOW|DEFAULT|HIGH|MAX)$/),
    },
  },
  apns: {
    headers: {
      "apns-priority": oneOf("1", "5", "10"),
      "apns-expiration": matching(/^\d+$/),
      // 64 bytes.
      "apns-collapse-id": matching(/^[\x20-\x7e]{1,64}$/),
    },
    payload: {
      aps: {
        sound: isText,
        "interruption-level": oneOf("passive", "active", "time-sensitive", "critical"),
      },
    },
  },
  webpush: {
    headers: { TTL: matching(/^\d+$/), Urgency: isUrgency },
    notification: { tag: isText },
  },
};

/** The HTTP status and Google's status of each FCM code. */
const STATUSES: Record<string, [number, string]> = {
  UNREGISTERED: [404, "NOT_FOUND"],
  INVALID_ARGUMENT: [400, "INVALID_ARGUMENT"],
  SENDER_ID_MISMATCH: [403, "PERMISSION_DENIED"],
  QUOTA_EXCEEDED: [429, "RESOURCE_EXHAUSTED"],
  UNAVAILABLE: [503, "UNAVAILABLE"],
  INTERNAL: [500, "INTERNAL"],
  THIRD_PARTY_AUTH_ERROR: [401, "UNAUTHENTICATED"],
};

/** An error in the form of FCM. */
export function fcmError(
  errorCode: string,
  message = `refused: ${errorCode}`,
  ...details: object[]
): Reply {
  const [code, status] = STATUSES[errorCode] as [number, string];
  const all = [{ "@type": FCM_ERROR, errorCode }, ...details];
  return { status: code, body: { error: { code, message, status, details: all } } };
}

/** An error in the form of all Google APIs. */
function googleError(code: number, status: string, message: string): Reply {
  return { status: code, body: { error: { code, message, status } } };
}

/** Starts a server that speaks FCM's HTTP v1 API, and OAuth for a service account. */
export async function startFcmServer(options: FcmServerOptions = {}): Promise<FcmServer> {
  const { lifetime = 3600, limit = 4096 } = options;
  const received = makeReceived<FcmMessage>();
  const refused = new Map<string, Reply>();
  const valid = new Set<string>();
  let given = 0;
  let isAccountRefused = false;

  function giveAccessToken(form: URLSearchParams): Reply {
    const refusal = (why: string) => ({
      status: 400,
      body: { error: "invalid_grant", error_description: why },
    });
    if (isAccountRefused) return refusal("account not found");
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") {
      return { status: 400, body: { error: "unsupported_grant_type" } };
    }
    try {
      const claims = jwt.verify(form.get("assertion") ?? "", KEYS.publicKey, {
        algorithms: ["RS256"],
        audience: `${server.url}/token`,
        issuer: EMAIL,
        maxAge: "1h",
      }) as jwt.JwtPayload;
      if (claims.scope !== "https://www.googleapis.com/auth/firebase.messaging") {
        return { status: 400, body: { error: "invalid_scope" } };
      }
    } catch (error) {
      return refusal((error as Error).message);
    }
    const access_token = randomUUID();
    valid.add(access_token);
    given += 1;
    return { status: 200, body: { access_token, expires_in: lifetime, token_type: "Bearer" } };
  }

  function send(message: FcmMessage): Reply {
    const refusal = refused.get(message.token);
    if (refusal) return refusal;
    const { notification, data, android, webpush } = message;
    const wrong = findWrongField(message, MESSAGE, "message");
    if (wrong) return googleError(400, "INVALID_ARGUMENT", `Invalid value at '${wrong}'`);
    if ([android.ttl, webpush.headers.TTL].some((ttl = "") => parseInt(ttl, 10) > LONGEST_LIFE)) {
      return fcmError("INVALID_ARGUMENT", "Invalid TTL duration specified: at most 28 days");
    }
    if (Buffer.byteLength(JSON.stringify({ ...notification, data })) > limit) {
      return fcmError("INVALID_ARGUMENT", "Android message is too big");
    }
    received.add(message.token, { ...message, at: performance.now() });
    return {
      status: 200,
      body: { name: `projects/${PROJECT}/messages/${received.all.length}` },
    };
  }

  const server = await startLocalServer(({ path, headers, body }: Request): Reply => {
    if (path === "/token") return giveAccessToken(new URLSearchParams(body.toString()));
    if (path !== `/v1/projects/${PROJECT}/messages:send`) {
      return { status: 404, body: "<!DOCTYPE html><title>Error 404 (Not Found)</title>" };
    }
    if (!valid.has(headers.authorization?.replace(/^Bearer /, "") ?? "")) {
      return googleError(401, "UNAUTHENTICATED", "invalid authentication credentials");
    }
    return send(JSON.parse(body.toString()).message);
  });

  return {
    ...server,
    serviceAccount: JSON.stringify({
      type: "service_account",
      project_id: PROJECT,
      client_email: EMAIL,
      private_key: KEYS.privateKey.export({ type: "pkcs8", format: "pem" }),
      token_uri: `${server.url}/token`,
    }),
    received,
    accessTokens: () => given,
    revokeAccessTokens: () => valid.clear(),
    refuseServiceAccount() {
      isAccountRefused = true;
    },
    refuse(token, reply) {
      if (reply) refused.set(token, reply);
      else refused.delete(token);
    },
  };
}

import { makeClient } from "./client.ts";
import { type AccessTokens, makeAccessTokens, NoAccessToken } from "./fcm/access-tokens.ts";
import { fcmMessage, stringData } from "./fcm/message.ts";
import { read } from "./fcm/reading.ts";
import type { ServiceAccount } from "./fcm/service-account.ts";
import { type Message, roomBeside, sendShortening } from "./message.ts";
import { oneByOne } from "./one-by-one.ts";
import type { Outcome, Provider, Push } from "./provider.ts";

export interface FcmOptions {
  /** Without the API's path: https://fcm.googleapis.com. */
  url: string;
  serviceAccount: ServiceAccount;
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Bytes: FCM takes 4096, and Apple as many with what it needs around them. */
const LIMIT = 3800;

/**
 * Pushes through FCM's HTTP v1 API, one message a request.
 * See https://firebase.google.com/docs/cloud-messaging/send/v1-api.
 */
export function makeFcm({ url, serviceAccount, timeout = 10_000 }: FcmOptions): Provider {
  const client = makeClient(timeout);
  const accessTokens: AccessTokens = makeAccessTokens(serviceAccount, timeout);
  const address = `${url}/v1/projects/${encodeURIComponent(serviceAccount.projectId)}/messages:send`;

  async function post(push: Push, message: Message, accessToken: string) {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${accessToken}`,
    };
    const body = JSON.stringify({ message: fcmMessage(push, message) });
    return read(await client.post(address, headers, body));
  }

  async function postAuthorized(push: Push, message: Message): Promise<Outcome | "too big"> {
    try {
      const accessToken = await accessTokens.get();
      const outcome = await post(push, message, accessToken);
      if (outcome !== "unauthorized") return outcome;
      const again = await post(push, message, await accessTokens.get(accessToken));
      if (again !== "unauthorized") return again;
      return {
        state: "retry",
        why: "FCM takes no access token of the service account",
        everyone: true,
      };
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
      sendShortening(push.text, roomBeside(stringData(push), LIMIT), (message) =>
        postAuthorized(push, message),
      ),
    ),
    close: async () => client.close(),
  };
}

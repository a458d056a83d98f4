import type { ServiceAccount } from "../../settings/service-account.ts";
import { type AccessTokens, makeAccessTokens, NoAccessToken } from "./fcm/access-tokens.ts";
import { fcmMessage, stringData } from "./fcm/message.ts";
import { readResponse } from "./fcm/response.ts";
import { makeHttpClient } from "./http-client.ts";
import { type Message, sendShortening, textBytesBeside } from "./message.ts";
import { oneByOne } from "./one-by-one.ts";
import type { Outcome, Provider, Push } from "./provider.ts";

export interface FcmOptions {
  /** Without the API's path: https://fcm.googleapis.com. */
  url: string;
  serviceAccount: ServiceAccount;
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Bytes. FCM takes 4096, and so does Apple, with what it adds around a message. */
const MESSAGE_LIMIT = 3800;

/**
 * Pushes through FCM's HTTP v1 API, one message a request.
 * See https://firebase.google.com/docs/cloud-messaging/send/v1-api.
 */
export function makeFcm({ url, serviceAccount, timeout = 10_000 }: FcmOptions): Provider {
  const client = makeHttpClient(timeout);
  const accessTokens: AccessTokens = makeAccessTokens(serviceAccount, timeout);
  const address = `${url}/v1/projects/${encodeURIComponent(serviceAccount.projectId)}/messages:send`;

  async function post(push: Push, message: Message, accessToken: string) {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${accessToken}`,
    };
    const body = JSON.stringify({ message: fcmMessage(push, message) });
    return readResponse(await client.post(address, headers, body));
  }

  async function postAuthorized(push: Push, message: Message): Promise<Outcome | "too big"> {
    try {
      const accessToken = await accessTokens.get();
      const outcome = await post(push, message, accessToken);
      if (outcome !== "unauthorized") return outcome;
      const secondOutcome = await post(push, message, await accessTokens.get(accessToken));
      if (secondOutcome !== "unauthorized") return secondOutcome;
      return {
        state: "retry",
        why: "FCM refuses every access token of the service account",
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
      sendShortening(push, textBytesBeside(stringData(push), MESSAGE_LIMIT), (message) =>
        postAuthorized(push, message),
      ),
    ),
    close: async () => client.close(),
  };
}

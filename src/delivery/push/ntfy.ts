import {
  describeAnswer,
  makeHttpClient,
  refusedForEveryone,
  temporaryFailure,
  unanswered,
} from "./http-client.ts";
import { sendShortening } from "./message.ts";
import { oneByOne, type Provider } from "./provider.ts";

/** ntfy makes a file of a longer message. */
const MOST_BYTES = 4096;
const PRIORITIES = { ONE: 5, TWO: 4, THREE: 3 };

/** How a server of ntfy is reached. */
export interface NtfyOptions {
  url: string;
  token?: string | undefined;
  /** The address of this service for people. */
  publicUrl?: string | undefined;
  timeout?: number | undefined;
}

/** Pushes to topics of ntfy. Their tokens begin with `ntfy:`. */
export function makeNtfy({ url, token, publicUrl, timeout = 10_000 }: NtfyOptions): Provider {
  const client = makeHttpClient(timeout);
  const headers = {
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return {
    name: "ntfy",
    batchSize: 1,
    concurrency: 8,
    send: oneByOne((push) =>
      sendShortening(push, MOST_BYTES, async ({ title, body }) => {
        const content = {
          topic: push.token.replace(/^ntfy:/, ""),
          title,
          message: body,
          priority: PRIORITIES[push.level],
          ...(publicUrl && { click: publicUrl + (push.path ?? `/#/alerts/${push.alertId}`) }),
        };
        const answer = await client.post(url, headers, JSON.stringify(content));
        if (answer.status === undefined) return unanswered("ntfy", answer);
        if (answer.status === 200) return { state: "accepted" };
        if (answer.status === 413) return "too big";
        // The server, its token or the limit of requests: no topic of it gets anything. 507: it has no room.
        if ([401, 403, 404, 507].includes(answer.status)) return refusedForEveryone("ntfy", answer);
        return (
          temporaryFailure("ntfy", answer) ?? {
            state: "failed",
            why: describeAnswer("ntfy", answer),
          }
        );
      }),
    ),
    close: async () => client.close(),
  };
}

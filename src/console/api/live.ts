import { effect, signal } from "@preact/signals";
import { type Client, createClient } from "graphql-ws";
import { beginLive, isLive } from "../state/connection.ts";
import { session, sessionHasExpired } from "../state/session.ts";
import { hostUrl } from "./host-url.ts";
import type { TypedDocumentString } from "./operations.ts";

const ENDPOINT = hostUrl("graphql");
ENDPOINT.protocol = ENDPOINT.protocol.replace("http", "ws");

/** The API's close code for a token that has expired or was revoked. */
const TOKEN_REFUSED = 4403;
/** The longest pause between two reconnects, in milliseconds. */
const LONGEST_PAUSE = 10_000;

/** Connects with a token. Reconnects whenever the connection is lost, until the API refuses the token. */
function connect(token: string): Client {
  return createClient({
    url: ENDPOINT.href,
    connectionParams: { token },
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (tries) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** tries, LONGEST_PAUSE))),
    shouldRetry: (event) => (event as CloseEvent)?.code !== TOKEN_REFUSED,
    on: {
      connected: () => {
        isLive.value = true;
      },
      closed: (event) => {
        const { code } = event as CloseEvent;
        if (code === TOKEN_REFUSED) sessionHasExpired(token);
        isLive.value = code === 1000;
      },
    },
  });
}

/** Calls back when the connection's subscription has begun: a query after it on the same connection is answered then. */
function askIfBegun(client: Client, begin: () => void): void {
  const answer = { next: begin, error: () => {}, complete: () => {} };
  client.subscribe({ query: "{ apiVersion }" }, answer);
}

const token = signal(session.value?.token);
effect(() => {
  token.value = session.value?.token;
});

/**
 * Follows a subscription across lost connections and new logins. It has its own connection: a screen has one
 * subscription at most.
 * @param begin Called after each connect, when the subscription has begun, to load the present state. No event is lost then.
 * @returns A function that stops.
 */
export function follow<Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
  handle: (result: Result) => void,
  begin?: () => void,
): () => void {
  return effect(() => {
    if (!token.value) return;
    const client = connect(token.value);
    const endLive = beginLive();
    const stopListening = begin && client.on("connected", () => askIfBegun(client, begin));
    const stop = client.subscribe<Result>(
      { query: operation.toString(), variables },
      {
        next: ({ data }) => data && handle(data),
        error: (error) => console.warn("Not live:", error),
        complete: () => {},
      },
    );
    return () => {
      stopListening?.();
      stop();
      endLive();
      // May reject with the close event, which nobody needs.
      void Promise.resolve(client.dispose()).catch(() => {});
    };
  });
}

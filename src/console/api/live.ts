import { effect, signal } from "@preact/signals";
import { type Client, createClient } from "graphql-ws";
import { session, sessionHasExpired } from "../state/session.ts";
import type { TypedDocumentString } from "./operations.ts";

const ENDPOINT = new URL("../graphql", document.baseURI);
ENDPOINT.protocol = ENDPOINT.protocol.replace("http", "ws");

/** The API's code of a close: the token has expired or was revoked. */
const TOKEN_REFUSED = 4403;
/** Between tries to connect again, in milliseconds. */
const LONGEST_PAUSE = 10_000;

/** Whether what is shown follows what happens; false while the connection is lost. */
export const isLive = signal(true);

/** A connection for a token: lost, it is made again for as long as that token counts. */
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

const token = signal(session.value?.token);
effect(() => {
  token.value = session.value?.token;
});

/**
 * Follows a subscription, on a connection of its own (a screen has one), until the function returned is called, across lost connections and new logins.
 * @param begin Called at each beginning, to ask for what was before it: nothing falls between the two.
 */
export function follow<Result, Variables extends Record<string, unknown>>(
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
  handle: (result: Result) => void,
  begin?: () => void,
): () => void {
  return effect(() => {
    if (!token.value) return;
    const mine = connect(token.value);
    const stopListening = mine.on("connected", () => begin?.());
    const stop = mine.subscribe<Result>(
      { query: operation.toString(), variables },
      {
        next: ({ data }) => data && handle(data),
        error: (error) => console.warn("Not live:", error),
        complete: () => {},
      },
    );
    return () => {
      stopListening();
      stop();
      // It may end with the event of a close that was not heard.
      void Promise.resolve(mine.dispose()).catch(() => {});
    };
  });
}

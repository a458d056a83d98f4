import { type Client, createClient, type SubscribePayload } from "graphql-ws";
import { isLive } from "../state/connection.ts";
import { sessionHasExpired } from "../state/session.ts";
import { hostUrl } from "./host-url.ts";
import { type Progress, pauseAfter } from "./try-again.ts";

/** The time between an answer to a ping and the next ping. */
export const PING_INTERVAL_MS = 10_000;
/** The time to wait for a message after a ping. On a slow line the answer queues behind other messages. */
const PONG_TIMEOUT_MS = 30_000;

/** Closes a connection that stays silent after a ping. After a change of network, for example, no close event comes. */
export function closeOnPingTimeout(client: Pick<Client, "on" | "terminate">): void {
  let timer: ReturnType<typeof setTimeout>;
  const isThere = () => clearTimeout(timer);
  client.on("ping", (isOfService) => {
    if (!isOfService) timer = setTimeout(() => client.terminate(), PONG_TIMEOUT_MS);
  });
  client.on("message", isThere);
  client.on("closed", isThere);
}

const ENDPOINT = hostUrl("graphql");
ENDPOINT.protocol = ENDPOINT.protocol.replace("http", "ws");

/** The API's close code for a token that has expired or was revoked. */
const TOKEN_REFUSED = 4403;
/** The close code of a connection that the page no longer needs. */
const CLOSED_BY_US = 1000;
/** The API's error codes for which every retry would be refused too. */
const REFUSALS: unknown[] = ["FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED"];

type Errors = readonly { extensions?: { code?: unknown } }[];

/** Returns true if another try would be refused too. The error is the close event, or the API's list of errors. */
const isRefusal = (error: unknown) =>
  Array.isArray(error)
    ? (error as Errors).some(({ extensions }) => REFUSALS.includes(extensions?.code))
    : (error as CloseEvent)?.code === TOKEN_REFUSED;

/** Connects with a token. Reconnects whenever the connection is lost or silent, until the API refuses the token. */
function connect(token: string, onClose: (code: number) => void): Client {
  const client = createClient({
    url: ENDPOINT.href,
    connectionParams: { token },
    keepAlive: PING_INTERVAL_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (tries) => new Promise((resolve) => setTimeout(resolve, pauseAfter(tries))),
    shouldRetry: (event) => !isRefusal(event),
    on: { closed: (event) => onClose((event as CloseEvent).code) },
  });
  closeOnPingTimeout(client);
  return client;
}

/**
 * Subscribes over a separate connection, until the subscription ends by itself. It counts as live once a query that was
 * sent after it on the same connection is answered.
 * @returns A function that stops it.
 */
export function subscribe<Result>(
  token: string,
  payload: SubscribePayload,
  handle: (result: Result) => void,
  { works, ended, refused }: Progress & { refused?: (() => void) | undefined },
): () => void {
  let isOver = false;
  let isRefused = false;
  const client = connect(token, (code) => {
    if (isOver) return;
    if (code === TOKEN_REFUSED) sessionHasExpired(token);
    if (code !== CLOSED_BY_US) isLive.value = false;
  });
  const fail = (error: unknown) => {
    console.warn("Not live:", error);
    isRefused ||= isRefusal(error);
  };
  const close = () => {
    isOver = true;
    stopListening();
    stop();
    // May reject with the close event, which does not matter here.
    void Promise.resolve(client.dispose()).catch(() => {});
  };
  const complete = () => {
    if (isOver) return;
    if (isRefused) return refused?.();
    close();
    isLive.value = false;
    ended();
  };
  const error = (reason: unknown) => {
    if (isOver) return;
    fail(reason);
    complete();
  };
  const begin = () => {
    if (isOver) return;
    isLive.value = true;
    works();
  };
  const stopListening = client.on("connected", () => {
    const answer = { next: begin, error, complete: () => {} };
    client.subscribe({ query: "{ apiVersion }" }, answer);
  });
  const stop = client.subscribe<Result>(payload, {
    next({ data, errors }) {
      if (data) handle(data);
      else if (errors) fail(errors);
    },
    error,
    complete,
  });
  return close;
}

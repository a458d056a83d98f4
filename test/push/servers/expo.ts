import { gunzipSync } from "node:zlib";
import { type Form, findWrongField, isText, matching, oneOf } from "./form.ts";
import {
  type LocalServer,
  makeReceived,
  type Received,
  type Reply,
  type Request,
  startLocalServer,
} from "./local-server.ts";
import { LONGEST_LIFE } from "./longest-life.ts";

/** A message in the form of Expo's API, and when it was accepted. */
export interface ExpoMessage {
  to: string;
  title?: string;
  body?: string;
  data?: Record<string, unknown>;
  ttl?: number;
  priority?: string;
  sound?: string;
  interruptionLevel?: string;
  tag?: string;
  /** By performance.now(). */
  at: number;
}

export interface ExpoServer extends LocalServer {
  accessToken: string;
  received: Received<ExpoMessage>;
  /** The sizes of all batches, including refused ones. */
  batches: number[];
  /** The bytes of each request's body, as they came. */
  bytes: number[];
  /** How many receipts each request asked for. */
  asked: number[];
  /** From now on the token's tickets are this error. Undefined accepts its pushes again. */
  refuse(token: string, error: string | undefined): void;
  /** From now on the token's pushes are accepted, and their receipts are this error. */
  failLater(token: string, error: string): void;
  /** Every second ticket of the next batch is this error. */
  refuseHalf(error: string): void;
  /** The next batch is accepted, but its first `count` tickets are missing. A negative count adds tickets. */
  loseTickets(count: number): void;
  /** Gives no receipts until it is called with false. */
  withholdReceipts(withheld: boolean): void;
}

export interface ExpoServerOptions {
  /** The project that a token belongs to. */
  projectOf?: (token: string) => string;
  /** The most bytes of a message's title, body and data as JSON. */
  limit?: number;
}

const ACCESS_TOKEN = "access-token-of-a-test";
const MAX_MESSAGES = 100;
const MAX_RECEIPTS = 1000;
const TOKEN = /^Expo(nent)?PushToken\[[A-Za-z0-9_-]+\]$/;

/** What a message may hold. */
const MESSAGE: Form = {
  to: matching(TOKEN),
  title: isText,
  body: isText,
  data: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  ttl: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LONGEST_LIFE,
  priority: oneOf("default", "normal", "high"),
  sound: oneOf("default", null),
  interruptionLevel: oneOf("passive", "active", "time-sensitive", "critical"),
  tag: isText,
};

function requestError(status: number, code: string, message: string, details?: unknown): Reply {
  return { status, body: { errors: [{ code, message, details, isTransient: false }] } };
}

function errorTicket(error: string, token: string) {
  const message = `"${token}" was refused: ${error}`;
  return { status: "error", message, details: { error, expoPushToken: token } };
}

/** Starts a server that speaks Expo's push API: tickets, then receipts. */
export async function startExpoServer(options: ExpoServerOptions = {}): Promise<ExpoServer> {
  const { projectOf = () => "@owner/app", limit = 4096 } = options;
  const received = makeReceived<ExpoMessage>();
  const batches: number[] = [];
  const bytes: number[] = [];
  const asked: number[] = [];
  const refused = new Map<string, string>();
  const failing = new Map<string, string>();
  const receipts = new Map<string, object>();
  let half: string | undefined;
  let lost = 0;
  let isWithheld = false;

  function ticket(message: ExpoMessage, isRefused: boolean) {
    const { to, title, body, data } = message;
    const error = isRefused ? half : refused.get(to);
    if (error) return errorTicket(error, to);
    if (Buffer.byteLength(JSON.stringify({ title, body, data })) > limit) {
      return errorTicket("MessageTooBig", to);
    }
    received.add(to, { ...message, at: performance.now() });
    const id = `ticket-${received.all.length}`;
    const failure = failing.get(to);
    receipts.set(id, failure ? errorTicket(failure, to) : { status: "ok" });
    return { status: "ok", id };
  }

  function send(messages: ExpoMessage[]): Reply {
    batches.push(messages.length);
    if (messages.length > MAX_MESSAGES) {
      return requestError(400, "PUSH_TOO_MANY_NOTIFICATIONS", "more than 100 messages");
    }
    for (const [at, message] of messages.entries()) {
      const wrong = "to" in message ? findWrongField(message, MESSAGE, `[${at}]`) : `[${at}].to`;
      if (wrong) return requestError(400, "VALIDATION_ERROR", `"${wrong}" is not valid`);
    }
    const projects = Map.groupBy(messages, ({ to }) => projectOf(to));
    if (projects.size > 1) {
      const tokens = [...projects].map(([project, of]) => [project, of.map(({ to }) => to)]);
      return requestError(
        400,
        "PUSH_TOO_MANY_EXPERIENCE_IDS",
        "messages of several projects in one request",
        Object.fromEntries(tokens),
      );
    }
    const tickets = messages.map((message, at) =>
      ticket(message, half !== undefined && at % 2 === 1),
    );
    const data = lost < 0 ? [...tickets, ...tickets.slice(lost)] : tickets.slice(lost);
    half = undefined;
    lost = 0;
    return { status: 200, body: { data } };
  }

  function getReceipts(ids: string[]): Reply {
    asked.push(ids.length);
    if (!ids.every(isText)) return requestError(400, "VALIDATION_ERROR", '"ids" is not valid');
    if (ids.length > MAX_RECEIPTS) {
      return requestError(400, "PUSH_TOO_MANY_RECEIPTS", "more than 1000 ids");
    }
    const known = isWithheld ? [] : ids.filter((id) => receipts.has(id));
    return {
      status: 200,
      body: { data: Object.fromEntries(known.map((id) => [id, receipts.get(id)])) },
    };
  }

  const server = await startLocalServer(({ path, headers, body }: Request): Reply => {
    if (headers.authorization !== `Bearer ${ACCESS_TOKEN}`) {
      return requestError(401, "UNAUTHORIZED", "the access token is not valid");
    }
    bytes.push(body.length);
    const isCompressed = headers["content-encoding"] === "gzip";
    if (headers["content-type"] !== "application/json") {
      return requestError(400, "VALIDATION_ERROR", "the request has no JSON");
    }
    const json = JSON.parse((isCompressed ? gunzipSync(body) : body).toString());
    if (path === "/--/api/v2/push/send") return send(json);
    if (path === "/--/api/v2/push/getReceipts") return getReceipts(json.ids);
    return { status: 404, body: "Not Found" };
  });

  return {
    ...server,
    accessToken: ACCESS_TOKEN,
    received,
    batches,
    bytes,
    asked,
    refuse(token, error) {
      if (error) refused.set(token, error);
      else refused.delete(token);
    },
    failLater: (token, error) => void failing.set(token, error),
    refuseHalf(error) {
      half = error;
    },
    loseTickets(count) {
      lost = count;
    },
    withholdReceipts(withheld) {
      isWithheld = withheld;
    },
  };
}

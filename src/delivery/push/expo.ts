import { promisify } from "node:util";
import { gzip } from "node:zlib";
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
import { dataOf, halfTextBytes, messageOf, TOO_BIG, textBytesBeside } from "./message.ts";
import { ENDED, hasEnded, type Outcome, type Provider, type Push, timeToLive } from "./provider.ts";

export interface ExpoOptions {
  /** Without the API's path: https://exp.host. */
  url: string;
  accessToken: string;
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Expo's own limits. */
const MESSAGES_PER_REQUEST = 100;
const MAX_CONNECTIONS = 6;

/** Expo takes 4096, and adds to a message what its app needs. */
const MAX_MESSAGE_BYTES = 3800;
/** Receipts that say "too big" never lower the limit below this. */
const MIN_MESSAGE_LIMIT_BYTES = 1024;

const zip = promisify(gzip);

/**
 * Pushes through Expo's HTTP API, in batches. Each message gets a ticket, and later a receipt that says whether it
 * was delivered. See https://docs.expo.dev/push-notifications/sending-notifications/.
 */
export function makeExpo({ url, accessToken, timeout = 10_000 }: ExpoOptions): Provider {
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    "content-encoding": "gzip",
    authorization: `Bearer ${accessToken}`,
  };
  const client = makeHttpClient(timeout);
  // A receipt comes after its message was sent, so it can only make later messages shorter.
  let limit = MAX_MESSAGE_BYTES;

  /** Posts compressed: a batch repeats its text up to a hundred times, and the network may be slow. */
  async function ask(path: string, content: object) {
    const body = await zip(JSON.stringify(content));
    return client.post(`${url}/--/api/v2/push/${path}`, headers, body);
  }

  /** Sends one batch. Returns the batches in which to send the messages that have no outcome yet. */
  async function post(batch: BatchEntry[]): Promise<BatchEntry[][]> {
    const response = readBatchResponse(await ask("send", batch.map(expoMessage)), batch);
    if ("parts" in response) return response.parts;
    const { outcomes } = response;
    const shortened = batch.filter((entry, at) => !settle(entry, outcomes[at] ?? TOO_BIG));
    return shortened.length > 0 ? [shortened] : [];
  }

  /** Asks for receipts. Throws if the answer has none. */
  async function askReceipts(ids: string[]): Promise<Record<string, Ticket>> {
    const answer = await ask("getReceipts", { ids });
    if (answer.status === undefined) throw new Error(`Expo: ${answer.why}`);
    const { data } = jsonOf<Body>(answer);
    if (answer.status >= 300 || typeof data !== "object" || data === null) {
      throw new Error(describeAnswer("Expo", answer, errorOf(answer).description));
    }
    return data as Record<string, Ticket>;
  }

  return {
    name: "expo",
    batchSize: MESSAGES_PER_REQUEST,
    concurrency: MAX_CONNECTIONS,

    async send(pushes: Push[]): Promise<Outcome[]> {
      const entries = pushes.map((push) => batchEntry(push, textBytesBeside(dataOf(push), limit)));
      for (const entry of entries) if (hasEnded(entry.push)) entry.outcome = ENDED;
      const waiting = [entries.filter(({ outcome }) => !outcome)];
      for (let batch = waiting.shift(); batch?.length; batch = waiting.shift()) {
        waiting.unshift(...(await post(batch)));
        const { outcome } = batch[0] as BatchEntry;
        if (outcome?.state !== "retry" || !outcome.everyone) continue;
        for (const entry of waiting.splice(0).flat()) entry.outcome = outcome;
      }
      return entries.map(({ outcome }) => outcome as Outcome);
    },

    async receipts(ids: string[]): Promise<Map<string, Outcome>> {
      const before = limit;
      const readReceipt = (receipt: Ticket): Outcome => {
        const outcome = outcomeOf(receipt);
        if (outcome !== "too big") return outcome;
        limit = Math.max(MIN_MESSAGE_LIMIT_BYTES, Math.floor((before * 3) / 4));
        return limit < before
          ? { state: "retry", why: "Expo: MessageTooBig; shorter from now on" }
          : TOO_BIG;
      };
      const receipts = Object.entries(await askReceipts(ids));
      return new Map(receipts.map(([id, receipt]) => [id, readReceipt(receipt)]));
    },

    close: async () => client.close(),
  };
}

/** A push of a batch, until it has an outcome. */
interface BatchEntry {
  push: Push;
  to: string;
  /** Bytes that the text may take. */
  textBytes: number;
  outcome?: Outcome;
}

export function batchEntry(push: Push, textBytes: number): BatchEntry {
  const { token } = push;
  // The app may register only the part inside the brackets.
  const to = /^Expo(nent)?PushToken\[.*\]$/.test(token) ? token : `ExponentPushToken[${token}]`;
  return { push, to, textBytes };
}

/**
 * The message in the form of Expo's API. Its tag is the notification's id, so Android shows a message that is sent
 * twice only once. It has no collapseId, which would do the same on iOS: FCM keeps messages of only four such ids for a
 * phone that is offline.
 */
export function expoMessage({ push, to, textBytes }: BatchEntry) {
  const isUrgent = push.level === "ONE";
  return {
    to,
    ...messageOf(push, textBytes),
    data: dataOf(push),
    ttl: timeToLive(push),
    priority: isUrgent ? "high" : "normal",
    sound: "default",
    interruptionLevel: isUrgent ? "time-sensitive" : "active",
    tag: `notification-${push.notificationId}`,
  };
}

/** What Expo's answer to a batch means: an outcome for each message, or smaller batches to send instead. */
type BatchResponse = { outcomes: (Outcome | "too big")[] } | { parts: BatchEntry[][] };

function readBatchResponse(answer: Answer | NoAnswer, batch: BatchEntry[]): BatchResponse {
  const all = (outcome: Outcome | "too big") => ({ outcomes: batch.map(() => outcome) });
  /** Refused because of one message, or because there are too many. */
  const refused = (outcome: Outcome | "too big", parts = splitInHalf(batch)) =>
    batch.length > 1 ? { parts } : all(outcome);

  if (answer.status === undefined) return all(unanswered("Expo", answer));
  const { data, errors } = jsonOf<Body>(answer);
  if (answer.status < 300 && Array.isArray(data)) {
    // If their number or a token differs, no ticket can be assigned to its message.
    const fits =
      data.length === batch.length &&
      data.every((ticket: Ticket, at) => {
        const token = ticket?.details?.expoPushToken;
        return token === undefined || token === batch[at]?.to;
      });
    if (fits) return { outcomes: data.map((ticket) => outcomeOf(ticket)) };
    const why = `Expo gave tickets that do not fit: ${data.length} for ${batch.length} messages`;
    return all({ state: "retry", why });
  }
  const { code, description } = errorOf(answer);
  switch (code) {
    case "PUSH_TOO_MANY_EXPERIENCE_IDS": {
      const projects = Object.values(errors?.[0]?.details ?? {}).filter(isStringList);
      const why = "Expo: one message, but of several projects";
      return refused({ state: "failed", why }, splitByProject(batch, projects));
    }
    case "TOO_MANY_REQUESTS":
      return all(refusedForEveryone("Expo", answer, description));
    case "PUSH_TOO_MANY_NOTIFICATIONS":
    case "VALIDATION_ERROR":
      return refused({ state: "failed", why: `Expo: ${description}` });
  }
  if (answer.status === 413) return refused("too big");
  // A 400 may be the fault of one message. Any other status is about the credentials or the address.
  return answer.status === 400
    ? refused({ state: "failed", why: `Expo: ${description ?? "a bad request"}` })
    : all(temporaryFailure("Expo", answer) ?? refusedForEveryone("Expo", answer, description));
}

interface Body {
  data?: unknown;
  errors?: { code?: string; message?: string; details?: Record<string, unknown> }[];
}

/** The first error of an answer, and its description for the administrator. */
function errorOf(answer: Answer): { code?: string; description?: string } {
  const error = jsonOf<Body>(answer).errors?.[0];
  return {
    code: error?.code,
    description: error && [error.code, error.message].filter(Boolean).join(": "),
  };
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function splitInHalf(batch: BatchEntry[]): BatchEntry[][] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/**
 * Splits a batch by project, or in half if all tokens belong to one. Tokens without a project are a batch of their own.
 * @param projects The tokens of each project.
 */
function splitByProject(batch: BatchEntry[], projects: string[][]): BatchEntry[][] {
  const projectOf = new Map(projects.flatMap((tokens, at) => tokens.map((token) => [token, at])));
  const batches = [...Map.groupBy(batch, ({ to }) => projectOf.get(to)).values()];
  return batches.length > 1 ? batches : splitInHalf(batch);
}

/** A ticket, which Expo gives for each message, or a receipt, which it gives later. Both have the same form. */
interface Ticket {
  status?: string;
  /** In a ticket: the id of its receipt. */
  id?: string;
  message?: string;
  details?: { error?: string; expoPushToken?: string };
}

/** The outcome that a ticket or a receipt stands for. The caller handles "too big" by sending a shorter text. */
function outcomeOf(ticket: Ticket): Outcome | "too big" {
  if (ticket?.status === "ok") {
    return ticket.id ? { state: "accepted", receipt: ticket.id } : { state: "accepted" };
  }
  const error = ticket?.details?.error;
  const why = `Expo: ${[error, ticket?.message].filter(Boolean).join(": ") || "an error without a message"}`;
  switch (error) {
    case "DeviceNotRegistered":
      return { state: "dead", why };
    case "MessageTooBig":
      return "too big";
    case "MessageRateExceeded":
    // Errors of Expo, Apple or Google.
    case "ExpoError":
    case "ProviderError":
      return { state: "retry", why };
    // The credentials of the app for Apple or Google.
    case "InvalidCredentials":
      return { state: "failed", why, everyone: true };
    default:
      return { state: "failed", why };
  }
}

/** Gives a message its outcome. Returns false if it must be sent again, with a shorter text. */
function settle(entry: BatchEntry, outcome: Outcome | "too big"): boolean {
  if (outcome !== "too big") {
    entry.outcome = outcome;
    return true;
  }
  const half = halfTextBytes(messageOf(entry.push, entry.textBytes));
  if (half === undefined) entry.outcome = TOO_BIG;
  else entry.textBytes = half;
  return half === undefined;
}

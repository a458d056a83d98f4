import {
  type BatchEntry,
  batchEntry,
  expoMessage,
  messageIn,
  splitByProject,
  splitInHalf,
} from "./expo/batch.ts";
import { compress } from "./expo/compress.ts";
import { type BatchResponse, bodyOf, errorOf, readBatchResponse } from "./expo/response.ts";
import { outcomeOf, type Ticket } from "./expo/ticket.ts";
import { makeHttpClient } from "./http-client.ts";
import { dataOf, halfTextBytes, TOO_BIG, textBytesBeside } from "./message.ts";
import type { Outcome, Provider, Push } from "./provider.ts";
import { describeAnswer } from "./provider-errors.ts";
import { ENDED, hasEnded } from "./time-to-live.ts";

export interface ExpoOptions {
  /** Without the API's path: https://exp.host. */
  url: string;
  accessToken: string;
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Expo's own limits. */
const BATCH_SIZE = 100;
const MAX_CONNECTIONS = 6;

/** Bytes. Expo takes 4096, and adds to a message what its app needs. */
const MESSAGE_LIMIT = 3800;
/** Bytes. Receipts that say "too big" never lower the limit below this. */
const MIN_MESSAGE_LIMIT = 1024;

/**
 * Pushes through Expo's HTTP API, in batches. Each message gets a ticket, and later a receipt that says whether it
 * was delivered. See https://docs.expo.dev/push-notifications/sending-notifications/.
 */
export function makeExpo({ url, accessToken, timeout = 10_000 }: ExpoOptions): Provider {
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    authorization: `Bearer ${accessToken}`,
  };
  const client = makeHttpClient(timeout);
  // A receipt comes after its message was sent, so it can only make later messages shorter.
  let limit = MESSAGE_LIMIT;

  async function ask(path: string, content: object) {
    const compressed = await compress(content);
    const address = `${url}/--/api/v2/push/${path}`;
    return client.post(address, { ...headers, ...compressed.headers }, compressed.body);
  }

  /** Sends one batch. Returns the batches in which to send the messages that have no outcome yet. */
  async function post(batch: BatchEntry[]): Promise<BatchEntry[][]> {
    const messages = batch.map((entry) => expoMessage(entry, dataOf(entry.push)));
    const answer = await ask("send", messages);
    const tokens = batch.map(({ to }) => to);
    const response = readBatchResponse(answer, tokens);
    if (batch.length > 1) {
      if ("projects" in response) return splitByProject(batch, response.projects);
      if ("refused" in response) return splitInHalf(batch);
    }
    const shortened = batch.filter((entry, at) => !settle(entry, outcomeAt(response, at)));
    return shortened.length > 0 ? [shortened] : [];
  }

  /** Asks for receipts. Throws if the answer has none. */
  async function askReceipts(ids: string[]): Promise<Record<string, Ticket>> {
    const answer = await ask("getReceipts", { ids });
    if (answer.status === undefined) throw new Error(`Expo: ${answer.why}`);
    const { data } = bodyOf(answer);
    if (answer.status >= 300 || typeof data !== "object" || data === null) {
      throw new Error(describeAnswer("Expo", answer, errorOf(answer).description));
    }
    return data as Record<string, Ticket>;
  }

  return {
    name: "expo",
    batchSize: BATCH_SIZE,
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
      const outcomes = new Map<string, Outcome>();
      const before = limit;
      for (const [id, receipt] of Object.entries(await askReceipts(ids))) {
        const outcome = outcomeOf(receipt);
        if (outcome !== "too big") {
          outcomes.set(id, outcome);
          continue;
        }
        limit = Math.max(MIN_MESSAGE_LIMIT, Math.floor((before * 3) / 4));
        outcomes.set(
          id,
          limit < before
            ? { state: "retry", why: "Expo: MessageTooBig; shorter from now on" }
            : TOO_BIG,
        );
      }
      return outcomes;
    },

    close: async () => client.close(),
  };
}

/** Gives a message its outcome. Returns false if it must be sent again, with a shorter text. */
function settle(entry: BatchEntry, outcome: Outcome | "too big"): boolean {
  const textBytes = outcome === "too big" ? halfTextBytes(messageIn(entry)) : undefined;
  if (textBytes === undefined) {
    entry.outcome = outcome === "too big" ? TOO_BIG : outcome;
    return true;
  }
  entry.textBytes = textBytes;
  return false;
}

/** The outcome of one message of a batch. */
function outcomeAt(response: BatchResponse, at: number): Outcome | "too big" {
  if ("tickets" in response) return outcomeOf(response.tickets[at] as Ticket);
  if ("all" in response) return response.all;
  if ("refused" in response) return response.refused;
  return { state: "failed", why: "Expo: one message, but of several projects" };
}

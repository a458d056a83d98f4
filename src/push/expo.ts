import { makeClient } from "./client.ts";
import { byProject, halves, messageIn, type Parcel, pack, written } from "./expo/parcels.ts";
import { bodyOf, errorOf, type Reading, read } from "./expo/reading.ts";
import { judge, type Verdict } from "./expo/verdict.ts";
import { dataOf, lessRoom, roomBeside, TOO_BIG } from "./message.ts";
import type { Outcome, Provider, Push } from "./provider.ts";
import { ENDED, hasEnded } from "./time-to-live.ts";
import { inWords } from "./trouble.ts";

export interface ExpoOptions {
  /** Without the API's path: https://exp.host. */
  url: string;
  accessToken: string;
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Expo's own limits. */
const BATCH_SIZE = 100;
const MOST_CONNECTIONS = 6;

/** Bytes: Expo takes 4096, and adds to a message what its app needs. */
const LIMIT = 3800;
/** What a receipt that says "too big" does not shorten further. */
const LEAST_LIMIT = 1024;

/**
 * Pushes through Expo's HTTP API: in batches, each message with a ticket, of which a receipt tells later how it went
 * on. See https://docs.expo.dev/push-notifications/sending-notifications/.
 */
export function makeExpo({ url, accessToken, timeout = 10_000 }: ExpoOptions): Provider {
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    authorization: `Bearer ${accessToken}`,
  };
  const client = makeClient(timeout);
  // A receipt comes when its message is gone: only later ones can be made shorter for it.
  let limit = LIMIT;

  /** Sends one batch, and returns the batches in which to send those that have no outcome yet. */
  async function post(batch: Parcel[]): Promise<Parcel[][]> {
    const body = JSON.stringify(batch.map((parcel) => written(parcel, dataOf(parcel.push))));
    const answer = await client.post(`${url}/--/api/v2/push/send`, headers, body);
    const tokens = batch.map(({ to }) => to);
    const reading = read(answer, tokens);
    if (batch.length > 1) {
      if ("projects" in reading) return byProject(batch, reading.projects);
      if ("smaller" in reading) return halves(batch);
    }
    const shortened = batch.filter((parcel, at) => !settle(parcel, outcomeIn(reading, at)));
    return shortened.length > 0 ? [shortened] : [];
  }

  /** Asks for receipts; throws where the answer has none. */
  async function askReceipts(ids: string[]): Promise<Record<string, Verdict>> {
    const body = JSON.stringify({ ids });
    const answer = await client.post(`${url}/--/api/v2/push/getReceipts`, headers, body);
    if (answer.status === undefined) throw new Error(`Expo: ${answer.why}`);
    const { data } = bodyOf(answer);
    if (answer.status >= 300 || typeof data !== "object" || data === null) {
      throw new Error(inWords("Expo", answer, errorOf(answer).words));
    }
    return data as Record<string, Verdict>;
  }

  return {
    name: "expo",
    batchSize: BATCH_SIZE,
    concurrency: MOST_CONNECTIONS,

    async send(pushes: Push[]): Promise<Outcome[]> {
      const parcels = pushes.map((push) => pack(push, roomBeside(dataOf(push), limit)));
      for (const parcel of parcels) if (hasEnded(parcel.push)) parcel.outcome = ENDED;
      const waiting = [parcels.filter(({ outcome }) => !outcome)];
      for (let batch = waiting.shift(); batch?.length; batch = waiting.shift()) {
        waiting.unshift(...(await post(batch)));
        const { outcome } = batch[0] as Parcel;
        if (outcome?.state !== "retry" || !outcome.everyone) continue;
        for (const parcel of waiting.splice(0).flat()) parcel.outcome = outcome;
      }
      return parcels.map(({ outcome }) => outcome as Outcome);
    },

    async receipts(ids: string[]): Promise<Map<string, Outcome>> {
      const outcomes = new Map<string, Outcome>();
      const before = limit;
      for (const [id, verdict] of Object.entries(await askReceipts(ids))) {
        const outcome = judge(verdict);
        if (outcome !== "too big") {
          outcomes.set(id, outcome);
          continue;
        }
        limit = Math.max(LEAST_LIMIT, Math.floor((before * 3) / 4));
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

/** Gives the parcel its outcome, or less room for its text: false, where it is to be sent again. */
function settle(parcel: Parcel, outcome: Outcome | "too big"): boolean {
  const room = outcome === "too big" ? lessRoom(messageIn(parcel)) : undefined;
  if (room === undefined) {
    parcel.outcome = outcome === "too big" ? TOO_BIG : outcome;
    return true;
  }
  parcel.room = room;
  return false;
}

/** What a reading says of one message of its batch. */
function outcomeIn(reading: Reading, at: number): Outcome | "too big" {
  if ("tickets" in reading) return judge(reading.tickets[at] as Verdict);
  if ("all" in reading) return reading.all;
  if ("smaller" in reading) return reading.smaller;
  return { state: "failed", why: "Expo: one message, but of several projects" };
}

import { createHash } from "node:crypto";
import type { JobHelpers, Task } from "graphile-worker";
import { storable, storableJson } from "../database/storable.ts";
import { fetchOutside, Refusal } from "../limits/fetch-outside.ts";
import type { Lane } from "../ops/room.ts";
import { decode } from "./parse-xml.ts";
import { type FeedEntry, readFeed } from "./read-feed.ts";
import { MAX_MESSAGE_BYTES, takeMessage } from "./take-message.ts";

/** The lane that asks the sources of CAP messages. Each job queues the next one of its source. */
export const pollingLane = (hosts: readonly string[]): Lane => ({
  concurrency: 2,
  tasks: { poll_cap_source: makePollSource(hosts) },
  catchUp: "select app_private.queue_cap_polls()",
});

const MAX_FEED_BYTES = 10_000_000;
const TIMEOUT_MS = 10_000;
/** The messages that a poll takes. The next one takes the others. */
const MAX_MESSAGES = 20;
/** A poll takes no more messages after this time. */
const MAX_POLL_MS = 60_000;
/** What was refused is tried again then: somebody may have mended it. */
const TRY_AGAIN_S = 600;
const ACCEPT =
  "application/cap+xml, application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5";

interface Source {
  url: string;
  authorityId: number;
  userId: number;
  publicKey: string | null;
  version: number;
  etag: string | null;
  lastModified: string | null;
  /** The digests of entries that were read, with 0, or with the time from which to try again. */
  seen: Record<string, number>;
}

/** What app_private.cap_polled() stores. */
interface Outcome {
  etag?: string | undefined;
  lastModified?: string | undefined;
  seen?: Record<string, number>;
  outside?: number;
  refused?: string;
  told?: string;
  problem?: string;
  afterS?: number | undefined;
}

const SOURCE = `select url, authority_id as "authorityId", user_id as "userId", public_key as "publicKey", version, etag,
    last_modified as "lastModified", seen
  from app_public.cap_sources where id = $1 and not is_paused`;
const RECEIVE = `select received_id as id, outcome
  from app_private.receive_cap($1, $2, $3, $4, $5, is_training => false)`;
const STORE = "select app_private.cap_polled($1, $2, $3)";

/** The outcomes that the authors are told. */
const TOLD = ["DRAFT", "UPDATED", "NOTED", "CANCELLED"];

const digest = (key: string) => createHash("sha256").update(key).digest("base64").slice(0, 16);
const isOver = ({ expires }: FeedEntry) =>
  expires !== undefined && Date.parse(expires) < Date.now();

/** Makes the task that asks a source, and takes its new messages. app_private.queue_cap_poll() queues it. */
export function makePollSource(hosts: readonly string[]): Task {
  return async (payload, { query, logger }) => {
    const { sourceId } = payload as { sourceId: number };
    const { rows } = await query<Source>(SOURCE, [sourceId]);
    const [source] = rows;
    if (!source) return;
    const outcome = await poll(source, sourceId, hosts, query).catch((error: Error): Outcome => {
      if (!(error instanceof Refusal)) throw error;
      const { message, after } = error;
      return { problem: message, afterS: after === undefined ? undefined : after / 1000 };
    });
    const what = outcome.problem ?? outcome.refused;
    if (what) logger.warn(`CAP source ${sourceId}: ${what}`);
    await query(STORE, [sourceId, source.version, storableJson(outcome)]);
  };
}

async function poll(
  source: Source,
  sourceId: number,
  hosts: readonly string[],
  query: JobHelpers["query"],
): Promise<Outcome> {
  const until = performance.now() + MAX_POLL_MS;
  const { etag, lastModified, publicKey, authorityId, userId } = source;
  const headers = {
    accept: ACCEPT,
    ...(etag && { "if-none-match": etag }),
    ...(lastModified && { "if-modified-since": lastModified }),
  };
  const asked = { hosts, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_FEED_BYTES };
  const answer = await fetchOutside(source.url, asked);
  if (answer.status === 304) return {};
  const text = decode(answer.body);
  const document = await readFeed(text, answer.url);
  const entries = document.kind === "feed" ? document.entries : [{ key: text, text }];

  const now = Date.now() / 1000;
  const seen: Record<string, number> = {};
  const fresh = new Map<string, FeedEntry>();
  for (const entry of entries) {
    const key = digest(entry.key);
    const again = source.seen[key];
    if (again === 0 || isOver(entry)) seen[key] = 0;
    else if (again !== undefined && again > now) seen[key] = again;
    else fresh.set(key, entry);
  }
  const outcome: Outcome = { seen };

  async function take(entry: FeedEntry): Promise<string> {
    const own =
      entry.text ?? decode((await fetchOutside(entry.link as string, messageOptions)).body);
    const { rows } = await query<{ id: string; outcome: string }>(RECEIVE, [
      storableJson(await takeMessage(own, publicKey)),
      storable(own),
      sourceId,
      authorityId,
      userId,
    ]);
    const [taken] = rows;
    if (taken?.outcome === "OUTSIDE") outcome.outside = (outcome.outside ?? 0) + 1;
    if (TOLD.includes(taken?.outcome ?? "")) outcome.told = taken?.id as string;
    return taken?.outcome ?? "";
  }
  const messageOptions = { hosts, timeoutMs: TIMEOUT_MS, maxBytes: MAX_MESSAGE_BYTES };
  let isWhole = fresh.size <= MAX_MESSAGES;
  // Feeds begin with what is new, and an update comes after what it updates.
  for (const [key, entry] of [...fresh].slice(0, MAX_MESSAGES).reverse()) {
    if (performance.now() > until) {
      isWhole = false;
      break;
    }
    try {
      if ((await take(entry)) === "FULL") {
        outcome.refused = "FULL";
        isWhole = false;
        break;
      }
      seen[key] = 0;
    } catch (error) {
      // One message must not keep the others back.
      const { message } = error as Error;
      const why = error instanceof Refusal ? message : `FAILED: ${message}`;
      outcome.refused = `${why}${entry.link ? ` (${entry.link})` : ""}`.slice(0, 500);
      seen[key] = now + TRY_AGAIN_S;
      isWhole = false;
    }
  }
  // While something is still to be read, the source must not answer that nothing is new.
  return isWhole ? { ...outcome, etag: answer.etag, lastModified: answer.lastModified } : outcome;
}

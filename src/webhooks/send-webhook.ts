import type { Task } from "graphile-worker";
import { storable } from "../database/storable.ts";
import { fetchOutside, Refusal } from "../limits/fetch-outside.ts";
import { webhookPosts } from "../ops/instruments.ts";
import { signedHeaders } from "../ops/signed-headers.ts";
import type { Seal } from "../people/seal.ts";
import type { Config } from "../settings/config.ts";
import { openSecret } from "./secret.ts";

/** What the room of webhooks is told. */
export type WebhookSettings = Pick<Config, "publicUrl"> & {
  webhooks: { hosts: readonly string[] };
};

interface Message {
  webhookId: number;
  url: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
  /** Sealed; the newest first. */
  secrets: Buffer[];
  hasCap: boolean;
  awaitsCap: boolean;
}

const TIMEOUT_MS = 15_000;
/** The seconds until another look at whether the CAP message is made. */
const CAP_WAIT_S = 1;
const MESSAGE = `select webhook_id as "webhookId", url, body, secrets, has_cap as "hasCap", awaits_cap as "awaitsCap"
  from app_private.webhook_message($1)`;
const WAIT = "select app_private.queue_webhook($1, $2, $3)";
const SENT = "select app_private.webhook_sent($1, $2, $3)";

/** Makes the task that sends a message of a webhook once. app_private.webhook_sent() queues the next attempt. */
export function makeSendWebhook(settings: WebhookSettings, seal: Seal): Task {
  const { publicUrl } = settings;
  const { hosts } = settings.webhooks;

  async function send(id: string, { url, body, secrets, hasCap }: Message): Promise<void> {
    const opened = secrets.flatMap((sealed) => openSecret(seal, sealed) ?? []);
    if (opened.length === 0) throw new Refusal("SECRET_LOST");
    const { alertId, version } = body.data;
    const links = publicUrl !== undefined &&
      alertId !== undefined && {
        url: `${publicUrl}/#/alerts/${alertId}`,
        ...(hasCap && { cap: `${publicUrl}/alerts/${alertId}/cap/${version}-1.xml?zones=one` }),
      };
    const text = JSON.stringify({ ...body, data: { ...body.data, ...links } });
    const name = `msg_${id}`;
    const headers = signedHeaders(name, text, opened);
    await fetchOutside(url, { hosts, headers, body: text, timeoutMs: TIMEOUT_MS, maxBytes: 0 });
  }

  return async (payload, { query, logger }) => {
    const { id } = payload as { id: string };
    const { rows } = await query<Message>(MESSAGE, [id]);
    const [message] = rows;
    if (!message) return;
    if (message.awaitsCap) return void (await query(WAIT, [id, message.webhookId, CAP_WAIT_S]));
    const refusal = await send(id, message).catch((error: Error) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    webhookPosts.inc({ outcome: refusal ? "failed" : "accepted" });
    if (refusal) logger.warn(`webhook ${message.webhookId}: ${refusal.message}`);
    const after = refusal?.after;
    await query(SENT, [id, refusal && storable(refusal.message), after && after / 1000]);
  };
}

import type { Room } from "../ops/room.ts";
import type { Seal } from "../people/seal.ts";
import { makeSendWebhook, type WebhookSettings } from "./send-webhook.ts";

/** The room of webhooks, which tell receivers of others of alerts. */
export const openWebhooks = (settings: WebhookSettings, seal: Seal): Room => ({
  lanes: [
    {
      concurrency: 4,
      tasks: { send_webhook: makeSendWebhook(settings, seal) },
      catchUp: "select app_private.queue_waiting_webhooks()",
    },
  ],
});

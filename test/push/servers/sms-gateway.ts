import { Webhook } from "standardwebhooks";
import { type LocalServer, startLocalServer } from "./local-server.ts";

/** A request as docs/webhooks.md has it. */
export interface TakenSms {
  id: string;
  to: string;
  text: string;
  segments: number;
  alertId: number | null;
  level: string | null;
  language: string;
}

export const SMS_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Starts a gateway that takes what is signed and has all fields, and no others. */
export async function startSmsGateway(): Promise<LocalServer & { taken: TakenSms[] }> {
  const taken: TakenSms[] = [];
  const webhook = new Webhook(SMS_SECRET);
  const server = await startLocalServer(({ headers, body }) => {
    const text = String(body);
    try {
      webhook.verify(text, headers as Record<string, string>);
    } catch {
      return { status: 401 };
    }
    const sms = JSON.parse(text);
    const fields = ["id", "to", "text", "segments", "alertId", "level", "language"];
    if (Object.keys(sms).join() !== fields.join() || sms.id !== headers["webhook-id"]) {
      return { status: 500 };
    }
    if (!/^\+[1-9]\d{7,14}$/.test(sms.to)) return { status: 422, body: `${sms.to} is no number` };
    taken.push(sms);
    return { status: 202 };
  });
  return { ...server, taken };
}

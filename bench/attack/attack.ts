import type { IncomingMessage } from "node:http";
import { request } from "node:http";
import { tokenOf } from "../lib/sessions.ts";

/** One request of an attack. */
export interface Sent {
  /** The document and its variables. */
  query: string;
  variables?: object;
  /** Sends the token of this user. */
  userId?: number;
}

/** What an attacker sends, again and again. */
export interface Attack {
  /** What it is, for the table. */
  what: string;
  /** How many clients send at once, each one request after the other. */
  clients: number;
  /** The next request of a client. */
  next?(client: number): Sent;
  /** Attacks by other means than requests of GraphQL, in place of `next`. Ends when the connection does. */
  attack?(url: string): Promise<string>;
}

/** The headers of a request. User 1 is an administrator. */
export function headersOf(userId: number | undefined): Record<string, string> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  if (userId === undefined) return headers;
  return { ...headers, authorization: `Bearer ${tokenOf(userId)}` };
}

/** A client's answer: its status and text. */
export interface Reply {
  status: number;
  text: string;
}

/** POSTs a text, and reads the whole answer. */
export function post(url: string, body: string, headers: object): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(
    url,
    { method: "POST", headers: { ...headers } },
    (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode as number, text: Buffer.concat(chunks).toString() }),
      );
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

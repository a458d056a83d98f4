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

/** What an attacker sends repeatedly. */
export interface Attack {
  /** Its description in the table. */
  what: string;
  /** The number of clients that send at once, each one request after another. */
  clients: number;
  /** The next request of a client. */
  next?(client: number): Sent;
  /** Attacks by other means than GraphQL requests, instead of `next`. Resolves to the answer's status. */
  attack?(url: string): Promise<string>;
}

/** The headers of a request. User 1 is an administrator. */
export function headersOf(userId: number | undefined): Record<string, string> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  if (userId === undefined) return headers;
  return { ...headers, authorization: `Bearer ${tokenOf(userId)}` };
}

/** The answer to a request: its status and text. */
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

import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import type { Answer } from "./service.ts";

/** Any address of 127.0.0.0/8 is this machine's. */
const HOST = "127.0.0.1";

/** POSTs a document from an address of this machine. */
export async function postFrom(
  address: string,
  { port }: { port: number },
  body: { query: string; variables?: object; operationName?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = request({
    host: HOST,
    port,
    localAddress: address,
    method: "POST",
    path: "/graphql",
    agent: false,
    headers: { "content-type": "application/json", ...headers },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return (await json(response)) as Answer;
}

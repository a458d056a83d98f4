import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:tls";
import { field, framed } from "./protobuf.ts";
import type { SelfSigned } from "./self-signed.ts";

/** The stream's protocol (MCS): its version and the types of its messages. */
const VERSION = 41;
const LOGIN_RESPONSE = 3;
const DATA_MESSAGE = 8;

/** A push on its way to the browser, still encrypted. */
export interface PendingPush {
  /** The browser's number. */
  device: string;
  /** The browser's product, which tells it that the push is for a website. */
  product: string;
  /** The website's subscription in the browser. */
  subtype: string;
  /** The key of the subscription. */
  sender: string;
  body: Buffer;
}

/** The server that browsers stay connected to. */
export interface Connection {
  /** Without a slash at the end. */
  url: string;
  /**
   * Sends a push to its browser as soon as the browser is connected, and again if it reconnects without having received
   * it.
   */
  deliver(push: PendingPush): void;
  close(): Promise<void>;
}

const appData = (key: string, value: string) =>
  field(7, Buffer.concat([field(1, key), field(2, value)]));

function dataMessage(id: string, { product, subtype, sender, body }: PendingPush): Buffer {
  return framed(
    DATA_MESSAGE,
    Buffer.concat([
      field(2, id),
      field(3, sender),
      field(4, ""),
      field(5, product),
      appData("subtype", subtype),
      appData("content-encoding", "aes128gcm"),
      field(9, id),
      field(21, body),
    ]),
  );
}

/** Serves browsers over TLS, which they require. */
export async function openConnection({ key, cert }: SelfSigned): Promise<Connection> {
  const browsers = new Map<string, Socket>();
  /** The pushes of each browser by message id. */
  const sent = new Map<string, Map<string, Buffer>>();
  const sentTo = (device: string) => {
    const messages = sent.get(device) ?? new Map<string, Buffer>();
    sent.set(device, messages);
    return messages;
  };

  const server = createServer({ key, cert }, (socket) => {
    socket.on("error", () => {});
    // The first message is the login, with the browser's number and the ids it has received. Later ones need no answer.
    socket.once("data", (data: Buffer) => {
      const login = data.toString("latin1");
      const [device = ""] = login.match(/\d{19}/) ?? [];
      socket.write(Buffer.concat([Buffer.from([VERSION]), framed(LOGIN_RESPONSE, field(1, "1"))]));
      const messages = sentTo(device);
      for (const [id, message] of messages) {
        if (login.includes(id)) messages.delete(id);
        else socket.write(message);
      }
      browsers.set(device, socket);
      socket.resume();
      socket.once("close", () => {
        if (browsers.get(device) === socket) browsers.delete(device);
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    deliver(push) {
      const id = randomUUID();
      const message = dataMessage(id, push);
      sentTo(push.device).set(id, message);
      browsers.get(push.device)?.write(message);
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const browser of browsers.values()) browser.destroy();
      await closed;
    },
  };
}

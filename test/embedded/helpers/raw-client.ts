import type { Duplex } from "node:stream";
import { MessageReader, message, stringAt } from "../../../embedded/protocol.ts";

/** A message of the backend. */
export interface Received {
  type: string;
  bytes: Buffer;
}

export const startup = (
  parameters: Record<string, string | undefined> = {},
  version = 3 << 16,
): Buffer => {
  const given = { user: "postgres", database: "postgres", ...parameters };
  const body = Buffer.from(
    `${Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}\0${value}\0`)
      .join("")}\0`,
  );
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(version, 4);
  return Buffer.concat([head, body]);
};

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

export const parse = (name: string, text: string): Buffer => message("P", name, text, int16(0));

export const bind = (name: string, ...values: string[]): Buffer =>
  message(
    "B",
    "",
    name,
    int16(0),
    int16(values.length),
    ...values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]),
    int16(0),
  );

export const execute = (): Buffer => message("E", "", int32(0));
export const describeStatement = (name: string): Buffer => message("D", Buffer.from("S"), name);
export const flush = (): Buffer => message("H");
export const sync = (): Buffer => message("S");
export const query = (text: string): Buffer => message("Q", text);
export const copyData = (text: string): Buffer => message("d", Buffer.from(text));
export const copyDone = (): Buffer => message("c");

/** Values of a DataRow. */
export function values({ bytes }: Received): string[] {
  const row: string[] = [];
  let at = 7;
  for (let count = bytes.readInt16BE(5); count > 0; count -= 1) {
    const length = bytes.readInt32BE(at);
    row.push(length < 0 ? "null" : bytes.toString("utf8", at + 4, at + 4 + length));
    at += 4 + Math.max(length, 0);
  }
  return row;
}

/** The SQLSTATE of an ErrorResponse. */
export function code({ bytes }: Received): string {
  return field(bytes, "C");
}

/** The text of an ErrorResponse. */
export function text({ bytes }: Received): string {
  return field(bytes, "M");
}

function field(bytes: Buffer, wanted: string): string {
  let at = 5;
  while (bytes[at] !== 0) {
    const [found, end] = stringAt(bytes, at + 1);
    if (String.fromCharCode(bytes[at] as number) === wanted) return found;
    at = end;
  }
  return "";
}

/** The tag of a CommandComplete. */
export function tag({ bytes }: Received): string {
  return stringAt(bytes, 5)[0];
}

/** Speaks the protocol message by message, which `pg` does not allow. */
export class RawClient {
  readonly stream: Duplex;
  readonly #reader = new MessageReader();
  readonly #received: Received[] = [];
  #waiting: (() => void) | undefined;
  #closed = false;

  constructor(stream: Duplex) {
    this.stream = stream;
    this.#reader.startupDone();
    stream.on("data", (chunk: Buffer) => {
      this.#reader.push(chunk);
      for (let bytes = this.#reader.next(); bytes; bytes = this.#reader.next()) {
        this.#received.push({ type: String.fromCharCode(bytes[0] as number), bytes });
      }
      this.#waiting?.();
    });
    stream.on("error", () => {});
    stream.on("close", () => {
      this.#closed = true;
      this.#waiting?.();
    });
  }

  /** Connects and waits until the server accepts the client. */
  static async connect(
    stream: Duplex,
    parameters: Record<string, string> = {},
  ): Promise<RawClient> {
    const client = new RawClient(stream);
    client.send(startup(parameters));
    await client.until("Z");
    return client;
  }

  send(...messages: Buffer[]): void {
    this.stream.write(Buffer.concat(messages));
  }

  /** Returns the next message; undefined when the connection has ended. */
  async next(): Promise<Received | undefined> {
    while (this.#received.length === 0 && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    return this.#received.shift();
  }

  /** Returns all messages up to the next of a type, or to the end of the connection. */
  async until(type: string): Promise<Received[]> {
    const all: Received[] = [];
    for (;;) {
      const received = await this.next();
      if (!received) return all;
      all.push(received);
      if (received.type === type) return all;
    }
  }

  /** Sends messages, and returns the answer up to ReadyForQuery. */
  ask(...messages: Buffer[]): Promise<Received[]> {
    this.send(...messages);
    return this.until("Z");
  }

  /** Drops the connection without a goodbye. */
  destroy(): void {
    this.stream.destroy();
  }
}

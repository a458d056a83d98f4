import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { CloseCode } from "graphql-ws";
import { WebSocket } from "ws";
import type { SoundLists } from "../../graphql/requests/sound-lists.ts";
import type { Identity, Tokens } from "../../people/tokens.ts";
import { hold } from "../slow-clients.ts";
import { SERVICE_RESTART } from "./close-codes.ts";

/** Characters that may wait behind the message that is being sent. That message itself may have any size. */
const BUFFER_LIMIT = 1_000_000;
/** Characters that may wait before `send` delays a subscription's next event. A longer message is sent in parts. */
const BUFFER_HIGH_WATER = 64_000;
/** The most bytes of a part: few enough that a client on a slow line takes several between two pings. */
const PART = 65_536;
/** Milliseconds between pings. */
const PING_INTERVAL = 15_000;
/** The longest delay of a timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds in which operations may finish on a connection that is about to be closed. */
const CLOSE_GRACE = 10_000;
/** Milliseconds in which a client may still take the rest of a large message after its token has expired. */
const EXPIRY_GRACE = 30_000;
/** Milliseconds that a client has to confirm a close. */
const CLOSE_TIMEOUT = 1_000;

/** A message as bytes, part by part. */
type Parts = Iterable<Buffer> | AsyncIterable<Buffer>;

/** A client's connection: its user, the expiry of its token, and its send buffer. */
export class Connection {
  /** From the token of connection_init. */
  identity: Identity | undefined;
  /** All running operations, by their message ids. The protocol keeps them. */
  operations: Readonly<Record<string, unknown>> = {};
  /** The message ids of running queries and mutations. */
  readonly running = new Set<string>();
  /** The sounds of answers that are about to be sent, by the message ids of their operations. */
  readonly sounds = new Map<string, SoundLists>();
  readonly #socket: WebSocket;
  readonly #below: Socket;
  /** True if the client has sent anything, or taken a part of a message, since the last ping. */
  #isAlive = true;
  #isEnding = false;
  /** Settles when the message that is sent in parts has been sent. */
  #inParts: Promise<void> | undefined;
  /** The characters of each message that the client has not taken, the oldest first. */
  readonly #pendingLengths: number[] = [];
  #pendingTotal = 0;
  #expiry: NodeJS.Timeout | undefined;
  #established: Promise<void> = Promise.resolve();

  /** @param below The socket below the websocket. */
  constructor(socket: WebSocket, below: Socket, pingInterval = PING_INTERVAL) {
    this.#socket = socket;
    this.#below = below;
    // One timer per connection: pings to thousands of connections at the same moment would block the event loop.
    // Timers run before arrived data is read: after a pause of the process, a pong may have arrived but not been read.
    const pingTimer = setInterval(() => setImmediate(() => this.ping()), pingInterval);
    socket.once("close", () => {
      clearInterval(pingTimer);
      clearTimeout(this.#expiry);
    });
    // Not only a pong counts, but also a part of a message: a client cannot answer a ping in the middle of one.
    below.on("data", () => {
      this.#isAlive = true;
    });
    // The close event follows and is enough.
    socket.on("error", () => {});
  }

  /** Takes the token of connection_init. A bad token counts as no token. */
  begin(token: string | undefined, tokens: Tokens): void {
    const end = token === undefined ? undefined : tokens.endOf(token);
    if (token === undefined || end === undefined) return;
    this.identity = tokens.verify(token);
    this.#endAt(end);
  }

  #endAt(end: number): void {
    const left = end - Date.now();
    if (left <= 0) this.#closeForExpiry();
    else this.#expiry = setTimeout(() => this.#endAt(end), Math.min(left, LONGEST_TIMER));
  }

  /** Closes the connection after a message that is sent in parts: it may answer a mutation that must not run twice. */
  #closeForExpiry(): void {
    const close = () => this.close(CloseCode.Forbidden, "The token has expired.");
    if (this.#inParts) {
      this.#expiry = setTimeout(close, EXPIRY_GRACE);
      void this.#inParts.then(close);
    } else close();
  }

  /**
   * Queues an operation. `before` settles when all earlier operations of the client have started; the caller calls
   * `settle` when this one has.
   */
  takeTurn(): { before: Promise<void>; settle: () => void } {
    const before = this.#established;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#established = before.then(() => promise);
    return { before, settle: resolve };
  }

  /** Sends a message. Settles when the buffer has room again. Terminates the connection if the client does not read. */
  send(text: string): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve();
    if (this.#pendingTotal - (this.#pendingLengths[0] ?? 0) > BUFFER_LIMIT) {
      this.#socket.terminate();
      return Promise.resolve();
    }
    this.#pendingLengths.push(text.length);
    this.#pendingTotal += text.length;
    const parts = this.#partsOf(text);
    const isHeld = parts !== undefined || this.#inParts !== undefined;
    const sending = parts
      ? this.#sendParts(parts, text.length)
      : isHeld
        ? this.#sendBehindParts(text)
        : this.#sendWhole(text);
    const sent = sending.then(() => {
      this.#pendingTotal -= this.#pendingLengths.shift() ?? 0;
    });
    return !isHeld && this.#pendingTotal <= BUFFER_HIGH_WATER ? Promise.resolve() : sent;
  }

  /** The parts of a message that is too large to be sent at once, or has sounds. */
  #partsOf(text: string): Parts | undefined {
    for (const [id, sounds] of this.sounds) {
      if (!sounds.areIn(text)) continue;
      this.sounds.delete(id);
      return sounds.write(Buffer.from(text));
    }
    return text.length > BUFFER_HIGH_WATER ? [Buffer.from(text)] : undefined;
  }

  /** Sends a message part by part, each when the client has taken the last one. Other messages wait, pings do not. */
  #sendParts(parts: Parts, length: number): Promise<void> {
    const before = this.#inParts;
    hold(this.#below, length);
    const sending = (async () => {
      await before;
      try {
        for await (const part of parts) {
          for (let at = 0; at < part.length; at += PART) {
            await this.#sendPart(part.subarray(at, at + PART), false);
          }
        }
        await this.#sendPart(Buffer.alloc(0), true);
      } catch {
        // A message that is half sent cannot be taken back.
        this.#socket.terminate();
      }
      hold(this.#below, -length);
    })();
    this.#inParts = sending;
    return sending.finally(() => {
      if (this.#inParts === sending) this.#inParts = undefined;
    });
  }

  async #sendBehindParts(text: string): Promise<void> {
    hold(this.#below, text.length);
    await this.#inParts;
    hold(this.#below, -text.length);
    await this.#sendWhole(text);
  }

  #sendPart(part: Buffer, fin: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.send(part, { binary: false, fin }, (error) => {
        if (error) return reject(error);
        // A taken part counts too, because a client answers a ping only after it has read everything before that.
        this.#isAlive = true;
        resolve();
      });
    });
  }

  #sendWhole(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.send(text, () => resolve()));
  }

  /** Sends a ping. Terminates the connection if the client has given no sign of life since the last one. */
  ping(): void {
    if (!this.#isAlive) this.#socket.terminate();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
    this.#isAlive = false;
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  /** Closes the connection of a client that may have missed an event. Subscribing again reads the present state. */
  closeForGap(): void {
    this.closeSoon(SERVICE_RESTART, "Events may be missing: subscribe again.");
  }

  /**
   * Closes the connection. Its running operations finish first, because clients send again what was cut off, and a
   * mutation must not run twice.
   */
  closeSoon(code: number, reason: string): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void this.closeWhenIdle(code, reason, CLOSE_GRACE);
  }

  /** Closes the connection without waiting for the client. */
  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }

  /** Closes the connection when its operations have finished, or after `grace` milliseconds. */
  async closeWhenIdle(code: number, reason: string, grace: number): Promise<void> {
    const end = performance.now() + grace;
    while (this.running.size > 0 && performance.now() < end) await sleep(10);
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    // `once` of node:events would reject on an error, which the client can cause.
    const closed = new Promise<void>((resolve) => this.#socket.once("close", () => resolve()));
    this.#socket.close(code, reason);
    await Promise.race([closed, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    this.#socket.terminate();
  }
}

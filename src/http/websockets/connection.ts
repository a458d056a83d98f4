import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { CloseCode } from "graphql-ws";
import { WebSocket } from "ws";
import type { SoundLists } from "../../graphql/requests/sound-lists.ts";
import { MAX_STRANGER_BYTES } from "../../people/large-bodies.ts";
import type { Identity, Tokens } from "../../people/tokens.ts";
import { hold } from "../slow-clients.ts";

/** Close codes (https://www.iana.org/assignments/websocket). Clients reconnect after all but TOO_BIG. */
export const GOING_AWAY = 1001;
const TOO_BIG = 1009;
const SERVICE_RESTART = 1012;
export const TRY_AGAIN_LATER = 1013;

/** Behind the message that is being sent, which may have any size. */
const MAX_WAITING_CHARACTERS = 1_000_000;
/** Of a frame: few enough that a client on a slow line takes several frames between two pings. */
const MAX_FRAME_BYTES = 65_536;
const PING_INTERVAL_MS = 15_000;
/** A longer delay would end a timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** For the operations of a connection that is about to be closed. */
const CLOSE_GRACE_MS = 10_000;
/** For a large message whose client's token has expired. */
const EXPIRY_GRACE_MS = 30_000;
const CONFIRM_TIMEOUT_MS = 1_000;
/** A client's ping or pong has two bytes and a mask before its data. */
const CONTROL_HEADER_BYTES = 6;

/** A client's connection: its user until the token ends, what is arriving from it, and what waits for it. */
export class Connection {
  /** From the token of connection_init. */
  identity: Identity | undefined;
  /** Whom it counts for. */
  place = "";
  /** All operations, by their message ids. The protocol keeps them. */
  operations: Readonly<Record<string, unknown>> = {};
  /** The message ids of queries and mutations. */
  readonly running = new Set<string>();
  /** The sounds of answers that are about to be sent, by the message ids of their operations. */
  readonly sounds = new Map<string, SoundLists>();
  /** Settles when all operations so far have started. */
  started: Promise<void> = Promise.resolve();
  /** What to call when a subscription has started, by their message ids. */
  readonly starts = new Map<string, () => void>();
  readonly #socket: WebSocket;
  readonly #below: Socket;
  /** True if the client has sent anything, or taken a frame of a large message, since the last ping. */
  #isAlive = true;
  /** The bytes of whole messages that have arrived, and when the first byte of the next one came. */
  #wholeBytes: number;
  #arrivingSince: number | undefined;
  #unsentMessages = 0;
  #waitingCharacters = 0;
  #sending: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #expiry: NodeJS.Timeout | undefined;

  /** @param below The socket below the websocket. Nothing but the upgrade may have been read from it. */
  constructor(socket: WebSocket, below: Socket, pingInterval = PING_INTERVAL_MS) {
    this.#socket = socket;
    this.#below = below;
    this.#wholeBytes = below.bytesRead;
    // One timer per connection: pings to thousands of connections at the same moment would block the event loop.
    // Timers run before arrived data is read: after a pause of the process, a pong may have arrived but not been read.
    const pings = setInterval(() => setImmediate(() => this.ping()), pingInterval);
    socket.once("close", () => {
      clearInterval(pings);
      clearTimeout(this.#expiry);
    });
    // The close event follows and is enough.
    socket.on("error", () => {});
    socket.on("message", () => {
      this.#wholeBytes = below.bytesRead;
    });
    for (const control of ["ping", "pong"] as const) {
      socket.on(control, (data: Buffer) => {
        this.#wholeBytes += CONTROL_HEADER_BYTES + data.length;
      });
    }
    // ws has read the data before. A client cannot answer a ping in the middle of a message, so any byte counts.
    below.on("data", () => {
      this.#isAlive = true;
      this.#arrivingSince = this.size() > 0 ? (this.#arrivingSince ?? Date.now()) : undefined;
      if (this.identity || this.size() <= MAX_STRANGER_BYTES) return;
      this.end(TOO_BIG, "The message is too large without a valid token.");
    });
  }

  /** The bytes of a message that has begun to arrive. */
  size(): number {
    return Math.max(0, this.#below.bytesRead - this.#wholeBytes);
  }

  /** Ends the connection if its message has not arrived in this time. */
  limitArrival(longestMs: number): void {
    if (Date.now() - (this.#arrivingSince ?? Date.now()) <= longestMs) return;
    this.end(TRY_AGAIN_LATER, "The message took too long to arrive.");
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
    const reason = "The token has expired.";
    if (left <= 0) void this.closeWhenIdle(CloseCode.Forbidden, reason, EXPIRY_GRACE_MS);
    else this.#expiry = setTimeout(() => this.#endAt(end), Math.min(left, MAX_TIMER_MS));
  }

  /** Sends a message after all earlier ones. Settles when it is sent. Ends the connection of a client that does not read. */
  send(text: string): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve();
    if (this.#waitingCharacters > MAX_WAITING_CHARACTERS) this.#socket.terminate();
    const waiting = this.#unsentMessages > 0 ? text.length : 0;
    this.#waitingCharacters += waiting;
    this.#unsentMessages += 1;
    hold(this.#below, text.length);
    const sounds = [...this.sounds].find(([, one]) => one.areIn(text));
    if (sounds) this.sounds.delete(sounds[0]);
    this.#sending = this.#sending.then(async () => {
      this.#waitingCharacters -= waiting;
      // A message that is half sent cannot be taken back.
      await this.#write(text, sounds?.[1]).catch(() => this.#socket.terminate());
      this.#unsentMessages -= 1;
      hold(this.#below, -text.length);
    });
    return this.#sending;
  }

  async #write(text: string, sounds: SoundLists | undefined): Promise<void> {
    if (!sounds && text.length <= MAX_FRAME_BYTES) return await this.#writeFrame(text, true);
    const bytes = Buffer.from(text);
    for await (const part of sounds?.write(bytes) ?? [bytes]) {
      for (let at = 0; at < part.length; at += MAX_FRAME_BYTES) {
        await this.#writeFrame(part.subarray(at, at + MAX_FRAME_BYTES), false);
        // A client answers a ping only after it has read everything before that.
        this.#isAlive = true;
      }
    }
    await this.#writeFrame(Buffer.alloc(0), true);
  }

  #writeFrame(data: string | Buffer, fin: boolean): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#socket.send(data, { binary: false, fin }, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  }

  /** Sends a ping. Ends the connection if the client has given no sign of life since the last one. */
  ping(): void {
    if (!this.#isAlive) this.#socket.terminate();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
    this.#isAlive = false;
  }

  /** Closes the connection without waiting for the client. */
  end(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }

  /** Ends the connection because all messages that arrive are too large together. */
  destroy(): void {
    this.end(TRY_AGAIN_LATER, "Too much is being sent.");
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  /**
   * Closes the connection when its queries and mutations have finished and nothing waits to be sent, or after `grace`
   * milliseconds. Clients send again what was cut off, and a mutation must not run twice.
   */
  closeWhenIdle(code: number, reason: string, grace = CLOSE_GRACE_MS): Promise<void> {
    this.#closing ??= this.#closeWhenIdle(code, reason, grace);
    return this.#closing;
  }

  /** Closes the connection of a client that may have missed an event. Subscribing again reads the present state. */
  closeForGap(): void {
    void this.closeWhenIdle(SERVICE_RESTART, "Events may be missing: subscribe again.");
  }

  async #closeWhenIdle(code: number, reason: string, grace: number): Promise<void> {
    const end = performance.now() + grace;
    const isIdle = () => this.running.size === 0 && this.#unsentMessages === 0;
    while (!isIdle() && performance.now() < end) await sleep(10);
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    // `once` of node:events would reject on an error, which the client can cause.
    const closed = new Promise<void>((resolve) => this.#socket.once("close", () => resolve()));
    this.#socket.close(code, reason);
    await Promise.race([closed, sleep(CONFIRM_TIMEOUT_MS, undefined, { ref: false })]);
    this.#socket.terminate();
  }
}

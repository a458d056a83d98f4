import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { CloseCode } from "graphql-ws";
import { WebSocket } from "ws";
import type { Request } from "../../graphql/requests/request.ts";
import type { SoundLists } from "../../graphql/requests/sound-lists.ts";
import type { LoggedRequest } from "../../ops/logged-request.ts";
import { MAX_STRANGER_BYTES } from "../../people/large-bodies.ts";
import type { Identity, Tokens } from "../../people/tokens.ts";

/** Close codes (https://www.iana.org/assignments/websocket). Clients reconnect after all but TOO_BIG. */
export const GOING_AWAY = 1001;
export const TOO_BIG = 1009;
export const SERVICE_RESTART = 1012;
export const TRY_AGAIN_LATER = 1013;

/** Of all that a client sends without a valid token, which it may also send in parts that never end. */
const MAX_STRANGER_TOTAL_BYTES = 4 * MAX_STRANGER_BYTES;
/** Behind the message that is being sent, which may have any size. */
const MAX_WAITING_BYTES = 1_000_000;
const PING_INTERVAL_MS = 15_000;
const MAX_UNANSWERED_PINGS = 2;
/** For a client that answers no ping because it is taking a large message. */
const SEND_TIMEOUT_MS = 30_000;
const CLOSE_GRACE_MS = 10_000;

let soundsRead: Promise<unknown> = Promise.resolve();

/** A client's connection: its user until the token ends, its operations, and what waits for it. */
export class Connection {
  /** From the token of connection_init. */
  identity: Identity | undefined;
  token: string | undefined;
  /** Of the message that is being handled. */
  log: LoggedRequest | undefined;
  #tokenEnd = Number.POSITIVE_INFINITY;
  /** The user or address that it counts for. */
  group = "";
  /** By message id: null, or a subscription that has started. graphql-ws keeps them. */
  operations: Readonly<Record<string, unknown>> = {};
  /** Settle when messages have been handled, also those of operations that the client has completed. By message id. */
  readonly #ends = new Map<string | symbol, Promise<void>>();
  /** The operation that came last, until it has started. */
  #starting: { id: string; resolve(): void } | undefined;
  /** The sounds of answers that are about to be sent. By message id. */
  readonly sounds = new Map<string, SoundLists>();
  /** The sizes of the messages that have not left, the oldest first. */
  readonly #unsent: number[] = [];
  readonly socket: WebSocket;
  readonly opening: Request;
  readonly #below: Socket;
  #nextPing = performance.now() + PING_INTERVAL_MS;
  #bytesAtPing = -1;
  #unansweredPings = 0;

  /**
   * @param below The socket below the websocket.
   * @param opening The request that opened the websocket.
   */
  constructor(socket: WebSocket, below: Socket, opening: Request) {
    this.socket = socket;
    this.#below = below;
    this.opening = opening;
    // The close event follows and is enough.
    socket.on("error", () => {});
    // Starts again with all that is read or sent, and with each part that the client takes of a large message.
    below.setTimeout(SEND_TIMEOUT_MS, () => socket.terminate());
  }

  /** Takes the token of connection_init. A bad token counts as no token. */
  begin(token: string | undefined, tokens: Tokens): void {
    this.identity = token === undefined ? undefined : tokens.verify(token);
    if (!token || !this.identity) return;
    this.token = token;
    this.#tokenEnd = tokens.endOf(token) ?? this.#tokenEnd;
  }

  /** Pings the client in time, and ends the connection if it has passed a limit at `now`, as of `performance.now()`. */
  check(now: number): void {
    if (Date.now() >= this.#tokenEnd) {
      this.#tokenEnd = Number.POSITIVE_INFINITY;
      void this.closeWhenIdle(CloseCode.Forbidden, "The token has expired.");
    }
    const { bytesRead } = this.#below;
    if (!this.identity && bytesRead > MAX_STRANGER_TOTAL_BYTES)
      this.end(TOO_BIG, "This is too much without a valid token.");
    if (now < this.#nextPing || this.#unsent.length > 0) return;
    // A client cannot answer in the middle of a message, so any byte counts.
    if (bytesRead !== this.#bytesAtPing || this.socket.isPaused) this.#unansweredPings = 0;
    else if (++this.#unansweredPings === MAX_UNANSWERED_PINGS) this.socket.terminate();
    this.#bytesAtPing = bytesRead;
    this.#nextPing = now + PING_INTERVAL_MS;
    this.socket.ping();
  }

  /**
   * Handles a message. Settles when it has been handled, or when the operation that it begins has started. Waits before
   * while graphql-ws goes on with an operation of this id that its client has completed.
   */
  async run(id: string | undefined, handle: () => Promise<void>): Promise<void> {
    if (id !== undefined && !(id in this.operations)) await this.#ends.get(id);
    const { promise: started, resolve } = Promise.withResolvers<void>();
    if (id !== undefined) this.#starting = { id, resolve };
    const key = id ?? Symbol();
    const end = handle().finally(() => {
      resolve();
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    });
    this.#ends.set(key, end);
    if (id !== undefined) await started;
  }

  /** Notes that an operation has started. */
  started(id: string): void {
    if (this.#starting?.id === id) this.#starting.resolve();
  }

  /** Sends a message. Settles when it has left. Ends the connection of a client that does not read. */
  async send(text: string): Promise<void> {
    const [id, sounds] = [...this.sounds].find(([, one]) => one.areIn(text)) ?? [];
    if (id !== undefined) this.sounds.delete(id);
    const data = sounds ? await this.#withSounds(text, sounds) : Buffer.from(text);
    const waiting = this.socket.bufferedAmount - (this.#unsent[0] ?? 0);
    if (waiting > MAX_WAITING_BYTES) this.socket.terminate();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.#unsent.push(data.length);
    await new Promise((left) => this.socket.send(data, { binary: false }, left));
    this.#unsent.shift();
  }

  /** Reads the sounds of a message into it: those of one message of this host at a time, because they are large. */
  #withSounds(text: string, sounds: SoundLists): Promise<Buffer> {
    const read = () => buffer(sounds.write(Buffer.from(text)));
    const isOpen = () => this.socket.readyState === WebSocket.OPEN;
    const whole = soundsRead.then(() => (isOpen() ? read() : Buffer.of()));
    soundsRead = whole.catch(() => {});
    return whole;
  }

  /** Closes the connection without waiting for the client. */
  end(code: number, reason: string): void {
    this.socket.close(code, reason);
    this.socket.terminate();
  }

  /**
   * Closes the connection when its queries and mutations have been answered, or after `grace` milliseconds. Clients
   * send again what was cut off, and a mutation must not run twice. The client has half a minute for what waits.
   */
  async closeWhenIdle(code: number, reason: string, grace = CLOSE_GRACE_MS): Promise<void> {
    const end = performance.now() + grace;
    const isIdle = () => [...this.#ends.keys()].every((id) => this.operations[String(id)]);
    while (!isIdle() && performance.now() < end) await sleep(10);
    this.socket.close(code, reason);
  }

  /** Closes the connection of a client that may have missed an event. Subscribing again reads the present state. */
  closeForGap(): void {
    void this.closeWhenIdle(SERVICE_RESTART, "Events may be missing: subscribe again.");
  }
}

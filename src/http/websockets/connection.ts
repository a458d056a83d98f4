import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { CloseCode } from "graphql-ws";
import { WebSocket } from "ws";
import type { Identity, Tokens } from "../../auth/tokens.ts";

/** What may wait behind a message that is being sent, in characters; a message itself may be as large as it is. */
const MOST_WAITING = 1_000_000;
/** What may wait before the next event of a subscription is read. */
const ENOUGH_WAITING = 64_000;
/** How often the other end has to show that it is there, in milliseconds. */
const PULSE = 15_000;
/** The longest that a timer can wait, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** How long a client may take to answer that the connection is closed, in milliseconds. */
const FAREWELL = 1_000;

/** A client's connection: whose it is, until when, and what waits to be sent. */
export class Connection {
  /** By the word of the token that it began with. */
  identity: Identity | undefined;
  /** Has said something since it was last asked. */
  isAlive = true;
  /** The queries and mutations that run, by the ids of their messages. */
  readonly running = new Set<string>();
  readonly #socket: WebSocket;
  readonly #waiting: number[] = [];
  #waitingInAll = 0;
  #expiry: NodeJS.Timeout | undefined;
  #established: Promise<unknown> = Promise.resolve();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    // Each at a time of its own: to ask thousands at once would hold up everyone.
    const pulse = setInterval(() => this.ping(), PULSE);
    socket.once("close", () => {
      clearInterval(pulse);
      clearTimeout(this.#expiry);
    });
    socket.on("pong", () => {
      this.isAlive = true;
    });
    // What it means is told by the close.
    socket.on("error", () => {});
  }

  /** Takes the token that the client begins with; a bad one is none. */
  begin(token: string | undefined, tokens: Tokens): void {
    const end = token === undefined ? undefined : tokens.endOf(token);
    if (token === undefined || end === undefined) return;
    this.identity = tokens.verify(token);
    this.#endAt(end);
  }

  #endAt(end: number): void {
    const left = end - Date.now();
    if (left <= 0) this.close(CloseCode.Forbidden, "The token has expired.");
    else this.#expiry = setTimeout(() => this.#endAt(end), Math.min(left, LONGEST_TIMER));
  }

  /** Takes a place in the order of the client's operations: those that came before it, and its own to be settled. */
  takeTurn(): { before: Promise<unknown>; settle: () => void } {
    const before = this.#established;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#established = Promise.all([before, promise]);
    return { before, settle: resolve };
  }

  /** Sends; settles when it may go on. A client that does not read is cut off. */
  send(text: string): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve();
    if (this.#waitingInAll - (this.#waiting[0] ?? 0) > MOST_WAITING) {
      socket.terminate();
      return Promise.resolve();
    }
    this.#waiting.push(text.length);
    this.#waitingInAll += text.length;
    return new Promise((resolve) => {
      socket.send(text, () => {
        this.#waitingInAll -= this.#waiting.shift() ?? 0;
        resolve();
      });
      if (this.#waitingInAll <= ENOUGH_WAITING) resolve();
    });
  }

  /** Asks whether the other end is there; cuts off who has not answered since it was asked last. */
  ping(): void {
    if (!this.isAlive) this.#socket.terminate();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
    this.isAlive = false;
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  /** Closes when what runs is answered, or the time is over, and waits for nobody. */
  async leave(code: number, reason: string, grace: number): Promise<void> {
    const end = performance.now() + grace;
    while (this.running.size > 0 && performance.now() < end) await sleep(10);
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#socket, "close");
    this.#socket.close(code, reason);
    await Promise.race([closed, sleep(FAREWELL, undefined, { ref: false })]);
    this.#socket.terminate();
  }
}

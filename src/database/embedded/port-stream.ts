import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/** Bytes that may be under way before the other side has said that it took some. */
const WINDOW = 1 << 20;
/** The other side is told after taking this many bytes. */
const ACKNOWLEDGE = WINDOW / 4;
/** Bytes put into one message. */
const PIECE = 1 << 18;

/** Bytes; a number of bytes taken; or null for the end. */
type PortMessage = Uint8Array | number | null;

/**
 * A stream over one end of a MessageChannel, with the backpressure that the channel lacks.
 * Stands in for a socket in `pg`, hence the methods at its end.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;
  #underWay = 0;
  #taken = 0;
  #resume: (() => void) | undefined;

  constructor(port: MessagePort) {
    super({ allowHalfOpen: false });
    this.#port = port;
    port.on("message", (received: PortMessage) => this.#receive(received));
    port.on("close", () => this.destroy());
  }

  #receive(received: PortMessage): void {
    if (received === null) {
      this.push(null);
    } else if (typeof received === "number") {
      this.#underWay -= received;
      if (this.#underWay < WINDOW) this.#resume?.();
    } else {
      this.#taken += received.byteLength;
      const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
      if (this.push(bytes)) this.#acknowledge();
    }
  }

  #acknowledge(): void {
    if (this.#taken < ACKNOWLEDGE) return;
    this.#port.postMessage(this.#taken);
    this.#taken = 0;
  }

  override _read(): void {
    this.#acknowledge();
  }

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error) => void): void {
    this.#send([chunk], callback);
  }

  override _writev(chunks: { chunk: Buffer }[], callback: (error?: Error | null) => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      callback,
    );
  }

  #send(chunks: Buffer[], callback: () => void): void {
    let next = 0;
    const more = (): void => {
      this.#resume = undefined;
      while (next < chunks.length) {
        if (this.#underWay >= WINDOW) {
          this.#resume = more;
          return;
        }
        const start = next;
        let length = 0;
        while (next < chunks.length && (next === start || length < PIECE)) {
          length += (chunks[next++] as Buffer).length;
        }
        // A copy of its own: posting a view would send the whole pool it is a part of.
        const piece = new Uint8Array(length);
        let offset = 0;
        for (const chunk of chunks.slice(start, next)) {
          piece.set(chunk, offset);
          offset += chunk.length;
        }
        this.#underWay += length;
        this.#port.postMessage(piece, [piece.buffer]);
      }
      callback();
    };
    more();
  }

  override _final(callback: () => void): void {
    this.#port.postMessage(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#port.close();
    callback(error);
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port.ref();
    return this;
  }

  unref(): this {
    this.#port.unref();
    return this;
  }
}

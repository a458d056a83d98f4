import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/** So much may be sent before the other side acknowledges some. */
const WINDOW_BYTES = 1 << 20;
/** After this many received bytes, an acknowledgement is sent. */
const ACKNOWLEDGE_AFTER_BYTES = WINDOW_BYTES / 4;
const MESSAGE_BYTES = 1 << 18;

/** Bytes, a number of bytes that are acknowledged, or null for the end. */
type PortMessage = Uint8Array | number | null;

/**
 * A stream over one end of a MessageChannel, with backpressure, which the channel does not have.
 * `pg` uses it as a socket, so it has the socket's methods at its end.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;
  #unacknowledged = 0;
  #received = 0;
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
      this.#unacknowledged -= received;
      this.#resume?.();
    } else {
      this.#received += received.byteLength;
      const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
      if (this.push(bytes)) this.#acknowledge();
    }
  }

  #acknowledge(): void {
    if (this.#received < ACKNOWLEDGE_AFTER_BYTES) return;
    this.#port.postMessage(this.#received);
    this.#received = 0;
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
        if (this.#unacknowledged >= WINDOW_BYTES) {
          this.#resume = more;
          return;
        }
        const start = next;
        let length = 0;
        while (next < chunks.length && length < MESSAGE_BYTES) {
          length += (chunks[next++] as Buffer).length;
        }
        // A copy, because posting a view would send the whole memory pool that it is part of.
        const piece = new Uint8Array(length);
        let offset = 0;
        for (const chunk of chunks.slice(start, next)) {
          piece.set(chunk, offset);
          offset += chunk.length;
        }
        this.#unacknowledged += length;
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

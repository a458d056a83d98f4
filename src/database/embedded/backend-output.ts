import { stringAt } from "./protocol.ts";

/** Messages that are looked into; all others are passed on unread. */
const INTERCEPTED = new Set([..."ZAGCE1"].map((type) => type.charCodeAt(0)));

/**
 * What the backend answers to one request, cut into messages only where it matters. ReadyForQuery is
 * held back: whoever asked sends the last of them on, in `status`.
 */
export class BackendOutput {
  /** For the client that asked. */
  readonly parts: Uint8Array[] = [];
  /** Notifications, which the other clients get too. */
  readonly notifications: Buffer[] = [];
  /** The transaction status of the last ReadyForQuery (I, T or E), if there was one. */
  status: string | undefined;
  /** The tag of the last statement that was completed. */
  tag: string | undefined;
  /** The last error. */
  error: Buffer | undefined;
  /** How often the backend asked for COPY data. */
  copyRequests = 0;
  /** The first time it did, when nothing had been completed before. */
  firstCopyRequest: Buffer | undefined;

  #hiddenParses: number;
  #hiddenCopyRequests: number;
  #partial: Buffer | undefined;
  #passing = 0;

  /** @param hide how many of the first ParseComplete and CopyInResponse the client must not see */
  constructor(hide: { parses?: number; copyRequests?: number } = {}) {
    this.#hiddenParses = hide.parses ?? 0;
    this.#hiddenCopyRequests = hide.copyRequests ?? 0;
  }

  /** Takes a chunk, wherever it may end; it must not be changed afterwards. */
  push(chunk: Buffer): void {
    const bytes = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
    this.#partial = undefined;
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#passing > 0) {
        const step = Math.min(this.#passing, bytes.length - at);
        this.#passing -= step;
        at += step;
        continue;
      }
      if (bytes.length - at < 5) break;
      const length = bytes.readInt32BE(at + 1) + 1;
      if (!INTERCEPTED.has(bytes[at] as number)) {
        this.#passing = length;
        continue;
      }
      if (bytes.length - at < length) break;
      if (!this.#intercept(bytes.subarray(at, at + length))) {
        if (at > from) this.parts.push(bytes.subarray(from, at));
        from = at + length;
      }
      at += length;
    }
    if (at > from) this.parts.push(bytes.subarray(from, at));
    if (at < bytes.length) this.#partial = bytes.subarray(at);
  }

  /** Notes a message, and says whether the client that asked gets it. */
  #intercept(bytes: Buffer): boolean {
    switch (String.fromCharCode(bytes[0] as number)) {
      case "Z":
        this.status = String.fromCharCode(bytes[5] as number);
        return false;
      case "A":
        this.notifications.push(bytes);
        return true;
      case "E":
        this.error = bytes;
        return true;
      case "C":
        this.tag = stringAt(bytes, 5)[0];
        return true;
      case "G":
        this.copyRequests += 1;
        if (!this.tag) this.firstCopyRequest ??= bytes;
        return this.copyRequests > this.#hiddenCopyRequests;
      default:
        if (this.#hiddenParses === 0) return true;
        this.#hiddenParses -= 1;
        return false;
    }
  }
}

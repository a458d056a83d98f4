import { stringAt } from "./protocol.ts";

/** The messages that are inspected. All others are passed on unread. */
const INTERCEPTED = new Set([..."ZAGCE1"].map((type) => type.charCodeAt(0)));

/**
 * The backend's answer to one request. Only messages that matter are cut out. ReadyForQuery is held back in
 * `status`: the caller sends only the last one to the client.
 */
export class BackendOutput {
  /** The answer for the client. */
  readonly parts: Uint8Array[] = [];
  /** Notifications. The other clients get them too. */
  readonly notifications: Buffer[] = [];
  /** The transaction status of the last ReadyForQuery (I, T or E), if there was one. */
  status: string | undefined;
  /** The tag of the last completed statement. */
  tag: string | undefined;
  /** The last error. */
  error: Buffer | undefined;
  /** How often the backend asked for COPY data. */
  copyRequests = 0;
  /** The first of these requests, if no statement was completed before it. */
  firstCopyRequest: Buffer | undefined;

  #hiddenParses: number;
  #hiddenCopyRequests: number;
  #partial: Buffer | undefined;
  #unreadBytes = 0;

  /** @param hide how many of the first ParseComplete and CopyInResponse messages the client must not see */
  constructor(hide: { parses?: number; copyRequests?: number } = {}) {
    this.#hiddenParses = hide.parses ?? 0;
    this.#hiddenCopyRequests = hide.copyRequests ?? 0;
  }

  /** Takes a chunk, which may end anywhere and must not change afterwards. */
  push(chunk: Buffer): void {
    const bytes = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
    this.#partial = undefined;
    let from = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#unreadBytes > 0) {
        const step = Math.min(this.#unreadBytes, bytes.length - at);
        this.#unreadBytes -= step;
        at += step;
        continue;
      }
      if (bytes.length - at < 5) break;
      const length = bytes.readInt32BE(at + 1) + 1;
      if (!INTERCEPTED.has(bytes[at] as number)) {
        this.#unreadBytes = length;
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

  /** Records a message. Returns true if the client gets it. */
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

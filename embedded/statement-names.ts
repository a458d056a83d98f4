import { createHash } from "node:crypto";
import { endOfString, message, shortText, stringAt } from "./protocol.ts";

/** PostgreSQL compares no further ones. */
const MAX_NAME_BYTES = 63;

/** `deallocate name` as SQL. Pools use it to forget a statement that they prepared by protocol. */
const DEALLOCATE = /^\s*deallocate\s+(?:prepare\s+)?(?:"((?:[^"]|"")+)"|([a-z_][\w$]*))\s*;?\s*$/i;

/**
 * Separates the prepared statements of clients on the same backend by a prefix of their names. The unnamed statement
 * keeps its empty name.
 */
export class StatementNames {
  /** The backend's names of statements that the client may have left there. */
  readonly open: Set<string> = new Set();
  readonly #prefix: string;

  constructor(clientId: number) {
    this.#prefix = `c${clientId}_`;
  }

  /** The backend's name for the client's statement. */
  toBackend(name: string): string {
    if (name === "") return "";
    const prefixed = this.#prefix + name;
    if (Buffer.byteLength(prefixed) <= MAX_NAME_BYTES) return prefixed;
    return this.#prefix + createHash("sha256").update(name).digest("hex").slice(0, 48);
  }

  /** Rewrites a Parse message. */
  parse(bytes: Buffer): Buffer {
    const [name, textAt] = stringAt(bytes, 5);
    const textEnd = endOfString(bytes, textAt);
    const deallocated = this.deallocate(shortText(bytes, textAt, textEnd));
    const backendName = this.toBackend(name);
    if (backendName !== "") this.open.add(backendName);
    else if (deallocated === undefined) return bytes;
    return deallocated === undefined
      ? message("P", backendName, bytes.subarray(textAt))
      : message("P", backendName, deallocated, bytes.subarray(textEnd));
  }

  /** Rewrites a Bind message. */
  bind(bytes: Buffer): Buffer {
    const nameAt = endOfString(bytes, 5);
    const [name, rest] = stringAt(bytes, nameAt);
    if (name === "") return bytes;
    return message("B", bytes.subarray(5, nameAt), this.toBackend(name), bytes.subarray(rest));
  }

  /** Rewrites a Describe or Close message if it is about a statement. */
  describeOrClose(type: "D" | "C", bytes: Buffer): Buffer {
    const [name] = stringAt(bytes, 6);
    if (bytes[5] !== 0x53 || name === "") return bytes;
    const backendName = this.toBackend(name);
    if (type === "C") this.open.delete(backendName);
    return message(type, Buffer.from("S"), backendName);
  }

  /** The SQL that replaces a `deallocate` of one of this client's statements. */
  deallocate(text: string): string | undefined {
    const [, quoted, plain] = DEALLOCATE.exec(text) ?? [];
    const name = quoted?.replaceAll('""', '"') ?? plain?.toLowerCase();
    if (name === undefined) return undefined;
    const backendName = this.toBackend(name);
    if (!this.open.delete(backendName)) return undefined;
    return `deallocate "${backendName.replaceAll('"', '""')}"`;
  }
}

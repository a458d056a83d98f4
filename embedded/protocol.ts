/** The parts of PostgreSQL's wire protocol that a multiplexer needs: framing, names and a few replies. */

/** The limits of PostgreSQL. */
const MAX_MESSAGE_BYTES = 0x3fffffff;
const MAX_STARTUP_BYTES = 10_000;

/** Of a statement: `listen`, `deallocate` and `copy` are short. */
const MAX_INSPECTED_BYTES = 4000;

/** The client sent bytes that are not a message. Its connection must end. */
export class ProtocolError extends Error {}

/**
 * Cuts the bytes that a client sends into messages. Chunks may end anywhere.
 * The first message has no type byte. After {@link startupDone} every message has one.
 */
export class MessageReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #typed = false;

  /** Adds received bytes. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#length += chunk.byteLength;
  }

  /** From now on messages carry a type byte. */
  startupDone(): void {
    this.#typed = true;
  }

  /**
   * The next complete message with its header. Undefined until more bytes come.
   *
   * @throws ProtocolError if the length is impossible
   */
  next(): Buffer | undefined {
    const header = this.#typed ? 5 : 4;
    if (this.#length < header) return undefined;
    const length = this.#peek(header).readInt32BE(header - 4) + header - 4;
    if (length < header || length > (this.#typed ? MAX_MESSAGE_BYTES : MAX_STARTUP_BYTES)) {
      throw new ProtocolError("invalid message length");
    }
    if (this.#length < length) return undefined;
    return this.#take(length);
  }

  /** The first bytes. Joins only as many chunks as it needs. */
  #peek(length: number): Buffer {
    while ((this.#chunks[0]?.length ?? 0) < length) {
      const [first, second, ...rest] = this.#chunks;
      this.#chunks = [Buffer.concat([first as Buffer, second as Buffer]), ...rest];
    }
    return this.#chunks[0] as Buffer;
  }

  #take(length: number): Buffer {
    let first = this.#chunks[0] as Buffer;
    if (first.length < length) {
      first = Buffer.concat(this.#chunks);
      this.#chunks = [first];
    }
    if (first.length === length) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(length);
    this.#length -= length;
    return first.subarray(0, length);
  }
}

/** A message: its type, its length, its body. */
export function message(type: string, ...body: (Buffer | string)[]): Buffer {
  const parts = body.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part));
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const header = Buffer.alloc(5);
  header.write(type, "latin1");
  header.writeInt32BE(length, 1);
  return Buffer.concat([header, ...parts]);
}

/** A simple query. */
export function query(text: string): Buffer {
  return message("Q", text);
}

/** Closes a prepared statement. It is not an error if the statement does not exist. */
export function closeStatement(name: string): Buffer {
  return message("C", Buffer.from("S"), name);
}

export const SYNC: Buffer = message("S");

/** Tells the client that the backend waits for its next command. */
export function readyForQuery(status: string): Buffer {
  return message("Z", Buffer.from(status));
}

/**
 * An error as the backend would send it.
 *
 * @param severity ERROR, or FATAL if it ends the connection
 * @param code the SQLSTATE
 */
export function errorResponse(severity: "ERROR" | "FATAL", code: string, text: string): Buffer {
  return message("E", `S${severity}`, `V${severity}`, `C${code}`, `M${text}`, Buffer.from([0]));
}

/** The offset after the zero-terminated string at an offset. */
export function endOfString(bytes: Buffer, offset: number): number {
  const zero = bytes.indexOf(0, offset);
  if (zero < 0) throw new ProtocolError("invalid message format");
  return zero + 1;
}

/** The zero-terminated string at an offset, and the offset after it. */
export function stringAt(bytes: Buffer, offset: number): [text: string, end: number] {
  const end = endOfString(bytes, offset);
  return [bytes.toString("utf8", offset, end - 1), end];
}

/** A statement that is short enough to be inspected. Empty for a longer one. */
export function shortText(bytes: Buffer, offset: number, end: number): string {
  return end - offset > MAX_INSPECTED_BYTES ? "" : bytes.toString("utf8", offset, end - 1);
}

import { PGlite } from "@electric-sql/pglite";
import type { Backend } from "./backend.ts";
import { speedUpSymbolLookup } from "./fast-symbols.ts";
import { slimPostgis } from "./postgis-bundle.ts";
import { message } from "./protocol.ts";

/** What a request may grow by while it runs. */
const ROOM = 1024;

/** PGlite on a directory, spoken to in PostgreSQL's protocol. */
export class PGliteBackend implements Backend {
  readonly startupReply: Uint8Array;
  readonly #pglite: PGlite;

  private constructor(pglite: PGlite, startupReply: Uint8Array) {
    this.#pglite = pglite;
    this.startupReply = startupReply;
  }

  /** Creates a database in a directory. */
  static async create(path: string): Promise<void> {
    await (await PGlite.create(path)).close();
  }

  /**
   * Opens the database in a directory.
   *
   * @param keep where files that make the next time quicker are kept
   */
  static async open(path: string, keep: string): Promise<PGliteBackend> {
    speedUpSymbolLookup();
    const pglite = await PGlite.create(path, { extensions: { postgis: slimPostgis(keep) } });
    const reply: Buffer[] = [];
    await pglite.execProtocolRawStream(startupMessage(), {
      syncToFs: false,
      onRawData: (bytes) => reply.push(Buffer.from(bytes)),
    });
    return new PGliteBackend(pglite, Buffer.concat(reply));
  }

  async run(
    messages: Uint8Array[],
    onData: (chunk: Buffer) => Uint8Array | undefined,
  ): Promise<void> {
    const length = messages.reduce((sum, part) => sum + part.byteLength, 0);
    // Grows in place while it runs: PGlite reads on as long as there is more.
    const room = new ArrayBuffer(length, { maxByteLength: length + ROOM });
    const request = new Uint8Array(room);
    let offset = 0;
    for (const part of messages) {
      request.set(part, offset);
      offset += part.byteLength;
    }
    await this.#pglite.execProtocolRawStream(request, {
      syncToFs: false,
      onRawData: (bytes) => {
        const more = onData(Buffer.from(bytes));
        if (!more) return;
        const end = request.byteLength;
        room.resize(end + more.byteLength);
        request.set(more, end);
      },
    });
  }

  /** Shuts the database down in order. */
  async close(): Promise<void> {
    await this.#pglite.close();
  }
}

function startupMessage(): Buffer {
  const typed = message("-", Buffer.from([0, 3, 0, 0]), "user", "postgres", Buffer.from([0]));
  return typed.subarray(1);
}

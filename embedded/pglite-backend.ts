import { PGlite } from "@electric-sql/pglite";
import type { Backend } from "./backend.ts";
import { slimPostgis } from "./postgis-bundle.ts";
import { message } from "./protocol.ts";

/** Of a request while it runs. */
const MAX_GROWTH_BYTES = 1024;

/** PGlite with its data in a directory, used through PostgreSQL's protocol. */
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
   * @param cache the directory for files that make the next start faster
   */
  static async open(path: string, cache: string): Promise<PGliteBackend> {
    const pglite = await PGlite.create(path, { extensions: { postgis: slimPostgis(cache) } });
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
    // The buffer can grow while PGlite reads it.
    const buffer = new ArrayBuffer(length, { maxByteLength: length + MAX_GROWTH_BYTES });
    const request = new Uint8Array(buffer);
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
        buffer.resize(end + more.byteLength);
        request.set(more, end);
      },
    });
  }

  /** Shuts the database down. */
  async close(): Promise<void> {
    await this.#pglite.close();
  }
}

function startupMessage(): Buffer {
  const typed = message("-", Buffer.from([0, 3, 0, 0]), "user", "postgres", Buffer.from([0]));
  return typed.subarray(1);
}

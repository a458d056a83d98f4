import type { FileHandle } from "node:fs/promises";
import type { RangeResponse, Source } from "pmtiles";

/** Reads a PMTiles archive from an opened file. */
export class FileHandleSource implements Source {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }
  getKey(): string {
    return String(this.#file.fd);
  }
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset);
    return { data: bytes.buffer.slice(0, bytesRead) };
  }
}

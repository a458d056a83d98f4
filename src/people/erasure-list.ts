import { appendFile, mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";

/** An entry of the list. The person's random key is all that identifies them there. */
export interface ListedErasure {
  key: string;
  at: Date;
}

/** Matches a key anywhere, so that a line that a full disk cut short does not hide other lines. */
const KEY = /(?<![0-9a-f-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f-])/g;

/** The list of erasures: a file that only grows, outside the database, so that a restore does not bring people back. */
export class ErasureList {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects if the list cannot be written. */
  async requireWritable(): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    await (await open(this.#file, "a", 0o600)).close();
  }

  /** Adds erasures. They are on the disk when the promise is fulfilled. */
  async add(erasures: readonly ListedErasure[]): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true });
    const lines = erasures.map(({ key, at }) => `${at.toISOString()} ${key}\n`).join("");
    await appendFile(this.#file, lines, { mode: 0o600, flush: true });
  }

  /** Reads the keys of all erasures. There is no file before the first one. */
  async keys(): Promise<string[]> {
    try {
      const text = await readFile(this.#file, "utf8");
      return [...new Set(text.match(KEY) ?? [])];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }
}

import { writeSync } from "node:fs";

/** Characters that are written at once. */
const ENOUGH = 16_384;
/** Milliseconds that a line waits for others. */
const WAIT = 200;
/** The most bytes that wait for a reader that does not read. Further lines are lost. */
const MOST = 8_000_000;
/** At the end: milliseconds between two tries, and how many there are. */
const PAUSE = 10;
const TRIES = 100;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Writes lines to a file descriptor, many at once, because a write costs more than all else of a request's line. */
export class LineWriter {
  readonly #fd: number;
  #lines = "";
  /** What the reader has not taken yet. */
  #rest = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** @param isUrgent Writes at once, with the lines that wait. */
  write(line: string, isUrgent: boolean): void {
    this.#lines += line;
    if (isUrgent || this.#lines.length >= ENOUGH) this.#flush();
    else this.#wait();
  }

  /** Writes what waits, at the end of the process. Waits up to a second for a slow reader. */
  end(): void {
    this.#flush();
    const never = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; this.#rest.length > 0 && tries < TRIES; tries += 1) {
      Atomics.wait(never, 0, 0, PAUSE);
      this.#flush();
    }
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => this.#flush(), WAIT).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#rest.length < MOST)
      this.#rest = Buffer.concat([this.#rest, Buffer.from(this.#lines)]);
    this.#lines = "";
    try {
      while (this.#rest.length > 0) {
        this.#rest = this.#rest.subarray(writeSync(this.#fd, this.#rest));
      }
    } catch (error) {
      // The reader of a pipe is slow, or gone.
      if (codeOf(error) === "EAGAIN") this.#wait();
      else this.#rest = Buffer.alloc(0);
    }
  }
}

import { writeSync } from "node:fs";

/** The most bytes that are written at once. Several processes may share a pipe, and it mixes larger writes (PIPE_BUF). */
const ENOUGH = 4096;
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
  #length = 0;
  /** Whole lines that the reader has not taken yet. A long line is by itself, and may be half written. */
  #rest: Buffer[] = [];
  #restLength = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** @param isUrgent Writes at once, with the lines that wait. */
  write(line: string, isUrgent: boolean): void {
    const length = Buffer.byteLength(line);
    if (this.#length + length > ENOUGH) this.#flush();
    this.#lines += line;
    this.#length += length;
    if (isUrgent) this.#flush();
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
    if (this.#lines !== "" && this.#restLength < MOST) this.#add(Buffer.from(this.#lines));
    this.#lines = "";
    this.#length = 0;
    try {
      while (this.#rest.length > 0) this.#writeFirst();
    } catch (error) {
      // The reader of a pipe is slow, or gone.
      if (codeOf(error) === "EAGAIN") this.#wait();
      else {
        this.#rest = [];
        this.#restLength = 0;
      }
    }
  }

  #add(lines: Buffer): void {
    this.#rest.push(lines);
    this.#restLength += lines.length;
  }

  #writeFirst(): void {
    const first = this.#rest[0] as Buffer;
    const written = writeSync(this.#fd, first);
    this.#restLength -= written;
    if (written === first.length) this.#rest.shift();
    else this.#rest[0] = first.subarray(written);
  }
}

import { writeSync } from "node:fs";

/** How many events are enough to write them at once. */
const ENOUGH = 64;
/** Milliseconds that an event waits for others. */
const WAIT = 200;
/** The most bytes that wait for a reader that does not read. Further lines are lost. */
const MOST = 8_000_000;
/** At the end of the process: milliseconds between two tries, and the number of tries. */
const PAUSE = 10;
const TRIES = 100;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Writes the lines of events to a file descriptor. Formatting and writing many at once takes a third of the time of
 * writing one after each request.
 */
export class LineWriter<Event> {
  readonly #fd: number;
  readonly #lineOf: (event: Event) => string;
  readonly #largest: number;
  #waiting: Event[] = [];
  /** Whole lines that the reader has not taken yet. A long line is by itself, and may be half written. */
  #rest: Buffer[] = [];
  #restLength = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param largest The most bytes of one write, unless one line is longer. */
  constructor(fd: number, lineOf: (event: Event) => string, largest: number) {
    this.#fd = fd;
    this.#lineOf = lineOf;
    this.#largest = largest;
  }

  /** @param isUrgent Writes at once, with the events that wait. */
  write(event: Event, isUrgent: boolean): void {
    this.#waiting.push(event);
    if (isUrgent || this.#waiting.length >= ENOUGH) this.#flush();
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
    this.#format();
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

  /** Makes the lines of the events that wait. */
  #format(): void {
    let lines = "";
    let length = 0;
    for (const event of this.#waiting) {
      const line = this.#lineOf(event);
      const bytes = Buffer.byteLength(line);
      if (length + bytes > this.#largest) {
        this.#add(lines);
        lines = "";
        length = 0;
      }
      lines += line;
      length += bytes;
    }
    this.#waiting = [];
    this.#add(lines);
  }

  #add(lines: string): void {
    if (lines === "" || this.#restLength >= MOST) return;
    const bytes = Buffer.from(lines);
    this.#rest.push(bytes);
    this.#restLength += bytes.length;
  }

  #writeFirst(): void {
    const first = this.#rest[0] as Buffer;
    const written = writeSync(this.#fd, first);
    this.#restLength -= written;
    if (written === first.length) this.#rest.shift();
    else this.#rest[0] = first.subarray(written);
  }
}

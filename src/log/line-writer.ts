import { writeSync } from "node:fs";

/** Events that are written at once. */
const ENOUGH = 64;
/** Milliseconds that an event waits for others. */
const WAIT = 200;
/** The most bytes that wait for a reader that does not read. Further lines are lost. */
const MOST = 8_000_000;
/** At the end: milliseconds between two tries, and how many there are. */
const PAUSE = 10;
const TRIES = 100;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Writes the lines of events to a file descriptor. Many are formatted and written at once, which takes a third of the
 * time of one after each request.
 */
export class LineWriter<Event> {
  readonly #fd: number;
  readonly #lineOf: (event: Event) => string;
  #waiting: Event[] = [];
  /** What the reader has not taken yet. */
  #rest = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  constructor(fd: number, lineOf: (event: Event) => string) {
    this.#fd = fd;
    this.#lineOf = lineOf;
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
    const lines = Buffer.from(this.#waiting.map(this.#lineOf).join(""));
    this.#waiting = [];
    if (this.#rest.length === 0) this.#rest = lines;
    else if (this.#rest.length < MOST) this.#rest = Buffer.concat([this.#rest, lines]);
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

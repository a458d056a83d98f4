import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { type Fields, LEVELS, type Level, type Log } from "./log.ts";

/** So many events are written at once. */
const BATCH_EVENTS = 64;
/** An event waits this long for others. */
const BATCH_DELAY_MS = 200;
/** If the reader does not read. Further lines are lost. */
const MAX_WAITING_BYTES = 8_000_000;
/** At the end of the process. */
const LAST_RETRY_INTERVAL_MS = 10;
const MAX_LAST_ATTEMPTS = 100;

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
    if (isUrgent || this.#waiting.length >= BATCH_EVENTS) this.#flush();
    else this.#wait();
  }

  /** Writes what waits, at the end of the process. Waits up to a second for a slow reader. */
  end(): void {
    this.#flush();
    const never = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; this.#rest.length > 0 && tries < MAX_LAST_ATTEMPTS; tries += 1) {
      Atomics.wait(never, 0, 0, LAST_RETRY_INTERVAL_MS);
      this.#flush();
    }
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_DELAY_MS).unref();
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
    if (lines === "" || this.#restLength >= MAX_WAITING_BYTES) return;
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

/** The most bytes that a pipe takes from several processes without mixing them. */
const PIPE_BUF_BYTES = 4096;

/** A line for people: the time, the host if there are several, the level unless it is info, the message and fields. */
function readable(
  time: string,
  host: number | undefined,
  level: Level,
  message: string,
  fields: Fields,
): string {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : ` ${name}=${value}`,
  );
  const mark = level === "info" ? "" : `${level.toUpperCase()} `;
  const of = host === undefined ? "" : `[${host}] `;
  return `${time.slice(11, 19)} ${of}${mark}${message}${values.join("")}\n`;
}

/** What to log, and when it happened, in milliseconds since 1970. */
interface Event {
  at: number;
  level: Level;
  message: string;
  fields: Fields;
}

/** Makes the function that writes a time in ISO 8601. It formats each second once: that is half the cost of a line. */
function makeClock(): (at: number) => string {
  let second = Number.NaN;
  let text = "";
  return (at) => {
    const millisecond = at % 1000;
    if (at - millisecond !== second) {
      second = at - millisecond;
      text = new Date(second).toISOString().slice(0, -4);
    }
    return `${text}${String(millisecond).padStart(3, "0")}Z`;
  };
}

/** Returns the end of a line of JSON. Writing the line from one object would copy the fields for each request. */
function rest(fields: Fields): string {
  const json = JSON.stringify(fields);
  return json === "{}" ? "}" : `,${json.slice(1)}`;
}

/**
 * Opens the log of a process: a line of JSON for each event, or a readable one on a terminal. Lines that wait are
 * written when the process ends.
 * @param least The least important level that is logged.
 * @param host The number of this host, if the machine has several.
 */
export function openLog(least: Level, fd = 1, isTerminal = isatty(fd), host?: number): Log {
  const of = host === undefined ? "" : `,"host":${host}`;
  const last = LEVELS.indexOf(least);
  const clock = makeClock();
  const lineOf = ({ at, level, message, fields }: Event) => {
    const time = clock(at);
    if (isTerminal) return readable(time, host, level, message, fields);
    return `{"level":"${level}","time":"${time}"${of},"msg":${JSON.stringify(message)}${rest(fields)}\n`;
  };
  const writer = new LineWriter(
    fd,
    lineOf,
    host === undefined ? Number.POSITIVE_INFINITY : PIPE_BUF_BYTES,
  );
  process.once("exit", () => writer.end());
  return (message, wanted = "info", fields = {}) => {
    const level = wanted === "always" ? "info" : wanted;
    const rank = LEVELS.indexOf(level);
    if (rank > last && wanted !== "always") return;
    // The process may end next, and must have written why.
    const isUrgent = isTerminal || rank <= LEVELS.indexOf("warn");
    writer.write({ at: Date.now(), level, message, fields }, isUrgent);
  };
}

import { isatty } from "node:tty";
import { LineWriter } from "./line-writer.ts";
import { type Fields, LEVELS, type Level, type Log } from "./log.ts";

/** The most bytes that a pipe takes from several processes without mixing them. */
const PIPE_BUF = 4096;

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
    host === undefined ? Number.POSITIVE_INFINITY : PIPE_BUF,
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

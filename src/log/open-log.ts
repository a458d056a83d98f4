import { isatty } from "node:tty";
import { hostNumber } from "../hosts/parent.ts";
import { type Fields, LEVELS, type Level, type Log } from "../process/log.ts";
import { LineWriter } from "./line-writer.ts";

/** A line for people: the time of day, the host of several, the level if it matters, the message and the fields. */
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

/** Makes what tells the time in ISO 8601. It writes a second once, as that costs half of a line. */
function makeClock(): () => string {
  let second = Number.NaN;
  let text = "";
  return () => {
    const now = Date.now();
    const millisecond = now % 1000;
    if (now - millisecond !== second) {
      second = now - millisecond;
      text = new Date(second).toISOString().slice(0, -4);
    }
    return `${text}${String(millisecond).padStart(3, "0")}Z`;
  };
}

/** The end of a line of JSON. One object of all would be copied for each request. */
function rest(fields: Fields): string {
  const json = JSON.stringify(fields);
  return json === "{}" ? "}" : `,${json.slice(1)}`;
}

/**
 * Opens the log of a process: a line of JSON for each event, or a readable one on a terminal. The end of the process
 * writes the lines that wait.
 * @param least Events that matter less are left out.
 * @param host The number of this host, if the machine has several.
 */
export function openLog(least: Level, fd = 1, isTerminal = isatty(fd), host = hostNumber): Log {
  const of = host === undefined ? "" : `,"host":${host}`;
  const last = LEVELS.indexOf(least);
  const writer = new LineWriter(fd);
  const clock = makeClock();
  process.once("exit", () => writer.end());
  return (msg, level = "info", fields = {}) => {
    const rank = LEVELS.indexOf(level);
    if (rank > last) return;
    const time = clock();
    const line = isTerminal
      ? readable(time, host, level, msg, fields)
      : `{"level":"${level}","time":"${time}"${of},"msg":${JSON.stringify(msg)}${rest(fields)}\n`;
    // A process that dies next must have written why.
    writer.write(line, isTerminal || rank <= LEVELS.indexOf("warn"));
  };
}

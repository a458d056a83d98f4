import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { destination, pino, stdTimeFunctions } from "pino";
import type { Level, Log } from "./log.ts";

/** An event waits this long for others: writing many at once takes a third of the time. */
const BATCH_DELAY_MS = 200;
/** A pipe takes this much from several processes without mixing their lines. */
const PIPE_BUF_BYTES = 4096;
/** For a reader that does not read. Further lines are lost. */
const MAX_WAITING_BYTES = 8_000_000;
/** At the end of the process, each after 100 ms. */
const MAX_LAST_ATTEMPTS = 10;

/** Writes lines to a file descriptor, many at once. Those that wait are written when the process ends. */
function openFile(fd: number) {
  let lastAttempts: number | undefined;
  const file = destination({
    fd,
    sync: true,
    minLength: PIPE_BUF_BYTES - 1,
    maxWrite: PIPE_BUF_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: BATCH_DELAY_MS,
    // A slow reader must not keep the process waiting, but at its end.
    retryEAGAIN: () => lastAttempts !== undefined && ++lastAttempts <= MAX_LAST_ATTEMPTS,
  });
  const flush = () => {
    try {
      file.flushSync();
    } catch {
      // The reader is slow, or gone. What waits is tried again with the next lines.
    }
  };
  file.on("error", () => {});
  process.once("exit", () => {
    lastAttempts = 0;
    flush();
  });
  return { write: (line: string) => void file.write(line), flush };
}

/** Writes lines for people: the time, the host if there are several, the level unless it is info, message and fields. */
function openTerminal(fd: number) {
  const write = (line: string) => {
    const { time, host, level, msg, ...fields } = JSON.parse(line);
    const of = host === undefined ? "" : `[${host}] `;
    const mark = level === "info" ? "" : `${level.toUpperCase()} `;
    const values = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`);
    writeSync(fd, `${time.slice(11, 19)} ${of}${mark}${msg}${values.join("")}\n`);
  };
  return { write, flush: () => {} };
}

/**
 * Opens the log of a process: a line of JSON for each event, or a readable one on a terminal.
 * @param least The least important level that is logged.
 * @param host The number of this host, if the machine has several.
 */
export function openLog(least: Level, fd = 1, isTerminal = isatty(fd), host?: number): Log {
  const output = isTerminal ? openTerminal(fd) : openFile(fd);
  const logger = pino(
    {
      level: least,
      base: host === undefined ? null : { host },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    output,
  );
  const always = logger.child({}, { level: "info" });
  return (message, level = "info", fields = {}) => {
    if (level === "always") always.info(fields, message);
    else logger[level](fields, message);
    // The process may end next, and must have written why.
    if (level === "warn" || level === "error") output.flush();
  };
}

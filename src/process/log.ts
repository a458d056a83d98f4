/** Logs a line. */
export type Log = (line: string) => void;

/** Logs to standard error, because standard output belongs to the results of commands. */
export const log: Log = (line) => {
  process.stderr.write(`${line}\n`);
};

/** Where the service says what it does: one line at a time. */
export type Log = (line: string) => void;

/** Lines on standard error, so that standard output stays a command's own. */
export const log: Log = (line) => {
  process.stderr.write(`${line}\n`);
};

/** How much an event matters. LOG_LEVEL leaves out events that matter less. */
export const LEVELS = ["error", "warn", "info", "debug"] as const;
export type Level = (typeof LEVELS)[number];

/** What programs read of an event, besides its message. Must not hold secrets, positions or texts of people. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Logs an event: a message for people, "info" by default. "always" is "info" that no LOG_LEVEL leaves out. */
export type Log = (message: string, level?: Level | "always", fields?: Fields) => void;

/** Prints a message for the person who started the process. Standard output belongs to results and to the log. */
export const log: Log = (message) => {
  process.stderr.write(`${message}\n`);
};

import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "./run-command.ts";

/** For a reader that is too slow. */
const RETRY_INTERVAL_MS = 10;

/**
 * Writes all of a text to standard output. Node's own stream silently loses what does not fit on a full disk.
 * @throws CommandError if it cannot be written.
 */
export async function writeOut(text: string): Promise<void> {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "EAGAIN") throw new CommandError(`The output is not complete: ${message}`);
      await sleep(RETRY_INTERVAL_MS);
    }
  }
}

/** Formats rows under a heading, in columns as wide as their longest text. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((text, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), text.length),
  );
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width));
  return [heading, rule, ...rows].map(line).join("\n");
}

/** A text for the terminal, without control characters that a user may have written. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

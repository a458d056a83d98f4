export const LEVELS = ["ONE", "TWO", "THREE"] as const;
export type Level = (typeof LEVELS)[number];

/** Counts what happened in a demo so far. */
export class Tally {
  positions = 0;
  errors = 0;
  lastError = "";
  seen = 0;
  readonly notified: Record<Level, number> = { ONE: 0, TWO: 0, THREE: 0 };
  /** How long each report's answer took, in milliseconds. */
  readonly latencies: number[] = [];

  fail(error: unknown): void {
    this.errors += 1;
    this.lastError = error instanceof Error ? error.message : String(error);
  }

  /** The line that is logged every other second. */
  line(second: number): string {
    const notified = LEVELS.map((level) => `${level} ${this.notified[level]}`).join(", ");
    return `${String(Math.round(second)).padStart(4)} s   ${this.positions} positions   ${this.errors} errors   notified: ${notified}   seen: ${this.seen}`;
  }

  #percentile(share: number): string {
    const sorted = this.latencies.toSorted((a, b) => a - b);
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return `${value.toFixed(1)} ms`;
  }

  /** The table at the end. */
  summary(seconds: number, alert?: { id: number; reachedUsers: number }): string {
    const rows = [
      ["positions reported", String(this.positions)],
      ["  a second", (this.positions / Math.max(seconds, 1)).toFixed(1)],
      ["  answered in (median)", this.#percentile(0.5)],
      ["  answered in (19 of 20)", this.#percentile(0.95)],
      ["errors", this.errors ? `${this.errors}, the last: ${this.lastError}` : "0"],
      ...(alert
        ? [
            ["alert", `#${alert.id}`],
            ["users reached", String(alert.reachedUsers)],
            ...LEVELS.map((level) => [
              `  notified at level ${level}`,
              String(this.notified[level]),
            ]),
            ["notifications seen", String(this.seen)],
          ]
        : [["alert", "none was published"]]),
    ];
    const width = Math.max(...rows.map(([name = ""]) => name.length));
    const lines = rows.map(([name = "", value]) => `${name.padEnd(width)}  ${value}`);
    return [`after ${Math.round(seconds)} s`, "-".repeat(width), ...lines].join("\n");
  }
}

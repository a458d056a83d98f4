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

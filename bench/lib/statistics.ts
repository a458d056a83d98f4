/** Returns the median. */
export function median(figures: number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Returns "median (least–most)", rounded to `places` decimals. */
export function spread(figures: number[], places = 0): string {
  const round = (figure: number) => figure.toFixed(places);
  return `${round(median(figures))} (${round(Math.min(...figures))}–${round(Math.max(...figures))})`;
}

/** Returns rows as a Markdown table. */
export function table(rows: Record<string, string | number>[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const line = (cells: (string | number | undefined)[]) => `| ${cells.join(" | ")} |`;
  return [
    line(heads),
    line(heads.map(() => "---")),
    ...rows.map((row) => line(heads.map((head) => row[head]))),
  ].join("\n");
}

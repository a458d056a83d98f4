import type { Part } from "../read-area.ts";

/** An area as a file has it. */
export interface Drawn {
  name?: string | undefined;
  parts: Part[];
  /** True for a link to areas in another file. */
  isLink?: boolean;
}

const NAME = /^(name|nam|title|label|nom|nome|nombre)/i;

/** Returns the first property that looks like a name, or the one of the deepest level: NAME_2 of NAME_0 to NAME_2. */
export function nameIn(properties: Record<string, unknown> | null): string | undefined {
  const level = (key: string) => Number(/_(\d)$/.exec(key)?.[1] ?? 10);
  const [named] = Object.entries(properties ?? {})
    .filter(([key, value]) => NAME.test(key) && typeof value === "string" && value.trim() !== "")
    .sort(([a], [b]) => level(b) - level(a));
  return named && String(named[1]).trim();
}

/**
 * Reads a whole number that is written in digits only, because "1.500" and "1,500" mean different numbers to different
 * people. Returns undefined for other texts.
 */
export function readWhole(text: string): number | undefined {
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

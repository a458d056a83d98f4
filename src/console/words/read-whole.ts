/** Reads a whole number of digits only, as "1.500" and "1,500" mean different numbers to different people. Else undefined. */
export function readWhole(text: string): number | undefined {
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

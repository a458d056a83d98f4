import { statfsSync } from "node:fs";

const MEMORY = "/dev/shm";
/** The bytes that the clones and profiles of a run need at a time, with room to spare. */
const NEEDED = 4 << 30;

function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/**
 * Keeps temporary files in memory if there is room, also those of child processes. A database is cloned for almost
 * every test file, which takes ten times as long on a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env.TMPDIR && freeBytes(MEMORY) > NEEDED) process.env.TMPDIR = MEMORY;
}

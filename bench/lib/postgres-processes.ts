import { readdirSync, readFileSync } from "node:fs";

/** Returns the ids of all PostgreSQL processes on this machine, from /proc. */
export function postgresProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
      } catch {
        return false;
      }
    })
    .map(Number);
}

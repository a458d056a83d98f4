import { readdirSync, readFileSync } from "node:fs";

/** The process ids of all of PostgreSQL that runs on this machine, from /proc. */
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

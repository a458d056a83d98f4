import { readdirSync, readFileSync } from "node:fs";
import { cpuOf } from "./servers.ts";

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

/** True for an autovacuum process. Such processes come and go, and do not work for requests. */
function isAutovacuum(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("autovacuum worker");
  } catch {
    return false;
  }
}

/** Returns the CPU seconds of all running PostgreSQL processes, without autovacuum's. */
export function databaseCpu(): number {
  return postgresProcesses()
    .filter((pid) => !isAutovacuum(pid))
    .reduce((sum, pid) => sum + cpuOf(pid), 0);
}

import { readFileSync } from "node:fs";
import { postgresProcesses } from "./postgres-processes.ts";
import { cpuOf } from "./servers.ts";

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

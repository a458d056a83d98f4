import { readFileSync } from "node:fs";
import { postgresProcesses } from "../lib/postgres-processes.ts";

/** Returns the private memory of a process in MiB, from /proc; 0 if it has ended. */
function privateMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(status.match(/^RssAnon:\s+(\d+) kB/m)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function ofDatabase(): number {
  return postgresProcesses().reduce((sum, pid) => sum + privateMemory(pid), 0);
}

/** Watches the memory of a host and of all PostgreSQL processes. `stop` returns the largest growth of each in MiB. */
export function peakMemory(hostPid: number) {
  const before = { host: privateMemory(hostPid), database: ofDatabase() };
  const peak = { ...before };
  const timer = setInterval(() => {
    peak.host = Math.max(peak.host, privateMemory(hostPid));
    peak.database = Math.max(peak.database, ofDatabase());
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return { host: peak.host - before.host, database: peak.database - before.database };
    },
  };
}

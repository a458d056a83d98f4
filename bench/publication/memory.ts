import { readdirSync, readFileSync } from "node:fs";

/** Memory of a process in MiB that no other shares, from /proc; 0 where it has ended. */
function privateMemory(pid: number | string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(status.match(/^RssAnon:\s+(\d+) kB/m)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function ofDatabase(): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
      } catch {
        return false;
      }
    })
    .reduce((sum, pid) => sum + privateMemory(pid), 0);
}

/** Watches the memory of a host and of all PostgreSQL processes; `stop` tells by how much each grew at most, in MiB. */
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

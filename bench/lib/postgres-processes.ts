import { readdirSync, readFileSync } from "node:fs";

/** Returns the ids of all PostgreSQL processes on this machine but autovacuum's, which come and go, from /proc. */
export function postgresProcesses(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return (
          readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres" &&
          !title.includes("autovacuum worker")
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

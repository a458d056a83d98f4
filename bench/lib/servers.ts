import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A server under test, in its own process. */
export interface Server {
  name: string;
  url: string;
  pid: number;
  /** CPU seconds used so far. */
  cpu(): number;
  stop(): Promise<void>;
}

export const JWT_SECRET = "a secret for benchmarks of thirty-two characters";
const TICKS = 100;

/** Returns the CPU seconds of a process, from /proc; 0 if it has ended. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}

/** Starts a script that serves GraphQL on PORT, and waits until it answers. */
export async function startServer(
  name: string,
  script: string,
  port: number,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const url = `http://127.0.0.1:${port}/graphql`;
  // A server left over on the port would be measured instead.
  const isTaken = await fetch(url).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`Port ${port} is in use: ${name} cannot start.`);
  const child: ChildProcess = spawn(process.execPath, [script], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      JWT_SECRET,
      POOL_SIZE: "10",
      JOBS: "false",
      // A benchmark has few users and one address, which would exceed the default quotas.
      REPORT_BURST: "1000000000",
      REQUEST_BURST: "1000000000",
      ANONYMOUS_BURST: "1000000000",
      NODE_ENV: "production",
      GRAPHILE_ENV: "production",
      ...env,
    },
  });
  const body = JSON.stringify({
    operationName: "apiVersion",
    query: "query apiVersion { apiVersion }",
  });
  const headers = { "Content-Type": "application/json" };
  const isReady = async () => (await fetch(url, { method: "POST", headers, body })).ok;
  // A busy machine may take a minute.
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`${name} did not start.`);
    await sleep(100);
  }
  return {
    name,
    url,
    pid: child.pid as number,
    cpu: () => cpuOf(child.pid as number),
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/**
 * Measures how long `npm start` takes, with npm itself, until the first answer to `{ apiVersion }`: with a new embedded
 * database, with an existing one, and with a migrated native one. Compares with Node's own start and end, and with the
 * first answer of the bare server, in turns.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- start [--small]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isSmall, withDatabase } from "./lib/database.ts";
import { JWT_SECRET } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : 7;
const PORT = "4380";
/** Milliseconds between two requests: the largest error of a figure. */
const PATIENCE = 10;
const NPM_START = ["npm", "start"] as const;

type Way = "node -e 0" | "bare server" | "native" | "embedded, warm" | "embedded, cold";

async function answers(): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${PORT}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        operationName: "apiVersion",
        query: "query apiVersion { apiVersion }",
      }),
    });
    const { data } = (await response.json()) as { data?: { apiVersion?: string } };
    return data?.apiVersion !== undefined;
  } catch {
    return false;
  }
}

function start([command, ...words]: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const { DATABASE_URL: _1, HOST_DATABASE_URL: _2, DATA_DIR: _3, ...others } = process.env;
  return spawn(command as string, words, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...others, NODE_ENV: "production", PORT, ...env },
  });
}

/** Returns the seconds until the command answers, and stops it. */
async function untilAnswer(command: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (await answers()) throw new Error(`Someone else serves on port ${PORT}.`);
  const began = performance.now();
  const child = start(command, env);
  const ended = once(child, "exit");
  let printed = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended:\n${printed}`);
    await sleep(PATIENCE);
  }
  const seconds = (performance.now() - began) / 1000;
  child.kill("SIGTERM");
  await ended;
  return seconds;
}

/** Returns the seconds until the command has ended. */
async function untilEnd(command: readonly string[]): Promise<number> {
  const began = performance.now();
  await once(start(command, {}), "exit");
  return (performance.now() - began) / 1000;
}

await withDatabase("las_bench_start", async (url) => {
  const figures: Record<Way, number[]> = {
    "node -e 0": [],
    "bare server": [],
    native: [],
    "embedded, warm": [],
    "embedded, cold": [],
  };
  const native = { DATABASE_URL: url, JWT_SECRET };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "las-bench-start-"));
    try {
      const bare = [process.execPath, "bench/peers/bare.ts"];
      figures["node -e 0"].push(await untilEnd([process.execPath, "-e", "0"]));
      figures["bare server"].push(await untilAnswer(bare, native));
      figures.native.push(await untilAnswer(NPM_START, native));
      // Skipped with --small: a start on the embedded database takes long, and tests do it too.
      if (isSmall) continue;
      figures["embedded, cold"].push(await untilAnswer(NPM_START, { DATA_DIR }));
      figures["embedded, warm"].push(await untilAnswer(NPM_START, { DATA_DIR }));
    } finally {
      await rm(DATA_DIR, { recursive: true, force: true });
    }
  }
  const bare = figures["bare server"];
  console.log(
    table(
      Object.entries(figures)
        .filter(([_start, seconds]) => seconds.length > 0)
        .map(([start, seconds]) => ({
          start,
          seconds: spread(seconds, 2),
          "÷ bare server": median(
            seconds.map((each, turn) => each / (bare[turn] as number)),
          ).toFixed(1),
        })),
    ),
  );
});

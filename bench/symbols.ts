/**
 * Measures what src/database/embedded/fast-symbols.ts saves: the seconds that `create extension postgis` takes in a new
 * embedded database with it and without it, in turns, each in its own thread.
 *
 *     npm run bench -- symbols [--small]
 */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { speedUpSymbolLookup } from "../src/database/embedded/fast-symbols.ts";
import { slimPostgis } from "../src/database/embedded/postgis-bundle.ts";
import { isSmall } from "./lib/database.ts";
import { median, spread, table } from "./lib/statistics.ts";

interface Task {
  directory: string;
  isFast: boolean;
}

const ROUNDS = isSmall ? 1 : 5;

async function createExtension({ directory, isFast }: Task): Promise<number> {
  if (isFast) speedUpSymbolLookup();
  const pglite = await PGlite.create({ extensions: { postgis: slimPostgis(directory) } });
  const began = performance.now();
  await pglite.exec("create extension postgis");
  const seconds = (performance.now() - began) / 1000;
  await pglite.close();
  return seconds;
}

async function measure(task: Task): Promise<number> {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: task,
    resourceLimits: { stackSizeMb: 64 },
  });
  const [seconds] = (await once(thread, "message")) as [number];
  await thread.terminate();
  return seconds;
}

async function compare(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "las-bench-"));
  const seconds = { with: [] as number[], without: [] as number[] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // Skipped with --small: it takes long, and runs no code that the fast variant does not run.
      const without = isSmall ? Number.NaN : await measure({ directory, isFast: false });
      seconds.without.push(without);
      seconds.with.push(await measure({ directory, isFast: true }));
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  console.log(
    table([
      {
        "s without": spread(seconds.without, 2),
        "s with": spread(seconds.with, 2),
        "without ÷ with": (median(seconds.without) / median(seconds.with)).toFixed(2),
      },
    ]),
  );
}

if (isMainThread) await compare();
else parentPort?.postMessage(await createExtension(workerData as Task));

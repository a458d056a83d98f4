import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/settings/config.ts";

/** The output and the exit code of a command. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The environment with which a command reaches a clone, or the service on it. */
export function environmentOf({ databaseUrl, dataDir }: Config): NodeJS.ProcessEnv {
  return { DATABASE_URL: databaseUrl ?? "", DATA_DIR: dataDir };
}

/** Runs a file of src/cli as npm does. Sends it a signal when its output contains `interruptedAt`. */
export async function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  {
    input = "",
    interruptedAt,
    signal = "SIGINT",
  }: { input?: string; interruptedAt?: string; signal?: NodeJS.Signals } = {},
): Promise<Outcome> {
  const file = fileURLToPath(new URL(`../../src/cli/${command}.ts`, import.meta.url));
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [file, ...args], { env: { ...inherited, ...env } });
  child.stdin.end(input);
  let said = "";
  let isInterrupted = interruptedAt === undefined;
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (chunk) => {
      said += chunk;
      if (isInterrupted || !said.includes(interruptedAt as string)) return;
      isInterrupted = true;
      child.kill(signal);
    });
  }
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  return { code, stdout, stderr };
}

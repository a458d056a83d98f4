import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Config } from "../../src/settings/config.ts";
import { PROJECT } from "../docs/markdown.ts";
import { QUICK_START } from "../http/child.ts";

/** The output and the exit code of a command. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** What a command reads, and the output at which it gets a signal. */
export interface Interaction {
  input?: string;
  interruptedAt?: string | undefined;
  signal?: NodeJS.Signals;
}

/** The environment with which a command reaches a clone, or the service on it. */
export function environmentOf({ databaseUrl, dataDir }: Config): NodeJS.ProcessEnv {
  return { DATABASE_URL: databaseUrl ?? "", DATA_DIR: dataDir };
}

/** Runs a file of src/cli as npm does. */
export const run = (
  command: string,
  args: string[],
  env?: NodeJS.ProcessEnv,
  interaction?: Interaction,
): Promise<Outcome> => runFile(`src/cli/${command}.ts`, args, env, interaction);

/** Runs a file of the project as npm does. Sends it a signal when its output contains `interruptedAt`. */
export async function runFile(
  path: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  { input = "", interruptedAt, signal = "SIGINT" }: Interaction = {},
): Promise<Outcome> {
  const file = join(PROJECT, path);
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const command = [...QUICK_START, file, ...args];
  const child = spawn(process.execPath, command, { env: { ...inherited, ...env } });
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

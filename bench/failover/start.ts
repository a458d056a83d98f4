import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown } from "node:fs/promises";
import { userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { asPostgres } from "../../src/cli/drill/postgresql.ts";

const isRoot = userInfo().uid === 0;

/** Gives a directory to the user who runs PostgreSQL, which refuses root. */
export async function giveToPostgres(path: string): Promise<void> {
  if (isRoot) await chown(path, Number(await asPostgres("id", "-u")), -1);
}

/** Starts a program as the user who runs PostgreSQL, with only these variables and the PATH. */
export function start(env: NodeJS.ProcessEnv, program: string, ...args: string[]): ChildProcess {
  const user = ["--reuid=postgres", "--regid=postgres", "--clear-groups", program];
  return spawn(isRoot ? "setpriv" : program, isRoot ? [...user, ...args] : args, {
    cwd: "/",
    env: { PATH: process.env.PATH, ...env },
    stdio: "ignore",
  });
}

/** Ends a process. Kills it if it still runs after twenty seconds. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await Promise.race([ended, sleep(20_000, undefined, { ref: false })]);
  child.kill("SIGKILL");
}

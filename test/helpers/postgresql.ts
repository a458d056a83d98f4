import { execFile } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const PACKAGES = "/usr/lib/postgresql";

/** The directory of initdb and pg_ctl: on the PATH, else of the newest package; undefined if there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).map(Number) : [];
  const newest = versions
    .sort((a, b) => b - a)
    .map((version) => join(PACKAGES, String(version), "bin"));
  const initdb = [...(process.env.PATH ?? "").split(delimiter), ...newest]
    .map((bin) => join(bin, "initdb"))
    .find((path) => existsSync(path));
  // A link may stand in a directory without the other programs.
  return initdb && dirname(realpathSync(initdb));
}

/** Runs a program as a user who may run PostgreSQL, which refuses root. */
export async function asPostgres(program: string, ...args: string[]): Promise<string> {
  const isRoot = userInfo().uid === 0;
  const { stdout } = isRoot
    ? await execute("runuser", ["-u", "postgres", "--", program, ...args], { cwd: tmpdir() })
    : await execute(program, args, { cwd: tmpdir() });
  return stdout.trim();
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Runs a command on a database, as `npm run` does. Returns the last line that it prints; throws if it fails. */
export async function runOn(
  databaseUrl: string,
  command: string,
  signal?: AbortSignal,
): Promise<string> {
  const file = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    ...(signal && { signal }),
  });
  return stdout.trim().split("\n").at(-1) ?? "";
}

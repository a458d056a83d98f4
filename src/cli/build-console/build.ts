import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { bundle } from "./bundle.ts";
import { compress } from "./compress.ts";
import { fingerprint } from "./fingerprint.ts";
import { writeOperations } from "./operations.ts";

/** The directory of the built console, in the project. */
export const OUTPUT = "build/console";
const SOURCE = "src/console";
/** The file with the fingerprint of the sources that the output was made from. */
const MARK = ".made-from";

async function markOf(output: string): Promise<string> {
  return await readFile(join(output, MARK), "utf8").catch(() => "");
}

/** Loads the bundler late: its packages may be missing, and a console that is already built does not need it. */
const bundled: typeof bundle = async (source, output) => {
  await writeOperations();
  await (await import("./bundle.ts")).bundle(source, output);
};

/** Moves the built files to their place. Another process may have done so in the meantime. */
async function install(built: string, output: string): Promise<void> {
  await rename(output, `${built}-before`).catch(() => {});
  try {
    await rename(built, output);
  } catch (error) {
    if ((await markOf(output)) !== (await markOf(built))) throw error;
    await rm(built, { recursive: true });
  }
  await rm(`${built}-before`, { recursive: true, force: true });
}

/**
 * Builds the console from its sources and the packages of the lock file, unless it was already built from the same.
 * @param make Bundles the sources into a directory. Tests pass another function.
 * @returns "no builder" if the development dependencies are not installed.
 */
export async function buildConsole(
  project: string,
  make = bundled,
): Promise<"built" | "up to date" | "no builder"> {
  const output = join(project, OUTPUT);
  const mark = await fingerprint([
    join(project, SOURCE),
    join(project, "src/cli/build-console"),
    join(project, "package-lock.json"),
  ]);
  if ((await markOf(output)) === mark) return "up to date";
  try {
    import.meta.resolve("vite");
  } catch {
    return "no builder";
  }
  await mkdir(join(project, "build"), { recursive: true });
  const built = await mkdtemp(join(project, "build/console-"));
  try {
    await make(join(project, SOURCE), built);
    await compress(built);
    // mkdtemp makes a directory for its owner only, but the service may run as another user.
    await chmod(built, 0o755);
    await writeFile(join(built, MARK), mark);
    await install(built, output);
  } finally {
    await rm(built, { recursive: true, force: true });
  }
  return "built";
}

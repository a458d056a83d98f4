import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Fault, planted } from "./fault.ts";
import { SQL_FAULT } from "./sql-fault.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Milliseconds after which tests hang, which counts as noticed. */
const PATIENCE = 180_000;

/** What the tests say. */
export type Verdict =
  | { kind: "passed" }
  /** `by` is the first test that failed. */
  | { kind: "failed"; by: string }
  /** No test ran. */
  | { kind: "broken"; output: string };

/** A copy of the tree, so that the working tree never has a fault in it. */
export interface Scratch extends AsyncDisposable {
  /** Runs test files, with a fault if one is given. */
  test(files: readonly string[], fault?: Fault): Promise<Verdict>;
}

interface Results {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Returns the name of the first test that failed. */
function firstFailure({ testResults }: Results, directory: string): string | undefined {
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    const file = name.replace(`${directory}/`, "");
    if (failed) return `${file}: ${failed.fullName}`;
    if (message && assertionResults.length === 0) return `${file}: does not load`;
  }
  return undefined;
}

async function runTests(
  directory: string,
  files: readonly string[],
  sql?: Fault,
): Promise<Verdict> {
  const results = join(directory, "results.json");
  await rm(results, { force: true });
  const { TEST_DATABASE_URL: url, ...others } = process.env;
  // A server does not run the tests of the embedded database.
  const isEmbedded = files.some((file) => file.startsWith("test/embedded/"));
  const env = {
    ...others,
    ...(url && !isEmbedded && { TEST_DATABASE_URL: url }),
    ...(sql && { [SQL_FAULT]: JSON.stringify(sql) }),
  };
  const flags = ["--silent", "--forceExit", "--json", `--outputFile=${results}`];
  const child = spawn("npm", ["test", "--silent", "--", ...files, ...flags], {
    cwd: directory,
    env,
    // A group of its own, so that all of it ends.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-10_000);
  });
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    process.kill(-(child.pid as number), "SIGKILL");
  }, PATIENCE);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  if (hangs) return { kind: "failed", by: "the tests hang" };
  if (code === 0) return { kind: "passed" };
  const json = await readFile(results, "utf8").catch(() => "");
  const by = json && firstFailure(JSON.parse(json), directory);
  return by ? { kind: "failed", by } : { kind: "broken", output };
}

/** Copies the tree: all files that git knows or would add. */
export async function makeScratch(): Promise<Scratch> {
  const directory = await mkdtemp(join(tmpdir(), "las-mutants-"));
  const list = await promisify(execFile)(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    { cwd: ROOT, maxBuffer: 1e8 },
  );
  for (const file of list.stdout.split("\0").filter(Boolean)) {
    // git also lists files that were deleted.
    await cp(join(ROOT, file), join(directory, file)).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
  }
  await symlink(join(ROOT, "node_modules"), join(directory, "node_modules"));
  return {
    async test(files, fault) {
      if (!fault || fault.isSql) return await runTests(directory, files, fault);
      const path = join(directory, fault.place);
      const text = await readFile(path, "utf8");
      await writeFile(path, planted(text, fault));
      try {
        return await runTests(directory, files);
      } finally {
        await writeFile(path, text);
      }
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

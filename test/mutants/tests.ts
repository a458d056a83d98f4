import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds for each test file, on a busy machine. Slower tests are ended, and the fault counts as noticed. */
const PATIENCE = 120_000;

/** The configuration file of tests that share a template and need no setup. */
export const SHARING = "jest.sharing.config.js";
export const SHARING_CONFIG = `import config from "./jest.config.js";
const { globalSetup, globalTeardown, ...others } = config;
export default { ...others, testPathIgnorePatterns: [] };
`;

/** Aborts when the user interrupts. The tests run in their own process group, which these signals do not reach. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.abort(new Error("Interrupted.")));
}

/** The result of a test run. */
export type Verdict =
  | { kind: "passed" }
  /** `by` is the first test that failed. */
  | { kind: "failed"; by: string }
  /** No test ran. */
  | { kind: "broken"; output: string };

/** What jest writes with --json. */
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

/** Returns the environment of the tests. Tests of the embedded database get no address of a database server. */
function environment(files: readonly string[], extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: url, ...others } = process.env;
  const isEmbedded = files.every((file) => file.startsWith("test/embedded/"));
  return {
    ...others,
    GRAPHILE_ENV: "development",
    NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
    ...(url && !isEmbedded && { TEST_DATABASE_URL: url }),
    ...extra,
  };
}

/** Runs test files in a directory, with `extra` in the environment. They use the template in `extra`, if it has one. */
export async function runTests(
  directory: string,
  files: readonly string[],
  extra: NodeJS.ProcessEnv,
): Promise<Verdict> {
  interrupted.signal.throwIfAborted();
  const results = join(directory, "results.json");
  await rm(results, { force: true });
  const flags = ["--silent", "--forceExit", "--testTimeout=60000", "--json"];
  flags.push(`--outputFile=${results}`);
  if (extra.TEST_TEMPLATE) flags.push(`--config=${SHARING}`);
  const child = spawn("npm", ["test", "--silent", "--", ...files, ...flags], {
    cwd: directory,
    env: environment(files, extra),
    // Its own process group, so that all its processes can be ended.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-10_000);
  });
  const tooLate = AbortSignal.timeout(PATIENCE * files.length);
  const over = AbortSignal.any([tooLate, interrupted.signal]);
  const kill = () => process.kill(-(child.pid as number), "SIGKILL");
  over.addEventListener("abort", kill);
  const [code] = await once(child, "close");
  over.removeEventListener("abort", kill);
  interrupted.signal.throwIfAborted();
  if (tooLate.aborted) return { kind: "failed", by: "the tests hang" };
  if (code === 0) return { kind: "passed" };
  const json = await readFile(results, "utf8").catch(() => "");
  const by = json && firstFailure(JSON.parse(json), directory);
  return by ? { kind: "failed", by } : { kind: "broken", output };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/settings/config.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
const INHERITED = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };

/** `npm start` or another entry point, in its own process. */
export interface Child {
  process: ChildProcess;
  /** Returns its output so far. */
  output(): string;
  /** Waits for output that matches. Fails if the process ends before. */
  prints(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Waits for its address. */
  url(): Promise<string>;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>;
  /** Stops the process, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Returns the environment of a host with this configuration. */
export function environmentOf(config: Config): NodeJS.ProcessEnv {
  return {
    PORT: "0",
    JOBS: "false",
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    JWT_SECRET: config.jwtSecret,
    ADMIN_EMAIL: config.adminEmail,
    ADMIN_PASSWORD: config.adminPassword,
    REPORT_BURST: String(config.quotas.reports.burst),
    REQUEST_BURST: String(config.quotas.requests.burst),
    ANONYMOUS_BURST: String(config.quotas.anonymous.burst),
  };
}

/**
 * Compiles the embedded database once, not twice: a process that runs for seconds gains nothing from V8's faster code.
 */
export const QUICK_START = ["--liftoff-only"];

/** Starts a host as a process, with only the given variables in its environment. */
export function startChild(
  env: NodeJS.ProcessEnv,
  entry = "src/main.ts",
  flags = QUICK_START,
): Child {
  const child = spawn(process.execPath, [...flags, entry], {
    cwd: ROOT,
    env: { ...INHERITED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      child.emit("printed");
    });
  }
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  const prints: Child["prints"] = async (pattern) => {
    for (;;) {
      const match = output.match(pattern);
      if (match) return match;
      await Promise.race([
        once(child, "printed"),
        ended.then((code) => {
          if (!pattern.test(output))
            throw new Error(`It ended with ${code}, having printed:\n${output}`);
        }),
      ]);
    }
  };
  return {
    process: child,
    output: () => output,
    prints,
    url: async () => (await prints(/Serving POST (\S+)\/graphql/))[1] as string,
    ended,
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      return await ended;
    },
  };
}

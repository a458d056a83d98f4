import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/config/config.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
const INHERITED = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };

/** `npm start`, or another entry, as a process of its own. */
export interface Child {
  process: ChildProcess;
  /** What it has printed. */
  output(): string;
  /** Waits until it prints what matches; fails where it ends before that. */
  prints(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Waits for its address. */
  url(): Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Asks it to end, and waits for that. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** The environment of a service with this configuration. */
export function environmentOf(config: Config): NodeJS.ProcessEnv {
  return {
    PORT: "0",
    JOBS: "false",
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    JWT_SECRET: config.jwtSecret,
    ADMIN_EMAIL: config.adminEmail,
    ADMIN_PASSWORD: config.adminPassword,
  };
}

/** Starts the service as a process, with nothing in its environment but what is given. */
export function startChild(env: NodeJS.ProcessEnv, entry = "src/server.ts"): Child {
  const child = spawn(process.execPath, [entry], {
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

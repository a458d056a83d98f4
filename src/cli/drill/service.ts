import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CommandError } from "../run-command.ts";
import { freePort } from "./postgresql.ts";
import { ADMINISTRATOR } from "./story.ts";

const SERVER = fileURLToPath(new URL("../../main.ts", import.meta.url));

export interface DrillService {
  url: string;
  stop(): Promise<void>;
}

/** Starts the service on a database, as `npm start` does, and waits until it is ready. */
export async function startService(
  databaseUrl: string,
  signal?: AbortSignal,
): Promise<DrillService> {
  const port = await freePort();
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...{ PATH, HOME, TMPDIR, ...ADMINISTRATOR },
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      JWT_SECRET: "a secret for a drill of thirty-two characters",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  let isEnded = false;
  // `close` comes after the end of the output, even if the process was killed.
  const ended = once(child, "close").then(() => {
    isEnded = true;
  });
  const url = `http://localhost:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  while (!(await isReady())) {
    if (isEnded) throw new CommandError(`The service did not start:\n${said}`);
    if (signal?.aborted) {
      await stop();
      throw signal.reason;
    }
    await sleep(100);
  }
  return { url, stop };
}

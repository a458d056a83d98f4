import type { Log } from "../ops/log.ts";
import type { Engine } from "./engine.ts";
import { findEspeakNg } from "./espeak-ng.ts";

/** How alerts are spoken on this machine. */
export interface Speech {
  /** Undefined if there is none. Then nothing is spoken. */
  engine: Engine | undefined;
  /** The name of the engine, or "off" and why. */
  status: string;
}

function reason(error: NodeJS.ErrnoException): string {
  return error.code === "ENOENT"
    ? "espeak-ng is not on the PATH"
    : `espeak-ng does not run: ${error.message}`;
}

/** Finds the engine of this machine, and logs what it found. */
export async function findSpeech(log: Log, env: NodeJS.ProcessEnv = process.env): Promise<Speech> {
  try {
    const engine = await findEspeakNg(env);
    log(`speech: ${engine.name}`);
    return { engine, status: engine.name };
  } catch (error) {
    const status = `off: ${reason(error as Error)}`;
    log(`speech: ${status}`);
    return { engine: undefined, status };
  }
}

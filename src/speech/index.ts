import type { Log } from "../process/log.ts";
import type { Engine } from "./engine.ts";
import { findEspeakNg } from "./espeak-ng.ts";

/** How alerts are spoken here. */
export interface Speech {
  /** Undefined where there is none: then nothing is spoken. */
  engine: Engine | undefined;
  /** The engine, or "off" and why. */
  status: string;
}

function reason(error: NodeJS.ErrnoException): string {
  return error.code === "ENOENT"
    ? "espeak-ng is not on the PATH"
    : `espeak-ng does not run: ${error.message}`;
}

/** Finds the engine of this machine, and says in one line what it found. */
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

import type { Log } from "../ops/log.ts";
import type { Room } from "../ops/room.ts";
import type { Engine } from "./engine.ts";
import { findEspeakNg } from "./espeak-ng.ts";
import { speechLane } from "./speak-alert.ts";

/** How alerts are spoken on this machine. */
export interface Speech extends Room {
  /** Undefined if there is none. Then nothing is spoken. */
  engine: Engine | undefined;
  /** The name of the engine, or "off" and why. */
  status: string;
}

/** Finds the engine of this machine, and logs what it found. */
export async function openSpeech(log: Log, env: NodeJS.ProcessEnv = process.env): Promise<Speech> {
  let engine: Engine | undefined;
  let status: string;
  try {
    engine = await findEspeakNg(env);
    status = engine.name;
  } catch (error) {
    status = `off: ${reason(error as Error)}`;
  }
  log(`speech: ${status}`);
  return { engine, status, lanes: [speechLane(engine)] };
}

function reason(error: NodeJS.ErrnoException): string {
  return error.code === "ENOENT"
    ? "espeak-ng is not on the PATH"
    : `espeak-ng does not run: ${error.message}`;
}

import { spawnSync } from "node:child_process";
import { describe } from "@jest/globals";

/** Whether espeak-ng is on the PATH. What needs it, and only that, is skipped where it is not: here, and nowhere else. */
export const hasEspeakNg = spawnSync("espeak-ng", ["--version"]).status === 0;

/** `describe` of what needs espeak-ng. */
export const describeSpeech = hasEspeakNg ? describe : describe.skip;

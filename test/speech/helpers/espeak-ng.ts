import { spawnSync } from "node:child_process";
import { describe } from "@jest/globals";

/** True if espeak-ng is on the PATH. Only tests that need it are skipped without it, and only by this check. */
export const hasEspeakNg = spawnSync("espeak-ng", ["--version"]).status === 0;

/** `describe` for tests that need espeak-ng. */
export const describeSpeech = hasEspeakNg ? describe : describe.skip;

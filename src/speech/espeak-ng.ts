import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { promisify } from "node:util";
import type { Engine } from "./engine.ts";
import { chooseVoice, parseVoices } from "./voices.ts";
import { readWav } from "./wav.ts";

/** Milliseconds that a text may take. The longest text, two hours of speech, takes one minute on an idle machine. */
const TIMEOUT = 300_000;

/** How many characters of espeak-ng's error output are kept. */
const MAX_ERROR_OUTPUT = 500;

const run = promisify(execFile);

/** The environment for the program: its path and its data only, as the rest may hold secrets. */
function environment({ PATH, ESPEAK_DATA_PATH }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH, ...(ESPEAK_DATA_PATH && { ESPEAK_DATA_PATH }) };
}

/** Removes what espeak-ng takes for commands: control characters, and "[[" before phonemes. */
function withoutCommands(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, " ").replace(/\[(?=\[)/g, "[ ");
}

/** The output of espeak-ng for a text. Throws at the end if espeak-ng failed. */
async function* output(
  args: string[],
  text: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const child = spawn("espeak-ng", args, { env, killSignal: "SIGKILL", signal });
  const ended = once(child, "close");
  // Awaited below. Without this, an early failure would be an unhandled rejection.
  ended.catch(() => {});
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errorOutput = (errorOutput + chunk).slice(0, MAX_ERROR_OUTPUT);
  });
  try {
    // Requests have priority.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended.
  }
  // If it ends before it has read everything, its exit code says why.
  child.stdin.on("error", () => {});
  child.stdin.end(text);
  try {
    yield* child.stdout;
    // If the signal ended it, this throws the reason.
    signal.throwIfAborted();
    const [code, killedBy] = await ended;
    if (code !== 0) {
      throw new Error(`espeak-ng ended with ${code ?? killedBy}: ${errorOutput.trim()}`);
    }
  } finally {
    child.kill("SIGKILL");
  }
}

/**
 * Finds espeak-ng on the PATH, and its voices.
 * @throws the error of `child_process`, which is ENOENT if there is no espeak-ng.
 */
export async function findEspeakNg(
  env: NodeJS.ProcessEnv = process.env,
  timeout = TIMEOUT,
): Promise<Engine> {
  const ownEnv = environment(env);
  const about = await run("espeak-ng", ["--version"], { env: ownEnv, timeout: TIMEOUT });
  const version = /text-to-speech: (\S+)/.exec(about.stdout)?.[1] ?? "without a version";
  const list = await run("espeak-ng", ["--voices"], { env: ownEnv, timeout: TIMEOUT });
  const voices = parseVoices(list.stdout);
  if (voices.length === 0) throw new Error("it has no voices");
  const name = `espeak-ng ${version}`;
  const fileFor = (language: string) => chooseVoice(voices, language)?.file as string;

  return {
    name,
    voiceFor: (language) => `${name} ${fileFor(language)}`,
    async speak(text, language, signal) {
      // The text goes to standard input, so no shell and no option parser sees it.
      const args = ["-b", "1", "--stdin", "--stdout", "-v", fileFor(language)];
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      return await readWav(output(args, withoutCommands(text), ownEnv, until));
    },
  };
}

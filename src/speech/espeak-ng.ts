import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { promisify } from "node:util";
import type { Engine } from "./engine.ts";
import { chooseVoice, parseVoices } from "./voices.ts";
import { readWav } from "./wav.ts";

/** Milliseconds that a text may take; the longest, two hours of speech, takes one minute of an idle machine. */
const LIMIT = 300_000;

/** How much of what it says of an error is kept, in characters. */
const LONGEST_COMPLAINT = 500;

const run = promisify(execFile);

/** What of our environment is the program's business: where it is, and its data. */
function environment({ PATH, ESPEAK_DATA_PATH }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH, ...(ESPEAK_DATA_PATH && { ESPEAK_DATA_PATH }) };
}

/** The text without what espeak-ng takes for commands: control characters, and "[[" before phonemes. */
function withoutCommands(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, " ").replace(/\[(?=\[)/g, "[ ");
}

/** What espeak-ng writes of a text; an error at its end where it did not end well. */
async function* output(
  args: string[],
  text: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const child = spawn("espeak-ng", args, { env, killSignal: "SIGKILL", signal });
  const ended = once(child, "close");
  // Heard of at the end.
  ended.catch(() => {});
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (words: string) => {
    complaint = (complaint + words).slice(0, LONGEST_COMPLAINT);
  });
  try {
    // Requests go first.
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
  // Where it ends before it has read everything, its exit code says why.
  child.stdin.on("error", () => {});
  child.stdin.end(text);
  try {
    yield* child.stdout;
    // Says why, where it was ended from here.
    signal.throwIfAborted();
    const [code, killedBy] = await ended;
    if (code !== 0) {
      throw new Error(`espeak-ng ended with ${code ?? killedBy}: ${complaint.trim()}`);
    }
  } finally {
    child.kill("SIGKILL");
  }
}

/**
 * Finds espeak-ng on the PATH, and which voices it has.
 * @throws what `child_process` does: ENOENT where it is not there.
 */
export async function findEspeakNg(
  env: NodeJS.ProcessEnv = process.env,
  limit = LIMIT,
): Promise<Engine> {
  const its = environment(env);
  const about = await run("espeak-ng", ["--version"], { env: its, timeout: LIMIT });
  const version = /text-to-speech: (\S+)/.exec(about.stdout)?.[1] ?? "of no version";
  const list = await run("espeak-ng", ["--voices"], { env: its, timeout: LIMIT });
  const voices = parseVoices(list.stdout);
  if (voices.length === 0) throw new Error("it has no voices");
  const name = `espeak-ng ${version}`;
  const fileFor = (language: string) => chooseVoice(voices, language)?.file as string;

  return {
    name,
    voiceFor: (language) => `${name} ${fileFor(language)}`,
    async speak(text, language, signal) {
      // The text itself comes by standard input, so that no shell and no option parser sees it.
      const args = ["-b", "1", "--stdin", "--stdout", "-v", fileFor(language)];
      const until = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
      return await readWav(output(args, withoutCommands(text), its, until));
    },
  };
}

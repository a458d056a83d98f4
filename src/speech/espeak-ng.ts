import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { promisify } from "node:util";
import type { Engine, Pcm } from "./engine.ts";

/** A voice, as `espeak-ng --voices` lists it. */
interface Voice {
  /** The value for `-v`. Unlike the language, it is unique. */
  file: string;
  /** The languages that it speaks, in lower case, with their priorities. The lowest number is the best. */
  languages: ReadonlyMap<string, number>;
}

// Priority, language, age and gender, name, file, (other language, priority)…
const LINE = /^\s*(\d+)\s+(\S+)\s+\S+\s+\S+\s+(\S+)\s*(.*)$/;

/** Reads the list of voices. Skips its heading. */
export function parseVoices(list: string): Voice[] {
  return list.split("\n").flatMap((line) => {
    const [, , language, file, others = ""] = LINE.exec(line) ?? [];
    if (!language || !file) return [];
    const languages = new Map(
      Array.from(others.matchAll(/\((\S+) (\d+)\)/g), ([, other, priority]) => [
        String(other).toLowerCase(),
        Number(priority),
      ]),
    );
    // Its main language comes before all others.
    return [{ file, languages: languages.set(language.toLowerCase(), 0) }];
  });
}

/** The best voice for exactly one language. */
function voiceOf(voices: readonly Voice[], language: string): Voice | undefined {
  const priority = (voice: Voice) => voice.languages.get(language) as number;
  return voices
    .filter(({ languages }) => languages.has(language))
    .toSorted((a, b) => priority(a) - priority(b))[0];
}

/**
 * Chooses the voice for a language (BCP 47). If there is none, it drops the last part and tries again: "pt-BR", then
 * "pt" (https://www.rfc-editor.org/rfc/rfc4647#section-3.4). A voice of another language would not be understood.
 */
export function chooseVoice(voices: readonly Voice[], language: string): Voice | undefined {
  const parts = language.toLowerCase().split("-");
  for (; parts.length > 0; parts.pop()) {
    const voice = voiceOf(voices, parts.join("-"));
    if (voice) return voice;
  }
  return undefined;
}

/** What espeak-ng writes before the samples: the header of a WAV file without other chunks. Its sizes mean nothing. */
const HEADER_BYTES = 44;

/** Reads the header: samples a second. Throws if they are not mono with 16 bits, or too few or many for MP3. */
function readSampleRate(header: Buffer): number {
  const names = [0, 8, 36].map((at) => header.toString("latin1", at, at + 4)).join();
  if (names !== "RIFF,WAVE,data") throw new Error("not a WAV file");
  const [format, channels, bits] = [20, 22, 34].map((at) => header.readUInt16LE(at));
  const sampleRate = header.readUInt32LE(24);
  if (format !== 1 || channels !== 1 || bits !== 16) {
    throw new Error(`a WAV file of format ${format}, ${channels} channels, ${bits} bits`);
  }
  if (sampleRate < 8_000 || sampleRate > 48_000) {
    throw new Error(`a WAV file of ${sampleRate} samples a second`);
  }
  return sampleRate;
}

/** Joins pieces to whole samples, and the first ones to a whole header. */
async function* joined(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let left: Buffer = Buffer.alloc(0);
  let least = HEADER_BYTES;
  for await (const piece of pieces) {
    left = Buffer.concat([left, piece]);
    const whole = left.length - (left.length % 2);
    if (whole < least) continue;
    yield left.subarray(0, whole);
    left = left.subarray(whole);
    least = 2;
  }
}

/** Reads a WAV file that comes in pieces, and returns its samples as a stream. */
export async function readWav(pieces: AsyncIterable<Buffer>): Promise<Pcm> {
  const parts = joined(pieces);
  const { value: first } = await parts.next();
  if (!first) throw new Error("the WAV file ends within its header");
  async function* samples(): AsyncGenerator<Buffer> {
    try {
      if (first && first.length > HEADER_BYTES) yield first.subarray(HEADER_BYTES);
      yield* parts;
    } finally {
      await parts.return(undefined);
    }
  }
  try {
    return { sampleRate: readSampleRate(first), samples: samples() };
  } catch (error) {
    await parts.return(undefined);
    throw error;
  }
}

/** The longest text, two hours of speech, takes one minute on an idle machine. */
const SPEAK_TIMEOUT_MS = 300_000;

/** Of espeak-ng's error output. */
const MAX_ERROR_CHARACTERS = 500;

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
    errorOutput = (errorOutput + chunk).slice(0, MAX_ERROR_CHARACTERS);
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
  timeout = SPEAK_TIMEOUT_MS,
): Promise<Engine> {
  const ownEnv = environment(env);
  const about = await run("espeak-ng", ["--version"], { env: ownEnv, timeout: SPEAK_TIMEOUT_MS });
  const version = /text-to-speech: (\S+)/.exec(about.stdout)?.[1] ?? "without a version";
  const list = await run("espeak-ng", ["--voices"], { env: ownEnv, timeout: SPEAK_TIMEOUT_MS });
  const voices = parseVoices(list.stdout);
  if (voices.length === 0) throw new Error("it has no voices");
  const name = `espeak-ng ${version}`;

  return {
    name,
    languages: [...new Set(voices.flatMap(({ languages }) => [...languages.keys()]))],
    voiceFor(language) {
      const voice = chooseVoice(voices, language);
      return voice && `${name} ${voice.file}`;
    },
    async speak(text, language, signal) {
      // The text goes to standard input, so no shell and no option parser sees it.
      const voice = chooseVoice(voices, language)?.file as string;
      const args = ["-b", "1", "--stdin", "--stdout", "-v", voice];
      const until = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      return await readWav(output(args, withoutCommands(text), ownEnv, until));
    },
  };
}

/** @database server */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Engine } from "../../src/speech/engine.ts";
import { findEspeakNg } from "../../src/speech/espeak-ng.ts";
import { openSpeech } from "../../src/speech/index.ts";

/** A broken espeak-ng: it answers as the real one does, but speaks by running `failure`. */
const PROGRAM = (failure: string) => `#!/bin/sh
case "$1" in
  --version) echo "eSpeak NG text-to-speech: 0.0  Data at: /nowhere" ;;
  --voices) echo " 5  en  --/M  English  gmw/en" ;;
  *) ${failure} ;;
esac
`;

let directory: string;
let made = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-speech-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Returns an environment with this espeak-ng on its PATH. */
async function withProgram(script: string): Promise<NodeJS.ProcessEnv> {
  made += 1;
  const folder = join(directory, String(made));
  await mkdir(folder);
  await writeFile(join(folder, "espeak-ng"), script);
  await chmod(join(folder, "espeak-ng"), 0o755);
  return { PATH: `${folder}:${process.env.PATH}` };
}

/** Writes a file with some speech. */
async function writeSpeech(): Promise<string> {
  const wav = join(directory, "begun.wav");
  const header = Buffer.alloc(44);
  header.write("RIFF    WAVEfmt ", "latin1");
  header.writeUInt32LE(16, 16);
  [1, 1, 22_050, 0, 44_100, 0, 2, 16].forEach((field, i) => {
    header.writeUInt16LE(field, 20 + 2 * i);
  });
  header.write("data", 36, "latin1");
  await writeFile(wav, Buffer.concat([header, Buffer.alloc(1000)]));
  return wav;
}

/**
 * Waits for the end of a process that wrote its id into a file. Its entry disappears when the parent has seen its end.
 */
async function hasEnded(file: string): Promise<void> {
  const isAlive = async () => {
    try {
      return process.kill(Number(await readFile(file, "utf8")), 0);
    } catch {
      return false;
    }
  };
  while (await isAlive()) await sleep(20);
}

async function listen(engine: Engine, text = "Leave."): Promise<number> {
  let bytes = 0;
  const { samples } = await engine.speak(text, "en", new AbortController().signal);
  for await (const part of samples) bytes += part.length;
  return bytes;
}

describe("a speech engine", () => {
  test("that is missing is off, and one log line says so", async () => {
    const logged: string[] = [];
    const speech = await openSpeech((line) => logged.push(line), { PATH: directory });
    const status = "off: espeak-ng is not on the PATH";
    expect(speech).toMatchObject({ engine: undefined, status });
    expect(logged).toEqual([`speech: ${status}`]);
  });

  test.each([
    ["does not start", "#!/bin/sh\nexit 1\n"],
    ["has no voices", "#!/bin/sh\necho 'eSpeak NG text-to-speech: 0.0'\n"],
  ])("that %s is off, and one log line says so", async (_what, script) => {
    const logged: string[] = [];
    const { engine, status } = await openSpeech(
      (line) => logged.push(line),
      await withProgram(script),
    );
    expect(engine).toBeUndefined();
    expect(status).toMatch(/^off: espeak-ng does not run: /);
    expect(logged).toHaveLength(1);
  });

  test("that fails has its exit code and message in the error", async () => {
    const engine = await findEspeakNg(await withProgram(PROGRAM("echo 'No memory' >&2; exit 3")));
    await expect(listen(engine)).rejects.toThrow("espeak-ng ended with 3: No memory");
  });

  test("that writes a long error message has it cut to 500 characters", async () => {
    const program = PROGRAM("printf begun >&2; head -c 100000 /dev/zero | tr '\\0' x >&2; exit 3");
    const engine = await findEspeakNg(await withProgram(program));
    const failure = await listen(engine).catch(({ message }: Error) => message);
    expect(failure).toBe(`espeak-ng ended with 3: begun${"x".repeat(495)}`);
  });

  test("that does not say its version is used, and runs with a low priority", async () => {
    // The text comes only after the process has its priority.
    const program = PROGRAM("cat > /dev/null; nice >&2; exit 5").replace("text-to-speech", "says");
    const engine = await findEspeakNg(await withProgram(program));
    expect(engine.name).toBe("espeak-ng without a version");
    const failure = await listen(engine).catch(({ message }: Error) => message);
    const [, nice] = /^espeak-ng ended with 5: (\d+)$/.exec(String(failure)) ?? [];
    expect(Number(nice)).toBeGreaterThanOrEqual(10);
  });

  test("that fails before it has read a long text has its exit code in the error", async () => {
    const engine = await findEspeakNg(await withProgram(PROGRAM("exec <&-; exit 4")));
    await expect(listen(engine, "x".repeat(10_000_000))).rejects.toThrow("espeak-ng ended with 4");
  });

  test("that crashes after some speech makes the whole speech fail", async () => {
    const wav = await writeSpeech();
    const engine = await findEspeakNg(await withProgram(PROGRAM(`cat ${wav}; kill -SEGV $$`)));
    await expect(listen(engine)).rejects.toThrow("espeak-ng ended with SIGSEGV");
  });

  test("is killed when its listener stops", async () => {
    const pid = join(directory, "unheard");
    const program = PROGRAM(`echo $$ > ${pid}; cat ${await writeSpeech()}; exec sleep 1000`);
    const engine = await findEspeakNg(await withProgram(program));
    const { samples } = await engine.speak("Leave.", "en", new AbortController().signal);
    for await (const part of samples) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    await hasEnded(pid);
  });

  test("that hangs is killed after the timeout", async () => {
    const pid = join(directory, "pid");
    const env = await withProgram(PROGRAM(`echo $$ > ${pid}; exec sleep 1000`));
    await expect(listen(await findEspeakNg(env, 300))).rejects.toThrow(/timeout/);
    await hasEnded(pid);
  });

  test("gets only its own settings of the environment, and no secrets", async () => {
    const env = await withProgram(PROGRAM("env | cut -d= -f1 | sort >&2; exit 5"));
    const given = { ...env, ESPEAK_DATA_PATH: "/voices", JWT_SECRET: "a secret" };
    const engine = await findEspeakNg(given);
    const said = await listen(engine).catch(({ message }: Error) => message);
    // The shell of the test's program adds the rest.
    const names = String(said)
      .replace(/^.*: /, "")
      .split("\n")
      .filter((name) => !["OLDPWD", "PWD", "SHLVL", "_"].includes(name));
    expect(names).toEqual(["ESPEAK_DATA_PATH", "PATH"]);
  });
});

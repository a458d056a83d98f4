import { inFile } from "../fault.ts";

/** Faults in speech. */
export const faults = [
  ...inFile(
    "src/speech/wav.ts",
    ["test/speech/wav.test.ts"],
    [
      ["chunks of odd sizes are misread", " + (size % 2)", ""],
      ["8,000 samples a second are refused", "sampleRate < 8_000", "sampleRate <= 8_000"],
      ["48,000 samples a second are refused", "sampleRate > 48_000", "sampleRate >= 48_000"],
      ["a sample is torn", "left.length - (left.length % 2)", "left.length"],
      ["a source is left open", "await rest.return?.();\n    throw error", "throw error"],
    ],
  ),
  ...inFile(
    "src/speech/voices.ts",
    ["test/speech/voices.test.ts"],
    [
      ["the worst voice is chosen", "priority(a) - priority(b)", "priority(b) - priority(a)"],
      ["capitals are another language", "language.toLowerCase().split", "language.split"],
      ["without English nothing is spoken", " ?? voices[0]", ""],
    ],
  ),
  ...inFile(
    "src/speech/espeak-ng.ts",
    ["test/speech/espeak-ng.test.ts", "test/speech/engine-failures.test.ts"],
    [
      ["the text's phonemes are commands", '.replace(/\\[(?=\\[)/g, "[ ")', ""],
      [
        "the program gets all of the environment",
        "const ownEnv = environment(env)",
        "const ownEnv = env",
      ],
      [
        "the program gets the environment of the host",
        "return { PATH, ",
        "return { ...process.env, PATH, ",
      ],
      ["a failed program counts as done", "if (code !== 0)", "if (false)"],
      [
        "a program that hangs runs on",
        "AbortSignal.any([signal, AbortSignal.timeout(timeout)])",
        "signal",
      ],
    ],
  ),
  ...inFile(
    "src/speech/mp3.ts",
    ["test/speech/mp3.test.ts"],
    [["the end of the sound is lost", "await encode(null);", ""]],
  ),
  ...inFile(
    "src/speech/mp3-thread.ts",
    ["test/speech/mp3.test.ts"],
    [
      ["the loudest sound overflows", "/ 32768", "/ 16384"],
      ["bytes are read in the other order", "view.getInt16(2 * i, true)", "view.getInt16(2 * i)"],
      ["an empty sound makes no file", "Math.max(0, MIN_SAMPLES - count)", "0"],
    ],
  ),
  ...inFile(
    "src/speech/espeak-ng.ts",
    ["test/speech/engine-failures.test.ts"],
    [
      ["only the end of what an engine says is kept", "(errorOutput + chunk)", "chunk"],
      [
        "an engine that nobody hears speaks on",
        '  } finally {\n    child.kill("SIGKILL");\n  }',
        "  } finally {\n  }",
      ],
    ],
  ),
];

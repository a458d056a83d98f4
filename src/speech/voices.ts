/** A voice, as `espeak-ng --voices` lists it. */
export interface Voice {
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
 * "pt" (https://www.rfc-editor.org/rfc/rfc4647#section-3.4). The fallback is the English voice.
 */
export function chooseVoice(voices: readonly Voice[], language: string): Voice | undefined {
  const parts = language.toLowerCase().split("-");
  for (; parts.length > 0; parts.pop()) {
    const voice = voiceOf(voices, parts.join("-"));
    if (voice) return voice;
  }
  return voiceOf(voices, "en") ?? voices[0];
}

/** A voice, as `espeak-ng --voices` lists it. */
export interface Voice {
  /** What `-v` takes; unlike the language, no two voices share it. */
  file: string;
  /** Its language and others it does for, in lower case, with their priorities: the least goes first. */
  languages: ReadonlyMap<string, number>;
}

// Priority, language, age and gender, name, file, (other language, priority)…
const LINE = /^\s*(\d+)\s+(\S+)\s+\S+\s+\S+\s+(\S+)\s*(.*)$/;

/** Reads the list of voices; its heading is none. */
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
    // Its own before all others.
    return [{ file, languages: languages.set(language.toLowerCase(), 0) }];
  });
}

/** The best voice for exactly this language. */
function voiceOf(voices: readonly Voice[], language: string): Voice | undefined {
  const priority = (voice: Voice) => voice.languages.get(language) as number;
  return voices
    .filter(({ languages }) => languages.has(language))
    .toSorted((a, b) => priority(a) - priority(b))[0];
}

/**
 * The voice for a language (BCP 47), or for what remains without its last parts: "pt-BR", then "pt"
 * (https://www.rfc-editor.org/rfc/rfc4647#section-3.4); for one that nobody speaks the English one.
 */
export function chooseVoice(voices: readonly Voice[], language: string): Voice | undefined {
  const parts = language.toLowerCase().split("-");
  for (; parts.length > 0; parts.pop()) {
    const voice = voiceOf(voices, parts.join("-"));
    if (voice) return voice;
  }
  return voiceOf(voices, "en") ?? voices[0];
}

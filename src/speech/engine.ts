/** A stream of mono sound: samples of 16 bits, little-endian. Every buffer ends at the end of a sample. */
export interface Pcm {
  /** In samples a second. */
  sampleRate: number;
  samples: AsyncIterable<Buffer>;
}

/** Turns text into speech. */
export interface Engine {
  name: string;
  /** The languages that have a voice (BCP 47, in lower case). One with more parts is spoken by the same voice. */
  languages: readonly string[];
  /** The voice for a language; undefined if there is none. The name changes if the same text would sound different. */
  voiceFor(language: string): string | undefined;
  /**
   * Speaks any text, in a language that has a voice. Rejects, or ends the samples with an error, if the engine fails, takes too long, or is stopped by
   * the signal.
   */
  speak(text: string, language: string, signal: AbortSignal): Promise<Pcm>;
}

/** A stream of mono sound: samples of 16 bits, little-endian. Every buffer ends at the end of a sample. */
export interface Pcm {
  /** In samples a second. */
  sampleRate: number;
  samples: AsyncIterable<Buffer>;
}

/** Turns text into speech. */
export interface Engine {
  name: string;
  /** The voice for a language (BCP 47). The name changes if the same text would sound different. */
  voiceFor(language: string): string;
  /**
   * Speaks any text. Rejects, or ends the samples with an error, if the engine fails, takes too long, or is stopped by
   * the signal.
   */
  speak(text: string, language: string, signal: AbortSignal): Promise<Pcm>;
}

/** Sound as it comes: one channel, samples of 16 bits, little-endian; no buffer ends within a sample. */
export interface Pcm {
  /** Samples a second. */
  sampleRate: number;
  samples: AsyncIterable<Buffer>;
}

/** What turns text into speech, as the jobs see it. */
export interface Engine {
  /** With its version. */
  name: string;
  /** The voice for a language (BCP 47): a name that changes with whatever makes the same text sound different. */
  voiceFor(language: string): string;
  /**
   * Speaks a text, any text. Rejects, or ends the samples with an error, where the engine fails, takes
   * too long, or is told to stop by the signal.
   */
  speak(text: string, language: string, signal: AbortSignal): Promise<Pcm>;
}

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Pcm } from "./engine.ts";

/** Enough for a voice at 22,050 samples a second: three kilobytes for each second. */
export const BITRATE_KBPS = 24;

/** The encoding of speech. It is part of the voice's name, so a new encoding makes new files. */
export const MP3_FORMAT = `mp3 ${BITRATE_KBPS}k`;

/** A message to the thread: samples, or null after the last. */
export type ToEncoder = Uint8Array | null;
/** The thread's answer: encoded bytes. After null, the rest of them. */
export type FromEncoder = Uint8Array;

/**
 * Encodes a stream of sound to a mono MP3 file. It runs in its own thread, because an hour of speech takes half a
 * minute. It reads no faster than it encodes, so that little of the sound is in memory.
 */
export async function encodeMp3({ sampleRate, samples }: Pcm): Promise<Buffer> {
  const worker = new Worker(new URL("./mp3-thread.ts", import.meta.url), {
    workerData: { sampleRate },
  });
  // Raced below. Without this, an error between two messages would be an unhandled rejection.
  const failed = new Promise<never>((_, reject) => worker.once("error", reject));
  failed.catch(() => {});
  const encoded: Uint8Array[] = [];
  async function encode(part: ToEncoder): Promise<void> {
    worker.postMessage(part);
    const [bytes] = (await Promise.race([once(worker, "message"), failed])) as [FromEncoder];
    encoded.push(bytes);
  }
  try {
    for await (const part of samples) await encode(part);
    await encode(null);
    return Buffer.concat(encoded);
  } finally {
    await worker.terminate();
  }
}

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Pcm } from "./engine.ts";

/** Enough for a voice at 22,050 samples a second: three kilobytes for each second. */
export const BITRATE = 24;

/** How speech is encoded; part of its voice's name, so that another way makes new files. */
export const MP3_FORMAT = `mp3 ${BITRATE}k`;

/** What the thread is told: samples, or null after the last. */
export type ToEncoder = Uint8Array | null;
/** What it answers each time: what became of them; the rest at the end. */
export type FromEncoder = Uint8Array;

/**
 * Encodes sound to an MP3 file of one channel, as it comes. In a thread of its own, as an hour of
 * speech takes half a minute; and no faster than that, so that little of it is in memory at once.
 */
export async function encodeMp3({ sampleRate, samples }: Pcm): Promise<Buffer> {
  const worker = new Worker(new URL("./mp3-thread.ts", import.meta.url), {
    workerData: { sampleRate },
  });
  // Whenever it comes.
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

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createMp3Encoder } from "wasm-media-encoders";
import { BITRATE_KBPS, type FromEncoder, type ToEncoder } from "./mp3.ts";

/** Two frames. An empty sound gets that much silence, so that it makes a file. */
const MIN_SAMPLES = 1152;

const { sampleRate } = workerData as { sampleRate: number };
const parent = parentPort as MessagePort;
const encoder = await createMp3Encoder();
encoder.configure({ channels: 1, sampleRate, bitrate: BITRATE_KBPS });
let count = 0;

/** The samples as numbers from -1 to 1, which the encoder takes. */
function toFloats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = new Float32Array(bytes.byteLength / 2);
  for (let i = 0; i < floats.length; i += 1) floats[i] = view.getInt16(2 * i, true) / 32768;
  return floats;
}

function encode(floats: Float32Array): Uint8Array {
  count += floats.length;
  // A copy, because the encoder reuses its memory.
  return Uint8Array.from(encoder.encode([floats]));
}

function finish(): Uint8Array {
  const padding = encode(new Float32Array(Math.max(0, MIN_SAMPLES - count)));
  return Buffer.concat([padding, encoder.finalize()]);
}

parent.on("message", (samples: ToEncoder) => {
  const bytes: FromEncoder = samples ? encode(toFloats(samples)) : finish();
  parent.postMessage(bytes);
});

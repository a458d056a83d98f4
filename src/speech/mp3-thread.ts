import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createMp3Encoder } from "wasm-media-encoders";
import { BITRATE, type FromEncoder, type ToEncoder } from "./mp3.ts";

/** How many samples are encoded at least, so that there is a file even of silence: two frames. */
const LEAST_SAMPLES = 1152;

const { sampleRate } = workerData as { sampleRate: number };
const parent = parentPort as MessagePort;
const encoder = await createMp3Encoder();
encoder.configure({ channels: 1, sampleRate, bitrate: BITRATE });
let count = 0;

/** Samples as the encoder takes them: numbers from -1 to 1. */
function toFloats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = new Float32Array(bytes.byteLength / 2);
  for (let i = 0; i < floats.length; i += 1) floats[i] = view.getInt16(2 * i, true) / 32768;
  return floats;
}

function encode(floats: Float32Array): Uint8Array {
  count += floats.length;
  // A copy: the encoder's own memory is used again.
  return Uint8Array.from(encoder.encode([floats]));
}

function finish(): Uint8Array {
  const silence = encode(new Float32Array(Math.max(0, LEAST_SAMPLES - count)));
  return Buffer.concat([silence, encoder.finalize()]);
}

parent.on("message", (samples: ToEncoder) => {
  const bytes: FromEncoder = samples ? encode(toFloats(samples)) : finish();
  parent.postMessage(bytes);
});

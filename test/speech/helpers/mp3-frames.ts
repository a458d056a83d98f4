/** A frame of an MP3 file, read from its header. */
export interface Frame {
  /** In samples a second. */
  sampleRate: number;
  /** In kilobits a second. */
  bitrate: number;
  isMono: boolean;
  /** In seconds. */
  duration: number;
}

// By the header's MPEG version: 0 is 2.5, 2 is 2, 3 is 1.
const SAMPLE_RATES: Record<number, number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};
const BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const BITRATES_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/**
 * Reads the frames of an MP3 file.
 * @throws if it contains anything but frames of layer III, or the last one is cut off.
 */
export function mp3Frames(file: Uint8Array): Frame[] {
  const bytes = Buffer.from(file);
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const header = bytes.readUInt32BE(at);
    const version = (header >>> 19) & 3;
    const sampleRate = SAMPLE_RATES[version]?.[(header >>> 10) & 3];
    const bitrate = (version === 3 ? BITRATES_MPEG1 : BITRATES)[(header >>> 12) & 15];
    if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== 1 || !sampleRate || !bitrate) {
      throw new Error(`no frame at ${at} of ${bytes.length}: ${header.toString(16)}`);
    }
    const samples = version === 3 ? 1152 : 576;
    const padding = (header >>> 9) & 1;
    at += Math.floor((samples * 125 * bitrate) / sampleRate) + padding;
    if (at > bytes.length) throw new Error(`the last frame ends at ${at} of ${bytes.length}`);
    const isMono = ((header >>> 6) & 3) === 3;
    frames.push({ sampleRate, bitrate, isMono, duration: samples / sampleRate });
  }
  return frames;
}

/** The length of an MP3 file, in seconds. */
export const mp3Duration = (file: Uint8Array) =>
  mp3Frames(file).reduce((sum, { duration }) => sum + duration, 0);

import type pg from "pg";

const SLICE_BYTES = 262_144;

const READ = "select app_private.read_speech($1, $2, $3) as bytes";

/** Reads the bytes of a speech from `first` to `last` inclusive, in slices. Yields nothing if the speech is gone. */
export async function* readSpeech(
  pool: pg.Pool,
  id: string,
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; at += SLICE_BYTES) {
    const values = [id, at, Math.min(SLICE_BYTES, last + 1 - at)];
    const { rows } = await pool.query<{ bytes: Buffer | null }>({
      name: "read-speech",
      text: READ,
      values,
    });
    if (rows[0]?.bytes) yield rows[0].bytes;
  }
}

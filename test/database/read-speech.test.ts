import { expect, test } from "@jest/globals";
import type pg from "pg";
import { readSpeech } from "../../src/database/read-speech.ts";

const SLICE = 262_144;

/** Reads bytes of a speech, which may be gone. Returns what was asked for, and how many bytes came. */
async function read(first: number, last: number, isGone = false) {
  const asked: unknown[][] = [];
  const query = async ({ values }: { values: [string, number, number] }) => {
    asked.push(values);
    return { rows: [{ bytes: isGone ? null : Buffer.alloc(values[2]) }] };
  };
  const slices: number[] = [];
  for await (const bytes of readSpeech({ query } as unknown as pg.Pool, "7", first, last)) {
    slices.push(bytes.length);
  }
  return { asked, slices };
}

test.each([
  ["one byte", 10, 10, [[10, 1]]],
  ["a whole slice", 0, SLICE - 1, [[0, SLICE]]],
  [
    "a byte more than a slice",
    10,
    10 + SLICE,
    [
      [10, SLICE],
      [10 + SLICE, 1],
    ],
  ],
])("exactly %s of a speech is read", async (_what, first, last, parts) => {
  const { asked, slices } = await read(first, last);
  expect(asked).toEqual(parts.map((part) => ["7", ...part]));
  expect(slices).toEqual(parts.map(([, length]) => length));
});

test("a speech that is gone has no bytes", async () => {
  expect(await read(0, 5, true)).toMatchObject({ slices: [] });
});

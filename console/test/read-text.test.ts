import { expect, test } from "@jest/globals";
import { readText } from "../src/state/read-text.ts";

const NAME = "Niccolò";
const ofUtf16 = (swap: boolean) => {
  const bytes = Buffer.from(`\uFEFF${NAME}`, "utf16le");
  return swap ? bytes.swap16() : bytes;
};

test.each([
  ["UTF-8", Buffer.from(NAME)],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${NAME}`)],
  ["Windows-1252", Buffer.from(NAME, "latin1")],
  ["UTF-16, the low byte first", ofUtf16(false)],
  ["UTF-16, the high byte first", ofUtf16(true)],
])("reads text in %s", async (_encoding, bytes) => {
  expect(await readText(new Blob([bytes]))).toBe(NAME);
});

test("a text that begins with only the first byte of a UTF-16 mark is not read as UTF-16", async () => {
  const text = async (...bytes: number[]) => await readText(new Blob([Uint8Array.from(bytes)]));
  expect(await text(0xff, 0x41)).toBe("ÿA");
  expect(await text(0xfe, 0x41)).toBe("þA");
});

test("an empty file has no text", async () => {
  expect(await readText(new Blob([]))).toBe("");
});

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { compress } from "../plugins/compress.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-compress-"));
});
afterEach(() => rm(directory, { recursive: true }));

const LONG = "The same again. ".repeat(32);

test("code and the first land file get gzip and Brotli copies, other texts only gzip, and all unpack correctly", async () => {
  const urgent = ["main.js", "worker.mjs", "main.css", "map/world-land.json"];
  const others = ["index.html", "map/fine-land.json", "icon.svg"];
  const left = ["photo.png", "js"];
  await mkdir(join(directory, "map"));
  for (const file of [...urgent, ...others, ...left]) {
    await writeFile(join(directory, file), `${file} ${LONG}`);
  }
  await writeFile(join(directory, "small.js"), LONG.slice(1));
  await writeFile(join(directory, "enough.js"), LONG);
  await compress(directory);

  const files = await readdir(directory, { recursive: true });
  const copies = (file: string) => [`${file}.gz`, `${file}.br`];
  expect(files.filter((file) => /\.(gz|br)$/.test(file)).sort()).toEqual(
    [...[...urgent, "enough.js"].flatMap(copies), ...others.map((file) => `${file}.gz`)].sort(),
  );
  const read = (file: string) => readFile(join(directory, file));
  for (const file of [...urgent, ...others]) {
    expect(String(gunzipSync(await read(`${file}.gz`)))).toBe(`${file} ${LONG}`);
  }
  for (const file of urgent) {
    expect(String(brotliDecompressSync(await read(`${file}.br`)))).toBe(`${file} ${LONG}`);
  }
});

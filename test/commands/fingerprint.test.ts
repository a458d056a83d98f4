import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { fingerprint } from "../../src/cli/build-console/fingerprint.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-fingerprint-"));
  await mkdir(join(directory, "sources", "map"), { recursive: true });
  await write("sources/main.ts", "one");
  await write("sources/map/land.ts", "two");
  await write("lock.json", "{}");
});
afterEach(() => rm(directory, { recursive: true }));

const write = (path: string, text: string) => writeFile(join(directory, path), text);
const ofAll = () => fingerprint([join(directory, "sources"), join(directory, "lock.json")]);

test("the same files have the same fingerprint, wherever and whenever they were written", async () => {
  const before = await ofAll();
  await utimes(join(directory, "sources/main.ts"), new Date(0), new Date(0));
  const moved = `${directory}-moved`;
  await rename(directory, moved);
  directory = moved;
  expect(await ofAll()).toBe(before);
});

test.each<[string, () => Promise<void>]>([
  ["changes", () => write("sources/map/land.ts", "2")],
  ["is another", () => write("lock.json", "[]")],
  ["comes", () => write("sources/map/sea.ts", "")],
  ["goes", () => rm(join(directory, "sources/main.ts"))],
  [
    "moves",
    () => rename(join(directory, "sources/main.ts"), join(directory, "sources/map/main.ts")),
  ],
])("a file that %s gives another fingerprint", async (_what, change) => {
  const before = await ofAll();
  await change();
  expect(await ofAll()).not.toBe(before);
});

test("a byte that moves from one file to the next gives another fingerprint", async () => {
  const before = await ofAll();
  await write("sources/main.ts", "on");
  await write("sources/map/land.ts", "etwo");
  expect(await ofAll()).not.toBe(before);
});

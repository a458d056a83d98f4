import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { keptSecret } from "../../src/ops/kept-secret.ts";

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-kept-"));
  file = join(directory, "data", "secret");
});
afterEach(() => rm(directory, { recursive: true }));

const kept = (made: string) =>
  keptSecret({
    file,
    make: () => made,
    parse: (text) => JSON.parse(text) as string,
    loss: "what follows.",
  });

test("the first start makes the secret, and leaves nothing beside it", async () => {
  expect(await kept('"one"')).toBe("one");
  expect(await kept('"two"')).toBe("one");
  expect(await readdir(join(directory, "data"))).toEqual(["secret"]);
});

test("one of several starts at once makes the secret for all", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => kept(`"${at}"`)));
  expect(new Set(all).size).toBe(1);
  expect(await readdir(join(directory, "data"))).toEqual(["secret"]);
});

test("a start on a full disk leaves no file, and the next one makes the secret", async () => {
  const module = join(import.meta.dirname, "../../src/ops/kept-secret.ts");
  const start = `import { keptSecret } from ${JSON.stringify(module)};
    await keptSecret({ file: ${JSON.stringify(file)}, make: () => "text", parse: (text) => text, loss: "" });`;
  // No file may grow, as on a full disk.
  const full = [
    "-c",
    'ulimit -f 0; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    start,
  ];
  const { status, stderr } = spawnSync("sh", full, { encoding: "utf8" });
  expect(stderr).toContain("EFBIG");
  expect(status).toBe(1);
  expect(await readdir(join(directory, "data"))).toEqual([]);
  expect(await kept('"one"')).toBe("one");
});

test.each([
  ["is empty", ""],
  ["is damaged", '"half of a sec'],
])("a file that %s stays, and the error says what to do", async (what, content) => {
  await kept('"one"');
  await writeFile(file, content);
  await expect(kept('"two"')).rejects.toThrow(
    `${file} ${what}: restore it from a backup. Without one, remove it and start again, which makes a new one: what follows.`,
  );
  expect(await readFile(file, "utf8")).toBe(content);
});

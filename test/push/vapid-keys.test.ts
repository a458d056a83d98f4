import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { loadOrCreateVapidKeys } from "../../src/delivery/push/web-push.ts";
import { findKeyError } from "../../src/settings/push-settings.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-vapid-keys-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const file = () => join(directory, "data", "vapid-keys.json");
const kept = () => loadOrCreateVapidKeys(join(directory, "data"));

test("a pair of keys is made at the first start, and loaded at the next", async () => {
  const keys = await kept();
  expect(findKeyError(keys)).toBeUndefined();
  expect(await kept()).toEqual(keys);
  expect(await readdir(join(directory, "data"))).toEqual(["vapid-keys.json"]);
});

test("only the owner of the file may read the keys", async () => {
  await kept();
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test.each([
  ["text", "keys"],
  ["an empty object", "{}"],
  ["null", "null"],
])("a start is refused if the file holds %s, and the file stays", async (_what, content) => {
  await kept();
  await writeFile(file(), content);
  await expect(kept()).rejects.toThrow(
    /vapid-keys\.json is damaged: .* remove it.*browsers have to register/,
  );
  expect(await readFile(file(), "utf8")).toBe(content);
});

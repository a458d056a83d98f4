import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { tokenSecret } from "../../src/auth/secret.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "las-secret-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Returns the secret, and what was logged. */
async function secretOf(jwtSecret?: string): Promise<[secret: string, logged: string[]]> {
  const logged: string[] = [];
  const secret = await tokenSecret({ jwtSecret, dataDir }, (line) => logged.push(line));
  return [secret, logged];
}

test("the embedded database's secret is made once, for its owner only", async () => {
  const [secret, logged] = await secretOf();
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(logged).toEqual([]);
  expect(await secretOf()).toEqual([secret, []]);
  expect((await stat(join(dataDir, "jwt-secret"))).mode & 0o777).toBe(0o600);
});

test("a file that was emptied signs no tokens", async () => {
  await writeFile(join(dataDir, "jwt-secret"), "");
  await expect(secretOf()).rejects.toThrow(/holds no secret: remove it/);
});

test("JWT_SECRET comes first, and is warned of if it is short", async () => {
  expect(await secretOf("x".repeat(32))).toEqual(["x".repeat(32), []]);
  expect(await secretOf("x".repeat(31))).toEqual([
    "x".repeat(31),
    [expect.stringMatching(/^JWT_SECRET is short/)],
  ]);
});

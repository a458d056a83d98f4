import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { signingKeys } from "../../src/people/index.ts";
import { readConfig } from "../../src/settings/config.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { newPrivateKey } from "./new-private-key.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "las-secret-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const LONG = ["x".repeat(32), "y".repeat(32)] as const;
const kidOf = (secret: string) => secretKey(secret).kid;

/** Returns the names of the keys, and what was logged. */
async function keysOf(env: NodeJS.ProcessEnv = {}): Promise<[kids: string[], logged: unknown[]]> {
  const logged: unknown[] = [];
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  const keys = await signingKeys(config, (...event) => logged.push(event));
  return [keys.map(({ kid }) => kid), logged];
}

test("the embedded database's secret is made once, and only its owner can read it", async () => {
  const made = await keysOf();
  expect(made).toEqual([[expect.any(String)], []]);
  expect(await keysOf()).toEqual(made);
  expect((await stat(join(dataDir, "jwt-secret"))).mode & 0o777).toBe(0o600);
});

test("an empty secret file is refused", async () => {
  await writeFile(join(dataDir, "jwt-secret"), "");
  await expect(keysOf()).rejects.toThrow(/jwt-secret is empty: .* remove it/);
});

test("a secret of 32 characters in the secret file is used", async () => {
  await writeFile(join(dataDir, "jwt-secret"), LONG[0]);
  expect(await keysOf()).toEqual([[kidOf(LONG[0])], []]);
});

test("JWT_SECRET is used if it is set, with a warning if a secret is short", async () => {
  const short = "x".repeat(31);
  const warning = [expect.stringMatching(/^JWT_SECRET is short/), "warn"];
  expect(await keysOf({ JWT_SECRET: LONG[0] })).toEqual([[kidOf(LONG[0])], []]);
  expect(await keysOf({ JWT_SECRET: short })).toEqual([[kidOf(short)], [warning]]);
  expect(await keysOf({ JWT_SECRET: LONG[0], JWT_SECRET_PREVIOUS: short })).toEqual([
    [kidOf(LONG[0]), kidOf(short)],
    [warning],
  ]);
});

test("a host with DATABASE_URL makes no secret", async () => {
  const { pem, kid } = newPrivateKey();
  const env = { DATABASE_URL: "postgres://localhost/las", JWT_PRIVATE_KEY: pem };
  expect(await keysOf(env)).toEqual([[kid], []]);
  expect(await readdir(dataDir)).toEqual([]);
});

test("a private key signs before the secret, and previous keys only verify", async () => {
  const [first, second] = [newPrivateKey(), newPrivateKey()];
  const keys = {
    JWT_SECRET: LONG[0],
    JWT_SECRET_PREVIOUS: LONG[1],
    JWT_PRIVATE_KEY_PREVIOUS: second.pem,
  };
  const previous = [kidOf(LONG[0]), second.kid, kidOf(LONG[1])];
  expect(await keysOf(keys)).toEqual([previous, []]);
  expect(await keysOf({ ...keys, JWT_PRIVATE_KEY: first.pem })).toEqual([
    [first.kid, ...previous],
    [],
  ]);
});

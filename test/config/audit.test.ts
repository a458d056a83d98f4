import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readConfig } from "../../src/settings/config.ts";

const directory = mkdtempSync(join(tmpdir(), "las-config-"));
afterAll(() => rmSync(directory, { recursive: true }));

const pemOf = (type: "ed25519" | "x25519") =>
  generateKeyPairSync(type as "ed25519")
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

test("AUDIT_PRIVATE_KEY must be an Ed25519 key, or a file with one", () => {
  const pem = pemOf("ed25519");
  const file = join(directory, "key.pem");
  writeFileSync(file, pem);
  for (const AUDIT_PRIVATE_KEY of [pem, file]) {
    const { privateKey } = readConfig({ AUDIT_PRIVATE_KEY }).audit;
    expect(privateKey?.export({ type: "pkcs8", format: "pem" })).toBe(pem);
  }
  const empty = join(directory, "empty.pem");
  writeFileSync(empty, "\n");
  for (const [wrong, problem] of [
    [pemOf("x25519"), ""],
    ["/missing", "ENOENT"],
    ["-----BEGIN nothing", "it is not such a key"],
    [empty, "the file is empty"],
  ] as const) {
    expect(() => readConfig({ AUDIT_PRIVATE_KEY: wrong })).toThrow(
      `AUDIT_PRIVATE_KEY must be a private key of Ed25519 as PEM, or its file: ${problem}`,
    );
  }
});

test("AUDIT_CHECKPOINTS must be the log, absolute paths of files, and URLs", () => {
  const { checkpoints } = readConfig({
    AUDIT_CHECKPOINTS: "log, /var/log/a https://b.example.org/c,http://localhost:1",
  }).audit;
  expect(checkpoints).toEqual([
    "log",
    "/var/log/a",
    "https://b.example.org/c",
    "http://localhost:1",
  ]);
  for (const wrong of ["logs", "./file", "https://", ","]) {
    expect(() => readConfig({ AUDIT_CHECKPOINTS: wrong })).toThrow(
      /^AUDIT_CHECKPOINTS must be log, /,
    );
  }
});

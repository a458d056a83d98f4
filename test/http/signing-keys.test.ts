/** @database server */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { signingKeys } from "../../src/people/index.ts";
import { makeTokens, type Tokens } from "../../src/people/tokens.ts";
import { readConfig } from "../../src/settings/config.ts";
import { newPrivateKey } from "../auth/new-private-key.ts";
import { blocksOf, pageAt } from "../docs/markdown.ts";
import { openShell, type Shell } from "../docs/shell.ts";
import { startTestService } from "../helpers/service.ts";

const IDENTITY = { userId: 7, sessionId: 3 };

let dataDir: string;
let shell: Shell;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "las-keys-"));
  shell = openShell({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    JWT_SECRET: "the old secret of thirty-two characters",
  });
});
afterAll(() => {
  shell.close();
  rmSync(dataDir, { recursive: true });
});

/** Runs the example of docs/operations.md that begins with these words. */
async function follow(beginning: string): Promise<void> {
  const example = blocksOf(pageAt("docs/operations.md")).find(({ code }) =>
    code.startsWith(beginning),
  );
  if (!example) throw new Error(`No example begins with ${beginning}`);
  await shell.run(example.code);
}

/** Returns the tokens of a host that starts with the shell's environment. */
async function hostStarts(): Promise<Tokens> {
  const env = await shell.run(`node -p 'JSON.stringify(process.env)'`);
  return makeTokens(await signingKeys(readConfig(JSON.parse(env)), () => {}), 60);
}

test("the operator's commands replace a secret, and then change to a private key, and log nobody out", async () => {
  const old = (await hostStarts()).issue(IDENTITY);
  await follow("NEW_SECRET=");
  await follow("export JWT_SECRET_PREVIOUS=$NEW_SECRET");
  const first = await hostStarts();
  await follow("export JWT_SECRET_PREVIOUS=$JWT_SECRET");
  const both = await hostStarts();
  const next = both.issue(IDENTITY);
  // In each step, every host verifies what the others sign.
  for (const host of [first, both])
    expect([old, first.issue(IDENTITY), next].map(host.verify)).toEqual(Array(3).fill(IDENTITY));

  await follow("unset JWT_SECRET_PREVIOUS");
  const after = await hostStarts();
  expect([old, next].map(after.verify)).toEqual([undefined, IDENTITY]);

  await follow("export JWT_PRIVATE_KEY");
  const withPrivateKey = await hostStarts();
  const newest = withPrivateKey.issue(IDENTITY);
  expect([next, newest].map(withPrivateKey.verify)).toEqual([IDENTITY, IDENTITY]);
  expect(after.verify(newest)).toBeUndefined();
});

test("/.well-known/jwks.json shows the public keys, from any origin", async () => {
  const [key, previous] = [newPrivateKey(), newPrivateKey()];
  const service = await startTestService({
    JWT_PRIVATE_KEY: key.pem,
    JWT_PRIVATE_KEY_PREVIOUS: previous.pem,
  });
  try {
    const response = await fetch(`${service.url}/.well-known/jwks.json`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const { keys } = (await response.json()) as { keys: object[] };
    expect(keys).toEqual(
      [key, previous].map(({ kid }) => expect.objectContaining({ kid, alg: "ES256", kty: "EC" })),
    );
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const answer = await service.graphql("{ me { id } }", {}, service.admin);
    expect(answer.data.me.id).toBe(service.admin.id);
  } finally {
    await service.stop();
  }
});

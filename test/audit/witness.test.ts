import { generateKeyPairSync } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { auditKey, isSigned, keyName, parseCheckpoints } from "../../src/audit/checkpoint.ts";
import { makeWitness } from "../../src/audit/index.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const end = { place: 3, hash: "0".repeat(64) };

const checkpointsIn = (lines: string) => parseCheckpoints(lines).checkpoints;

let directory: string;
let server: Server;
let url: string;
const posted: string[] = [];
const types: string[] = [];
const authorizations: (string | undefined)[] = [];
/** Emits an event when the webhook that never answers gets a request. */
const silent = new EventEmitter();
let status = 200;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-witness-"));
  server = createServer(async (request, response) => {
    posted.push(await text(request));
    types.push(`${request.method} ${request.headers["content-type"]}`);
    authorizations.push(request.headers.authorization);
    if (request.url === "/silent") return void silent.emit("asked");
    const isElsewhere = request.url === "/elsewhere";
    response.writeHead(isElsewhere ? 200 : status, { location: "/elsewhere" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(directory, { recursive: true });
});

test("each checkpoint is signed and sent to the log, to a growing file, and to a webhook", async () => {
  const file = join(directory, "checkpoints.jsonl");
  const logged: object[] = [];
  const witness = makeWitness(["log", file, url], privateKey, (message, level, fields = {}) => {
    logged.push({ message, level, ...fields });
  });
  await witness(end);
  await witness({ ...end, place: 4 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const kept = checkpointsIn(await readFile(file, "utf8"));
  expect(kept).toMatchObject([end, { place: 4, key: keyName(privateKey) }]);
  expect(kept.map(isSigned)).toEqual([true, true]);
  expect(checkpointsIn(posted.join(""))).toEqual(kept);
  expect(types).toEqual(Array(2).fill("POST application/json"));
  expect(logged).toEqual(
    kept.map((one) => ({ message: "audit checkpoint", level: "always", ...one })),
  );
});

test("a webhook gets the user and the password of its URL, and no error contains the password", async () => {
  authorizations.length = 0;
  for (const credentials of ["", "user:a%3Ab%40c@", "%C3%A9ve@", ":100%@"]) {
    await makeWitness([url.replace("//", `//${credentials}`)], privateKey, () => {})(end);
  }
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  expect(authorizations).toEqual([undefined, ...["user:a:b@c", "éve:", ":100%"].map(basic)]);
  status = 500;
  for (const refused of [url, "http://127.0.0.1:1/"].map((to) =>
    to.replace("//", "//user:secret@"),
  )) {
    const failure = await makeWitness([refused], privateKey, () => {})(end).catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(`${failure.stack}`).not.toContain("secret");
  }
  status = 200;
});

test("without a key a checkpoint is not signed", async () => {
  const file = join(directory, "unsigned.jsonl");
  await makeWitness([file], undefined, () => {})(end);
  const [kept] = checkpointsIn(await readFile(file, "utf8"));
  expect(kept).toMatchObject({ ...end, key: null, signature: null });
  expect(kept && isSigned(kept)).toBe(false);
});

test("sending a checkpoint fails if one destination fails, and the others still get it", async () => {
  const file = join(directory, "others.jsonl");
  status = 500;
  const missing = join(directory, "missing", "file");
  const encrypted = "https://127.0.0.1:1/";
  await expect(
    makeWitness([url, missing, encrypted, file], privateKey, () => {})(end),
  ).rejects.toThrow(/^checkpoint: 127\.0\.0\.1:\d+ answered 500; ENOENT.*; fetch failed$/);
  expect(checkpointsIn(await readFile(file, "utf8"))).toHaveLength(1);
});

test("the embedded database makes an audit key once, which only its owner can read", async () => {
  const audit = { privateKey: undefined, checkpoints: [] };
  const config = { audit, databaseUrl: undefined, dataDir: directory };
  const [made, read] = [await auditKey(config), await auditKey(config)];
  expect(made && keyName(made)).toBe(read && keyName(read));
  expect((await stat(join(directory, "audit-key"))).mode & 0o777).toBe(0o600);
  expect(await auditKey({ ...config, databaseUrl: "postgres://server/db" })).toBeUndefined();
  // The configured key takes precedence.
  expect(await auditKey({ ...config, audit: { ...audit, privateKey } })).toBe(privateKey);
  await writeFile(join(directory, "audit-key"), "");
  await expect(auditKey(config)).rejects.toThrow(
    /audit-key is empty: .* remove it and start again/,
  );
});

test("a line that is not a checkpoint is reported by its number, and does not hide other lines", () => {
  expect(parseCheckpoints("\n{}\n")).toEqual({ checkpoints: [], unreadable: [2] });
  const whole = { at: "2026-01-01T00:00:00.000Z", ...end };
  expect(parseCheckpoints(JSON.stringify(whole))).toMatchObject({
    checkpoints: [whole],
    unreadable: [],
  });
  for (const fault of [{ at: 1 }, { place: "3" }, { place: 1.5 }, { hash: "0".repeat(63) }]) {
    const lines = [{ ...whole, ...fault }, whole].map((line) => JSON.stringify(line)).join("\n");
    expect(parseCheckpoints(lines)).toMatchObject({ checkpoints: [whole], unreadable: [1] });
  }
});

test("a checkpoint that was cut short by a full disk does not spoil later ones", async () => {
  const file = join(directory, "cut.jsonl");
  await writeFile(file, '{"at":"2026-01-01T00:');
  await makeWitness([file], privateKey, () => {})(end);
  expect(parseCheckpoints(await readFile(file, "utf8"))).toMatchObject({
    checkpoints: [end],
    unreadable: [1],
  });
});

test("a redirect of a webhook is not followed", async () => {
  status = 307;
  const before = posted.length;
  await expect(makeWitness([url], privateKey, () => {})(end)).rejects.toThrow(/^checkpoint: /);
  expect(posted.length - before).toBe(1);
});

test("a webhook that does not answer is given up after ten seconds", async () => {
  const over = new AbortController();
  const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(over.signal);
  const asked = once(silent, "asked");
  const sent = makeWitness([`${url}silent`], privateKey, () => {})(end);
  await asked;
  expect(timeout.mock.calls).toEqual([[10_000]]);
  over.abort(new Error("too late"));
  await expect(sent).rejects.toThrow("checkpoint: too late");
  timeout.mockRestore();
});

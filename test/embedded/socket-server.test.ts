import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
  SOCKET_NAME,
  serveSocket,
  socketHosts,
} from "../../src/database/embedded/socket-server.ts";
import { scratch } from "./helpers/prepared.ts";

/** The place of a socket whose own directory has a path that is too long for one. */
let deep: string;
let fallback: string;
beforeEach(() => {
  deep = join(scratch(), "d".repeat(60), "e".repeat(60));
  mkdirSync(deep, { recursive: true });
  fallback = socketHosts(deep)[1] as string;
});
afterEach(() => rmSync(fallback, { recursive: true, force: true }));

test("is a directory for its owner only, which is gone with the server", async () => {
  const server = await serveSocket(deep, () => {});
  expect(server.host).toBe(fallback);
  expect(statSync(fallback).mode & 0o777).toBe(0o700);
  expect(statSync(join(fallback, SOCKET_NAME)).mode & 0o777).toBe(0o600);
  await server.close();
  expect(existsSync(fallback)).toBe(false);
});

test("is in the directory itself if its path has 103 bytes at most", async () => {
  const parent = scratch();
  // Two bytes for each letter.
  const rest = 103 - Buffer.byteLength(join(parent, "/", SOCKET_NAME)) - 1;
  const longest = join(parent, "ä".repeat(rest / 2) + "x".repeat(rest % 2));
  mkdirSync(longest);
  // The rest of a process that was killed.
  writeFileSync(join(longest, SOCKET_NAME), "");
  const server = await serveSocket(longest, () => {});
  expect(server.host).toBe(longest);
  await server.close();
  expect(existsSync(longest)).toBe(true);

  mkdirSync(`${longest}x`);
  const longer = await serveSocket(`${longest}x`, () => {});
  expect(longer.host).toBe(socketHosts(`${longest}x`)[1]);
  await longer.close();
});

test("is elsewhere if its directory takes none, and there is one for each directory", async () => {
  const missing = join(scratch(), "missing");
  const server = await serveSocket(missing, () => {});
  expect(server.host).toBe(socketHosts(missing)[1]);
  expect(server.host).not.toBe(fallback);
  await server.close();
});

test("is refused if others may use it", async () => {
  mkdirSync(fallback, { mode: 0o755 });
  await expect(serveSocket(deep, () => {})).rejects.toThrow(
    `${fallback} belongs to someone else or is open to others`,
  );
});

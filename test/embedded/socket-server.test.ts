/** @database embedded */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { SOCKET_NAME, serveSocket, socketHosts } from "../../embedded/socket-server.ts";
import { scratch } from "./helpers/prepared.ts";

/** A directory whose path is too long for a socket. The socket is in `fallback` instead. */
let deep: string;
let fallback: string;
beforeEach(() => {
  deep = join(scratch(), "d".repeat(60), "e".repeat(60));
  mkdirSync(deep, { recursive: true });
  fallback = socketHosts(deep)[1] as string;
});
afterEach(() => rmSync(fallback, { recursive: true, force: true }));

test("the fallback for a long path is a directory for its owner only, and is removed with the server", async () => {
  const server = await serveSocket(deep, () => {});
  expect(server.host).toBe(fallback);
  expect(statSync(fallback).mode & 0o777).toBe(0o700);
  expect(statSync(join(fallback, SOCKET_NAME)).mode & 0o777).toBe(0o600);
  await server.close();
  expect(existsSync(fallback)).toBe(false);
});

test("the socket is in the data directory itself if its path has 103 bytes at most", async () => {
  const parent = scratch();
  // Each "ä" has two bytes.
  const rest = 103 - Buffer.byteLength(join(parent, "/", SOCKET_NAME)) - 1;
  const longest = join(parent, "ä".repeat(rest / 2) + "x".repeat(rest % 2));
  mkdirSync(longest);
  // A killed process left this file.
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

test("the socket is in a fallback directory if the data directory is missing, each in its own", async () => {
  const missing = join(scratch(), "missing");
  const server = await serveSocket(missing, () => {});
  expect(server.host).toBe(socketHosts(missing)[1]);
  expect(server.host).not.toBe(fallback);
  await server.close();
});

test("a fallback directory that others may use is refused", async () => {
  mkdirSync(fallback, { mode: 0o755 });
  await expect(serveSocket(deep, () => {})).rejects.toThrow(
    `${fallback} belongs to someone else or is open to others`,
  );
});

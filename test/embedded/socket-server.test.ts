import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
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

test("is refused if others may use it", async () => {
  mkdirSync(fallback, { mode: 0o755 });
  await expect(serveSocket(deep, () => {})).rejects.toThrow(
    `${fallback} belongs to someone else or is open to others`,
  );
});

/** @database embedded */
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { PortStream } from "../../embedded/port-stream.ts";

const KB = 1024;
const MB = KB * KB;

let near: PortStream;
let far: PortStream;
beforeEach(() => {
  const { port1, port2 } = new MessageChannel();
  [near, far] = [new PortStream(port1), new PortStream(port2)];
});
afterEach(() => {
  near.destroy();
  far.destroy();
});

const turns = async () => {
  for (let n = 0; n < 20; n += 1) await new Promise(setImmediate);
};

test("no more than a window is sent to a side that reads nothing, and the rest when it reads", async () => {
  const parts = Array.from({ length: 64 }, (_, at) => Buffer.alloc(64 * KB, at));
  near.cork();
  for (const part of parts) near.write(part);
  near.uncork();
  await turns();
  expect(far.readableLength).toBeGreaterThanOrEqual(MB);
  expect(far.readableLength).toBeLessThan(2 * MB);
  near.end();
  const received = await buffer(far);
  expect(received.equals(Buffer.concat(parts))).toBe(true);
});

test("no more than a window is sent to a side that stops reading", async () => {
  const part = Buffer.alloc(64 * KB);
  let received = 0;
  far.on("data", (bytes: Buffer) => {
    received += bytes.length;
  });
  for (let n = 0; n < 64; n += 1) {
    near.write(part);
    if (n % 8 === 7) await turns();
  }
  while (received < 4 * MB) await turns();
  far.pause();
  for (let n = 0; n < 64; n += 1) near.write(part);
  await turns();
  expect(near.writableLength).toBeGreaterThan(2 * MB);
  expect(near.destroyed).toBe(false);
  far.resume();
  while (received < 8 * MB) await turns();
  expect(received).toBe(8 * MB);
});

test("a part that is larger than the window arrives whole, and the end of one side ends the other", async () => {
  const large = Buffer.alloc(3 * MB, "location");
  near.write(Buffer.from("a"));
  near.end(large);
  const received = await buffer(far);
  expect(received.equals(Buffer.concat([Buffer.from("a"), large]))).toBe(true);
  if (!near.closed) await once(near, "close");
});

test("a side that is destroyed closes the other", async () => {
  far.destroy();
  if (!near.closed) await once(near, "close");
  expect(near.destroyed).toBe(true);
});

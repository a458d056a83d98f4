/** @database server */
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { WebSocketServer } from "ws";
import { follow } from "../../examples/phone/live.ts";

/** What the host answers to the subscription. */
let told: object[];
let host: WebSocketServer;
/** Says whether the connection is still open after all of the host's messages. */
let outcome: PromiseWithResolvers<string>;
let leaving: AbortController;

beforeEach(async () => {
  [outcome, leaving] = [Promise.withResolvers(), new AbortController()];
  host = new WebSocketServer({ port: 0 });
  host.on("connection", (socket) => {
    const say = (message: object) => socket.send(JSON.stringify(message));
    const answers: Record<string, () => void> = {
      connection_init: () => say({ type: "connection_ack" }),
      pong: () => outcome.resolve("stays"),
    };
    socket.on("message", (data) => {
      const { type, id } = JSON.parse(String(data));
      answers[type]?.();
      if (id !== "2") return;
      for (const answer of told) say({ id: "1", ...answer });
      say({ type: "next", id, payload: { data: { apiVersion: "1.0" } } });
      say({ type: "complete", id });
      say({ type: "ping" });
    });
    socket.on("close", () => outcome.resolve("ends"));
  });
  await new Promise((resolve) => host.on("listening", resolve));
});
afterEach(async () => {
  for (const socket of host.clients) socket.terminate();
  await new Promise((resolve) => host.close(resolve));
});

const errors = [{ message: "It is busy." }];
const event = { type: "next", payload: { data: { notificationAdded: { id: "1" } } } };

test.each([
  ["ends", "is refused", [{ type: "next", payload: { errors } }, { type: "complete" }], 1],
  ["ends", "fails", [{ type: "error", payload: errors }], 0],
  ["ends", "is over", [event, { type: "complete" }], 1],
  ["stays", "has begun", [event], 2],
])("a phone's connection %s if its subscription %s", async (end, _, answers, heard) => {
  told = answers;
  let times = 0;
  const { port } = host.address() as AddressInfo;
  const hear = () => {
    times += 1;
  };
  const over = follow(`http://localhost:${port}`, "a.b.c", hear, leaving.signal);
  expect(await outcome.promise).toBe(end);
  leaving.abort();
  await over;
  expect(times).toBe(heard);
});

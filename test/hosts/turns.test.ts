import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { Host } from "../../src/hosts/host.ts";
import type { ToHost } from "../../src/hosts/host-messages.ts";
import { giveTurns } from "../../src/hosts/turns.ts";
import { FairQueue, type Lane } from "../../src/limits/fair-queue.ts";
import { AppError } from "../../src/ops/app-error.ts";

const LANE: Lane = { key: "192.0.2.1", isKnown: false };

/** A queue with one turn at a time. */
const makeQueue = () =>
  new FairQueue({
    atOnce: 1,
    mostWaiting: 4,
    mostInLane: 4,
    refusal: () => new AppError("RATE_LIMITED", "Later.", 1),
  });

/** A host without a process. */
function fakeHost(queue: FairQueue) {
  const told: ToHost[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const events = new EventEmitter();
  const host = Object.assign(events, {
    told,
    ended,
    hasEnded: false,
    tell: (message: ToHost) => void told.push(message),
    die() {
      host.hasEnded = true;
      resolve(1);
    },
    ask: (id: number) => events.emit("turn", { id, lane: LANE }),
    turnOver: (id: number) => events.emit("turnOver", { id }),
  });
  giveTurns(host as unknown as Host, queue);
  return host;
}

const given = (id: number, isRefused = false) => ({ kind: "turn", id, isRefused });

test("hosts get turns one after the other", async () => {
  const queue = makeQueue();
  const [one, other] = [fakeHost(queue), fakeHost(queue)];
  one.ask(1);
  other.ask(1);
  await setImmediate();
  expect([one.told, other.told]).toEqual([[given(1)], []]);
  one.turnOver(1);
  await setImmediate();
  expect(other.told).toEqual([given(1)]);
});

test("a host that dies gives its turn back, and gets none that it waited for", async () => {
  const queue = makeQueue();
  const [one, other] = [fakeHost(queue), fakeHost(queue)];
  one.ask(1);
  one.ask(2);
  other.ask(1);
  await setImmediate();
  one.die();
  await setImmediate();
  expect(one.told).toEqual([given(1)]);
  expect(other.told).toEqual([given(1)]);
  other.turnOver(1);
  await queue.idle();
});

test("a host is refused a turn if the queue is full", async () => {
  const queue = makeQueue();
  const host = fakeHost(queue);
  for (let id = 1; id <= 6; id += 1) host.ask(id);
  await setImmediate();
  expect(host.told).toEqual([given(1), given(6, true)]);
});

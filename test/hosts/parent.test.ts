import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Counter, Registry } from "prom-client";
import type { Host } from "../../src/hosts/host.ts";
import type { FromHost, ToHost } from "../../src/hosts/host-messages.ts";
import type { Lane } from "../../src/limits/fair-queue.ts";

/** Tests what a host and its parent tell each other, without processes. `hosts.test.ts` has real ones. */

const told: FromHost[] = [];
const parent = new EventEmitter();
jest.unstable_mockModule("../../src/hosts/parent.ts", () => ({
  tellParent: (message: FromHost) => void told.push(message),
  onParent: (kind: string, handle: (message: ToHost) => void) => void parent.on(kind, handle),
}));
const { SharedQueue } = await import("../../src/hosts/turns.ts");
const { makeSharedStores } = await import("../../src/hosts/quota-stores.ts");
const { answerScrapes, scrapeAll } = await import("../../src/hosts/scrape-hosts.ts");

const says = (message: ToHost) => void parent.emit(message.kind, message);
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  told.length = 0;
  parent.removeAllListeners();
});
afterEach(() => void jest.useRealTimers());

describe("a queue that all hosts share", () => {
  const LANE: Lane = { key: "192.0.2.1", isKnown: false };
  const makeQueue = () => new SharedQueue(() => new Error("Later."));

  test("runs work when the parent gives it its turn, and tells the parent when it is over", async () => {
    const queue = makeQueue();
    const ran: string[] = [];
    const { promise: ends, resolve: end } = Promise.withResolvers<void>();
    const one = queue.run(LANE, async () => {
      ran.push("one");
      await ends;
      return 1;
    });
    const two = queue.run({ ...LANE, isKnown: true }, async () => ran.push("two"));
    expect(told).toEqual([
      { kind: "turn", id: 1, lane: LANE },
      { kind: "turn", id: 2, lane: { ...LANE, isKnown: true } },
    ]);
    await turn();
    expect(ran).toEqual([]);
    says({ kind: "turn", id: 1, isRefused: false });
    await turn();
    expect(ran).toEqual(["one"]);
    expect(told).toHaveLength(2);
    end();
    expect(await one).toBe(1);
    expect(told[2]).toEqual({ kind: "turnOver", id: 1 });
    says({ kind: "turn", id: 2, isRefused: false });
    await two;
    expect(told[3]).toEqual({ kind: "turnOver", id: 2 });
  });

  test("rejects work that the parent refuses, and passes on the error of work that fails", async () => {
    const queue = makeQueue();
    const refused = queue.run(LANE, async () => "by mistake");
    says({ kind: "turn", id: 1, isRefused: true });
    await expect(refused).rejects.toThrow("Later.");
    const failed = queue.run(LANE, () => Promise.reject(new Error("no")));
    says({ kind: "turn", id: 2, isRefused: false });
    await expect(failed).rejects.toThrow("no");
    expect(told.filter(({ kind }) => kind === "turnOver")).toHaveLength(2);
  });

  test("is idle when nothing runs and nothing waits", async () => {
    const queue = makeQueue();
    await queue.idle();
    const works = [1, 2].map(() => queue.run(LANE, async () => {}));
    let isIdle = false;
    const idle = queue.idle().then(() => {
      isIdle = true;
    });
    says({ kind: "turn", id: 1, isRefused: false });
    await works[0];
    await turn();
    expect(isIdle).toBe(false);
    says({ kind: "turn", id: 2, isRefused: false });
    await idle;
    await queue.idle();
  });
});

describe("the quotas of several hosts", () => {
  const RATE = { perSecond: 0.001, burst: 4 };

  test("tell the parent in one message what a turn of the event loop took, by the quota's name", async () => {
    const make = makeSharedStores(2);
    const [reports, requests] = [make(RATE, "reports"), make(RATE, "requests")];
    expect([reports.take("5", 2), requests.take("5", 3), reports.take("6", 4)]).toEqual([0, 0, 0]);
    expect(told).toEqual([]);
    await turn();
    const taken = [
      ["reports", "5", 2],
      ["requests", "5", 3],
      ["reports", "6", 4],
    ];
    expect(told).toEqual([{ kind: "taken", taken }]);
    reports.take("7", 4);
    await turn();
    expect(told.slice(1)).toEqual([{ kind: "taken", taken: [["reports", "7", 4]] }]);
  });

  test("count what other hosts have let users take, and ignore unknown quotas", async () => {
    const store = makeSharedStores(2)(RATE, "reports");
    says({
      kind: "taken",
      taken: [
        ["reports", "5", 4],
        ["unknown", "5", 4],
      ],
    });
    expect(store.take("5", 1)).toBeGreaterThan(0);
    expect(store.take("6", 1)).toBe(0);
    await turn();
  });
});

describe("the metrics of several hosts", () => {
  const value = async (host: number, count: number) => {
    const registry = new Registry();
    registry.setDefaultLabels({ host: String(host) });
    new Counter({ name: "told", help: "People", registers: [registry] }).inc(count);
    return [await registry.getMetricsAsJSON()];
  };
  /** A host that serves. It answers a scrape when the test says so. */
  function fakeHost({ number = 1, hasServed = true } = {}) {
    const asked: number[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<number>();
    const host = Object.assign(new EventEmitter(), {
      number,
      hasServed,
      ended,
      end,
      asked,
      tell: (message: ToHost) => void (message.kind === "scrape" && asked.push(message.id)),
    });
    return host as typeof host & Host;
  }
  const upIn = (page?: string) => page?.match(/(?<=^location_alert_host_up\{host=").*$/gm);
  const answer = async (host: ReturnType<typeof fakeHost>, number: number, id = host.asked[0]) =>
    host.emit("metrics", { kind: "metrics", id: id as number, metrics: await value(number, 3) });

  test("are one page of all hosts that serve, each with its answer to this scrape", async () => {
    const [one, other] = [fakeHost(), fakeHost({ number: 2 })];
    const starting = fakeHost({ number: 3, hasServed: false });
    const page = scrapeAll([one, other, starting], 3);
    expect([one.asked.length, other.asked.length, starting.asked.length]).toEqual([1, 1, 0]);
    // A late answer to an earlier scrape.
    await answer(one, 9, -1);
    await answer(other, 2);
    await answer(one, 1);
    expect((await page).match(/^told\{.*$/gm)?.sort()).toEqual([
      'told{host="1"} 3',
      'told{host="2"} 3',
    ]);
    expect([one.listenerCount("metrics"), other.listenerCount("metrics")]).toEqual([0, 0]);
  });

  test("leave out a host that ends, and one that does not answer within three seconds", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
    const [silent, other, dying] = [1, 2, 3].map((number) => fakeHost({ number })) as [
      ReturnType<typeof fakeHost>,
      ReturnType<typeof fakeHost>,
      ReturnType<typeof fakeHost>,
    ];
    let page: string | undefined;
    const scraped = scrapeAll([silent, other, dying], 4).then((text) => {
      page = text;
    });
    await answer(other, 2);
    dying.end(1);
    jest.advanceTimersByTime(2_999);
    await turn();
    expect(page).toBeUndefined();
    // Only the silent one is waited for.
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(1);
    await scraped;
    expect(page?.match(/^told\{.*$/gm)).toEqual(['told{host="2"} 3']);
    // The fourth place is empty.
    expect(upIn(page)).toEqual(['1"} 0', '2"} 1', '3"} 0', '4"} 0']);
    expect(jest.getTimerCount()).toBe(0);
    expect(silent.listenerCount("metrics")).toBe(0);
  });

  test("do not wait for a host that has ended, and each scrape has its own id", async () => {
    const dying = fakeHost();
    const [page, other] = [scrapeAll([dying], 1), scrapeAll([dying], 1)];
    dying.end(1);
    expect(await page).not.toContain("told");
    await other;
    expect(new Set(dying.asked).size).toBe(2);
  });

  test("show a host as up while an old host ends beside its replacement", async () => {
    const [old, next] = [fakeHost(), fakeHost()];
    const page = scrapeAll([old, next], 1);
    old.end(0);
    await answer(next, 1);
    expect(upIn(await page)?.[0]).toBe('1"} 1');
  });

  test("are sent to the parent at each of its scrapes, with the number of the host", async () => {
    const registries = [new Registry(), new Registry()];
    for (const [at, registry] of registries.entries()) {
      new Counter({ name: `count_${at}`, help: "Counts", registers: [registry] }).inc(at);
    }
    answerScrapes(registries, 2);
    says({ kind: "scrape", id: 7 });
    while (told.length === 0) await turn();
    expect(told).toMatchObject([
      {
        kind: "metrics",
        id: 7,
        metrics: [
          [{ name: "count_0", values: [{ value: 0, labels: { host: "2" } }] }],
          [{ name: "count_1", values: [{ value: 1, labels: { host: "2" } }] }],
        ],
      },
    ]);
  });
});

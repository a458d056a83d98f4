import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { makeExpo } from "../../src/delivery/push/expo.ts";
import type { Outcome, Provider } from "../../src/delivery/push/provider.ts";
import { expoAt } from "./helpers/providers.ts";
import { LATE, pushTo } from "./helpers/push.ts";
import { type ExpoServer, startExpoServer } from "./servers/expo.ts";

let server: ExpoServer;
let expo: Provider;
beforeEach(async () => {
  server = await startExpoServer({
    projectOf: (token) => (token.includes("other") ? "@owner/other" : "@owner/app"),
  });
  expo = expoAt(server);
});
afterEach(() => server.close());

const wrapped = (name: string) => `ExponentPushToken[${name}]`;
const tokens = (count: number) => Array.from({ length: count }, (_, at) => wrapped(`phone-${at}`));
const send = (...to: string[]) => expo.send(to.map((token) => pushTo(token)));
/** Returns true for an error that fails other pushes too until the administrator fixes it. */
const concernsAll = (error: string) => (error === "InvalidCredentials" ? true : undefined);
const states = (outcomes: Outcome[]) => outcomes.map(({ state }) => state);

test("sends the text, the ids, the level and the time to live", async () => {
  const push = pushTo(wrapped("phone"), { title: "Flood", lasts: 90_500 });
  expect(await expo.send([push])).toEqual([{ state: "accepted", receipt: expect.any(String) }]);
  expect(server.received.all).toEqual([
    expect.objectContaining({
      to: push.token,
      title: "Flood",
      body: push.text,
      data: {
        notificationId: push.notificationId,
        alertId: 7,
        level: "TWO",
        kind: "ALERT",
        status: "ACTUAL",
        language: "en",
      },
      priority: "normal",
      sound: "default",
      interruptionLevel: "active",
    }),
  ]);
});

test("sends level ONE with the highest priority", async () => {
  await expo.send([pushTo(wrapped("phone"), { level: "ONE" })]);
  expect(server.received.all).toEqual([
    expect.objectContaining({ priority: "high", interruptionLevel: "time-sensitive" }),
  ]);
});

test("a push sent twice has one tag, by which Android shows it once", async () => {
  const push = pushTo(wrapped("phone"));
  await expo.send([push]);
  await expo.send([push]);
  const tags = server.received.all.map(({ tag }) => tag);
  expect(tags).toEqual(Array(2).fill(`notification-${push.notificationId}`));
});

test("wraps a bare token, and leaves others as they are", async () => {
  await send("bare", wrapped("old"), "ExpoPushToken[new]");
  expect([...server.received.counts.keys()]).toEqual([
    wrapped("bare"),
    wrapped("old"),
    "ExpoPushToken[new]",
  ]);
});

test("sends a hundred in one request", async () => {
  expect([expo.batchSize, expo.concurrency]).toEqual([100, 6]);
  expect(states(await send(...tokens(100)))).toEqual(Array(100).fill("accepted"));
  expect(server.batches).toEqual([100]);
});

test("sends a long text to a hundred devices in few bytes, as lines may be slow", async () => {
  const text = Array.from({ length: 300 }, (_, at) => `Leave house ${at}.`).join(" ");
  const to = Array.from({ length: 100 }, () => wrapped(randomUUID()));
  expect(states(await expo.send(to.map((token) => pushTo(token, { text }))))).toEqual(
    Array(100).fill("accepted"),
  );
  expect(server.bytes[0]).toBeLessThan(20_000);
  expect(server.received.all.every(({ body = "" }) => body.length > 3000)).toBe(true);
});

test("leaves out an alert that has ended, and sends the rest of the batch", async () => {
  const outcomes = await expo.send([
    pushTo("early"),
    pushTo("late", { lasts: -1 }),
    pushTo("soon"),
  ]);
  expect(states(outcomes)).toEqual(["accepted", "retry", "accepted"]);
  expect(outcomes[1]).toEqual(LATE);
  expect(server.batches).toEqual([2]);
});

describe("a ticket", () => {
  test.each([
    ["DeviceNotRegistered", "dead"],
    ["MessageRateExceeded", "retry"],
    ["InvalidCredentials", "failed"],
    ["MismatchSenderId", "failed"],
    ["SomethingNew", "failed"],
  ])("with %s is %s, and says why", async (error, state) => {
    server.refuse(wrapped("bad"), error);
    const outcomes = await send("good", "bad", "fine");
    expect(states(outcomes)).toEqual(["accepted", state, "accepted"]);
    expect(outcomes[1]).toEqual({
      state,
      why: expect.stringContaining(error),
      everyone: concernsAll(error),
    });
  });

  test.each([
    [{ status: "error", message: "no" }, "Expo: no"],
    [{ status: "error" }, "Expo: an error without a message"],
  ])("has Expo's message as its reason: %j", async (ticket, why) => {
    server.misbehave({ status: 200, body: { data: [ticket] } });
    expect(await send("phone")).toEqual([{ state: "failed", why }]);
  });

  test("of a redirect does not count", async () => {
    server.misbehave({ status: 302, body: { data: [{ status: "ok", id: "a" }] } });
    expect(states(await send("phone"))).toEqual(["retry"]);
  });

  test("that refuses half of a batch does not affect the other half", async () => {
    server.refuseHalf("MessageRateExceeded");
    const outcomes = await send(...tokens(10));
    expect(states(outcomes)).toEqual(Array(5).fill(["accepted", "retry"]).flat());
    expect([...server.received.counts.keys()]).toEqual(tokens(10).filter((_, at) => at % 2 === 0));
  });

  test.each([
    ["missing", 3],
    ["missing except one", 9],
    ["too many", -1],
  ])("is not used if some are %s", async (_what, lost) => {
    server.loseTickets(lost);
    const why = `Expo gave tickets that do not fit: ${10 - lost} for 10 messages`;
    expect(await send(...tokens(10))).toEqual(Array(10).fill({ state: "retry", why }));
  });

  test("of another token is not used", async () => {
    const details = { error: "DeviceNotRegistered", expoPushToken: wrapped("phone-1") };
    const data = [
      { status: "error", details },
      { status: "ok", id: "a" },
    ];
    server.misbehave({ status: 200, body: { data } });
    expect(states(await send(...tokens(2)))).toEqual(["retry", "retry"]);
  });

  test.each([
    ["null"],
    ["{}"],
    ['{"data":{}}'],
    ["<html>"],
    ['{"data":[null]}'],
    ['{"errors":[]}'],
  ])("that cannot be read does not mean accepted: %s", async (body) => {
    server.misbehave({ status: 200, body });
    const [outcome] = await send("phone");
    expect(["retry", "failed"]).toContain(outcome?.state);
  });
});

describe("a text that is too big", () => {
  test("is shortened until Expo takes it, without sending the others again", async () => {
    const strict = await startExpoServer({ limit: 700 });
    try {
      const [long, short] = ["Leave now. ".repeat(300), "Leave now."];
      const outcomes = await expoAt(strict).send([
        pushTo("a", { text: short }),
        pushTo("b", { text: long }),
        pushTo("c", { text: short }),
      ]);
      expect(states(outcomes)).toEqual(["accepted", "accepted", "accepted"]);
      expect(Object.fromEntries(strict.received.counts)).toEqual({
        [wrapped("a")]: 1,
        [wrapped("b")]: 1,
        [wrapped("c")]: 1,
      });
      const body = strict.received.all.at(-1)?.body ?? "";
      expect(long.startsWith(body.slice(0, -1))).toBe(true);
      expect(body.length).toBeGreaterThan(100);
    } finally {
      await strict.close();
    }
  });

  test("fails if Expo accepts no text, however short", async () => {
    server.refuse(wrapped("phone"), "MessageTooBig");
    const [outcome] = await expo.send([pushTo("phone", { text: "Leave now. ".repeat(300) })]);
    expect(outcome).toEqual({ state: "failed", why: expect.stringContaining("too big") });
    expect(server.requests()).toBeLessThan(10);
  });

  test("is sent in smaller requests if the whole request is too big", async () => {
    server.misbehave({ status: 413, body: "Payload Too Large" }, 2);
    expect(states(await send(...tokens(4)))).toEqual(Array(4).fill("accepted"));
    expect(server.batches).toEqual([1, 1, 2]);
    server.misbehave({ status: 413 });
    await send(...tokens(6));
    expect(server.batches.slice(3)).toEqual([3, 3]);
  });
});

describe("a batch refused as a whole", () => {
  test("for tokens of several projects is sent to each project separately", async () => {
    const to = ["a", "other-1", "b", "other-2", "c"];
    expect(states(await send(...to))).toEqual(Array(5).fill("accepted"));
    expect(server.batches).toEqual([5, 3, 2]);
    expect([...server.received.counts.values()]).toEqual([1, 1, 1, 1, 1]);
  });

  test("for several projects without naming them ends in single requests", async () => {
    const body = { errors: [{ code: "PUSH_TOO_MANY_EXPERIENCE_IDS", message: "several" }] };
    server.misbehave({ status: 400, body }, 3);
    expect(states(await send("a", "other"))).toEqual(["failed", "failed"]);
    const details = { "@owner/app": 7, "@owner/other": [7] };
    server.misbehave({ status: 400, body: { errors: [{ ...body.errors[0], details }] } });
    expect(states(await send("a", "b"))).toEqual(["accepted", "accepted"]);
  });

  test("without a reason is a bad request", async () => {
    server.misbehave({ status: 400 });
    expect(await send("a")).toEqual([{ state: "failed", why: "Expo: a bad request" }]);
  });

  test("for its size, then by an error of Expo's own, does not keep back the other half", async () => {
    server.misbehave({ status: 413 });
    server.misbehave({ status: 500 });
    expect(states(await send(...tokens(4)))).toEqual(["retry", "retry", "accepted", "accepted"]);
  });

  test("for malformed tokens is divided until only those fail", async () => {
    const to = tokens(100);
    to[17] = "ExponentPushToken[not a token]";
    to[90] = "ExponentPushToken[]";
    const outcomes = await send(...to);
    expect(outcomes.flatMap(({ state }, at) => (state === "accepted" ? [] : [at]))).toEqual([
      17, 90,
    ]);
    expect(outcomes[17]).toEqual({
      state: "failed",
      why: expect.stringContaining("VALIDATION_ERROR"),
    });
    expect(server.received.all).toHaveLength(98);
    expect(Math.max(...server.received.counts.values())).toBe(1);
  });

  test.each(["PUSH_TOO_MANY_NOTIFICATIONS", "VALIDATION_ERROR"])(
    "for %s is divided, whatever the status",
    async (code) => {
      server.misbehave({ status: 422, body: { errors: [{ code }] } });
      expect(states(await send("a", "b"))).toEqual(["accepted", "accepted"]);
      server.misbehave({ status: 422, body: { errors: [{ code }] } });
      expect(await send("a")).toEqual([{ state: "failed", why: `Expo: ${code}` }]);
    },
  );

  test("for too many requests waits as long as Retry-After says, at any status", async () => {
    const body = { errors: [{ code: "TOO_MANY_REQUESTS", message: "slower" }] };
    server.misbehave({ status: 400, headers: { "retry-after": "7" }, body });
    expect(await send("a", "b")).toEqual(
      Array(2).fill({
        state: "retry",
        why: expect.stringContaining("slower"),
        after: 7000,
        everyone: true,
      }),
    );
  });

  test("for its size, then for too many requests, does not send the other half", async () => {
    server.misbehave({ status: 413 });
    server.misbehave({ status: 429 });
    const outcomes = await send(...tokens(8));
    expect(states(outcomes)).toEqual(Array(8).fill("retry"));
    expect(server.requests()).toBe(2);
  });

  test("for a wrong access token waits for the administrator, and says so", async () => {
    const wrong = makeExpo({ url: server.url, accessToken: "wrong" });
    expect(await wrong.send([pushTo("a")])).toEqual([
      {
        state: "retry",
        why: expect.stringMatching(/401.*access token/),
        after: undefined,
        everyone: true,
      },
    ]);
  });

  test("for a wrong address waits for the administrator", async () => {
    const lost = makeExpo({ url: `${server.url}/elsewhere`, accessToken: server.accessToken });
    expect(await lost.send([pushTo("a")])).toEqual([
      expect.objectContaining({
        state: "retry",
        everyone: true,
        why: expect.stringMatching(/404/),
      }),
    ]);
  });
});

describe("a receipt", () => {
  async function ticketsOf(...to: string[]): Promise<string[]> {
    return (await send(...to)).map((outcome) => {
      if (outcome.state !== "accepted" || !outcome.receipt) throw new Error("no ticket");
      return outcome.receipt;
    });
  }
  const receipts = (ids: string[]) => (expo.receipts as NonNullable<Provider["receipts"]>)(ids);

  test.each([
    ["DeviceNotRegistered", "dead"],
    ["MessageRateExceeded", "retry"],
    ["ProviderError", "retry"],
    ["ExpoError", "retry"],
    ["InvalidCredentials", "failed"],
    ["MismatchSenderId", "failed"],
    ["SomethingNew", "failed"],
  ])("that fails later with %s: %s", async (error, state) => {
    server.failLater(wrapped("bad"), error);
    const [good, bad] = await ticketsOf("good", "bad");
    expect(await receipts([good, bad] as string[])).toEqual(
      new Map<unknown, unknown>([
        [good, { state: "accepted" }],
        [bad, { state, why: expect.stringContaining(error), everyone: concernsAll(error) }],
      ]),
    );
  });

  test("that is not ready is left out, and comes later", async () => {
    const [id] = (await ticketsOf("phone")) as [string];
    server.withholdReceipts(true);
    expect(await receipts([id, "unknown"])).toEqual(new Map());
    server.withholdReceipts(false);
    expect(await receipts([id, "unknown"])).toEqual(new Map([[id, { state: "accepted" }]]));
  });

  test("of a message that is too big makes the next one shorter", async () => {
    const text = "Leave now. ".repeat(1000);
    server.failLater(wrapped("phone"), "MessageTooBig");
    const lengths: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const [accepted] = await expo.send([pushTo("phone", { text })]);
      const { receipt = "" } = accepted as { receipt?: string };
      expect((await receipts([receipt])).get(receipt)?.state).toBe("retry");
      lengths.push(server.received.all.at(-1)?.body?.length ?? 0);
    }
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(new Set(lengths).size).toBe(3);
  });

  test("of several messages that are too big shortens the next one by one step only", async () => {
    const text = "Leave now. ".repeat(1000);
    const to = ["a", "b", "c"];
    for (const token of to) server.failLater(wrapped(token), "MessageTooBig");
    await receipts(
      (await expo.send(to.map((token) => pushTo(token, { text })))).map((outcome) =>
        String((outcome as { receipt?: string }).receipt),
      ),
    );
    await expo.send([pushTo("d", { text })]);
    const { title, body, data } = server.received.all.at(-1) ?? {};
    const bytes = Buffer.byteLength(JSON.stringify({ title, body, data }));
    expect(bytes).toBeLessThanOrEqual((3800 * 3) / 4);
    expect(bytes).toBeGreaterThan(3800 / 2 + 500);
  });

  test("of a message that is too big fails in the end", async () => {
    server.failLater(wrapped("phone"), "MessageTooBig");
    const seen: unknown[] = [];
    for (let round = 0; round < 20 && seen.at(-1) !== "failed"; round += 1) {
      const [id] = (await ticketsOf("phone")) as [string];
      seen.push((await receipts([id])).get(id)?.state);
    }
    expect(seen.at(-1)).toBe("failed");
  });

  test("can be asked for with a thousand others", async () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `ticket-${at}`);
    await receipts(ids);
    expect(server.asked).toEqual([1000]);
  });

  test.each([
    ["500", () => server.misbehave({ status: 500, body: "oops" }), /500: oops/],
    ["429", () => server.misbehave({ status: 429 }), /429/],
    ["a redirect", () => server.misbehave({ status: 302, body: { data: {} } }), /302/],
    ["a dropped connection", () => server.misbehave({ drop: "before" }), /dropped/],
    ["nonsense", () => server.misbehave({ status: 200, body: "[]]" }), /200/],
    ["no data", () => server.misbehave({ status: 200, body: { data: null } }), /200/],
  ])("cannot be read if Expo answers with %s", async (_what, misbehave, why) => {
    misbehave();
    await expect(receipts(["ticket-1"])).rejects.toThrow(why);
  });
});

import { expect, jest, test } from "@jest/globals";
import type { Task } from "graphile-worker";
import type { Outcome, Provider, Push } from "../../src/delivery/push/provider.ts";
import { makeSendPushes, type Settled } from "../../src/delivery/push/send-pushes.ts";

const ALERT = {
  id: 7,
  language: "en",
  words: {
    en: {
      title: "Flood",
      texts: { ONE: "Leave.", TWO: "Stay away.", THREE: "Take care.", ALL_CLEAR: "It is over." },
    },
  },
  expiresAt: 1000,
  clearBy: 5000,
  now: 400,
};
const claimed = (id: number, kind = "ALERT", level = "TWO") => ({
  user_id: 5,
  // pg gives numbers of 64 bits as text.
  id: String(id),
  notification_id: String(id),
  token: `phone-${id}`,
  alert_id: 7,
  level,
  kind,
  told_language: null,
  age: 5,
});

/** Runs the task on what it claims, turn by turn. Returns what it sent, recorded and left for later. */
async function run(
  turns: object[][],
  answer: (push: Push) => Outcome,
  wait = 0,
  ending = new AbortController(),
  whenAsked = () => {},
) {
  const sent: Push[] = [];
  const recorded: { user_id: number; id: string; state: string; ago: number }[][] = [];
  const settled: Settled[] = [];
  const followUps: unknown[][] = [];
  let claims = 0;
  let alertsRead = 0;
  const provider: Provider = {
    name: "expo",
    batchSize: 100,
    concurrency: 2,
    async send(pushes) {
      sent.push(...pushes);
      return pushes.map(answer);
    },
  };
  const query = async (text: string, values: unknown[]) => {
    if (text.includes("claim_deliveries")) {
      claims += 1;
      return { rows: turns.shift() ?? [] };
    }
    if (text.includes("record_deliveries")) {
      recorded.push(JSON.parse(values[1] as string));
      return { rows: [{ wait }] };
    }
    if (text.includes("follow_up_deliveries")) {
      followUps.push(values);
      return { rows: [] };
    }
    alertsRead += 1;
    whenAsked();
    return { rows: [ALERT] };
  };
  const helpers = { job: { id: "1" }, query, abortSignal: ending.signal };
  const task: Task = makeSendPushes("expo", provider, (some) => void settled.push(...some));
  await task({ notificationIds: [1, 2] }, helpers as never);
  return { sent, recorded, settled, followUps, claims, alertsRead };
}

const accepted = (): Outcome => ({ state: "accepted" });

test("a push has its alert's title, its level's text and the alert's end, and an all-clear its own text and end", async () => {
  const { sent } = await run(
    [[claimed(1), claimed(2, "UPDATE", "ONE"), claimed(3, "ALL_CLEAR", "ONE")]],
    accepted,
  );
  expect(sent.map(({ kind, title, text, expiresAt }) => [kind, title, text, expiresAt])).toEqual([
    ["ALERT", "Flood", "Stay away.", 1000],
    ["UPDATE", "Flood", "Leave.", 1000],
    ["ALL_CLEAR", undefined, "It is over.", 5000],
  ]);
  expect(sent[0]).toMatchObject({ token: "phone-1", notificationId: 1, alertId: 7, level: "TWO" });
});

test("a job claims until nothing is left, and follows up without a wait", async () => {
  const { sent, claims, alertsRead, followUps } = await run([[claimed(1)], [claimed(2)]], accepted);
  expect([sent.length, claims, alertsRead]).toEqual([2, 3, 1]);
  expect(followUps).toEqual([["expo", [1, 2], "TWO", 0]]);
});

test("outcomes are recorded by the thousand, and none is lost", async () => {
  const many = Array.from({ length: 2500 }, (_, id) => claimed(id));
  const { sent, recorded } = await run([many], accepted);
  expect(sent).toHaveLength(2500);
  expect(recorded.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  expect(recorded.flat().map(({ id }) => id)).toEqual(many.map(({ id }) => id));
});

test("after a refusal of everyone a job claims no more, and follows up after the wait", async () => {
  const refused = (): Outcome => ({ state: "retry", why: "busy", everyone: true });
  const { claims, recorded, followUps } = await run([[claimed(1)], [claimed(2)]], refused, 60_000);
  expect(claims).toBe(1);
  expect(recorded.flat()).toMatchObject([{ user_id: 5, id: "1", state: "retry" }]);
  expect(followUps).toEqual([["expo", [1, 2], "TWO", 60_000]]);
});

test("an outcome with characters that the database refuses is recorded without them", async () => {
  const answers: Record<string, Outcome> = {
    "phone-1": { state: "failed", why: "no\0 service \ud83c" },
    "phone-2": { state: "accepted", receipt: "r\0-2" },
  };
  const { recorded } = await run(
    [[claimed(1), claimed(2)]],
    ({ token }) => answers[token] as Outcome,
  );
  expect(recorded.flat()).toMatchObject([{ why: "no service \ufffd" }, { receipt: "r-2" }]);
});

test("after a refusal of one push a job goes on at once", async () => {
  const busy = ({ token }: Push): Outcome =>
    token === "phone-1" ? { state: "retry", why: "busy" } : { state: "accepted" };
  const { claims, recorded, followUps } = await run(
    [[claimed(1), claimed(2)], [claimed(3)]],
    busy,
    60_000,
  );
  expect(recorded.flat().map(({ id, state }) => [id, state])).toEqual([
    ["1", "retry"],
    ["2", "accepted"],
    ["3", "accepted"],
  ]);
  expect(claims).toBe(3);
  expect(followUps).toEqual([["expo", [1, 2], "TWO", 0]]);
});

test("a push lasts for the rest of its alert by the database's clock, counted from when it was asked", async () => {
  jest.useFakeTimers({ now: Date.parse("2031-01-01T00:00:00Z") });
  try {
    const start = performance.now();
    const { sent } = await run(
      [[claimed(1), claimed(2, "ALL_CLEAR")]],
      accepted,
      0,
      undefined,
      () => jest.advanceTimersByTime(50),
    );
    expect(sent.map(({ endsAt }) => endsAt - start)).toEqual([600, 4600]);
  } finally {
    jest.useRealTimers();
  }
});

test("when its host ends, a job begins no batch and claims no more, and records all that it claimed", async () => {
  const ending = new AbortController();
  const many = Array.from({ length: 250 }, (_, id) => claimed(id));
  const { sent, recorded, claims, followUps } = await run(
    [many, [claimed(500)]],
    () => {
      ending.abort();
      return { state: "accepted" };
    },
    0,
    ending,
  );
  expect([sent.length, recorded.flat().length, claims]).toEqual([100, 250, 1]);
  expect(followUps).toHaveLength(1);
});

test("a job that begins when its host has ended fails, so that another host sends", async () => {
  const query = jest.fn();
  const helpers = { job: { id: "1" }, query, abortSignal: AbortSignal.abort() };
  const task: Task = makeSendPushes("expo", {} as Provider);
  await expect(
    (async () => await task({ notificationIds: [1] }, helpers as never))(),
  ).rejects.toThrow("aborted");
  expect(query).not.toHaveBeenCalled();
});

test("an outcome has its delay since the publication, and is recorded with its age", async () => {
  jest.useFakeTimers();
  try {
    const { recorded, settled } = await run(
      Array.from({ length: 1 }, () => [claimed(1), claimed(2)]),
      ({ token }) => {
        jest.advanceTimersByTime(2000);
        return token === "phone-1" ? { state: "accepted" } : { state: "failed", why: "no" };
      },
    );
    expect(settled).toEqual([
      { token: "phone-1", level: "TWO", outcome: { state: "accepted" }, delay: 9 },
      { token: "phone-2", level: "TWO", outcome: { state: "failed", why: "no" }, delay: 9 },
    ]);
    expect(recorded.flat().map(({ ago }) => ago)).toEqual([0, 0]);
  } finally {
    jest.useRealTimers();
  }
});

import { expect, test } from "@jest/globals";
import type { Task } from "graphile-worker";
import { makeSendPushes } from "../../src/channels/push/jobs/send-pushes.ts";
import type { Outcome, Provider, Push } from "../../src/channels/push/provider.ts";

const ALERT = {
  id: 7,
  title: "Flood",
  texts: { ONE: "Leave.", TWO: "Stay away.", THREE: "Take care.", ALL_CLEAR: "It is over." },
  expiresAt: 1000,
  clearBy: 5000,
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
});

/** Runs the task on what it claims, turn by turn. Returns what it sent, recorded and left for later. */
async function run(turns: object[][], answer: (push: Push) => Outcome, wait = 0) {
  const sent: Push[] = [];
  const recorded: { user_id: number; id: string; state: string }[][] = [];
  const followUps: unknown[][] = [];
  let claims = 0;
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
    if (text.includes("follow_up_deliveries")) followUps.push(values);
    return { rows: [ALERT] };
  };
  const helpers = { job: { id: "1" }, query, abortSignal: new AbortController().signal };
  const task: Task = makeSendPushes("expo", provider);
  await task({ notificationIds: [1, 2] }, helpers as never);
  return { sent, recorded, followUps, claims };
}

const accepted = (): Outcome => ({ state: "accepted" });

test("a push has its alert's title and the text of its level until the alert ends, an all-clear its own for a day", async () => {
  const { sent } = await run(
    [[claimed(1), claimed(2, "UPDATE", "ONE"), claimed(3, "ALL_CLEAR", "ONE")]],
    accepted,
  );
  expect(sent.map(({ title, text, expiresAt }) => [title, text, expiresAt])).toEqual([
    ["Flood", "Stay away.", 1000],
    ["Flood", "Leave.", 1000],
    [undefined, "It is over.", 5000],
  ]);
});

test("it claims until nothing is left, and has nothing to wait for", async () => {
  const { sent, claims, followUps } = await run([[claimed(1)], [claimed(2)]], accepted);
  expect([sent.length, claims]).toEqual([2, 3]);
  expect(followUps).toEqual([["expo", [1, 2], "TWO", 0]]);
});

test("each thousand is recorded, and none is lost", async () => {
  const many = Array.from({ length: 2500 }, (_, id) => claimed(id));
  const { sent, recorded } = await run([many], accepted);
  expect(sent).toHaveLength(2500);
  expect(recorded.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  expect(recorded.flat().map(({ id }) => id)).toEqual(many.map(({ id }) => id));
});

test("after a refusal of everyone it claims no more, and comes back after the wait", async () => {
  const refused = (): Outcome => ({ state: "retry", why: "busy", everyone: true });
  const { claims, recorded, followUps } = await run([[claimed(1)], [claimed(2)]], refused, 60_000);
  expect(claims).toBe(1);
  expect(recorded.flat()).toMatchObject([{ user_id: 5, id: "1", state: "retry" }]);
  expect(followUps).toEqual([["expo", [1, 2], "TWO", 60_000]]);
});

test("after a refusal of one push it goes on at once", async () => {
  const busy = ({ token }: Push): Outcome =>
    token === "phone-1" ? { state: "retry", why: "busy" } : { state: "accepted" };
  const { claims, followUps } = await run([[claimed(1)], [claimed(2)]], busy, 60_000);
  expect(claims).toBe(3);
  expect(followUps).toEqual([["expo", [1, 2], "TWO", 0]]);
});

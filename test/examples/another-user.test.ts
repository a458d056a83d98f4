/** @database server */
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { Phone } from "../../examples/phone/phone.ts";
import { memoryStore, type Store } from "../../examples/phone/store.ts";
import { until } from "../helpers/until.ts";

const { fetch, WebSocket } = globalThis;
const IDS: Record<string, number> = { "rita@example.org": 1, "tom@example.org": 2 };

/**
 * The state of a fake service without subscriptions. Its refresh tokens are "r", its access tokens "a" and its cursors
 * "c", each followed by the user's id.
 */
let answersPositions: boolean;
let got: number[];
let sent: [token: string, places: number[]][];
let phone: Phone;
let store: Store;
const options = () => ({
  url: "http://localhost/graphql",
  store,
  onNotification: ({ id }: { id: number }) => void got.push(id),
  pollEvery: 1,
  longestPause: 1,
});

const tokens = (userId: string | number | undefined) => ({
  userId,
  accessToken: `a${userId}`,
  refreshToken: `r${userId}`,
  expiresIn: 900,
});

function answerOf(query: string, variables: Record<string, unknown>, token: string): object {
  if (query.includes("sessionBegin")) {
    const { email } = variables.input as { email: string };
    return { data: { sessionBegin: tokens(IDS[email]) } };
  }
  if (query.includes("sessionRefresh")) {
    return { data: { sessionRefresh: tokens(String(variables.refreshToken).slice(1)) } };
  }
  const userId = Number(token.slice(1));
  if (query.includes("newPositions")) {
    sent.push([token, (variables.input as { latitude: number }[]).map((one) => one.latitude)]);
    if (!answersPositions) throw new TypeError("fetch failed");
    return { data: { newPositions: [] } };
  }
  const { since } = variables;
  if (since && since !== `c${userId}`) {
    return { errors: [{ message: "Another's.", extensions: { code: "BAD_USER_INPUT" } }] };
  }
  return { data: { notifications: since ? [] : [{ id: userId, cursor: `c${userId}` }] } };
}

beforeEach(() => {
  [answersPositions, got, sent, store] = [false, [], [], memoryStore()];
  globalThis.fetch = async (_url, init) => {
    const { query, variables } = JSON.parse(String(init?.body));
    const token = new Headers(init?.headers).get("Authorization") ?? "";
    return Response.json(answerOf(query, variables, token.replace("Bearer ", "")));
  };
  globalThis.WebSocket = class {
    onclose = () => {};
    constructor() {
      queueMicrotask(() => this.onclose());
    }
    close() {}
  } as never;
  phone = new Phone(options());
});
afterEach(() => phone.stop());
afterAll(() => {
  Object.assign(globalThis, { fetch, WebSocket });
});

const report = (latitude: number) =>
  phone.report({ latitude, longitude: 11, movingActivity: "STILL" });
const arrived = () =>
  until(
    () => phone.waiting,
    (waiting) => waiting === 0,
  );
const told = (id: number) =>
  until(
    () => got,
    () => got.includes(id),
  );

test("a user who logs in on another's phone gets their own notifications, and sends only their own positions", async () => {
  await phone.logIn("rita@example.org", "");
  phone.start();
  await report(1);
  await told(1);
  await until(
    () => sent,
    () => sent.length > 0,
  );
  await phone.logIn("tom@example.org", "");
  answersPositions = true;
  await report(2);
  await told(2);
  await arrived();
  expect(sent.filter(([token]) => token === "a2")).toEqual([["a2", [2]]]);
  expect(got).toEqual([1, 2]);
});

test("a phone knows after a restart whose positions it holds", async () => {
  await phone.logIn("rita@example.org", "");
  await report(1);
  phone = new Phone(options());
  expect(await phone.open()).toBe(true);
  await phone.logIn("tom@example.org", "");
  expect(phone.waiting).toBe(0);
});

test("positions that wait are kept if the same user logs in again", async () => {
  await report(1);
  await phone.logIn("rita@example.org", "");
  await report(2);
  await phone.logIn("rita@example.org", "");
  answersPositions = true;
  phone.start();
  await arrived();
  expect(sent).toEqual([["a1", [1, 2]]]);
});

/** @database server */
import { expect, test } from "@jest/globals";
import { postFrom } from "../helpers/from-address.ts";
import { refusals, runTestService } from "../helpers/service.ts";

const service = runTestService({
  REPORT_BURST: "2",
  REPORT_RATE: "1",
  ANONYMOUS_BURST: "10",
  ANONYMOUS_RATE: "1",
});

const report = async (key: string) => {
  const { status, headers } = await fetch(`${service.url}/positions/osmand?id=${key}`);
  return { status, retryAfter: Number(headers.get("retry-after")) };
};
const LATER = { status: 503, retryAfter: expect.any(Number) };

/** Adds a device key of a new user. */
async function newKey(): Promise<string> {
  const user = await service.newUser();
  const add = 'mutation { deviceKeyAdd(name: "Phone") { key } }';
  return (await service.graphql(add, {}, user)).data.deviceKeyAdd.key;
}

test("a new key can report while strangers at its address have used up their quota", async () => {
  const key = await newKey();
  const query = `{ ${Array.from({ length: 10 }, (_, n) => `a${n}: apiVersion`).join(" ")} }`;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => postFrom("127.0.0.1", service, { query })),
  );
  expect(answers.flatMap(refusals)).toContain("RATE_LIMITED");
  const [{ status }] = await Promise.all([report(key), postFrom("127.0.0.1", service, { query })]);
  expect(status).toBe(200);
});

test("a used up quota is answered with 503, and unknown keys use up the address's quota, not the user's", async () => {
  const user = await service.newUser();
  const add = 'mutation { deviceKeyAdd(name: "Phone") { key } }';
  const { key } = (await service.graphql(add, {}, user)).data.deviceKeyAdd;
  expect((await report(key)).status).toBe(200);
  const guess = `${user.id}-${"0".repeat(32)}`;
  const guesses = await Promise.all(Array.from({ length: 20 }, () => report(guess)));
  expect(guesses).toContainEqual({ status: 401, retryAfter: 0 });
  expect(guesses).toContainEqual(LATER);
  expect((await report(key)).status).toBe(200);
  const reports = await Promise.all(Array.from({ length: 20 }, () => report(key)));
  expect(reports).toContainEqual(LATER);
  expect(reports.find(({ status }) => status === 503)?.retryAfter).toBeGreaterThan(0);
  expect(reports.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
});

import { expect, test } from "@jest/globals";
import { AnswerBudget } from "../../src/database/answer-budget.ts";
import type { DatabaseRequest } from "../../src/database/database-request.ts";
import { recordRead } from "../../src/graphql/audit/record-read.ts";
import { LoggedRequest } from "../../src/ops/logged-request.ts";

/** Returns the entries that a read writes, without a database. */
async function recorded(request: DatabaseRequest, isSubscription?: boolean) {
  const asked: { request: object; values: unknown[] }[] = [];
  const withPgClient = async (given: object, use: (client: object) => Promise<unknown>) =>
    await use({
      async query({ values }: { values: unknown[] }) {
        await new Promise(setImmediate);
        asked.push({ request: given, values });
      },
    });
  const read = { fields: ["Query.user"], userIds: [7], alertId: null };
  await recordRead(withPgClient as never, request, read, isSubscription);
  return asked;
}
const identity = { userId: 1, sessionId: 2 };

test("the audit entry of a read is written before the answer, for the reading request", async () => {
  const log = new LoggedRequest("a-1");
  const budget = new AnswerBudget(1);
  const [entry] = await recorded({ identity, log, budget, pool: "publication" });
  expect(entry?.request).toEqual({ identity, log });
  expect(entry?.values).toEqual([["Query.user"], [7], null, false]);
});

test("the audit entry of a read says if it is a subscription, and there is none without a token", async () => {
  expect((await recorded({ identity }, true))[0]?.values.at(-1)).toBe(true);
  expect(await recorded({ identity: undefined })).toEqual([]);
});

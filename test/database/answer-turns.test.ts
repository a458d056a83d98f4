/** @database both */
import { expect, test } from "@jest/globals";
import { AnswerBudget, type AnswerShape } from "../../src/database/answer-budget.ts";
import { noteSize } from "../../src/database/large-answers.ts";
import { openDatabase } from "../../src/database/open.ts";
import { createWithPgClient } from "../../src/database/request-adaptor.ts";
import { recordRead } from "../../src/graphql/audit/record-read.ts";
import { runClone } from "../helpers/database.ts";

const database = runClone(openDatabase);

/** Returns an adaptor and the turns that its reads took. */
function watchTurns() {
  const taken: string[] = [];
  const answerTurns = {
    small<T>(read: () => Promise<T>) {
      taken.push("small");
      return read();
    },
    large<T>(userId: string, read: () => Promise<T>) {
      taken.push(`large of ${userId}`);
      return read();
    },
  };
  return { taken, withPgClient: createWithPgClient({ pool: database.hostPool, answerTurns }) };
}

const identity = { userId: 1, sessionId: 1 };

test("a read takes a turn for large or small answers, by the known sizes of its document's answers", async () => {
  const { taken, withPgClient } = watchTurns();
  const shape: AnswerShape = { keysOfRow: 10, copies: 1 };
  for (const bytes of [1_000_000, 10]) {
    const budget = new AnswerBudget(1_000_000, shape);
    await withPgClient({ identity, budget }, (client) => client.query({ text: "select 1" }));
    // The remembered size of an answer falls slowly.
    for (let n = 0; n < 200; n += 1) noteSize(shape, bytes);
  }
  const budget = new AnswerBudget(1_000_000, shape);
  await withPgClient({ identity, budget }, (client) => client.query({ text: "select 1" }));
  expect(taken).toEqual(["large of 1", "large of 1", "small"]);
});

test("writing the audit log's entry for a read takes no turn", async () => {
  const { taken, withPgClient } = watchTurns();
  await recordRead(
    withPgClient,
    { identity },
    { fields: ["positions"], userIds: [], alertId: null },
  );
  expect(taken).toEqual([]);
});

import { expect, test } from "@jest/globals";
import { recordRead } from "../../src/graphql/audit/record-read.ts";
import { LoggedRequest, requestOf, setRequest } from "../../src/ops/logged-request.ts";

/** Returns the entries that a read writes, without a database. */
async function recorded(settings: Record<string, string>, isSubscription?: boolean) {
  const asked: { settings: object; values: unknown[] }[] = [];
  const withPgClient = async (given: object, use: (client: object) => Promise<unknown>) =>
    await use({
      async query({ values }: { values: unknown[] }) {
        await new Promise(setImmediate);
        asked.push({ settings: given, values });
      },
    });
  const read = { fields: ["Query.user"], userIds: [7], alertId: null };
  await recordRead(withPgClient as never, settings as never, read, isSubscription);
  return asked;
}
const CLAIMS = { "token.user_id": "1", "token.session_id": "2" };

test("the audit entry of a read is written before the answer, for the reading request", async () => {
  const settings = { ...CLAIMS, pool: "publication" };
  const request = new LoggedRequest("a-1");
  setRequest(settings, request);
  const [entry] = await recorded(settings);
  expect({ ...entry?.settings }).toMatchObject(CLAIMS);
  expect(entry?.settings).not.toHaveProperty("pool");
  expect(requestOf(entry?.settings as object)).toBe(request);
  expect(entry?.values).toEqual([["Query.user"], [7], null, false]);
});

test("the audit entry of a read says if it is a subscription, and there is none without a token", async () => {
  expect((await recorded(CLAIMS, true))[0]?.values.at(-1)).toBe(true);
  expect(await recorded({ "token.user_id": "", "token.session_id": "" })).toEqual([]);
});

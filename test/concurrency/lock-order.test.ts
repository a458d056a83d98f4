/** @database server */
import { expect, test } from "@jest/globals";
import { transactions } from "../database/transactions.ts";
import { untilItWaits } from "../helpers/waits-for-lock.ts";

const { database, begin, end } = transactions();

/** One user for each lock of reports, the last lock first. A lock covers 2,048 successive ids. */
const USERS = Array.from({ length: 256 }, (_, lock) => (255 - lock) * 2048 + 1);

test.each([
  ["of some users in any order", USERS],
  ["of all users", null],
])(
  "publications take the locks %s in ascending order, so that they cannot deadlock",
  async (_, ids) => {
    const drain = "select app_private.drain_reports($1)";
    const other = await begin();
    await other.query(drain, [[100 * 2048]]);

    const client = await begin();
    const draining = client.query(drain, [ids]);
    await untilItWaits(database().ownerPool, client, draining);
    const { processID } = client as unknown as { processID: number };
    const { rows } = await database().ownerPool.query(
      `select objid::int as lock from pg_locks
      where locktype = 'advisory' and classid = 4155 and pid = $1 and granted order by 1`,
      [processID],
    );
    expect(rows.map(({ lock }) => lock)).toEqual(Array.from({ length: 100 }, (_, lock) => lock));
    await end(other);
    await draining;
    await end(client);
  },
);

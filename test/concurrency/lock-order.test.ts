import { expect, test } from "@jest/globals";
import { transactions } from "../database/transactions.ts";
import { untilItWaits } from "../helpers/waits-for-lock.ts";

const { database, begin, end } = transactions();

/** Users of all locks of reports, the last one first. Each lock has 2,048 ids in a row. */
const USERS = Array.from({ length: 256 }, (_, lock) => (255 - lock) * 2048 + 1);

test.each([
  ["of some users in any order", USERS],
  ["of all users", null],
])(
  "publications take the locks %s from the first one on, so that none waits in a circle",
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

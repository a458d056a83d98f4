/** @database server */
import { expect, test } from "@jest/globals";
import { isNative } from "../helpers/database.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const FIELDS = "id area areaLevel2 areaLevel3";
/** The same query for the fast path and for Grafast. */
const LARGE = [
  `{ alerts(limit: 1000) { ${FIELDS} } }`,
  `{ alerts(limit: 1000) { ...parts } } fragment parts on Alert { ${FIELDS} }`,
];
const SMALL = "{ me { id } }";

// The embedded database has one backend, in which nothing waits for a lock.
(isNative ? test : test.skip)(
  "requests that wait for large answers leave connections to other requests",
  async () => {
    const service = await startTestService({
      CONNECTION_TIMEOUT: "60",
      LOCK_TIMEOUT: "60",
      STATEMENT_TIMEOUT: "90",
    });
    const locking = await service.owner.connect();
    const waiting = async () => {
      const count =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await service.owner.query(count)).rowCount;
    };
    try {
      const users = await Promise.all(Array.from({ length: 4 }, () => service.newUser()));
      await service.owner.query(
        `insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
          select 1, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3'
            from public.st_makeenvelope(1, 0, 3, 2, 4326) z, generate_series(1, 1000)`,
      );
      for (const query of [...LARGE, SMALL]) await service.graphql(query, {}, users[0]);
      await locking.query("begin");
      await locking.query("lock table app_public.alerts");
      const lists = users.flatMap((user) =>
        Array.from({ length: 6 }, (_, at) => service.graphql(LARGE[at % 2] as string, {}, user)),
      );
      await until(waiting, (count) => count === 2);
      for (const user of users) {
        expect(await service.graphql(SMALL, {}, user)).toEqual({ data: { me: { id: user.id } } });
      }
      expect(await waiting()).toBe(2);
      await locking.query("rollback");
      for (const { data } of await Promise.all(lists)) expect(data.alerts).toHaveLength(1000);
    } finally {
      // A lock that is still held would keep the service from stopping.
      locking.release(true);
      await service.stop();
    }
  },
);

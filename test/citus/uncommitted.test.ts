import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { type Actor, inside, owner, type Row, Scene, square } from "../database/scene.ts";
import { isCluster, openClone } from "../helpers/database.ts";
import { nodeOf } from "./cut-off.ts";
import { hideNotifications } from "./uncommitted.ts";

(isCluster ? describe : describe.skip)(
  "what a worker node has not committed yet (CITUS_DATABASE_URL)",
  () => {
    let database: Database;
    /** Two people whose rows are on different nodes. */
    let ids: [number, number];
    let admin: Actor;
    let alertId: number;

    /** Plays a scene that is committed. */
    async function play<T>(act: (scene: Scene) => Promise<T>): Promise<T> {
      const client = await database.ownerPool.connect();
      try {
        await client.query("begin");
        const result = await act(new Scene(client));
        await client.query("commit");
        return result;
      } finally {
        client.release(true);
      }
    }
    const rows = async (sql: string, values: unknown[] = []): Promise<Row[]> =>
      (await database.ownerPool.query(sql, values)).rows;

    const chunk = (alert: number) =>
      play((s) => s.value(owner, "select app_private.publish_chunk($1)", [alert]));
    async function publish(): Promise<void> {
      while (!(await chunk(alertId)));
    }

    beforeAll(async () => {
      database = await openClone();
      admin = await play((s) => s.user(true));
      const found = new Map<number, number>();
      while (found.size < 2) {
        const user = await play((s) => s.user());
        found.set((await nodeOf(database.ownerPool, user.id)).port, user.id);
      }
      ids = [...found.values()].sort((a, b) => a - b) as [number, number];
      for (const id of ids) {
        const user: Actor = { role: "app_user", id };
        await play((s) => s.report(user, inside));
      }
    }, 300_000);
    afterAll(() => database?.close());

    beforeEach(async () => {
      alertId = await play((s) => s.alert(admin, square()));
      await publish();
    });

    const hide = (userId: number, isPrepared = false) =>
      hideNotifications(database.ownerPool, { userId, alertId, isPrepared });

    test("an all-clear reaches those whose node crashed after they were told", async () => {
      await play((s) => s.cancel(admin, alertId));
      await hide(ids[0], true);
      await publish();
      const told = await rows(
        "select user_id from app_public.notifications where alert_id = $1 and kind = 'ALL_CLEAR' order by user_id",
        [alertId],
      );
      expect(told.map(({ user_id }) => user_id)).toEqual(ids);
    });

    test("a publication goes on after a crash", async () => {
      const other = await play((s) => s.alert(admin, square()));
      // The copies of the alert, and the end of reports without it.
      for (const _ of [1, 2]) expect(await chunk(other)).toBe(false);
      await hide(ids[0], true);
      expect(await chunk(other)).toBe(true);
      for (const id of ids) {
        expect(await play((s) => s.levels({ role: "app_user", id }, other))).toEqual(["ONE"]);
      }
    });
  },
);

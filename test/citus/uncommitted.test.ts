import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { type Actor, inside, owner, type Row, Scene, square } from "../database/scene.ts";
import { isCluster, openClone } from "../helpers/database.ts";
import { nodeOf } from "./cut-off.ts";
import { hideNotifications } from "./uncommitted.ts";

const REGISTER =
  "select app_public.register_device(row($1)::app_public.register_notification_token)";

(isCluster ? describe : describe.skip)(
  "what a worker node has not committed yet (CITUS_DATABASE_URL)",
  () => {
    let database: Database;
    /** Two people whose rows are on different nodes. */
    let ids: [number, number];
    let admin: Actor;
    let alertId: number;

    /** Plays a scene and commits it. */
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
        await play((s) => s.as(user, REGISTER, [`ExponentPushToken[${id}]`]));
        await play((s) => s.report(user, inside));
      }
    }, 300_000);
    afterAll(() => database?.close());

    beforeEach(async () => {
      await rows("select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs");
      alertId = await play((s) => s.alert(admin, square()));
      await publish();
    });

    /** Returns the jobs that push for the alert. */
    async function jobs(): Promise<
      { id: string; key: string | null; notificationIds: number[] }[]
    > {
      const found = await rows(
        `select j.id, j.key, p.payload -> 'notificationIds' as "notificationIds"
          from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
          where j.task_identifier = 'push_expo' order by j.id`,
      );
      return found as Awaited<ReturnType<typeof jobs>>;
    }
    /** Claims deliveries as a job does. Returns the users to push to. */
    async function claim(job?: Awaited<ReturnType<typeof jobs>>[0]): Promise<number[]> {
      const claimed = await rows(
        "select user_id from app_private.claim_deliveries('expo', $1, $2) order by user_id",
        [job?.id, job?.notificationIds],
      );
      return claimed.map(({ user_id }) => user_id);
    }
    const states = () =>
      rows(
        "select user_id, state::text from app_private.deliveries where alert_id = $1 order by user_id",
        [alertId],
      );
    const sent = () => ids.map((user_id) => ({ user_id, state: "sent" }));
    const hide = (userId: number, isPrepared = false) =>
      hideNotifications(database.ownerPool, { userId, alertId, isPrepared });

    test("is pushed after a crash between the two phases of a commit", async () => {
      await hide(ids[1], true);
      const [job] = await jobs();
      expect(job?.notificationIds).toHaveLength(2);
      expect(await claim(job)).toEqual(ids);
      expect(await states()).toEqual(sent());
    });

    test("does not delay the pushes of others, and is pushed later", async () => {
      const show = await hide(ids[1]);
      const [job] = await jobs();
      expect(await claim(job)).toEqual([ids[0]]);
      // A job claims again what it has not recorded.
      expect(await claim(job)).toEqual([ids[0]]);
      const [, later, ...more] = await jobs();
      expect(more).toEqual([]);
      expect(later?.notificationIds).toHaveLength(1);
      await show();
      expect(await claim(later)).toEqual([ids[1]]);
      expect(await states()).toEqual(sent());
    });

    test("makes a push job try again while no notification is visible", async () => {
      const shows = [await hide(ids[0]), await hide(ids[1])];
      const [job] = await jobs();
      await expect(claim(job)).rejects.toThrow(/^No worker node has committed notifications/);
      for (const show of shows) await show();
      expect(await claim(job)).toEqual(ids);
      expect(await states()).toEqual(sent());
    });

    test("is not waited for after six minutes", async () => {
      await hide(ids[0]);
      const [job] = await jobs();
      await rows(
        "update graphile_worker._private_jobs set created_at = now() - interval '6 minutes'",
      );
      expect(await claim(job)).toEqual([ids[1]]);
      expect(await jobs()).toHaveLength(1);
    });

    test("is not expected of users that the publication left out", async () => {
      const gone = await play((s) => s.user());
      await rows(
        "select app_private.insert_notifications($1, 1, 'ALERT', 'THREE', $2::integer[])",
        [alertId, [ids[0], gone.id]],
      );
      const [job] = (await jobs()).slice(-1);
      const known = await rows(
        "select id::int from app_public.notifications where alert_id = $1 and level = 'THREE'",
        [alertId],
      );
      expect(known).toHaveLength(1);
      expect(job?.notificationIds).toEqual(known.map(({ id }) => id));
    });

    test("does not keep users from the all-clear if their node crashed after they were notified", async () => {
      await play((s) => s.cancel(admin, alertId));
      await hide(ids[0], true);
      await publish();
      const told = await rows(
        "select user_id from app_public.notifications where alert_id = $1 and kind = 'ALL_CLEAR' order by user_id",
        [alertId],
      );
      expect(told.map(({ user_id }) => user_id)).toEqual(ids);
    });

    test("does not stop a publication after a crash", async () => {
      const other = await play((s) => s.alert(admin, square()));
      // The first call copies the alert to the nodes. The second waits for reports that did not see it.
      for (const _ of [1, 2]) expect(await chunk(other)).toBe(false);
      await hide(ids[0], true);
      expect(await chunk(other)).toBe(true);
      for (const id of ids) {
        expect(await play((s) => s.levels({ role: "app_user", id }, other))).toEqual(["ONE"]);
      }
    });
  },
);

import { expect, test } from "@jest/globals";
import { distribute } from "../../src/commands/distribute/distribute.ts";
import { readSteps } from "../../src/commands/distribute/steps.ts";
import { isCluster, openClone } from "../helpers/database.ts";

(isCluster ? test.skip : test)(
  "refuses a database without Citus, and says what to do",
  async () => {
    const database = await openClone();
    const logged: string[] = [];
    try {
      await expect(distribute(database.ownerPool, (line) => logged.push(line))).rejects.toThrow(
        /^This database has no Citus: create extension citus on all nodes/,
      );
      expect(logged).toEqual([]);
    } finally {
      await database.close();
    }
  },
);

test("each function for a cluster replaces one of the migrations, or is named here", async () => {
  const database = await openClone();
  try {
    const bodies = (await readSteps()).filter(({ title }) => title.endsWith("for a cluster."));
    expect(bodies.length).toBeGreaterThan(10);
    const { rows } = await database.ownerPool.query<{ name: string }>(
      "select oid::regproc::text as name from pg_proc where pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)",
    );
    const known = new Set(rows.map(({ name }) => name));
    const others = bodies
      .map(({ title }) => title.slice(0, title.indexOf("()")))
      .filter((name) => !known.has(name));
    expect(others).toEqual([
      "app_private.begin_delegated_call",
      "app_private.copy_alert",
      "app_private.delegation_lock",
      "app_private.drain_worker_reports",
      "app_private.end_worker_reports",
      "app_private.forget_alert_copies",
      "app_private.hand_on_user",
      "app_private.keep_report_settings",
      "app_private.note_uncopied_alert",
      "app_private.other_on_node",
      "app_private.own_notifications",
      "app_private.report_position",
      "app_private.report_reads",
      "app_private.require_known_user",
    ]);
  } finally {
    await database.close();
  }
});

import { randomUUID } from "node:crypto";
import { Logger, runOnce } from "graphile-worker";
import type pg from "pg";
import type { Engine } from "../../../src/speech/engine.ts";
import { makeSpeakAlert } from "../../../src/speech/speak-alert.ts";
import { until } from "../../helpers/until.ts";

export interface Texts {
  text1: string;
  text2: string;
  text3: string;
  language?: string;
  texts?: object[];
}

const POINTS = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 0.01 },
  { latitude: 0.01, longitude: 0.01 },
];

/** Publishes an alert as a user, directly in the database. Returns its id. */
export async function publish(owner: pg.Pool, userId: number, texts: Texts): Promise<number> {
  const { rows } = await owner.query(
    `with claims as materialized (select set_config('jwt.claims.user_id', $1, true))
      select app_private.new_alert(json_populate_record(null::app_public.alert_input, $2)) as id from claims`,
    [String(userId), JSON.stringify({ points: POINTS, idempotency_key: randomUUID(), ...texts })],
  );
  return rows[0].id;
}

/** Runs the queued speech jobs now, each once, beside `running` jobs that run already. */
export async function runSpeech(
  owner: pg.Pool,
  engine: Engine | undefined,
  running = 0,
): Promise<void> {
  await owner.query(
    `update graphile_worker._private_jobs j set run_at = now()
      from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'speak_alert'`,
  );
  await runOnce({
    pgPool: owner,
    taskList: { speak_alert: makeSpeakAlert(engine) },
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
  // It may return before the result of its last job is written.
  const locked = "select from graphile_worker.jobs where locked_at is not null";
  await until(async () => (await owner.query(locked)).rowCount === running);
}

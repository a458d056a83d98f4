import { inFunction } from "../../fault.ts";

const HEARTBEAT = "test/jobs/heartbeat.test.ts";

/** Faults in the upkeep of jobs. */
export const faults = [
  ...inFunction(
    "app_private.free_jobs",
    [HEARTBEAT],
    [
      [
        "a dead pool's jobs stay locked",
        "perform graphile_worker.force_unlock_workers(worker_ids);",
        "",
      ],
      ["a replaced job of a dead pool stays", "perform app_private.complete_replaced_jobs();", ""],
    ],
  ),
  ...inFunction(
    "app_private.complete_replaced_jobs",
    [HEARTBEAT],
    [
      ["a replaced job stays for ever", "'purge_positions', ", ""],
      ["a job with a key is deleted", "j.key is null and ", ""],
      ["a job with attempts left is deleted", " and j.attempts >= j.max_attempts", ""],
      ["a job that runs is deleted", "j.locked_at is null and ", ""],
      [
        "a mail that was given up counts for ever",
        "or j.task_identifier in ('send_mail', ",
        "or j.task_identifier in (",
      ],
      ["receipts that nobody gave count for ever", ", 'push_receipts')", ")"],
      [
        "a mail that was given up is forgotten at once",
        " and j.run_at < now() - interval '1 day'",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.heartbeat",
    [HEARTBEAT],
    [
      ["a pool is dead after a second", "'10 seconds'", "'1 second'"],
      ["a pool is dead after a minute", "'10 seconds'", "'60 seconds'"],
      [
        "a pool that was away judges at once",
        "case when w.seen_at not between now() - patience and now() then now() else w.since end",
        "w.since",
      ],
      [
        "a dead pool from before the clock was set back keeps its jobs",
        "w.seen_at not between now() - patience and clock_timestamp() + patience",
        "w.seen_at < now() - patience",
      ],
      [
        "after the clock was set back, the first heartbeat takes the jobs of others",
        "w.seen_at not between now() - patience and now() then",
        "w.seen_at < now() - patience then",
      ],
      ["a new pool judges at once", "if living_since < now() - patience then", "if true then"],
      ["the oldest pool's age does not count", "min(b.since)", "max(b.since)"],
      ["a pool is not seen again", ", seen_at = now()", ""],
      ["a failed publication waits", "j.attempts > 0 and j.run_at > now() + patience / 2", "false"],
      ["a publication is given up", "j.attempts >= j.max_attempts or ", ""],
      ["a complete publication runs again", "p.completed_at is null and ", ""],
      ["a replaced job that failed stays", "perform app_private.complete_replaced_jobs();", ""],
      ["a job that waits for the host runs at once", "j.attempts > 0 and j.run_at", "j.run_at"],
      ["a publication that has not run waits", " or j.run_at > now() + patience)", ")"],
      [
        "a clock that was set back changes nothing",
        "if exists (select from app_private.workers w where w.seen_at > clock_timestamp()) then",
        "if false then",
      ],
      [
        "jobs are moved though the clock was not set back",
        "if exists (select from app_private.workers w where w.seen_at > clock_timestamp()) then",
        "if true then",
      ],
    ],
  ),
  ...inFunction(
    "app_private.bring_jobs_forward",
    [HEARTBEAT],
    [
      ["a job waits anew with each heartbeat", ", updated_at = clock_timestamp()", ""],
      [
        "jobs of each minute wait until the clock is where it was",
        "date_trunc('minute', clock_timestamp()) where k.last",
        "k.last_execution where k.last",
      ],
      [
        "alerts that ended while the clock was ahead stay ended",
        "  perform graphile_worker.add_job('end_expired_alerts', job_key => 'end_expired_alerts');\n",
        "",
      ],
      [
        "hours that were counted while the clock was ahead stay so",
        "  perform graphile_worker.add_job('count_figures', queue_name => 'figures', job_key => 'count_figures');\n",
        "",
      ],
      ["after the clock was set back, all jobs run at once", " + (j.run_at - j.updated_at)", ""],
      [
        "after the clock was set back, a publication is due at once",
        " + (h.due_at - h.created_at)",
        "",
      ],
      ["a publication waits anew with each heartbeat", ", created_at = clock_timestamp()", ""],
      ["what was taken back is due again", "o.state = 'HELD' and ", ""],
    ],
  ),
  ...inFunction(
    "app_private.resume_lasting_pushes",
    ["test/database/publish-chunk.test.ts"],
    [
      [
        "pushes that failed while the clock was ahead stay failed",
        "app_private.may_push('ALERT', a) or ",
        "",
      ],
      [
        "all-clears that failed while the clock was ahead stay failed",
        " or app_private.may_push('ALL_CLEAR', a)",
        "",
      ],
    ],
  ),
];

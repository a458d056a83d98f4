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
      ["a job with a key is deleted", "and j.key is null ", ""],
      ["a job with attempts left is deleted", " and j.attempts >= j.max_attempts", ""],
      ["a job that runs is deleted", " and j.locked_at is null", ""],
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
    ],
  ),
];

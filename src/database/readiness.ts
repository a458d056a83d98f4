import type { Pool } from "pg";
import type { ChannelFailure } from "../ops/channel-state.ts";

/** A row of app_private.readiness(). */
interface Row {
  migration: string;
  job_lag: number;
  failing_pushes: Record<string, ChannelFailure> | null;
  failing_mail: ChannelFailure | null;
  clock_fault: string | null;
  late_tasks: Record<string, string> | null;
}

/** What the database says about itself. */
export interface Readiness {
  migration: string;
  /** How many seconds the oldest job that is due has waited. */
  jobLag: number;
  /** Since when and why a provider takes no pushes, by its name in the database. */
  failingPushes: Record<string, ChannelFailure>;
  /** Since when and why the mail server takes no mails; null if it does. */
  failingMail: ChannelFailure | null;
  /** Why the database's clock is not trusted, so that nothing is deleted for its age; null if it is. */
  clockFault: string | null;
  /** Since when each task that should run regularly has had no success, of those that are late. */
  lateTasks: Record<string, string>;
}

/** A balancer waits a second for the whole answer. */
export const READINESS_TIMEOUT_MS = 800;

/** Asks the database whether it is ready. Rejects after `READINESS_TIMEOUT_MS`, whatever hangs. */
export async function readReadiness(pool: Pool): Promise<Readiness> {
  const late = Promise.withResolvers<never>();
  // The pool's own limits may add up: first it connects, then it asks.
  const timer = setTimeout(
    () => late.reject(new Error("The database does not answer.")),
    READINESS_TIMEOUT_MS,
  );
  try {
    const asked = pool.query<Row>(
      "select r.*, app_private.clock_fault(), app_private.late_tasks() from app_private.readiness() r",
    );
    const { rows } = await Promise.race([asked, late.promise]);
    const { migration, job_lag, failing_pushes, failing_mail, clock_fault, late_tasks } =
      rows[0] as Row;
    return {
      migration,
      jobLag: job_lag,
      failingPushes: failing_pushes ?? {},
      failingMail: failing_mail,
      clockFault: clock_fault,
      lateTasks: late_tasks ?? {},
    };
  } finally {
    clearTimeout(timer);
  }
}

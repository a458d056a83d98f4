import { printable } from "../printable.ts";
import type { Reads } from "./reads.ts";

/**
 * Finds what a restore has revived: after the backup, an alert may have been cancelled, or a push sent. Titles are read
 * through JSON, because the tables of earlier releases lack the column.
 */
const REVIVED = `
  select format('alert %s is active until %s: %s', a.id, to_char(a.expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
      coalesce(to_jsonb(a) ->> 'title', left(split_part(a.text1, E'\\n', 1), 60))) as line, 1 as place, a.id as number
    from app_public.alerts a where a.active and a.expires_at > now()
  union all
  select format('the publication of alert %s is not complete', p.alert_id), 2, p.alert_id
    from app_private.publications p where p.completed_at is null
  union all
  select format('%s of %s in the queue', case count(*) when 1 then '1 job' else count(*) || ' jobs' end, j.task_identifier), 3,
      row_number() over (order by j.task_identifier)
    from graphile_worker.jobs j
    where (j.task_identifier like 'push\\_%' or j.task_identifier in ('publish_held', 'send_mail')) and j.attempts < j.max_attempts
    group by j.task_identifier
  order by place, number`;

/** Returns what the service resumes when it starts, one line for each. */
export async function revived(pool: Reads): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(REVIVED);
  return rows.map(({ line }) => printable(line));
}

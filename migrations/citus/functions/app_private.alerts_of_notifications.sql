-- A job is visible when the coordinator commits it, and its notifications when their worker nodes commit: a moment later, or when somebody
-- completes what a crash left prepared. A job that did not wait would find nothing to push, or no alert.
create or replace function app_private.alerts_of_notifications(job_id bigint, notification_ids bigint[]) returns integer[]
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  seen record;
  seen_ids bigint[];
  job record;
begin
  for look in 1 .. 10 loop
    select coalesce(array_agg(s.alert_id), '{}') as alert_ids, coalesce(sum(s.number), 0) as number into seen
      from (
        select n.alert_id, count(*) as number from app_public.notifications n
          where n.id = any (notification_ids) group by n.alert_id
      ) s;
    if seen.number = cardinality(notification_ids) then
      return seen.alert_ids;
    end if;
    -- This does not complete what a transaction is about to commit.
    if look = 1 then
      perform app_private.complete_commits();
    else
      perform pg_sleep(0.1);
    end if;
  end loop;
  select j.task_identifier, j.priority into job
    from graphile_worker.jobs j where j.id = job_id and j.created_at > now() - interval '5 minutes';
  if job.task_identifier is null then
    return seen.alert_ids;
  elsif seen.number = 0 then
    raise exception 'No worker node has committed notifications of this job yet. It tries again.';
  end if;
  -- Nobody waits for the others.
  seen_ids := array(select n.id from app_public.notifications n where n.id = any (notification_ids));
  perform graphile_worker.add_job(
    job.task_identifier,
    json_build_object('notificationIds', array(select i from unnest(notification_ids) i where i <> all (seen_ids))),
    run_at => now() + interval '5 seconds', priority => job.priority, job_key => 'unseen:' || job_id);
  return seen.alert_ids;
end
$$;

--! Previous: sha1:be4a4fa92eb0e6c2bea15e5872994aebe29b6b38
--! Hash: sha1:2e704bf1693ebdfc04a113e173d2f5f10dda3817
--! Message: Publication

set local check_function_bodies = off; -- Functions call later ones.

create type app_private.recipient as (
  user_id integer,
  latitude double precision,
  longitude double precision,
  moving_activity app_public.moving_activity,
  taken_at timestamptz,
  accuracy double precision,
  place_kept boolean,
  distance_class app_public.distance_class
);
comment on type app_private.recipient is 'A user to notify, with the position that the notification stores.';
comment on column app_private.recipient.user_id is 'The user.';
comment on column app_private.recipient.latitude is 'Where the user is, in degrees north.';
comment on column app_private.recipient.longitude is 'Where the user is, in degrees east.';
comment on column app_private.recipient.moving_activity is 'How the user is moving.';
comment on column app_private.recipient.taken_at is
  'When the device took the position. Null if the position is not known any more.';
comment on column app_private.recipient.accuracy is
  'The radius of accuracy of the position in metres. Null if it is not known.';
comment on column app_private.recipient.place_kept is 'False if a point of the alert''s area stands in for the place.';
comment on column app_private.recipient.distance_class is
  'How far from the alert''s area the user was. Null if the place is kept.';

create type app_public.publish_step as (
  confirm_above integer,
  take_back_time double precision
);
comment on type app_public.publish_step is 'What a client asks of an administrator before it publishes.';
comment on column app_public.publish_step.confirm_above is
  E'@notNull\nAbove this number of people, the administrator types the number.';
comment on column app_public.publish_step.take_back_time is
  E'@notNull\nFor how many seconds publicationHold holds a publication.';

create table app_private.publications (
  alert_id integer not null,
  level app_public.level_alert not null default 'ONE',
  last_user_id integer not null default 0,
  completed_at timestamptz,
  constraint publications_pkey primary key (alert_id),
  constraint publications_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
create index publications_incomplete on app_private.publications (alert_id) where (completed_at is null);
alter table app_private.publications enable row level security;

comment on table app_private.publications is
  'The progress of each publication. A small one notifies all its users at once. A larger one queues its users and notifies them chunk by chunk. A very large one passes through all users by id, notifies those of level ONE, and queues the others.';
comment on column app_private.publications.alert_id is 'The alert.';
comment on column app_private.publications.level is
  'ONE before a publication begins and while it passes through all users; TWO while it notifies the queued users.';
comment on column app_private.publications.last_user_id is 'The id up to which it has passed through the users.';
comment on column app_private.publications.completed_at is 'When it was completed. Null until then.';
comment on index app_private.publications_incomplete is
  'Serves app_private.heartbeat(), which looks for unfinished publications every two seconds.';

create table app_private.publication_waiting (
  alert_id integer not null,
  level app_public.level_alert not null,
  first_user_id integer not null,
  user_ids integer[] not null,
  constraint publication_waiting_pkey primary key (alert_id, level, first_user_id),
  constraint publication_waiting_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
alter table app_private.publication_waiting enable row level security;

comment on table app_private.publication_waiting is
  'Users in an alert''s zones who are still to be notified, in chunks, the most urgent level first.';
comment on column app_private.publication_waiting.alert_id is 'The alert.';
comment on column app_private.publication_waiting.level is 'The level of these users.';
comment on column app_private.publication_waiting.first_user_id is 'The lowest of their ids.';
comment on column app_private.publication_waiting.user_ids is 'Their ids.';

create table app_private.alert_reach (
  alert_id integer not null,
  id bigint not null generated always as identity,
  users integer not null,
  constraint alert_reach_pkey primary key (alert_id, id),
  constraint alert_reach_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
alter table app_private.alert_reach enable row level security;

comment on table app_private.alert_reach is
  'The users newly reached by an alert, one row for each transaction, so that transactions do not wait for each other. The sum is the number reached.';
comment on column app_private.alert_reach.alert_id is 'The alert.';
comment on column app_private.alert_reach.id is 'The id of the row.';
comment on column app_private.alert_reach.users is 'How many users the transaction reached.';

create table app_private.workers (
  id text not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint workers_pkey primary key (id)
);
alter table app_private.workers enable row level security;

comment on table app_private.workers is 'The worker pools that run jobs, one for each lane of each process.';
comment on column app_private.workers.id is 'The id of the pool.';
comment on column app_private.workers.since is 'Since when its heartbeats have come without a gap.';
comment on column app_private.workers.seen_at is 'The time of its last heartbeat.';

create table app_private.tasks (
  name text not null,
  late_after interval not null,
  succeeded_at timestamptz not null default now(),
  constraint tasks_pkey primary key (name)
);
alter table app_private.tasks enable row level security;

comment on table app_private.tasks is 'The regular tasks and their last success, by which a task that keeps failing is detected.';
comment on column app_private.tasks.name is 'The name of the task in graphile_worker.jobs.';
comment on column app_private.tasks.late_after is 'How long after its last success the task is late.';
comment on column app_private.tasks.succeeded_at is
  'When a job of the task last succeeded; before the first success, when the task was registered.';

create table app_private.clock (
  only_row boolean not null default true,
  seen_at timestamptz not null default now(),
  left_at timestamptz,
  arrived_at timestamptz,
  constraint clock_has_one_row check (only_row),
  constraint clock_pkey primary key (only_row)
);
alter table app_private.clock enable row level security;

comment on table app_private.clock is 'The times of the database''s clock that heartbeats recorded, in one row.';
comment on column app_private.clock.only_row is 'Always true, so that there is one row.';
comment on column app_private.clock.seen_at is 'The newest recorded time, to the minute.';
comment on column app_private.clock.left_at is
  'The recorded time before the last step forward of more than two days. Null if there was none, or the clock was set back since.';
comment on column app_private.clock.arrived_at is 'The first recorded time after that step.';

insert into app_private.clock default values;

--! Included publication/app_private.alerts_to_match.sql
create or replace function app_private.alerts_to_match(last_position app_public.last_positions) returns integer[]
language plpgsql stable
as $$
declare
  candidates record;
  ids_by_level record;
  notified_ids integer[];
begin
  select array_agg(a.id) as ids, min(a.id) as first_id, bool_or(a.renotified_version > 1) as is_renotified into candidates
    from app_public.alerts a
    where a.active and a.zone3_box && box(point(last_position.longitude, last_position.latitude));
  -- On the 180th meridian a zone may contain the place by its other longitude, which is not in its box.
  if candidates.ids is null or candidates.is_renotified or abs(last_position.longitude) = 180 then
    return candidates.ids;
  end if;

  -- Most users near alerts were notified of them. An index of notifications answers this without reading a zone.
  select array_agg(n.alert_id) filter (where n.level = 'ONE') as one,
      array_agg(n.alert_id) filter (where n.level = 'TWO') as two,
      array_agg(n.alert_id) filter (where n.level = 'THREE') as three
    into ids_by_level
    from app_public.notifications n
    where n.user_id = last_position.user_id and n.id >= coalesce(
      -- The order by the index forces this plan. The planner would otherwise scan the ids, most of which may be of other alerts.
      (select case when m.alert_id = candidates.first_id then m.id end
        from app_public.notifications m where (m.alert_id, m.id) >= (candidates.first_id, 0) order by m.alert_id, m.id limit 1), 0);
  -- A user who was notified at an outer level is notified again only at an inner one.
  notified_ids := ids_by_level.one;
  if ids_by_level.two is not null then
    notified_ids := notified_ids || array(select unnest(ids_by_level.two) except
      select a.id from app_public.alerts a where a.active and a.zone1 operator(public.&&) last_position.location);
  end if;
  if ids_by_level.three is not null then
    notified_ids := notified_ids || array(select unnest(ids_by_level.three) except
      select a.id from app_public.alerts a where a.active and a.zone2 operator(public.&&) last_position.location);
  end if;
  if notified_ids is null then
    return candidates.ids;
  end if;
  return (select array_agg(r.id) from (select unnest(candidates.ids) except select unnest(notified_ids)) r (id));
end
$$;
comment on function app_private.alerts_to_match(app_public.last_positions) is
  'Returns the ids of the active alerts that may notify a user at their last position: those whose bounding box contains it, less those that have notified the user already, judged by bounding boxes. Null if there are none. It is a prefilter: the caller applies the rules.';
--! EndIncluded publication/app_private.alerts_to_match.sql
--! Included publication/app_private.announce_notifications.sql
create or replace function app_private.announce_notifications(alert_id integer, first_id bigint, last_id bigint) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select pg_notify(
    'notifications_added', json_build_object('alertId', alert_id, 'first', first_id, 'last', last_id)::text);
$$;
comment on function app_private.announce_notifications(integer, bigint, bigint) is
  'Announces to the hosts by NOTIFY that this transaction inserted notifications of an alert. The payload has the lowest and the highest id; ids between them may belong to other transactions, which announce their own.';
--! EndIncluded publication/app_private.announce_notifications.sql
--! Included publication/app_private.clock_fault.sql
create or replace function app_private.clock_fault() returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
as $$
declare
  grace_period constant interval := interval '2 days';
  clock constant app_private.clock := (select c from app_private.clock c);
  is_step_forward constant boolean := now() > clock.seen_at + grace_period;
begin
  return case when is_step_forward or now() < clock.arrived_at + grace_period then format(
    'The database''s clock went from %s to %s at once, so nothing is deleted for its age until %s. Set it right, unless the service was stopped.',
    date_trunc('second', case when is_step_forward then clock.seen_at else clock.left_at end),
    date_trunc('second', case when is_step_forward then now() else clock.arrived_at end),
    date_trunc('second', case when is_step_forward then now() else clock.arrived_at end + grace_period)) end;
end
$$;
comment on function app_private.clock_fault() is
  'Returns why the database''s clock is not trusted: it went forward by more than two days at once, less than two days ago. Null if it is trusted.';
grant execute on function app_private.clock_fault() to app_host;
--! EndIncluded publication/app_private.clock_fault.sql
--! Included publication/app_private.commit_synchronously.sql
create or replace function app_private.commit_synchronously() returns void
language plpgsql volatile
as $$
begin
  if pg_catalog.current_setting('synchronous_commit') not in ('on', 'remote_apply') then
    -- Null means the default, which may be remote_apply: a report may have lowered it in this transaction.
    if pg_catalog.set_config('synchronous_commit', null, true) not in ('on', 'remote_apply') then
      perform pg_catalog.set_config('synchronous_commit', 'on', true);
    end if;
  end if;
end
$$;
comment on function app_private.commit_synchronously() is
  'Sets synchronous_commit to on for this transaction, or to remote_apply if that is the default: the commit is on disk, and on the synchronous standby if there is one, before it becomes visible.';
--! EndIncluded publication/app_private.commit_synchronously.sql
--! Included publication/app_private.compact_alert_reach.sql
create or replace function app_private.compact_alert_reach() returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  compacted integer;
begin
  with deleted as (
    delete from app_private.alert_reach r
      where r.alert_id in (select m.alert_id from app_private.alert_reach m group by m.alert_id having count(*) > 1)
      returning r.alert_id, r.users
  )
  insert into app_private.alert_reach (alert_id, users) select d.alert_id, sum(d.users) from deleted d group by d.alert_id;
  get diagnostics compacted = row_count;
  return compacted;
end
$$;
comment on function app_private.compact_alert_reach() is
  'Replaces the rows of each alert by one with their sum. Returns the number of alerts that it compacted.';
--! EndIncluded publication/app_private.compact_alert_reach.sql
--! Included publication/app_private.complete_replaced_jobs.sql
create or replace function app_private.complete_replaced_jobs() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.locked_at is null and j.attempts >= j.max_attempts
      and (
        j.key is null and j.task_identifier in (
          'checkpoint_audit', 'count_figures', 'count_versions', 'forget_history', 'make_position_partitions', 'publish_alert',
          'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'send_mail', 'speak_alert')
        -- A mail is of no use after a day, and providers keep receipts for a day.
        or j.task_identifier in ('send_mail', 'push_receipts') and j.run_at < now() - interval '1 day')
    having count(*) > 0;
end
$$;
comment on function app_private.complete_replaced_jobs() is
  'Completes jobs that have used up their attempts and would count as failed although nobody needs them: jobs that another job with the same key replaced while they ran (they have lost their key, and jobs of these tasks always have one), and mails and requests for receipts a day after their last due time.';
--! EndIncluded publication/app_private.complete_replaced_jobs.sql
--! Included publication/app_private.continue_publication.sql
create or replace function app_private.continue_publication(alert_id integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.commit_synchronously();
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.continue_publication(integer) is
  'Queues a job that continues an unfinished publication at once. The job that app_private.new_alert() queues waits some seconds.';
grant execute on function app_private.continue_publication(integer) to app_host;
--! EndIncluded publication/app_private.continue_publication.sql
--! Included publication/app_private.drain_reports.sql
create or replace function app_private.drain_reports(user_ids integer[] default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform app_private.refuse_isolation();
  end if;
  -- All transactions lock in the same order, so that publications do not deadlock.
  if user_ids is null then
    -- The keys are consecutive. That of user 0 is the first, and that of user -1 the last.
    perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
  else
    perform pg_advisory_xact_lock(h.lock)
      from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
  end if;
end
$$;
comment on function app_private.drain_reports(integer[]) is
  'Takes the advisory locks of these users'' reports, of all users'' by default: it waits for the reports in flight and blocks new ones until the transaction ends. A statement that begins after it sees the last position of each user. A blocked report sees what the transaction has committed. Error 25001 at another isolation level than READ COMMITTED.';
--! EndIncluded publication/app_private.drain_reports.sql
--! Included publication/app_private.failing_pushes.sql
create or replace function app_private.failing_pushes() returns json
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select json_object_agg(o.provider, json_build_object('since', o.failing_since, 'why', app_private.push_reason(o.why)))
    from app_private.push_outcomes o where o.why is not null;
$$;
comment on function app_private.failing_pushes() is
  'Returns, by provider, since when and why its last push failed. Null if no provider fails. The grant guards it: it is for administrators only.';
grant execute on function app_private.failing_pushes() to app_admin;
--! EndIncluded publication/app_private.failing_pushes.sql
--! Included publication/app_private.free_jobs.sql
create or replace function app_private.free_jobs(worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.free_jobs(text[]) is
  'Unlocks the jobs of dead worker pools, and completes those that another job has replaced.';
--! EndIncluded publication/app_private.free_jobs.sql
--! Included publication/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  timeout constant interval := '10 seconds';
  living_since timestamptz;
  dead_ids text[];
begin
  perform app_private.note_clock();
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - timeout then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has been alive for longer than the timeout removes others: after an outage of PostgreSQL, all are late.
  if living_since < now() - timeout then
    with deleted as (
      delete from app_private.workers w where w.seen_at < now() - timeout returning w.id
    )
    select array_agg(g.id) into dead_ids from deleted g;
    if dead_ids is not null then
      perform app_private.free_jobs(dead_ids);
    end if;
  end if;

  -- Resets the exponential backoff of failed publications, which must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + timeout / 2)
    having count(*) > 0;
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive, and the time of the clock. Each process calls it every two seconds. It unlocks the jobs of pools without a heartbeat for ten seconds, retries unfinished publications within that time, and completes failed jobs that were replaced.';
--! EndIncluded publication/app_private.heartbeat.sql
--! Included publication/app_private.insert_notifications.sql
create or replace function app_private.insert_notifications(
  alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert,
  recipients app_private.recipient[], newly_reached integer default 0
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
  -- The ids are taken first, because pushes and announcements name them.
  ids constant bigint[] := array(select nextval('app_public.notifications_id_seq') from generate_series(1, cardinality(recipients)));
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  insert into app_public.notifications (
      id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy,
      place_kept, distance_class)
    overriding system value
    select t.id, insert_notifications.alert_id, insert_notifications.version,
        case when insert_notifications.kind = 'ALERT' and insert_notifications.version > 1 and (
          select min(n.level) from app_public.notifications n
            where n.alert_id = insert_notifications.alert_id and n.user_id = (t.recipient).user_id) is not null
          then 'UPDATE' else insert_notifications.kind end,
        insert_notifications.level, (t.recipient).user_id, (t.recipient).latitude, (t.recipient).longitude, (t.recipient).moving_activity,
        (t.recipient).taken_at, (t.recipient).accuracy, (t.recipient).place_kept, (t.recipient).distance_class
      -- In the select list, unnest() makes no intermediate table.
      from (select unnest(ids) as id, unnest(insert_notifications.recipients) as recipient) t;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (insert_notifications.alert_id, newly_reached);
  end if;
  perform app_private.queue_pushes(
      case when insert_notifications.kind = 'ALL_CLEAR' then 'ONE' else insert_notifications.level end,
      ids, min(u.user_id), max(u.user_id))
    from unnest(recipients) u;
  perform app_private.announce_notifications(insert_notifications.alert_id, ids[1], ids[cardinality(ids)]);
end
$$;
comment on function app_private.insert_notifications(integer, integer, app_public.notification_kind, app_public.level_alert, app_private.recipient[], integer) is
  'Notifies users of a version of an alert at one level: it inserts the notifications, counts the newly reached users, queues pushes and announces them to the hosts. An ALERT becomes an UPDATE for a user who was notified of an earlier version. The caller holds the locks of these users'' reports.';
--! EndIncluded publication/app_private.insert_notifications.sql
--! Included publication/app_private.register_tasks.sql
create or replace function app_private.register_tasks(late_after json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app_private.tasks as t (name, late_after)
    select n.key, make_interval(secs => n.value::float8) from json_each_text(register_tasks.late_after) n
    on conflict (name) do update set late_after = excluded.late_after where t.late_after <> excluded.late_after;
  delete from app_private.tasks t where register_tasks.late_after -> t.name is null;
end
$$;
comment on function app_private.register_tasks(json) is
  'Registers the tasks that run regularly, each with the seconds after its last success at which it is late, and removes all others. Called when jobs start.';
--! EndIncluded publication/app_private.register_tasks.sql
--! Included publication/app_private.late_tasks.sql
create or replace function app_private.late_tasks() returns json
language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select json_object_agg(t.name, to_char(t.succeeded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') order by t.name)
    from app_private.tasks t where t.succeeded_at + t.late_after < now();
end;
comment on function app_private.late_tasks() is
  'Returns, by late task, when it last succeeded. Null if no task is late.';
grant execute on function app_private.late_tasks() to app_host;
--! EndIncluded publication/app_private.late_tasks.sql
--! Included publication/app_private.note_clock.sql
create or replace function app_private.note_clock() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- All hosts together write once a minute.
  update app_private.clock c set
      seen_at = now(),
      left_at = case when now() > c.seen_at + interval '2 days' then c.seen_at when now() >= c.seen_at then c.left_at end,
      arrived_at = case when now() > c.seen_at + interval '2 days' then now() when now() >= c.seen_at then c.arrived_at end
    where now() > c.seen_at + interval '1 minute' or now() < c.seen_at - interval '1 minute';
end
$$;
comment on function app_private.note_clock() is
  'Records the time of the database''s clock. Each heartbeat calls it, so a step forward of more than two days means that the clock was set, or that no host ran.';
--! EndIncluded publication/app_private.note_clock.sql
--! Included publication/app_private.note_success.sql
create or replace function app_private.note_success(task text) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  update app_private.tasks t set succeeded_at = now() where t.name = note_success.task
$$;
comment on function app_private.note_success(text) is 'Records that a job of a regular task has succeeded.';
--! EndIncluded publication/app_private.note_success.sql
--! Included publication/app_private.notify_of_active_alerts.sql
create or replace function app_private.notify_of_active_alerts(last_position app_public.last_positions) returns integer
language plpgsql volatile
as $$
declare
  alert_ids constant integer[] := app_private.alerts_to_match(last_position);
  match record;
  notified_count integer := 0;
begin
  -- Most reports end here, without the statement below.
  if alert_ids is null then
    return 0;
  end if;
  for match in
    select a.id, a.version, m.level, not exists (
          select from app_public.notifications n where n.alert_id = a.id and n.user_id = last_position.user_id) as is_new
      from app_public.alerts a
      cross join lateral app_private.level_at(a.zone1, a.zone2, a.zone3, last_position.location, last_position.accuracy > a.max_accuracy) m (level)
      where a.id = any (alert_ids) and app_private.is_active(a.active, a.expires_at)
        and app_private.is_fresh(last_position.taken_at, last_position.alive_at, a.max_position_age)
        and app_private.applies_to(a.status, (select u.is_tester from app_public.users u where u.id = last_position.user_id))
        and m.level is not null
        and not app_private.is_notified(
          (select min(n.level) from app_public.notifications n
            where n.alert_id = a.id and n.user_id = last_position.user_id and n.version >= a.renotified_version), m.level)
      order by m.level, a.id
  loop
    -- A push leaves as soon as this commits. If the commit were lost in a crash, the user would be notified twice.
    perform app_private.commit_synchronously();
    perform app_private.order_notifications(last_position.user_id);
    perform app_private.insert_notifications(
      match.id, match.version, 'ALERT', match.level, array[row(
        last_position.user_id, last_position.latitude, last_position.longitude, last_position.moving_activity, last_position.taken_at,
        last_position.accuracy, true, null
      )::app_private.recipient], match.is_new::integer);
    notified_count := notified_count + 1;
  end loop;
  return notified_count;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller has begun the report by app_private.share_report_lock(). Returns the number of notifications.';
--! EndIncluded publication/app_private.notify_of_active_alerts.sql
--! Included publication/app_private.notify_users.sql
create or replace function app_private.notify_users(
  alert app_public.alerts, published_at timestamptz, user_ids integer[], is_range boolean default false
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  -- The cast detoasts each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
  -- Interval arithmetic is slow: this limit is computed once. Only positions reported since the publication need their own.
  cutoff constant timestamptz := app_private.oldest_fresh(alert.max_position_age, published_at);
  first_id constant integer := case when is_range then user_ids[1] else (select min(u) from unnest(user_ids) u) end;
  last_id constant integer := case when is_range then user_ids[2] else (select max(u) from unnest(user_ids) u) end;
  has_notifications boolean;
  level_group record;
begin
  -- The order by the index forces this plan, as statistics are from before this publication.
  select n.alert_id = alert.id and n.user_id <= last_id into has_notifications
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  for level_group in
    select c.level, count(*) filter (where c.innermost is null)::integer as newly_reached,
        array_agg(row(
          c.user_id, c.latitude, c.longitude, c.moving_activity, c.taken_at, c.accuracy, true, null
        )::app_private.recipient) as recipients
      from (
        select l.*, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
            -- A scalar subquery forces an index lookup for each row, for the same reason. PostgreSQL may run EXISTS as a hash
            -- of all notifications of the alert.
            case when has_notifications and alert.renotified_version > 1 then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.renotified_version) end as renotified,
            case when has_notifications then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id) end as innermost
          from (
            -- Only one of the two branches runs. A range is one index scan.
            select r.* from app_public.last_positions r where is_range and r.user_id between first_id and last_id
            union all
            select r.* from unnest(user_ids) u (id) join app_public.last_positions r on r.user_id = u.id where not is_range
          ) l
          where greatest(l.taken_at, l.alive_at) > case when l.created_at > published_at
              then app_private.oldest_fresh(alert.max_position_age, l.created_at) else cutoff end
            and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        -- An optimization fence: the level is computed once for each row.
        offset 0
      ) c
      where c.level is not null
        and not app_private.is_notified(case when alert.renotified_version > 1 then c.renotified else c.innermost end, c.level)
      group by c.level order by c.level
  loop
    if is_range and level_group.level > 'ONE' then
      insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
        select alert.id, level_group.level, min(t.user_id), array_agg(t.user_id) from unnest(level_group.recipients) t;
    else
      perform app_private.insert_notifications(
        alert.id, alert.version, 'ALERT', level_group.level, level_group.recipients, level_group.newly_reached);
    end if;
  end loop;
end
$$;
comment on function app_private.notify_users(app_public.alerts, timestamptz, integer[], boolean) is
  'Notifies those of these users whose last position lies in an alert''s zones, unless they were notified at this level or a more urgent one. With is_range, user_ids are the first and the last id of a range: then users in the zones TWO and THREE wait in app_private.publication_waiting. The caller holds the locks of these users'' reports.';
--! EndIncluded publication/app_private.notify_users.sql
--! Included publication/app_private.publish_chunk.sql
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 10000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  published_at timestamptz;
  candidates integer[];
  is_complete boolean := false;
  is_range boolean;
  -- A larger limit costs a large publication more than it saves.
  max_candidates constant integer := least(chunk_size, 1000);
begin
  perform app_private.commit_synchronously();
  -- A second process that publishes this alert waits here, and continues where the first one stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.send_all_clear(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;

  published_at := app_private.published_at(alert);
  if publication.level = 'ONE' and publication.last_user_id = 0 then
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, published_at)
        limit max_candidates + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= max_candidates;
    if not is_complete and app_private.queue_recipients(alert, published_at, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    candidates := app_private.take_waiting(alert.id, chunk_size);
    is_complete := candidates is null;
  end if;

  -- A large publication passes through all users by id.
  is_range := publication.level = 'ONE' and not is_complete;
  if is_range then
    candidates := array[publication.last_user_id + 1, publication.last_user_id + chunk_size];
  end if;
  if candidates is not null then
    perform app_private.drain_reports(
      case when is_range then app_private.user_of_each_lock(candidates[1], candidates[2]) else candidates end);
    perform app_private.notify_users(alert, published_at, candidates, is_range);
  end if;
  if is_range then
    publication.last_user_id := publication.last_user_id + chunk_size;
    -- max() uses the index. "not exists" is planned as a sequential scan for each chunk.
    if publication.last_user_id >= (select max(l.user_id) from app_public.last_positions l) then
      publication.level := 'TWO';
    end if;
  end if;
  update app_private.publications p
    set level = publication.level, last_user_id = publication.last_user_id,
      completed_at = case when is_complete then clock_timestamp() end
    where p.alert_id = alert.id;
  return is_complete;
end
$$;
comment on function app_private.publish_chunk(integer, integer) is
  'Notifies the next users whose last position lies in the alert''s zones, the most urgent level first. For a cancelled alert it sends the all-clear to the next users who were notified. True when all are done. Call it until then, each time in a transaction that begins after the alert has committed.';
grant execute on function app_private.publish_chunk(integer, integer) to app_host;
--! EndIncluded publication/app_private.publish_chunk.sql
--! Included publication/app_private.published_at.sql
create or replace function app_private.published_at(alert app_public.alerts) returns timestamptz
language plpgsql stable
as $$
begin
  return coalesce(
    (select v.created_at from app_public.alert_versions v where v.alert_id = alert.id and v.version = alert.version),
    alert.created_at);
end
$$;
comment on function app_private.published_at(app_public.alerts) is
  'Returns when the present version of an alert was published. The age of last positions counts from then, however long the publication takes.';
--! EndIncluded publication/app_private.published_at.sql
--! Included publication/app_private.purge_time.sql
create or replace function app_private.purge_time() returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  fault constant text := app_private.clock_fault();
begin
  if fault is not null then
    raise exception using errcode = 'LA409', message = fault;
  end if;
  return now();
end
$$;
comment on function app_private.purge_time() is
  'Returns the time from which purges count ages. Error LA409 (conflict) while app_private.clock_fault() says that the clock may be wrong.';
--! EndIncluded publication/app_private.purge_time.sql
--! Included publication/app_private.queue_publication.sql
create or replace function app_private.queue_publication(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.queue_publication(integer) is
  'Queues a job that continues an alert''s publication if the host dies between the two phases.';
--! EndIncluded publication/app_private.queue_publication.sql
--! Included publication/app_private.queue_recipients.sql
create or replace function app_private.queue_recipients(
  alert app_public.alerts, published_at timestamptz, chunk_size integer
) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- Passing through eight users costs about as much as queueing one.
  max_recipients constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- The cast detoasts each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
begin
  -- Estimates the number of recipients from twenty samples of a hundred users, before it searches for all.
  if (select count(*) from generate_series(0, 19) part cross join lateral (
      select l.location from app_public.last_positions l
        where l.user_id > part * users / 20 and l.user_id <= (part + 1) * users / 20
        order by l.user_id limit 100
    ) s where st_covers(zone3, s.location)) > 2 * max_recipients * sample
  then
    return false;
  end if;
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    with matches as materialized (
      select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, published_at)
          and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        limit max_recipients + 1
    ), numbered as (
      select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
        from matches s where s.level is not null and (select count(*) from matches) <= max_recipients
    )
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;
comment on function app_private.queue_recipients(app_public.alerts, timestamptz, integer) is
  'Finds the users in an alert''s zones by the spatial index of last positions, and queues them in chunks by level. Returns false, and queues nobody, for more than twenty chunks, more than an eighth of all users, or an estimate of more than twice that. The publication then passes through all users by id.';
--! EndIncluded publication/app_private.queue_recipients.sql
--! Included publication/app_private.readiness.sql
create or replace function app_private.readiness(
  out migration text, out job_lag double precision, out failing_pushes json, out failing_mail json
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select m.filename into strict migration from graphile_migrate.migrations m order by m.filename desc limit 1;
  select coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0) into job_lag
    from graphile_worker.jobs j
    where j.run_at <= clock_timestamp() and j.locked_at is null and j.attempts < j.max_attempts;
  failing_pushes := app_private.failing_pushes();
  failing_mail := app_private.failing_mail();
end
$$;
comment on function app_private.readiness() is
  'Returns the state of the database for GET /readyz: the last migration, the seconds that the oldest due job has waited, and since when and why push providers and the mail server fail. An error if no migration has run.';
grant execute on function app_private.readiness() to app_host;
--! EndIncluded publication/app_private.readiness.sql
--! Included publication/app_private.send_all_clear.sql
create or replace function app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer)
returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  user_ids integer[];
  levels app_public.level_alert[];
  last_user_id integer;
  level_group record;
begin
  select array_agg(t.user_id), array_agg(t.level), max(t.user_id) into user_ids, levels, last_user_id
    from (
      -- The innermost level of each user. The index on alert, user and level has this order.
      select distinct on (n.user_id) n.user_id, n.level
        from app_public.notifications n
        where n.alert_id = alert.id and n.user_id > after_user_id
        order by n.user_id, n.level
        limit chunk_size
    ) t;
  if last_user_id is null then
    return null;
  end if;
  -- Serializes the changes of a user's notifications, so that they commit in the order of their ids. An erasure is one too.
  perform app_private.drain_reports(user_ids);
  for level_group in
    select t.level, array_agg(t.recipient) as recipients
      from (
        select u.level, row(
              l.user_id, l.latitude, l.longitude, l.moving_activity, l.taken_at, l.accuracy, true, null
            )::app_private.recipient as recipient
          from (select unnest(user_ids) as user_id, unnest(levels) as level) u
          join app_public.last_positions l on l.user_id = u.user_id
        union all
        -- Users whose last position was deleted, but not erased users.
        select u.level, row(
              u.user_id, n.latitude, n.longitude, n.moving_activity, null, null, n.place_kept, n.distance_class
            )::app_private.recipient
          from (select unnest(user_ids) as user_id, unnest(levels) as level) u
          cross join lateral (
            select n.latitude, n.longitude, n.moving_activity, n.place_kept, n.distance_class from app_public.notifications n
              where n.alert_id = alert.id and n.user_id = u.user_id
              order by n.level limit 1
          ) n
          where not exists (select from app_public.last_positions l where l.user_id = u.user_id)
            and exists (select from app_public.users p where p.id = u.user_id)
      ) t
      group by t.level order by t.level
  loop
    perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', level_group.level, level_group.recipients);
  end loop;
  return last_user_id;
end
$$;
comment on function app_private.send_all_clear(app_public.alerts, integer, integer) is
  'Sends the all-clear to the next chunk_size users who were notified of an alert, wherever they are now: once each, at their innermost level. A user without a last position gets the place of the notification. Returns the id of the last user, or null if there are no more.';
--! EndIncluded publication/app_private.send_all_clear.sql
--! Included publication/app_private.take_waiting.sql
create or replace function app_private.take_waiting(alert_id integer, chunk_size integer) returns integer[]
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  next_ids integer[];
begin
  with deleted as (
    delete from app_private.publication_waiting w using (
        select o.level, o.first_user_id, sum(cardinality(o.user_ids)) over (order by o.level, o.first_user_id) as users,
            cardinality(o.user_ids) as chunk_users
          from app_private.publication_waiting o where o.alert_id = take_waiting.alert_id
      ) n
      where w.alert_id = take_waiting.alert_id and w.level = n.level and w.first_user_id = n.first_user_id
        and (n.users <= chunk_size or n.users = n.chunk_users)
      returning w.user_ids
  )
  select array_agg(u.user_id) into next_ids from deleted d, unnest(d.user_ids) u (user_id);
  return next_ids;
end
$$;
comment on function app_private.take_waiting(integer, integer) is
  'Removes the next users of an alert from app_private.publication_waiting, more urgent levels first, and returns their ids: about chunk_size of them, or null if none are left.';
--! EndIncluded publication/app_private.take_waiting.sql
--! Included publication/app_public.publish_step.sql
create or replace function app_public.publish_step() returns app_public.publish_step
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select row(s.confirm_above, extract(epoch from s.take_back_time))::app_public.publish_step from app_private.settings s
$$;
comment on function app_public.publish_step() is
  'What a client asks of an administrator before it publishes, by the settings of the service. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.publish_step() to app_admin;
--! EndIncluded publication/app_public.publish_step.sql

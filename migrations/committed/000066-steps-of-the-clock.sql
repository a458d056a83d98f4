--! Previous: sha1:76d260603c2fd252b272a43c901bd660b4002ea3
--! Hash: sha1:d4ac9b938a8899dbee23d3843a864120abbe54be
--! Message: steps of the clock

--! split: 1-current.sql
-- A clock that was 100 days ahead for one night deleted everybody's last position.
create table if not exists app_private.clock (
  only_row boolean primary key default true constraint clock_has_one_row check (only_row),
  seen_at timestamptz not null default now(),
  left_at timestamptz,
  arrived_at timestamptz
);
comment on table app_private.clock is 'What the heartbeats saw of the database''s clock, in one row.';
comment on column app_private.clock.only_row is 'Always true, so that there is one row.';
comment on column app_private.clock.seen_at is 'The newest time that a heartbeat saw, to the minute.';
comment on column app_private.clock.left_at is 'The last time before the last step forward of more than two days. Null if there was none, or the clock was set back since.';
comment on column app_private.clock.arrived_at is 'The first time after that step.';
alter table app_private.clock enable row level security;
insert into app_private.clock default values on conflict do nothing;
--! Included upkeep/app_private.note_clock.sql
create or replace function app_private.note_clock() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- One host writes once a minute.
  update app_private.clock c set
      seen_at = now(),
      left_at = case when now() > c.seen_at + interval '2 days' then c.seen_at when now() >= c.seen_at then c.left_at end,
      arrived_at = case when now() > c.seen_at + interval '2 days' then now() when now() >= c.seen_at then c.arrived_at end
    where now() > c.seen_at + interval '1 minute' or now() < c.seen_at - interval '1 minute';
end
$$;
comment on function app_private.note_clock() is
  'Records that the clock is there. Each heartbeat calls it, so a step of more than two days is seen: the clock was set, or nobody was there to see it.';
--! EndIncluded upkeep/app_private.note_clock.sql
--! Included upkeep/app_private.clock_fault.sql
create or replace function app_private.clock_fault() returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set datestyle = 'ISO'
as $$
declare
  patience constant interval := interval '2 days';
  clock constant app_private.clock := (select c from app_private.clock c);
  is_new constant boolean := now() > clock.seen_at + patience;
begin
  return case when is_new or now() < clock.arrived_at + patience then format(
    'The database''s clock went from %s to %s at once, so nothing is deleted for its age until %s. Set it right, unless the service was stopped.',
    date_trunc('second', case when is_new then clock.seen_at else clock.left_at end),
    date_trunc('second', case when is_new then now() else clock.arrived_at end),
    date_trunc('second', case when is_new then now() else clock.arrived_at end + patience)) end;
end
$$;
comment on function app_private.clock_fault() is
  'Says why the database''s clock is not trusted: it went forward by more than two days at once, less than two days ago. Null if it is.';
grant execute on function app_private.clock_fault() to app_host;
--! EndIncluded upkeep/app_private.clock_fault.sql
--! Included upkeep/app_private.purge_time.sql
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
--! EndIncluded upkeep/app_private.purge_time.sql
--! Included upkeep/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  perform app_private.note_clock();
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - patience then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has lived that long may judge the others: after an outage of PostgreSQL, all of them are late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w where w.seen_at < now() - patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform app_private.free_jobs(dead);
    end if;
  end if;

  -- Each failure makes a job wait longer. A publication must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive, and the clock; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, makes no unfinished publication wait longer than that, and completes jobs that were replaced and have failed.';
--! EndIncluded upkeep/app_private.heartbeat.sql
--! Included positions/app_private.oldest_position_kept.sql
create or replace function app_private.oldest_position_kept() returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return (select case when s.last_position_only then now() else app_private.purge_time() - s.position_retention end from app_private.settings s);
end
$$;
comment on function app_private.oldest_position_kept() is
  'Returns the time since which positions are kept as history: now, if only last positions are.';
--! EndIncluded positions/app_private.oldest_position_kept.sql
--! Included retention/app_private.purge_deliveries.sql
create or replace function app_private.purge_deliveries(most integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  past constant timestamptz := app_private.purge_time() - (select s.delivery_retention from app_private.settings s);
  alert app_public.alerts;
  purged integer;
begin
  select a.* into alert
    from app_public.alerts a
    left join app_private.delivery_results r on r.alert_id = a.id
    left join app_private.publications p on p.alert_id = a.id
    where least(a.expires_at, a.cancelled_at) < past and (p.alert_id is null or p.completed_at < past) and r.purged_at is null
    order by a.id limit 1;
  if alert.id is null then
    return 0;
  end if;
  -- The figures first, in a step of their own.
  if not exists (select from app_private.delivery_results r where r.alert_id = alert.id) then
    perform app_private.keep_delivery_results(alert);
    return 1;
  end if;
  delete from app_private.deliveries d where (d.user_id, d.id) in (
    select o.user_id, o.id from app_private.deliveries o where o.alert_id = alert.id limit purge_deliveries.most);
  get diagnostics purged = row_count;
  if purged = 0 then
    update app_private.delivery_results r set purged_at = now() where r.alert_id = alert.id;
  end if;
  return purged + 1;
end
$$;
comment on function app_private.purge_deliveries(integer) is
  'Deletes deliveries of the first alert that has ended longer ago than they are kept, after it has stored what they add up to. Returns 0 if there is nothing left to do. Call it until then, each time in a transaction of its own.';
--! EndIncluded retention/app_private.purge_deliveries.sql
--! Included retention/app_private.purge_speeches.sql
create or replace function app_private.purge_speeches(most integer default 20) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  past constant timestamptz := app_private.purge_time() - (select s.speech_retention from app_private.settings s);
  unused uuid[];
  parted integer;
  purged integer;
begin
  delete from app_private.alert_speeches s where (s.alert_id, s.level) in (
    select o.alert_id, o.level from app_private.alert_speeches o join app_public.alerts a on a.id = o.alert_id
      where least(a.expires_at, a.cancelled_at) < past limit purge_speeches.most);
  get diagnostics parted = row_count;
  -- Another alert may begin to use a speech now: the lock comes first, then a look at what has been committed until then.
  unused := array(
    select s.id from app_private.speeches s
      where past is not null and not exists (select from app_private.alert_speeches a where a.speech_id = s.id)
      limit purge_speeches.most for update skip locked);
  delete from app_private.speeches s
    where s.id = any (unused) and not exists (select from app_private.alert_speeches a where a.speech_id = s.id);
  get diagnostics purged = row_count;
  return parted + purged;
end
$$;
comment on function app_private.purge_speeches(integer) is
  'Deletes speeches that only alerts use which have ended longer ago than speeches are kept. Returns 0 if there is nothing left to do. Call it until then, each time in a transaction of its own.';
--! EndIncluded retention/app_private.purge_speeches.sql
--! Included retention/app_private.purge_notification_places.sql
create or replace function app_private.purge_notification_places(most integer default 2000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest_kept constant timestamptz := (select app_private.purge_time() - s.notification_place_retention from app_private.settings s);
  done app_private.retention_progress;
  old record;
begin
  if oldest_kept is null then
    return 0;
  end if;
  -- Two jobs take turns.
  select p.* into done from app_private.retention_progress p where p.task = 'notification_places' for update;
  -- Up to the first notification that keeps its place for now. Ids grow with time.
  select array_agg(n.user_id) as user_ids, array_agg(n.id) as ids, max(n.id) as last_id into old
    from (
      select m.id, m.user_id, bool_and(m.created_at < oldest_kept) over (order by m.id) as is_old
        from (
          select o.id, o.user_id, o.created_at from app_public.notifications o
            where o.id > done.last_id order by o.id limit purge_notification_places.most
        ) m
    ) n
    where n.is_old;
  if old.ids is null then
    return 0;
  end if;
  perform app_private.clear_places(old.user_ids, old.ids);
  update app_private.retention_progress p set last_id = old.last_id where p.task = 'notification_places';
  return cardinality(old.ids);
end
$$;
comment on function app_private.purge_notification_places(integer) is
  'Clears the places of the next notifications past the retention by app_private.clear_places(), and returns how many it looked at. Call it until it returns 0, each time in a transaction of its own.';
--! EndIncluded retention/app_private.purge_notification_places.sql
--! Included retention/app_private.purge_position_hashes.sql
create or replace function app_private.purge_position_hashes(from_block integer default 0, most integer default 500) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  next_block constant bigint := from_block + most;
  -- A hash of a place and moment tells it to whoever tries all places nearby.
  oldest_kept constant timestamptz := (
    select app_private.purge_time() - case when s.last_position_only then interval '1 day' else s.position_retention end
      from app_private.settings s);
begin
  delete from app_private.position_hashes h
    where h.ctid >= format('(%s,0)', from_block)::tid and h.ctid < format('(%s,0)', next_block)::tid
      and h.created_at < case
        when exists (select from app_public.users u where u.id = h.user_id and u.last_position_only)
        then greatest(oldest_kept, now() - interval '1 day') else oldest_kept end;
  return case when next_block * current_setting('block_size')::integer < pg_relation_size('app_private.position_hashes') then next_block end;
end
$$;
comment on function app_private.purge_position_hashes(integer, integer) is
  'Deletes what tells repeated reports, in the next blocks of its table, once it is as old as positions are kept: of users of whom only the last position is kept, after a day. Returns the next block, null after the end. Call it until then.';
--! EndIncluded retention/app_private.purge_position_hashes.sql
--! Included retention/app_private.purge_last_positions.sql
create or replace function app_private.purge_last_positions(after_user_id integer default 0, most integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Someone who reports at this moment after a long silence does not wait for the others of a step.
set lock_timeout = '100ms'
as $$
declare
  -- No alert that may still be published or notify loses a person: each knows the greatest age that it matches.
  kept constant interval := (
    select greatest(s.last_position_retention, s.max_position_age, (select max(a.max_position_age) from app_public.alerts a where a.active))
      from app_private.settings s where s.last_position_retention is not null);
  last_user_id constant integer := (
    select max(n.user_id) from (
      select l.user_id from app_public.last_positions l
        where l.user_id > purge_last_positions.after_user_id order by l.user_id limit purge_last_positions.most
    ) n);
  oldest_kept constant timestamptz := app_private.purge_time() - kept;
  gone_ids integer[];
  back_ids integer[];
begin
  if kept is null then
    return null;
  end if;
  gone_ids := array(
    select l.user_id from app_public.last_positions l
      where l.user_id > purge_last_positions.after_user_id and l.user_id <= last_user_id and greatest(l.created_at, l.alive_at) < oldest_kept);
  -- Who has reported since then stays.
  delete from app_public.last_positions l where l.user_id = any (gone_ids) and greatest(l.created_at, l.alive_at) < oldest_kept;
  -- A statement for each table, as they may be distributed.
  back_ids := array(select l.user_id from app_public.last_positions l where l.user_id = any (gone_ids));
  delete from app_private.lone_positions l where l.user_id = any (gone_ids) and l.user_id <> all (back_ids);
  perform app_private.announce_gone_positions(gone_ids);
  return last_user_id;
end
$$;
comment on function app_private.purge_last_positions(integer, integer) is
  'Deletes the last positions past the retention among the next users, so that nobody counts on them. Returns the last of these users, null after the end. Call it until then, each time in a transaction of its own. Error 55P03 (lock_not_available) if one of them is reporting: try again later.';
--! EndIncluded retention/app_private.purge_last_positions.sql
--! Included audit/app_private.purge_audit.sql
create or replace function app_private.purge_audit(most integer default 10000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  oldest_kept constant timestamptz := app_private.purge_time() - (select s.audit_retention from app_private.settings s);
  first_place bigint;
  last app_private.audit_chain;
begin
  lock table app_private.audit_chain in share row exclusive mode;
  select min(m.place) into first_place from app_private.audit_chain m;
  -- The places before the first entry that is kept. The last place of the chain stays, as the next entry continues it.
  select c.* into last
    from app_private.audit_chain c
    where c.place < least(
      (select min(f.place) from app_private.audit_chain f join app_public.audit_entries e on e.id = f.entry_id
        where f.place < first_place + purge_audit.most and e.created_at >= oldest_kept),
      (select max(m.place) from app_private.audit_chain m),
      first_place + purge_audit.most)
    order by c.place desc limit 1;
  if last.place is null then
    return 0;
  end if;
  delete from app_public.audit_entries e using app_private.audit_chain c where c.place <= last.place and e.id = c.entry_id;
  delete from app_private.audit_chain c where c.place <= last.place;
  perform app_private.audit('ENTRIES_PURGED', facts => jsonb_build_object('place', last.place, 'hash', encode(last.hash, 'hex')));
  return last.place;
end
$$;
comment on function app_private.purge_audit(integer) is
  'Deletes the oldest entries that are past the retention, and records the last place and its hash, from which the rest of the chain is verified. Returns that place, 0 if there was nothing to delete. Call it until then, each time in a transaction of its own.';
--! EndIncluded audit/app_private.purge_audit.sql
--! Included sessions/app_private.purge_sessions.sql
create or replace function app_private.purge_sessions() returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  clock constant timestamptz := app_private.purge_time();
  purged integer;
begin
  delete from app_public.sessions s using app_public.users u
    where u.id = s.user_id and (s.expires_at <= clock or s.is_admin and not u.is_admin);
  get diagnostics purged = row_count;
  return purged;
end
$$;
comment on function app_private.purge_sessions() is
  'Deletes the sessions that have expired, and those of administrators whose right was taken. Returns how many.';
--! EndIncluded sessions/app_private.purge_sessions.sql
--! Included users/app_private.purge_logins.sql
create or replace function app_private.purge_logins(most integer default 100000) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  clock constant timestamptz := app_private.purge_time();
begin
  delete from app_private.login_failures f
    using app_private.login_limits l
    where l.counter = f.counter and f.last_at + f.failures * l.forgiven_every < clock;
  delete from app_private.login_failures f
    where f.last_at <= (select o.last_at from app_private.login_failures o order by o.last_at desc offset purge_logins.most limit 1);
  delete from app_private.login_addresses a where a.last_at < clock - interval '90 days';
end
$$;
comment on function app_private.purge_logins(integer) is
  'Deletes failed logins that are forgiven, all but the newest hundred thousand counters, and addresses without a login for ninety days.';
--! EndIncluded users/app_private.purge_logins.sql
--! Included analytics/app_private.count_step.sql
create or replace function app_private.count_step() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  -- Notifications of the last moments of an hour have been committed five minutes later.
  ended constant timestamptz := date_trunc('hour', now() - interval '5 minutes');
begin
  -- One worker counts at a time. Another has nothing to do then.
  perform from app_private.settings s for no key update skip locked;
  if not found then
    return false;
  end if;
  if app_private.count_period_step('hour') then
    return true;
  elsif app_private.count_alert_step(ended) then
    return true;
  elsif app_private.count_period_step('day') then
    return true;
  end if;
  -- All alerts are counted, so the hours before are complete.
  insert into app_private.hour_deliveries (hour, provider, outcome, pushes, smallest_group)
    select (c.key ->> 0)::timestamptz, c.key ->> 1, c.key ->> 2, app_private.shown_people(c.people, s.smallest_group), s.smallest_group
      from app_private.counts c, app_private.settings s
      where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < ended
    on conflict do nothing;
  delete from app_private.counts c where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < ended;
  delete from app_private.presence p where p.hour < now() - (select s.presence_retention from app_private.settings s)
    and p.hour <= (select min(o.hour) from app_private.presence o) and app_private.clock_fault() is null;
  return found;
end
$$;
comment on function app_private.count_step() is
  'Does one small step of counting what analysts may see, in a transaction of its own. False if nothing is left to count.';
--! EndIncluded analytics/app_private.count_step.sql

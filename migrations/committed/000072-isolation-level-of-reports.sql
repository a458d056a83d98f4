--! Previous: sha1:60f07ba95a036e1e59270a10b65c8c36eedd45cb
--! Hash: sha1:bd5423644ea2e4ba2f0f4d2c322adda8d7274320
--! Message: isolation level of reports

--! split: 1-current.sql
--! Included positions/app_private.refuse_isolation.sql
create or replace function app_private.refuse_isolation() returns void
language plpgsql volatile
as $$
begin
  raise exception using errcode = 'active_sql_transaction',
    message = 'Reports and publications run at the isolation level READ COMMITTED only: at another one a report misses an alert that is published meanwhile. Begin the transaction with it, and check default_transaction_isolation.';
end
$$;
comment on function app_private.refuse_isolation() is
  'Refuses a report or a publication whose transaction does not see what commits while it waits. Error 25001.';
--! EndIncluded positions/app_private.refuse_isolation.sql
--! Included positions/app_private.share_report_lock.sql
create or replace function app_private.share_report_lock(user_id integer) returns void
language plpgsql volatile
as $$
begin
  if pg_catalog.current_setting('transaction_isolation') <> 'read committed' then
    perform app_private.refuse_isolation();
  end if;
  perform pg_catalog.pg_advisory_xact_lock_shared(app_private.report_lock(user_id));
end
$$;
comment on function app_private.share_report_lock(integer) is
  'Begins a report of a user: it waits while a publication holds the user''s reports. A report calls it first, so that its later statements see every alert that a publication has made known. Error 25001 at another isolation level than READ COMMITTED. See app_private.drain_reports().';
--! EndIncluded positions/app_private.share_report_lock.sql
--! Included publication/app_private.drain_reports.sql
create or replace function app_private.drain_reports(user_ids integer[] default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform app_private.refuse_isolation();
  end if;
  -- One order of locking for all prevents deadlocks between publications.
  if user_ids is null then
    -- The keys are consecutive: user 0 has the first one, and -1 the last.
    perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
  else
    perform pg_advisory_xact_lock(h.lock)
      from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
  end if;
end
$$;
comment on function app_private.drain_reports(integer[]) is
  'Waits for the reports of these users that are in flight, of all users by default, and holds back the next ones until the transaction ends. A statement that begins after it sees the last position of each user. A report that waited sees what the transaction has committed. Error 25001 at another isolation level than READ COMMITTED.';
--! EndIncluded publication/app_private.drain_reports.sql
--! Included positions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions, is_history boolean) returns void
language plpgsql volatile
as $$
declare
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      public.st_setsrid(public.st_makepoint(reported.longitude, reported.latitude), 4326),
      reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      -- A device tells whole seconds, and now() has fractions.
      where excluded.taken_at >= pg_catalog.date_trunc('second', l.taken_at)
    returning l.* into here;
  -- An older position than the last one is only history.
  if here.user_id is not null then
    if not is_history then
      insert into app_private.lone_positions as l (user_id, position_id) values (reported.user_id, reported.id)
        on conflict (user_id) do update set position_id = excluded.position_id;
    end if;
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions, boolean) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known. is_history is what app_private.apply_report_settings() returned. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.apply_position_report.sql

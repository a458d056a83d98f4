--! Previous: sha1:d226842951393a62ddac4480a45b3230258fb36e
--! Hash: sha1:4ea56f53d2cb1d3c5c57d9c7431f6d829d64bcd7
--! Message: Results of pushes

-- An administrator must see what became of pushes, and why: only what a provider has taken has left the host.
alter table app_private.deliveries add column accepted_at timestamptz;
comment on column app_private.deliveries.accepted_at is 'When a provider first took it. It stays if a receipt then says that it failed. Null in rows from before this column.';
comment on column app_public.level_delivery.sent is E'@notNull\nNotifications that have left the host: the provider of a device has taken them, whatever became of them there.';

create type app_public.push_failure as (
  provider text,
  reason text,
  is_final boolean,
  pushes integer,
  users integer
);
comment on type app_public.push_failure is 'Why some pushes of an alert have failed, or wait to be tried again.';
comment on column app_public.push_failure.provider is E'@notNull\nThe provider: expo, fcm or web_push.';
comment on column app_public.push_failure.reason is E'@notNull\nWhy, as the provider or the host says it.';
comment on column app_public.push_failure.is_final is E'@notNull\nTrue if they have failed for good, false if they are tried again.';
comment on column app_public.push_failure.pushes is E'@notNull\nThe number of pushes.';
comment on column app_public.push_failure.users is E'@notNull\nThe number of users whose pushes they are, each counted once.';

-- One person who got three notifications of an alert is one person. The numbers of people add up to those it reached.
alter type app_public.level_delivery
  add attribute users integer, add attribute users_pushed integer, add attribute users_waiting integer,
  add attribute users_failed integer, add attribute users_seen integer;
comment on type app_public.level_delivery is 'The results of an alert for one level: of its notifications, each counted once however many devices its user has, and of its users.';
comment on column app_public.level_delivery.targeted is E'@notNull\nNotifications in the API. Users without a device are notified only there.';
comment on column app_public.level_delivery.users is E'@notNull\nUsers whose most urgent notification is of this level, each counted once. The levels add up to reachedUsers.';
comment on column app_public.level_delivery.users_pushed is E'@notNull\nHow many of these users were pushed to: a push has left the host, as the provider has taken it.';
comment on column app_public.level_delivery.users_waiting is E'@notNull\nHow many of these users have pushes that wait to be sent, and none that has left the host.';
comment on column app_public.level_delivery.users_failed is E'@notNull\nHow many of these users no push reached, although they have a device: all failed for good.';
comment on column app_public.level_delivery.users_seen is E'@notNull\nHow many of these users have seen a notification of the alert, as their client reports.';

--! Included deliveries/app_private.push_reason.sql
create or replace function app_private.push_reason(why text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select left(regexp_replace(regexp_replace(
    why, '(https?://[^/\s"]+)/[^\s"]*', '\1/…', 'g'), 'Expo(nent)?PushToken\[[^]]*\]|[A-Za-z0-9_:-]{60,}', '…', 'g'), 200)
$$;
comment on function app_private.push_reason(text) is
  'Returns why a push failed without what names its device: tokens, and the paths of addresses. So pushes that fail alike have one reason.';
--! EndIncluded deliveries/app_private.push_reason.sql
--! Included deliveries/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds constant double precision := extract(epoch from moment);
  recorded record;
  receipts text[];
  longest_wait interval;
  is_taken boolean := false;
  refusal text;
begin
  for recorded in
    with outcome as materialized (
      select o.*, 0.75 + random() / 2 as jitter,
          case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', o.at, o.why) end as failure
        from (
          select r.*, moment - r.ago * interval '1 millisecond' as at
            from json_to_recordset(outcomes) r (
              user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
        ) o
    )
    update app_private.deliveries d
      set state = o.new_state,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        accepted_at = coalesce(d.accepted_at, case when o.state = 'accepted' then o.at end),
        receipt = o.receipt,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end,
        due_at = case when o.state <> 'retry' then d.due_at
          else to_timestamp(seconds + greatest(
            o.after / 1000,
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * o.jitter)) end
      from outcome o
      where d.user_id = o.user_id and d.id = o.id
      returning o.state, o.receipt, o.why, o.unsent, d.due_at - moment as wait, d.user_id, d.device_id
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    if recorded.state = 'retry' then
      longest_wait := greatest(longest_wait, recorded.wait);
      if recorded.unsent is not true then
        refusal := recorded.why;
      end if;
    elsif recorded.state = 'accepted' then
      is_taken := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_devices(recorded.user_id, array[recorded.device_id]);
    end if;
  end loop;
  if receipts is not null then
    perform app_private.queue_receipts(provider, receipts);
  end if;
  if is_taken or refusal is not null then
    perform app_private.note_push_outcome(provider, case when not is_taken then refusal end);
  end if;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), ago (milliseconds since the answer)}. It removes dead devices, queues requests for receipts and notes whether the provider takes pushes. Returns the longest wait of those to retry.';
--! EndIncluded deliveries/app_private.record_deliveries.sql
--! Included deliveries/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.user_id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed, d.waits
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.taken_at <= v.created_at, true) and n.created_at <= coalesce(p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.accepted_at is not null or e.state = 'accepted') as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed, bool_or(e.state in ('queued', 'sent')) as waits
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    ), people as (
      -- Each user once, at the innermost level, so that the levels add up to the users that the alert reached.
      select min(t.level) as level, coalesce(bool_or(t.sent), false) as is_pushed, coalesce(bool_or(t.waits), false) as waits,
          coalesce(bool_or(t.failed), false) and not bool_or(t.accepted) as is_failed, bool_or(t.seen) as has_seen
        from told t group by t.user_id
    ), people_by_level as (
      select p.level, count(*)::integer as users, count(*) filter (where p.is_pushed)::integer as pushed,
          count(*) filter (where p.waits and not p.is_pushed)::integer as waiting,
          count(*) filter (where p.is_failed and not p.waits)::integer as failed,
          count(*) filter (where p.has_seen)::integer as seen
        from people p group by p.level
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after),
        coalesce(b.users, 0), coalesce(b.pushed, 0), coalesce(b.waiting, 0), coalesce(b.failed, 0), coalesce(b.seen, 0)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      left join people_by_level b on b.level = l.level
      group by l.level, b.users, b.pushed, b.waiting, b.failed, b.seen order by l.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'Returns the results of an alert''s notifications, one row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded deliveries/app_private.delivery_of_alert.sql
--! Included deliveries/app_private.push_failures_of_alert.sql
create or replace function app_private.push_failures_of_alert(alert_id integer) returns setof app_public.push_failure
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
begin
  return query
    with failures as (
      select d.provider, d.why, d.state <> 'queued' as is_final, d.user_id, count(*) as pushes
        from app_private.deliveries d
        where d.alert_id = push_failures_of_alert.alert_id and d.why is not null and d.state in ('queued', 'failed', 'dead')
        group by 1, 2, 3, 4
    ), reasons as materialized (
      -- Most pushes fail alike, so this looks at few texts.
      select w.why, app_private.push_reason(w.why) as reason from (select distinct f.why from failures f) w
    ), people as (
      select f.provider, r.reason, f.is_final, f.user_id, sum(f.pushes) as pushes
        from failures f join reasons r on r.why = f.why group by 1, 2, 3, 4
    )
    select p.provider::text, p.reason, p.is_final, sum(p.pushes)::integer, count(*)::integer
      from people p group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 50;
end
$$;
comment on function app_private.push_failures_of_alert(integer) is
  'Returns why pushes of an alert have failed, or wait to be tried again, the most frequent reason first.';
grant execute on function app_private.push_failures_of_alert(integer) to app_admin;
--! EndIncluded deliveries/app_private.push_failures_of_alert.sql
--! Included deliveries/app_public.alerts_push_failures.sql
create or replace function app_public.alerts_push_failures(alert app_public.alerts) returns app_public.push_failure[]
language plpgsql stable
as $$
begin
  perform app_public.require_admin();
  return array(select f from app_private.push_failures_of_alert(alert.id) f);
end
$$;
comment on function app_public.alerts_push_failures(app_public.alerts) is
  E'@itemsNotNull\nWhy pushes of the alert have failed, or wait to be tried again: the most frequent reason first, at most 50. Those of the all-clear are included. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_push_failures(app_public.alerts) to app_user;
--! EndIncluded deliveries/app_public.alerts_push_failures.sql
--! Included live/app_private.alert_progress.sql
create or replace function app_private.alert_progress(alert_id integer) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
begin
  return (
    select concat_ws(' ',
        a.version, a.active,
        (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),
        (select concat_ws(' ', count(*), count(*) filter (where n.seen)) from app_public.notifications n where n.alert_id = a.id),
        (select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
            count(*) filter (where d.state in ('failed', 'dead')), count(d.why))
          from app_private.deliveries d where d.alert_id = a.id))
      from app_public.alerts a where a.id = alert_progress.alert_id);
end
$$;
comment on function app_private.alert_progress(integer) is
  'Returns a text that changes whenever an alert''s numbers change: users reached, notifications made and seen, and the results of pushes. Null for an unknown alert.';
grant execute on function app_private.alert_progress(integer) to app_host;
--! EndIncluded live/app_private.alert_progress.sql
--! Included upkeep/app_private.failing_pushes.sql
create or replace function app_private.failing_pushes() returns json
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select json_object_agg(o.provider, json_build_object('since', o.failing_since, 'why', app_private.push_reason(o.why)))
    from app_private.push_outcomes o where o.why is not null;
$$;
comment on function app_private.failing_pushes() is
  'Returns since when and why each provider fails that took no push last, by its name. Null if none fails.';
grant execute on function app_private.failing_pushes() to app_admin;
--! EndIncluded upkeep/app_private.failing_pushes.sql
--! Included upkeep/app_private.readiness.sql
create or replace function app_private.readiness(
  out migration text, out job_lag double precision, out failing_pushes json
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select m.filename into strict migration from graphile_migrate.migrations m order by m.filename desc limit 1;
  select coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0) into job_lag
    from graphile_worker.jobs j
    where j.run_at <= clock_timestamp() and j.locked_at is null and j.attempts < j.max_attempts;
  failing_pushes := app_private.failing_pushes();
end
$$;
comment on function app_private.readiness() is
  'Returns what GET /readyz says of the database: its last migration, how many seconds the oldest job that is due has waited, and since when and why each provider fails that took no push last. An error if no migration has run.';
grant execute on function app_private.readiness() to app_host;
--! EndIncluded upkeep/app_private.readiness.sql

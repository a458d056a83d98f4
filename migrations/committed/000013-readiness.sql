--! Previous: sha1:4cb7d49c7387488501719056bb9606710412614c
--! Hash: sha1:7525fc1c14c84b14166ea8effde5c9fd0d5475da
--! Message: Readiness

-- GET /readyz says whether each provider takes pushes and how long jobs wait, on hosts that run no jobs too.

create table app_private.push_outcomes (
  provider app_private.push_provider primary key,
  at timestamptz not null default now(),
  why text,
  failing_since timestamptz
);
comment on table app_private.push_outcomes is
  'The last outcome of each provider that was sent a push: whether it takes pushes. It is for GET /readyz, as deliveries have no index by time.';
comment on column app_private.push_outcomes.provider is 'The provider.';
comment on column app_private.push_outcomes.at is 'When it last answered or failed, to a few seconds.';
comment on column app_private.push_outcomes.why is 'Why it took no push last. Null if it took one.';
comment on column app_private.push_outcomes.failing_since is 'Since when it has taken no push. Null if it took the last one.';
alter table app_private.push_outcomes enable row level security;

--! Included deliveries/app_private.note_push_outcome.sql
create or replace function app_private.note_push_outcome(provider app_private.push_provider, why text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- Jobs that record at the same time do not wait for each other. A change is noted at once, the time every few seconds.
  perform from app_private.push_outcomes o
    where o.provider = note_push_outcome.provider
      and (o.at < clock_timestamp() - interval '5 seconds' or o.why is distinct from note_push_outcome.why)
    for no key update skip locked;
  if found then
    update app_private.push_outcomes o
      set at = clock_timestamp(), why = note_push_outcome.why,
        failing_since = case when note_push_outcome.why is not null then coalesce(o.failing_since, clock_timestamp()) end
      where o.provider = note_push_outcome.provider;
  elsif not exists (select from app_private.push_outcomes o where o.provider = note_push_outcome.provider) then
    insert into app_private.push_outcomes (provider, why, failing_since)
      values (note_push_outcome.provider, note_push_outcome.why, case when note_push_outcome.why is not null then clock_timestamp() end)
      on conflict on constraint push_outcomes_pkey do nothing;
  end if;
end
$$;
comment on function app_private.note_push_outcome(app_private.push_provider, text) is
  'Records whether a provider takes pushes now: why it does not, or null.';
--! EndIncluded deliveries/app_private.note_push_outcome.sql
--! Included deliveries/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  recorded record;
  receipts text[];
  longest_wait interval;
  is_taken boolean := false;
  refusal text;
begin
  for recorded in
    with outcome as materialized (
      select o.*, moment - o.ago * interval '1 millisecond' as at, 0.75 + random() / 2 as jitter
        from json_to_recordset(outcomes) o (
          user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
    )
    update app_private.deliveries d
      set state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        receipt = o.receipt,
        why = o.why,
        failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', o.at, o.why) end,
        due_at = case when o.state <> 'retry' then d.due_at
          else moment + greatest(
            o.after * interval '1 millisecond',
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * o.jitter * interval '1 second') end
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
  select json_object_agg(o.provider, json_build_object('since', o.failing_since, 'why', o.why)) into failing_pushes
    from app_private.push_outcomes o where o.why is not null;
end
$$;
comment on function app_private.readiness() is
  'Returns what GET /readyz says of the database: its last migration, how many seconds the oldest job that is due has waited, and since when and why each provider fails that took no push last. An error if no migration has run.';
grant execute on function app_private.readiness() to app_host;
--! EndIncluded upkeep/app_private.readiness.sql

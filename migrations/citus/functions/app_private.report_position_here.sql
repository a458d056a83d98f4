-- A report as a whole on the worker node of its user, which the host calls there.
create or replace function app_private.report_position_here(
  token_user_id integer, is_admin_session boolean, position_id bigint, input app_public.position_input
) returns setof app_public.positions
language plpgsql volatile security definer rows 1 set search_path = pg_catalog, public, pg_temp
as $$
declare
  at constant timestamptz := app_private.moment_taken(input.taken_at);
  place constant geometry := st_setsrid(st_makepoint(input.longitude, input.latitude), 4326);
  reported constant app_public.positions := row(
    position_id, token_user_id, now(), at, input.latitude, input.longitude, input.accuracy, input.moving_activity
  )::app_public.positions;
  shard bigint;
  known record;
  told record;
begin
  if input.client_id is not null or input.moving_activity is null
    or app_private.position_fault(input.latitude, input.longitude, input.accuracy, at, now()) is not null
  then
    return;
  end if;
  shard := app_private.claim_shard(token_user_id);
  if shard is null then
    return;
  end if;
  -- As app_private.share_report_lock().
  perform pg_advisory_xact_lock_shared(app_private.report_lock(token_user_id));
  known := app_private.report_reads(token_user_id, is_admin_session, input.latitude, input.longitude);
  if (known.is_known and not known.is_alone) is not true then
    return;
  end if;
  if known.near_ids <> '{}' then
    told := app_private.told_in_shard(shard, token_user_id, known.near_ids);
    if app_private.report_notifies(
      known.near_ids, known.is_tester, at, place, input.accuracy, told.ids, told.levels, told.versions)
    then
      return;
    end if;
  end if;
  if known.safety is not null then
    perform set_config('synchronous_commit', known.safety, true);
  end if;
  if app_private.store_in_shard(shard, reported, place) then
    return next reported;
  end if;
end
$$;
comment on function app_private.report_position_here(integer, boolean, bigint, app_public.position_input) is
  'Reports a position on this node, if its user is here, and returns it. It returns no row, and has done nothing, if the coordinator has to take the report: one that notifies, that is refused, that has a clientId, or of a user without history. app_private.begin_delegated_call() has checked the session, and given the id.';
select create_distributed_function(
  'app_private.report_position_here(integer, boolean, bigint, app_public.position_input)');
-- Worker nodes let everyone call a new function, and only they look who calls.
revoke execute on function app_private.report_position_here(integer, boolean, bigint, app_public.position_input) from public;
grant execute on function app_private.report_position_here(integer, boolean, bigint, app_public.position_input) to app_host;

-- Worker nodes have sequences of their own, whose ids would not grow with time.
create or replace function app_private.take_position_ids(many integer) returns bigint[]
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return array(select nextval('app_public.positions_id_seq') from generate_series(1, many));
end
$$;
comment on function app_private.take_position_ids(integer) is
  'Gives a host ids for the next positions of app_private.report_position(). It uses them within a second, so that ids grow with time.';
grant execute on function app_private.take_position_ids(integer) to app_host;

-- Each worker node joins positions with last positions by user.
create or replace function app_private.last_positions_after(position_id bigint)
returns table (id bigint, user_id integer, created_at timestamptz)
language plpgsql stable security definer rows 1000 set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  after_id constant bigint := last_positions_after.position_id;
begin
  return query
    select p.id, p.user_id, p.created_at
      from app_public.positions p
      join app_public.last_positions l on l.user_id = p.user_id and l.position_id = p.id
      where p.id > after_id and p.created_at > now() - interval '1 minute'
      order by p.id;
end
$$;

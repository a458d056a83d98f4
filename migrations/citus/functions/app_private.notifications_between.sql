-- Asks for one range after the other, as a range joins no rows by user.
create or replace function app_private.notifications_between(
  alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]
) returns table (id bigint, user_id integer)
language plpgsql stable security definer rows 1000 set search_path = pg_catalog, pg_temp set jit = off
as $$
begin
  for i in 1 .. coalesce(cardinality(alert_ids), 0) loop
    return query
      select n.id, n.user_id from app_public.notifications n
        where n.alert_id = alert_ids[i] and n.id between first_ids[i] and last_ids[i]
          and (user_ids is null or n.user_id = any (user_ids));
  end loop;
end
$$;

--! Previous: sha1:50326d6b395ef29dbf0c3feabb1226cd5acb053e
--! Hash: sha1:f13324bf1d04ff94f5c35c3983c6b775d4f8c020
--! Message: Live

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
            count(*) filter (where d.state in ('failed', 'dead')))
          from app_private.deliveries d where d.alert_id = a.id))
      from app_public.alerts a where a.id = alert_progress.alert_id);
end
$$;
comment on function app_private.alert_progress(integer) is
  'Returns a text that changes whenever an alert''s numbers change: users reached, notifications made and seen, and the results of pushes. Null for an unknown alert.';
grant execute on function app_private.alert_progress(integer) to app_host;
--! EndIncluded live/app_private.alert_progress.sql
--! Included live/app_private.notifications_between.sql
create or replace function app_private.notifications_between(
  alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]
) returns table (id bigint, user_id integer)
language plpgsql stable security definer rows 1000
-- The settings force the index on id, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    select n.id::bigint, n.user_id
      from unnest(alert_ids, first_ids, last_ids) r (alert_id, first_id, last_id)
      cross join lateral (
        select m.id, m.user_id from app_public.notifications m
          where m.alert_id = r.alert_id and m.id between r.first_id and r.last_id offset 0
      ) n
      where user_ids is null or n.user_id in (select u.user_id from unnest(user_ids) u (user_id));
end
$$;
comment on function app_private.notifications_between(integer[], bigint[], bigint[], integer[]) is
  'Returns the notifications in announced ranges of ids and their users. Each range is an alert with its lowest and highest id; user_ids limits them to these users unless it is null. Hosts call it for their subscribers, who then read their own notifications under their own role.';
grant execute on function app_private.notifications_between(integer[], bigint[], bigint[], integer[]) to app_host;
--! EndIncluded live/app_private.notifications_between.sql
--! Included live/app_private.newest_position_id.sql
create or replace function app_private.newest_position_id() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(p.id), 0) from app_public.positions p
$$;
comment on function app_private.newest_position_id() is
  'Returns the id with which app_private.last_positions_after() begins.';
grant execute on function app_private.newest_position_id() to app_host;
--! EndIncluded live/app_private.newest_position_id.sql
--! Included live/app_private.last_positions_after.sql
create or replace function app_private.last_positions_after(position_id bigint)
returns table (id bigint, user_id integer, created_at timestamptz)
language plpgsql stable security definer rows 1000
-- The settings force the index on id, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_sort = off set jit = off
as $$
begin
  return query
    select p.id, p.user_id, p.created_at
      from (
        select q.id, q.user_id, q.created_at from app_public.positions q
          where q.id > last_positions_after.position_id and q.created_at > now() - interval '1 minute'
          order by q.id offset 0
      ) p
      -- A subquery forces one index lookup for each row, for the same reason.
      where p.id = (select l.position_id from app_public.last_positions l where l.user_id = p.user_id);
end
$$;
comment on function app_private.last_positions_after(bigint) is
  'Returns the positions with a higher id that are last positions, so at most one for each user. Hosts call it while administrators watch. A position that commits late may have a lower id than one that is known.';
grant execute on function app_private.last_positions_after(bigint) to app_host;
--! EndIncluded live/app_private.last_positions_after.sql

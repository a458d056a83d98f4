--! Previous: sha1:b034b26dc21aaf5966fc7508a7405a0ab1035d87
--! Hash: sha1:52162d2ccdbdb1c097987d47a77bc972354f09df
--! Message: live

--! split: 1-current.sql
-- What hosts ask for their subscribers to live events, and how they hear that tokens are worthless.

--! Included functions/app_private.tell_revocation.sql
-- A trigger, though rules sit in functions elsewhere: it must tell of a DBA's update too.
create or replace function app_private.tell_revocation() returns trigger
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_notify('token_revoked', old.user_id::text);
  return null;
end
$$;
comment on function app_private.tell_revocation() is 'Tells the hosts that a user''s tokens are worthless now, so that they end the streams that were opened with them.';

drop trigger if exists tell_revocation on app_private.user_credentials;
create trigger tell_revocation
  after update of token_version or delete on app_private.user_credentials
  for each row execute function app_private.tell_revocation();
--! EndIncluded functions/app_private.tell_revocation.sql
--! Included functions/app_private.notifications_between.sql
create or replace function app_private.notifications_between(
  alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]
) returns table (id integer, user_id integer)
language sql stable security definer rows 1000
-- By an index of ids, whatever statistics say, which know nothing of the newest.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
  select n.id, n.user_id
    from unnest(alert_ids, first_ids, last_ids) r (alert_id, first_id, last_id)
    cross join lateral (
      select m.id, m.user_id from app_public.notifications m
        where m.alert_id = r.alert_id and m.id between r.first_id and r.last_id offset 0
    ) n
    where user_ids is null or n.user_id in (select u.user_id from unnest(user_ids) u (user_id))
$$;
comment on function app_private.notifications_between(integer[], integer[], integer[], integer[]) is
  'Whom the notifications are for that transactions announced, each by its alert and by its least and greatest id; of these users only, unless null. For a host that has subscribers: each then reads its own under its own role.';
grant execute on function app_private.notifications_between(integer[], integer[], integer[], integer[]) to app_host;
--! EndIncluded functions/app_private.notifications_between.sql
--! Included functions/app_private.alert_progress.sql
create or replace function app_private.alert_progress(alert_id integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
  select concat_ws(' ',
      a.active,
      (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where n.seen)) from app_public.notifications n where n.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
          count(*) filter (where d.state in ('failed', 'dead')))
        from app_private.deliveries d where d.alert_id = a.id))
    from app_public.alerts a where a.id = alert_progress.alert_id
$$;
comment on function app_private.alert_progress(integer) is
  'A text that is another one when an alert''s numbers have changed: those reached, notified and seen, and what became of pushes; null where there is no such alert.';
grant execute on function app_private.alert_progress(integer) to app_host;
--! EndIncluded functions/app_private.alert_progress.sql
--! Included functions/app_private.newest_position_id.sql
create or replace function app_private.newest_position_id() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(p.id), 0) from app_public.positions p
$$;
comment on function app_private.newest_position_id() is 'Where app_private.last_positions_after() begins.';
grant execute on function app_private.newest_position_id() to app_host;
--! EndIncluded functions/app_private.newest_position_id.sql
--! Included functions/app_private.last_positions_after.sql
create or replace function app_private.last_positions_after(position_id bigint)
returns table (id bigint, user_id integer, created_at timestamptz)
language sql stable security definer rows 1000
-- By the one index that is in this order, whatever statistics say, which know nothing of the newest.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_sort = off set jit = off
as $$
  select p.id, p.user_id, p.created_at
    from (
      select q.id, q.user_id, q.created_at from app_public.positions q
        where q.id > last_positions_after.position_id and q.created_at > now() - interval '1 minute'
        order by q.id offset 0
    ) p
    -- A subquery, asked row by row, for the same reason.
    where p.id = (select l.position_id from app_public.last_positions l where l.user_id = p.user_id)
$$;
comment on function app_private.last_positions_after(bigint) is
  'The positions with a greater id that are their users'' last ones, so at most one a user. For a host whose administrators watch; a position that commits late may have a lesser id than one that is known.';
grant execute on function app_private.last_positions_after(bigint) to app_host;
--! EndIncluded functions/app_private.last_positions_after.sql

--! Previous: sha1:5c6370f73b4e17c2ef098f2ff6459623a63e0ae2
--! Hash: sha1:33d5292bc171672f880c9bbc3ed09123525a996e
--! Message: Reach of updates

-- An administrator who publishes or corrects an alert must know beforehand who will be told: for the first time, again,
-- through which provider, and where another alert is active.
create type app_public.provider_reach as (
  provider text,
  users integer
);
comment on type app_public.provider_reach is 'How many users have a device of a provider.';
comment on column app_public.provider_reach.provider is E'@notNull\nThe provider: expo, fcm or web_push.';
comment on column app_public.provider_reach.users is E'@notNull\nThe users. One with devices of several providers counts at each.';

create type app_public.alert_overlap as (
  alert_id integer,
  text1 text,
  status app_public.alert_status,
  expires_at timestamptz
);
comment on type app_public.alert_overlap is 'An active alert whose zones overlap those of another.';
comment on column app_public.alert_overlap.alert_id is E'@notNull\nThe id of the alert.';
comment on column app_public.alert_overlap.text1 is E'@notNull\nIts text for people inside its area.';
comment on column app_public.alert_overlap.status is E'@notNull\nWhether it is a real warning, an exercise or a test.';
comment on column app_public.alert_overlap.expires_at is E'@notNull\nWhen it ends by itself, in seconds since 1970-01-01 UTC.';

alter type app_public.alert_reach_preview
  add attribute again_one integer, add attribute again_two integer, add attribute again_three integer,
  add attribute already_told integer, add attribute by_provider app_public.provider_reach[],
  add attribute overlapping app_public.alert_overlap[];
comment on column app_public.alert_reach_preview.one is E'@notNull\nUsers inside the area who would be notified.';
comment on column app_public.alert_reach_preview.two is E'@notNull\nUsers in zone TWO who would be notified.';
comment on column app_public.alert_reach_preview.three is E'@notNull\nUsers in zone THREE who would be notified.';
comment on column app_public.alert_reach_preview.again_one is E'@notNull\nHow many of "one" were notified by an earlier version. 0 for a new alert.';
comment on column app_public.alert_reach_preview.again_two is E'@notNull\nHow many of "two" were notified by an earlier version. 0 for a new alert.';
comment on column app_public.alert_reach_preview.again_three is E'@notNull\nHow many of "three" were notified by an earlier version. 0 for a new alert.';
comment on column app_public.alert_reach_preview.already_told is E'@notNull\nUsers in the zones who would not be notified, because an earlier version did. With renotify they are.';
comment on column app_public.alert_reach_preview.by_provider is E'@itemsNotNull\nThe users who would be notified and have a device, by its provider. Providers without a user are left out.';
comment on column app_public.alert_reach_preview.overlapping is E'@itemsNotNull\nThe active alerts whose zones overlap these zones, the newest first, at most 20.';

--! Included matching/app_private.reach_of.sql
create or replace function app_private.reach_of(alert app_public.alerts) returns app_public.alert_reach_preview
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  reach app_public.alert_reach_preview;
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, alert.max_position_age) as is_fresh,
        array(select distinct d.provider from app_private.devices d where d.user_id = l.user_id order by 1) as providers,
        -- The innermost level of any version, and of those that count as told. A new alert has no id, and needs no look.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.told_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as told
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location)
        and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
      -- Each function is called once for each row.
      offset 0
  ), alike as (
    select p.level, p.is_fresh, p.providers, p.told[1] is not null as is_again,
        p.is_fresh and p.level is not null and not app_private.is_told(p.told[2], p.level) as is_due,
        count(*)::integer as users
      from people p group by 1, 2, 3, 4, 5
  ), counts as (
    select coalesce(sum(a.users) filter (where a.is_due and a.level = 'ONE'), 0) as one,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'TWO'), 0) as two,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'THREE'), 0) as three,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'ONE'), 0) as again_one,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'TWO'), 0) as again_two,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'THREE'), 0) as again_three,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is not null and not a.is_due), 0) as already_told,
        coalesce(sum(a.users) filter (where a.is_due and a.providers <> '{}'), 0) as with_device,
        coalesce(sum(a.users) filter (where not a.is_fresh), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null), 0) as coarse
      from alike a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from alike a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider)
    into reach.one, reach.two, reach.three, reach.again_one, reach.again_two, reach.again_three, reach.already_told,
      reach.with_device, reach.stale, reach.coarse, reach.by_provider
    from counts c;
  reach.area := st_area(alert.zone1::geography);
  reach.overlapping := array(
    select row(a.id, a.text1, a.status, a.expires_at)::app_public.alert_overlap
      from app_public.alerts a
      where a.active and app_private.is_active(a.active, a.expires_at) and a.id is distinct from alert.id
        and st_intersects(a.zone3, alert.zone3)
      order by a.id desc limit 20);
  return reach;
end
$$;
comment on function app_private.reach_of(app_public.alerts) is
  'Returns how many users a new alert or the next version of one would notify if it were published now, by the rules of publication. The alert comes from app_private.draft_alert() or app_private.draft_update().';
--! EndIncluded matching/app_private.reach_of.sql
--! Included matching/app_private.reach_of_alert.sql
create or replace function app_private.reach_of_alert(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return app_private.reach_of(app_private.draft_alert(input, null));
end
$$;
comment on function app_private.reach_of_alert(app_public.alert_input) is
  'Returns how many users an alert would notify if it were published now, by the rules of publication. It writes nothing.';
grant execute on function app_private.reach_of_alert(app_public.alert_input) to app_admin;
--! EndIncluded matching/app_private.reach_of_alert.sql
--! Included matching/app_private.reach_of_update.sql
create or replace function app_private.reach_of_update(alert_id integer, input app_public.alert_update_input)
returns app_public.alert_reach_preview
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts;
begin
  select a.* into previous from app_public.alerts a where a.id = reach_of_update.alert_id;
  if previous.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  return app_private.reach_of(app_private.draft_update(input, previous));
end
$$;
comment on function app_private.reach_of_update(integer, app_public.alert_update_input) is
  'Returns how many users the next version of an alert would notify if it were published now, by the rules of publication. It writes nothing. Error LA404 for an unknown alert.';
grant execute on function app_private.reach_of_update(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded matching/app_private.reach_of_update.sql
--! Included matching/app_public.alert_update_reach.sql
create or replace function app_public.alert_update_reach(id integer, input app_public.alert_update_input) returns app_public.alert_reach_preview
language plpgsql stable strict
as $$
begin
  perform app_public.require_admin();
  return app_private.reach_of_update(id, input);
end
$$;
comment on function app_public.alert_update_reach(integer, app_public.alert_update_input) is
  E'@argument id The id of the alert.\n@argument input The changes as alertUpdate would take them.\nHow many users the next version of an alert would notify if it were published now: for the first time, and again. It writes nothing. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert.';
grant execute on function app_public.alert_update_reach(integer, app_public.alert_update_input) to app_user;
--! EndIncluded matching/app_public.alert_update_reach.sql

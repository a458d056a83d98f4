--! Previous: sha1:12554e54796d34428c122b9cf596d1c04dfc7472
--! Hash: sha1:cff22c20cb7c921811df0d39ac9c6bd169400d45
--! Message: neighbours

alter type app_public.alert_reach_preview add attribute neighbours text[];
comment on column app_public.alert_reach_preview.neighbours is
  E'@itemsNotNull\nThe names of the other authorities whose areas the zones touch. The audit log keeps their ids.';

--! Included authorities/app_private.neighbours.sql
create or replace function app_private.neighbours(alert app_public.alerts) returns setof app_public.authorities
-- Compilation (jit) would cost more than the search in a thousand areas.
language sql stable set search_path = pg_catalog, pg_temp set jit = off
as $$
  with recursive above as (
    select a.id, a.parent_id from app_public.authorities a where a.id = alert.authority_id
    union
    select a.id, a.parent_id from app_public.authorities a join above on a.id = above.parent_id
  ), own as (
    select a.id from app_public.authorities a where a.id = alert.authority_id
    union
    select a.id from app_public.authorities a join own on a.parent_id = own.id
  )
  select n.*
    from app_public.authorities n
    where public.st_intersects(n.area, alert.zone3)
      and n.id not in (select above.id from above union all select own.id from own)
    order by n.name, n.id
$$;
comment on function app_private.neighbours(app_public.alerts) is
  'Returns the other authorities whose areas the zones of an alert touch. Not those above the authority that warns, nor those below it, which lie within its border.';
--! EndIncluded authorities/app_private.neighbours.sql
--! Included audit/app_private.audit_version.sql
create or replace function app_private.audit_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  select app_private.audit(
    case
      when alert.cancelled_at is not null then 'ALERT_CANCELLED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED'
    end::app_public.audit_action,
    'ALERT', alert.id,
    jsonb_build_object(
      'version', alert.version,
      'texts_sha256', encode(sha256(convert_to(
        json_build_array(alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear)::text, 'UTF8')), 'hex'),
      'area_sha256', encode(sha256(st_asbinary(alert.zone1, 'NDR')), 'hex'))
    || coalesce((select jsonb_build_object('neighbour_ids', jsonb_agg(n.id)) from app_private.neighbours(alert) n having count(*) > 0), '{}'))
$$;
comment on function app_private.audit_version(app_public.alerts) is
  'Records that the present version of an alert was published, with hashes of its texts and of its area, and the ids of the neighbours whom its zones reach.';
--! EndIncluded audit/app_private.audit_version.sql
--! Included matching/app_private.reach_of.sql
create or replace function app_private.reach_of(alert app_public.alerts) returns app_public.alert_reach_preview
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  reach app_public.alert_reach_preview;
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age) as is_fresh,
        array(select distinct d.provider from app_private.devices d where d.user_id = l.user_id order by 1) as providers,
        exists (
          select from app_public.quiet_hours h
            where h.user_id = l.user_id and app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) is not null) as is_quiet,
        -- The innermost level of all versions, and of those since the last renotification. A new alert has no id: no lookup.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.renotified_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as notified_levels
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location)
        and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
      -- An optimization fence: the functions run once for each row.
      offset 0
  ), audience as (
    select p.level, p.is_fresh, p.providers, p.is_quiet, p.notified_levels[1] is not null as is_again,
        -- A position that is too coarse for a level counts as THREE.
        app_private.is_notified(p.notified_levels[2], coalesce(p.level, 'THREE')) as is_notified,
        p.is_fresh and p.level is not null and not app_private.is_notified(p.notified_levels[2], p.level) as is_due,
        count(*)::integer as users
      from people p group by 1, 2, 3, 4, 5, 6, 7
  ), counts as (
    select coalesce(sum(a.users) filter (where a.is_due and a.level = 'ONE'), 0) as one,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'TWO'), 0) as two,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'THREE'), 0) as three,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'ONE'), 0) as again_one,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'TWO'), 0) as again_two,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'THREE'), 0) as again_three,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is not null and not a.is_due), 0) as already_told,
        coalesce(sum(a.users) filter (where a.is_due and a.providers <> '{}'), 0) as with_device,
        coalesce(sum(a.users) filter (where not a.is_fresh and not a.is_notified), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null and not a.is_notified), 0) as coarse
      from audience a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from audience a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider),
      array(
        select row(a.providers, sum(a.users))::app_public.phone_reach
          from audience a where a.is_due and a.providers <> '{}' and (a.level = 'ONE' or not a.is_quiet)
          group by a.providers order by a.providers)
    into reach.one, reach.two, reach.three, reach.again_one, reach.again_two, reach.again_three, reach.already_told,
      reach.with_device, reach.stale, reach.coarse, reach.by_provider, reach.ringing
    from counts c;
  reach.area := st_area(alert.zone1::geography);
  reach.overlapping := array(
    select row(a.id, a.text1, a.status, a.expires_at, a.title)::app_public.alert_overlap
      from app_public.alerts a
      where a.active and app_private.is_active(a.active, a.expires_at) and a.id is distinct from alert.id
        and st_intersects(a.zone3, alert.zone3)
      order by a.id desc limit 20);
  reach.neighbours := array(select n.name from app_private.neighbours(alert) n);
  if exists (select from app_private.cells) then
    reach.question := to_jsonb(alert) || jsonb_build_object(
      'zone1', alert.zone1::text, 'zone2', alert.zone2::text, 'zone3', alert.zone3::text);
  end if;
  return reach;
end
$$;
comment on function app_private.reach_of(app_public.alerts) is
  'Returns how many users a new alert or the next version of one would notify if it were published now, by the rules of publication. The alert comes from app_private.draft_alert() or app_private.draft_update().';
--! EndIncluded matching/app_private.reach_of.sql

--! Previous: sha1:9acb493a72b9bd44b4c52cc0cab550d937c4879f
--! Hash: sha1:79f5a452b8b73a964fba106648a65bc1f5395dae
--! Message: phones that ring

create type app_public.phone_reach as (
  providers text[],
  users integer
);
comment on type app_public.phone_reach is
  'Users who have devices of the same providers, and whose pushes do not wait for the end of quiet hours.';
comment on column app_public.phone_reach.providers is
  E'@notNull\n@itemsNotNull\nThe providers of their devices: expo, fcm or web_push.';
comment on column app_public.phone_reach.users is E'@notNull\nThe number of users.';

alter type app_public.alert_reach_preview add attribute ringing app_public.phone_reach[];
comment on column app_public.alert_reach_preview.ringing is
  E'@itemsNotNull\nWhose phones would ring, by the providers of their devices. The phone of a user rings if one of these is on: see pushProviders.';

alter type app_public.alert_month add attribute pushed integer, add attribute pushed_after_median double precision;
comment on column app_public.alert_month.pushed is E'@notNull\nHow many of them were pushed to.';
comment on column app_public.alert_month.pushed_after_median is
  'The median of the seconds from the publication of an alert until a push to a user had left the host, without late entries. Null without such a user.';

alter type app_public.user_overview add attribute providers text[];
comment on column app_public.user_overview.providers is
  E'@notNull\n@itemsNotNull\nThe providers that push to the user''s devices: expo, fcm or web_push.';

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
--! Included devices-and-deliveries/app_public.alerts_all_clear_reach.sql
create or replace function app_public.alerts_all_clear_reach(alert app_public.alerts) returns app_public.phone_reach[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
begin
  return array(
    with people as (
      select n.user_id, min(n.level) as level from app_public.notifications n where n.alert_id = alert.id group by n.user_id
    ), phones as (
      select array_agg(distinct d.provider::text) as providers
        from people p join app_private.devices d on d.user_id = p.user_id
        where p.level = 'ONE' or not exists (
          select from app_public.quiet_hours h
            where h.user_id = p.user_id and app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) is not null)
        group by p.user_id
    )
    select row(p.providers, count(*))::app_public.phone_reach from phones p group by p.providers order by p.providers);
end
$$;
comment on function app_public.alerts_all_clear_reach(app_public.alerts) is
  E'@itemsNotNull\nWhose phones an all-clear would ring now. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_all_clear_reach(app_public.alerts) to app_admin;
--! EndIncluded devices-and-deliveries/app_public.alerts_all_clear_reach.sql
drop function app_private.pushed_people(app_public.alerts);
--! Included devices-and-deliveries/app_private.pushed_people.sql
create or replace function app_private.pushed_people(alert app_public.alerts)
returns table (at timestamptz, people integer, is_late boolean)
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  stored constant jsonb := (select r.pushed from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if stored is not null then
    return query
      select k.at, k.people, k.is_late from jsonb_to_recordset(stored) k (at timestamptz, people integer, is_late boolean);
  else
    return query
      select min(coalesce(e.accepted_at, e.settled_at)), 1,
          not bool_or(n.version = 1
            and app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, alert.created_at, v.completed_at, p.completed_at)
              = 'INSIDE_WHEN_PUBLISHED')
        from app_private.deliveries e
        join app_public.notifications n on n.user_id = e.user_id and n.id = e.notification_id
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = 1
        left join app_private.publications p on p.alert_id = n.alert_id
        where e.alert_id = alert.id and n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
          and (e.accepted_at is not null or e.state = 'accepted')
        group by e.user_id;
  end if;
end
$$;
comment on function app_private.pushed_people(app_public.alerts) is
  'Returns when a push was first sent to each user who was notified of an alert, without all-clears, and whether they came in after its publication; once the deliveries are purged, by second.';
--! EndIncluded devices-and-deliveries/app_private.pushed_people.sql
--! Included devices-and-deliveries/app_private.keep_delivery_results.sql
create or replace function app_private.keep_delivery_results(alert app_public.alerts) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp set jit = off
as $$
begin
  insert into app_private.delivery_results (alert_id, levels, failures, pushed)
    values (
      alert.id,
      (select jsonb_agg(d order by d.level) from unnest(app_public.alerts_delivery(alert)) d),
      coalesce((select jsonb_agg(f) from unnest(app_public.alerts_push_failures(alert)) f), '[]'),
      coalesce(
        -- By second since the publication, from which the steps of the timeline are computed.
        (select jsonb_agg(jsonb_build_object('at', m.at, 'people', m.people, 'is_late', m.is_late) order by m.at)
          from (
            select max(t.at) as at, count(*) as people, t.is_late
              from app_private.pushed_people(alert) t
                group by date_bin('1 second', t.at, alert.created_at), t.is_late
          ) m),
        '[]'))
    on conflict do nothing;
end
$$;
comment on function app_private.keep_delivery_results(app_public.alerts) is
  'Stores the figures of an alert''s deliveries, before the deliveries are purged.';
--! EndIncluded devices-and-deliveries/app_private.keep_delivery_results.sql
--! Included alerts/app_public.alert_statistics.sql
create or replace function app_public.alert_statistics(months integer default 12) returns app_public.alert_month[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  if (alert_statistics.months between 1 and 60) is not true then
    raise exception using errcode = 'LA400', message = 'months is out of range: send 1 to 60.';
  end if;
  return array(
    with published as (
      select a, a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at,
          v.completed_at, c.completed_at as present_completed_at
        from app_public.alerts a
        left join app_public.alert_versions v on v.alert_id = a.id and v.version = 1
        left join app_private.publications c on c.alert_id = a.id
        where a.created_at >= (date_trunc('month', now() at time zone 'UTC') - make_interval(months => alert_statistics.months - 1)) at time zone 'UTC'
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- Without late entries, whose time counts from their own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1
              and app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, p.created_at, p.completed_at, p.present_completed_at)
                = 'INSIDE_WHEN_PUBLISHED') - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, p.completed_at, p.present_completed_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    ), pushes as (
      select p.began_at, p.status, count(*)::integer as pushed,
          percentile_cont(0.5) within group (order by extract(epoch from u.at - p.created_at)::float8)
            filter (where not u.is_late) as pushed_after_median
        -- One row for each user: purged deliveries have left one for each second.
        from published p, app_private.pushed_people(p.a) u, generate_series(1, u.people)
        group by 1, 2
    )
    select row(p.began_at, p.status, count(*), coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median,
        coalesce(u.pushed, 0), u.pushed_after_median)::app_public.alert_month
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      left join pushes u on u.began_at = p.began_at and u.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median, u.pushed, u.pushed_after_median
      order by p.began_at desc, p.status);
end
$$;
comment on function app_public.alert_statistics(integer) is
  E'@itemsNotNull\n@argument months How many months back, this one included: 1 to 60.\nThe number of alerts, how many people they concerned, how fast pushes went out to them and how many saw it, by month and status, the latest month first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_statistics(integer) to app_admin;
--! EndIncluded alerts/app_public.alert_statistics.sql
--! Included users/app_public.users_overview.sql
-- A custom plan for each call: conditions on null arguments are folded away.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  joined_by integer default null, is_silent boolean default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        greatest(l.taken_at, l.alive_at), page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- last_used_at is written once a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false), page.email_verified,
        array(select distinct d.provider::text from app_private.devices d where d.user_id = page.id order by 1))::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or greatest(l.taken_at, l.alive_at) >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (greatest(l.taken_at, l.alive_at) >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then greatest(l.taken_at, l.alive_at) end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken, or confirmed by a sign of life, at this time or later.\n@argument notReportedSince Only users whose last position was taken, and last confirmed, before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_admin;
--! EndIncluded users/app_public.users_overview.sql

--! Previous: sha1:36fb650b0bec07d89d53cff1f0ba277503e834d0
--! Hash: sha1:07da2fa58c55807782ca28315cfb7958a472f995
--! Message: Timeline of alerts

-- Afterwards one asks how fast people were told. The results by level do not say when.
create type app_public.timeline_step as (
  began_at timestamptz,
  duration integer,
  told integer,
  pushed integer,
  seen integer
);
comment on type app_public.timeline_step is 'What happened in a part of an alert''s time. Each user counts once, at the first of their notifications, pushes and looks.';
comment on column app_public.timeline_step.began_at is E'@notNull\nWhen the step began, in seconds since 1970-01-01 UTC.';
comment on column app_public.timeline_step.duration is E'@notNull\nThe seconds that the step took: 60 for an alert of up to two hours, more for a longer one.';
comment on column app_public.timeline_step.told is E'@notNull\nUsers who were notified for the first time.';
comment on column app_public.timeline_step.pushed is E'@notNull\nUsers to one of whose devices a push left for the first time.';
comment on column app_public.timeline_step.seen is E'@notNull\nUsers who saw a notification for the first time.';

--! Included alerts/app_private.timeline_of_alert.sql
create or replace function app_private.timeline_of_alert(alert app_public.alerts) returns setof app_public.timeline_step
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    with people as (
      select min(n.created_at) as told_at, min(d.accepted_at) as pushed_at, min(n.seen_at) as seen_at
        from app_public.notifications n
        left join (
          select e.notification_id, min(coalesce(e.accepted_at, e.settled_at)) as accepted_at
            from app_private.deliveries e
            where e.alert_id = alert.id and (e.accepted_at is not null or e.state = 'accepted')
            group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
        group by n.user_id
    ), events as materialized (
      select e.at, e.what
        from people p cross join lateral (values (p.told_at, 'told'), (p.pushed_at, 'pushed'), (p.seen_at, 'seen')) e (at, what)
        where e.at is not null
    ), width as (
      -- The shortest steps of which there are no more than a plot can show.
      select min(w.seconds) as seconds
        from unnest(array[60, 300, 900, 3600, 21600, 86400, 604800]) w (seconds)
        where w.seconds * 120 >= (select extract(epoch from max(e.at) - min(alert.created_at)) from events e) or w.seconds = 604800
    )
    select s.began_at, w.seconds, count(*) filter (where e.what = 'told')::integer,
        count(*) filter (where e.what = 'pushed')::integer, count(*) filter (where e.what = 'seen')::integer
      from width w, events e
      cross join lateral (select date_bin(make_interval(secs => w.seconds), e.at, alert.created_at) as began_at) s
      group by s.began_at, w.seconds order by s.began_at;
end
$$;
comment on function app_private.timeline_of_alert(app_public.alerts) is
  'Returns how many users were notified, pushed to and saw it in each step of an alert''s time, without all-clears. Steps without any are left out.';
grant execute on function app_private.timeline_of_alert(app_public.alerts) to app_admin;
--! EndIncluded alerts/app_private.timeline_of_alert.sql
--! Included alerts/app_public.alerts_timeline.sql
create or replace function app_public.alerts_timeline(alert app_public.alerts) returns app_public.timeline_step[]
language plpgsql stable
as $$
begin
  perform app_public.require_admin();
  return array(select t from app_private.timeline_of_alert(alert) t);
end
$$;
comment on function app_public.alerts_timeline(app_public.alerts) is
  E'@itemsNotNull\nHow many users were notified, pushed to and saw it, step by step from the publication. Steps in which nothing happened are left out, and all-clears do not count. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_timeline(app_public.alerts) to app_user;
--! EndIncluded alerts/app_public.alerts_timeline.sql

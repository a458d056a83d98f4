--! Previous: sha1:e720c00abec1fc2413e65a8a783c22c314a15ccd
--! Hash: sha1:ec1b0c7dd2ddeb53fb9a75cc08d01bdfcc2eada7
--! Message: seconds of timelines

-- A publication often tells everyone within a few seconds, which steps of a minute hide.
--! Included alerts/app_public.alerts_timeline.sql
create or replace function app_public.alerts_timeline(alert app_public.alerts) returns app_public.timeline_step[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return array(
    with people as (
      select min(n.created_at) as told_at, min(n.seen_at) as seen_at
        from app_public.notifications n where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
        group by n.user_id
    ), events as materialized (
      select e.at, e.kind, 1 as people
        from people p cross join lateral (values (p.told_at, 'told'), (p.seen_at, 'seen')) e (at, kind)
        where e.at is not null
      union all
      select p.at, 'pushed', p.people from app_private.pushed_people(alert) p
    ), width as (
      -- The shortest step that divides the time into at most 120.
      select min(w.seconds) as seconds
        from unnest(array[1, 5, 15, 60, 300, 900, 3600, 21600, 86400, 604800]) w (seconds)
        where w.seconds * 120 >= (select extract(epoch from max(e.at) - min(alert.created_at)) from events e) or w.seconds = 604800
    )
    select row(s.began_at, w.seconds, coalesce(sum(e.people) filter (where e.kind = 'told'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'pushed'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'seen'), 0))::app_public.timeline_step
      from width w, events e
      cross join lateral (select date_bin(make_interval(secs => w.seconds), e.at, alert.created_at) as began_at) s
      group by s.began_at, w.seconds order by s.began_at);
end
$$;
comment on function app_public.alerts_timeline(app_public.alerts) is
  E'@itemsNotNull\nHow many users were notified, pushed to and saw it, step by step from the publication. Steps in which nothing happened are left out, and all-clears do not count. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_timeline(app_public.alerts) to app_admin;
--! EndIncluded alerts/app_public.alerts_timeline.sql

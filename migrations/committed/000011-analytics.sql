--! Previous: sha1:4255b5dd0dcdc1d2dd525693bcb0f6cab0d7202b
--! Hash: sha1:10889fdf419c98145400f9c3e48ac6a881ca2a85
--! Message: Analytics

--! Included analytics/analytics.active_users_per_day.sql
create or replace view analytics.active_users_per_day as
  select
    (p.created_at at time zone 'UTC')::date as day,
    count(distinct p.user_id) as users,
    count(*) as positions
  from app_public.positions p
  group by 1;
comment on view analytics.active_users_per_day is
  'The number of users who reported a position on each UTC day, and the number of positions, for as long as positions are kept.';
grant select on analytics.active_users_per_day to app_analyst;
comment on column analytics.active_users_per_day.day is 'The UTC day.';
comment on column analytics.active_users_per_day.users is 'The number of users who reported a position.';
comment on column analytics.active_users_per_day.positions is 'The number of positions.';
--! EndIncluded analytics/analytics.active_users_per_day.sql
--! Included analytics/analytics.alerts.sql
create or replace view analytics.alerts as
  select
    a.id as alert_id,
    a.created_at,
    a.expires_at,
    round((public.st_area(a.zone1::public.geography) / 1e6)::numeric, 3) as area_km2,
    (select coalesce(sum(r.users), 0)::integer from app_private.alert_reach r where r.alert_id = a.id) as reached_users,
    count(n.id) filter (where n.level = 'ONE') as notified_level_one,
    count(n.id) filter (where n.level = 'TWO') as notified_level_two,
    count(n.id) filter (where n.level = 'THREE') as notified_level_three,
    count(n.id) filter (where n.level = 'ONE' and n.seen) as seen_level_one,
    count(n.id) filter (where n.level = 'TWO' and n.seen) as seen_level_two,
    count(n.id) filter (where n.level = 'THREE' and n.seen) as seen_level_three,
    a.status,
    a.event,
    a.cancelled_at
  from app_public.alerts a
  left join app_public.notifications n on n.alert_id = a.id and n.kind <> 'ALL_CLEAR'
  group by a.id;
comment on view analytics.alerts is
  'Each alert with its area in square kilometres, the number of users it reached (each once), and the notifications made and seen at each level, without all-clears. Exercises and tests are included: see status.';
grant select on analytics.alerts to app_analyst;
comment on column analytics.alerts.alert_id is 'The id of the alert.';
comment on column analytics.alerts.created_at is 'When it was published.';
comment on column analytics.alerts.expires_at is 'When it ends by itself.';
comment on column analytics.alerts.area_km2 is 'The size of the area in square kilometres.';
comment on column analytics.alerts.reached_users is 'The number of users who were notified, each counted once.';
comment on column analytics.alerts.notified_level_one is 'Notifications of level ONE.';
comment on column analytics.alerts.notified_level_two is 'Notifications of level TWO.';
comment on column analytics.alerts.notified_level_three is 'Notifications of level THREE.';
comment on column analytics.alerts.seen_level_one is 'Notifications of level ONE that were seen.';
comment on column analytics.alerts.seen_level_two is 'Notifications of level TWO that were seen.';
comment on column analytics.alerts.seen_level_three is 'Notifications of level THREE that were seen.';
comment on column analytics.alerts.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.alerts.event is 'What happens, in a few words.';
comment on column analytics.alerts.cancelled_at is 'When it was cancelled. Null if it was not.';
--! EndIncluded analytics/analytics.alerts.sql
--! Included analytics/analytics.notifications_per_day.sql
create or replace view analytics.notifications_per_day as
  select
    (n.created_at at time zone 'UTC')::date as day,
    n.level,
    count(*) as notifications,
    count(distinct n.user_id) as users,
    count(*) filter (where n.seen) as seen
  from app_public.notifications n
  where n.kind <> 'ALL_CLEAR'
  group by 1, 2;
comment on view analytics.notifications_per_day is
  'The notifications of each UTC day and level: their number, the number of users, and the number seen, without all-clears.';
grant select on analytics.notifications_per_day to app_analyst;
comment on column analytics.notifications_per_day.day is 'The UTC day.';
comment on column analytics.notifications_per_day.level is 'The level.';
comment on column analytics.notifications_per_day.notifications is 'The number of notifications.';
comment on column analytics.notifications_per_day.users is 'The number of users who were notified.';
comment on column analytics.notifications_per_day.seen is 'The number of notifications that were seen.';
--! EndIncluded analytics/analytics.notifications_per_day.sql

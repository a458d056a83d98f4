--! Previous: sha1:6c5f08b62de74d45166f80bbe783debda2a5596a
--! Hash: sha1:7546001f79cf3add938b7e150c9fdb0074c6588f
--! Message: analytics

--! split: 1-analytics.sql
--! Included views/analytics.alerts.sql
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
    count(n.id) filter (where n.level = 'THREE' and n.seen) as seen_level_three
  from app_public.alerts a
  left join app_public.notifications n on n.alert_id = a.id
  group by a.id;
comment on view analytics.alerts is
  'Each alert with its area in square kilometres, how many users it reached (each once), and how many notifications were sent and seen at each level.';
grant select on analytics.alerts to app_analyst;
--! EndIncluded views/analytics.alerts.sql
--! Included views/analytics.notifications_per_day.sql
create or replace view analytics.notifications_per_day as
  select
    (n.created_at at time zone 'UTC')::date as day,
    n.level,
    count(*) as notifications,
    count(distinct n.user_id) as users,
    count(*) filter (where n.seen) as seen
  from app_public.notifications n
  group by 1, 2;
comment on view analytics.notifications_per_day is
  'Notifications of each UTC day and level: how many, to how many users, how many were seen.';
grant select on analytics.notifications_per_day to app_analyst;
--! EndIncluded views/analytics.notifications_per_day.sql
--! Included views/analytics.active_users_per_day.sql
create or replace view analytics.active_users_per_day as
  select
    (p.created_at at time zone 'UTC')::date as day,
    count(distinct p.user_id) as users,
    count(*) as positions
  from app_public.positions p
  group by 1;
comment on view analytics.active_users_per_day is
  'How many users reported a position on each UTC day, and how many positions; as far back as positions are kept.';
grant select on analytics.active_users_per_day to app_analyst;
--! EndIncluded views/analytics.active_users_per_day.sql

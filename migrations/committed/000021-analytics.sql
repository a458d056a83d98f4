--! Previous: sha1:9324f72ee81431946bfbb1d27123558457c05b01
--! Hash: sha1:158fa2610731e6923942985fbd3a9e71a782b079
--! Message: Analytics

set local check_function_bodies = off; -- Functions call later ones.

create table app_private.alert_counts (
  alert_id integer not null,
  counting_until timestamptz,
  last_id bigint not null default 0,
  counted_until timestamptz,
  is_final boolean not null default false,
  reached integer,
  smallest_group integer,
  constraint alert_counts_pkey primary key (alert_id),
  constraint alert_counts_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
create index alert_counts_open on app_private.alert_counts (counting_until, alert_id desc) where (not is_final);
alter table app_private.alert_counts enable row level security;

comment on table app_private.alert_counts is 'How far the count of each alert''s figures has come.';
comment on column app_private.alert_counts.alert_id is 'The alert.';
comment on column app_private.alert_counts.counting_until is 'The moment of the count that has begun. Null if none has.';
comment on column app_private.alert_counts.last_id is 'The id of the last notification that this count has passed.';
comment on column app_private.alert_counts.counted_until is
  'The figures are as of this moment. Null before the first count.';
comment on column app_private.alert_counts.is_final is 'True if the figures stay as they are.';
comment on column app_private.alert_counts.reached is
  'The users reached, as analysts see them: null below the smallest group.';
comment on column app_private.alert_counts.smallest_group is 'The smallest group that was shown then.';
comment on index app_private.alert_counts_open is
  'Serves app_private.count_alert_step(), which looks for alerts to count.';
comment on constraint alert_counts_alert_id_fkey on app_private.alert_counts is 'The alert.';

create table app_private.alert_figures (
  alert_id integer not null,
  version integer not null,
  level app_public.level_alert not null,
  told integer,
  late integer,
  reaching_out integer,
  accepted integer,
  failed integer,
  seen integer,
  told_p50 double precision,
  told_p95 double precision,
  told_max double precision,
  accepted_p50 double precision,
  accepted_p95 double precision,
  accepted_max double precision,
  seen_p50 double precision,
  seen_p95 double precision,
  seen_max double precision,
  smallest_group integer not null,
  constraint alert_figures_pkey primary key (alert_id, version, level),
  constraint alert_figures_alert_id_fkey foreign key (alert_id) references app_private.alert_counts(alert_id) on delete cascade
);
alter table app_private.alert_figures enable row level security;

comment on table app_private.alert_figures is
  'What analysts see of each version of an alert at each level. Numbers of people are rounded already, and null below the smallest group.';
comment on column app_private.alert_figures.alert_id is 'The alert.';
comment on column app_private.alert_figures.version is 'The version.';
comment on column app_private.alert_figures.level is 'The level.';
comment on column app_private.alert_figures.told is 'People who were notified.';
comment on column app_private.alert_figures.late is 'People who came in after publication.';
comment on column app_private.alert_figures.reaching_out is 'People whose circle of accuracy reaches out of the zone.';
comment on column app_private.alert_figures.accepted is 'People of whom a provider accepted a push.';
comment on column app_private.alert_figures.failed is 'People whose pushes all failed.';
comment on column app_private.alert_figures.seen is 'People who have seen it.';
comment on column app_private.alert_figures.told_p50 is 'Seconds until half of them were told.';
comment on column app_private.alert_figures.told_p95 is 'Seconds until 95 of 100 of them were told.';
comment on column app_private.alert_figures.told_max is 'Seconds until all of them were told.';
comment on column app_private.alert_figures.accepted_p50 is 'Seconds until half of the pushes were accepted.';
comment on column app_private.alert_figures.accepted_p95 is 'Seconds until 95 of 100 pushes were accepted.';
comment on column app_private.alert_figures.accepted_max is 'Seconds until all of these pushes were accepted.';
comment on column app_private.alert_figures.seen_p50 is 'Seconds until half of those who have seen it had.';
comment on column app_private.alert_figures.seen_p95 is 'Seconds until 95 of 100 of them had.';
comment on column app_private.alert_figures.seen_max is 'Seconds until all of them had.';
comment on column app_private.alert_figures.smallest_group is 'The smallest group that was shown then.';
comment on constraint alert_figures_alert_id_fkey on app_private.alert_figures is 'The count.';

create table app_private.alert_push_figures (
  alert_id integer not null,
  version integer not null,
  level app_public.level_alert not null,
  provider text not null,
  outcome text not null,
  reason text not null,
  people integer,
  smallest_group integer not null,
  constraint alert_push_figures_pkey primary key (alert_id, version, level, provider, outcome, reason),
  constraint alert_push_figures_alert_id_fkey foreign key (alert_id) references app_private.alert_counts(alert_id) on delete cascade
);
alter table app_private.alert_push_figures enable row level security;

comment on table app_private.alert_push_figures is
  'What analysts see of the pushes of each version of an alert at each level: each person once, in groups that are large enough.';
comment on column app_private.alert_push_figures.alert_id is 'The alert.';
comment on column app_private.alert_push_figures.version is 'The version.';
comment on column app_private.alert_push_figures.level is 'The level.';
comment on column app_private.alert_push_figures.provider is 'The provider, or OTHER.';
comment on column app_private.alert_push_figures.outcome is 'ACCEPTED, FAILED, WAITING or OTHER.';
comment on column app_private.alert_push_figures.reason is
  'Why, without what names a device. Empty if nothing is known.';
comment on column app_private.alert_push_figures.people is 'The people, rounded down.';
comment on column app_private.alert_push_figures.smallest_group is 'The smallest group that was shown then.';
comment on constraint alert_push_figures_alert_id_fkey on app_private.alert_push_figures is 'The count.';

create table app_private.version_figures (
  alert_id integer not null,
  version integer not null,
  area_km2 double precision not null,
  added_km2 double precision,
  removed_km2 double precision,
  stale integer,
  inaccurate integer,
  is_counted boolean not null,
  counted_at timestamptz not null default now(),
  smallest_group integer not null,
  constraint version_figures_pkey primary key (alert_id, version),
  constraint version_figures_alert_id_version_fkey foreign key (alert_id, version) references app_public.alert_versions(alert_id, version) on delete cascade
);
alter table app_private.version_figures enable row level security;

comment on table app_private.version_figures is
  'What analysts see of each version of an alert: how its area changed, and whom it left out.';
comment on column app_private.version_figures.alert_id is 'The alert.';
comment on column app_private.version_figures.version is 'The version.';
comment on column app_private.version_figures.area_km2 is 'The size of the area in square kilometres.';
comment on column app_private.version_figures.added_km2 is 'What it has more than the version before.';
comment on column app_private.version_figures.removed_km2 is 'What it has less than the version before.';
comment on column app_private.version_figures.stale is
  'People inside who were left out, as their last position was too old, rounded down, and null below the smallest group.';
comment on column app_private.version_figures.inaccurate is
  'People inside who were left out, as their position was too inaccurate, rounded down, and null below the smallest group.';
comment on column app_private.version_figures.is_counted is
  'False if people were not counted within an hour of publication.';
comment on column app_private.version_figures.counted_at is 'When it was counted.';
comment on column app_private.version_figures.smallest_group is 'The smallest group that was shown then.';
comment on constraint version_figures_alert_id_version_fkey on app_private.version_figures is 'The version.';

create table app_private.hour_deliveries (
  hour timestamptz not null,
  provider text not null,
  outcome text not null,
  pushes integer,
  smallest_group integer not null,
  counted_at timestamptz not null default now(),
  constraint hour_deliveries_pkey primary key (hour, provider, outcome)
);
alter table app_private.hour_deliveries enable row level security;

comment on table app_private.hour_deliveries is
  'What providers did in each UTC hour, as analysts see it. Rows are never changed.';
comment on column app_private.hour_deliveries.hour is 'The start of the hour.';
comment on column app_private.hour_deliveries.provider is 'The provider.';
comment on column app_private.hour_deliveries.outcome is 'ACCEPTED or FAILED.';
comment on column app_private.hour_deliveries.pushes is
  'Notifications with this result, rounded down, and null below the smallest group.';
comment on column app_private.hour_deliveries.smallest_group is 'The smallest group that was shown then.';
comment on column app_private.hour_deliveries.counted_at is 'When it was counted.';

create table app_private.day_notifications (
  day date not null,
  level app_public.level_alert not null,
  notifications integer,
  users integer,
  seen integer,
  smallest_group integer not null,
  counted_at timestamptz not null default now(),
  constraint day_notifications_pkey primary key (day, level)
);
alter table app_private.day_notifications enable row level security;

comment on table app_private.day_notifications is
  'The notifications of each UTC day that has ended, as analysts see them. Rows are never changed.';
comment on column app_private.day_notifications.day is 'The UTC day.';
comment on column app_private.day_notifications.level is 'The level.';
comment on column app_private.day_notifications.notifications is
  'The notifications, rounded down, and null below the smallest group.';
comment on column app_private.day_notifications.users is
  'The users who were notified, rounded down, and null below the smallest group.';
comment on column app_private.day_notifications.seen is
  'Those who have seen one, rounded down, and null below the smallest group.';
comment on column app_private.day_notifications.smallest_group is 'The smallest group that was shown then.';
comment on column app_private.day_notifications.counted_at is 'When it was counted.';

create table app_private.presence (
  hour timestamptz not null,
  zoom integer not null,
  x integer not null,
  y integer not null,
  people integer not null,
  smallest_group integer not null,
  constraint presence_pkey primary key (hour, zoom, x, y)
);
alter table app_private.presence enable row level security;

comment on table app_private.presence is
  'Where people were in each UTC hour that has ended, as analysts see it: disjoint groups that are large enough. Rows are never changed, and purged after a time.';
comment on column app_private.presence.hour is 'The start of the hour.';
comment on column app_private.presence.zoom is 'The zoom of the cell, a tile of web maps.';
comment on column app_private.presence.x is 'Its column, from west.';
comment on column app_private.presence.y is 'Its row, from north.';
comment on column app_private.presence.people is
  'The people in it who are not in a smaller cell that is shown, rounded down.';
comment on column app_private.presence.smallest_group is 'The smallest group that was shown then.';

create table app_private.reporting (
  period text not null,
  starts_at timestamptz not null,
  activity text not null,
  people integer,
  positions bigint,
  users integer,
  smallest_group integer not null,
  counted_at timestamptz not null default now(),
  constraint reporting_period check (period = any (array['hour', 'day'])),
  constraint reporting_pkey primary key (period, starts_at, activity)
);
alter table app_private.reporting enable row level security;

comment on table app_private.reporting is
  'How many people reported in each UTC hour and day that has ended, as analysts see it. Rows are never changed.';
comment on column app_private.reporting.period is 'hour or day.';
comment on column app_private.reporting.starts_at is 'Its start.';
comment on column app_private.reporting.activity is 'How they moved last, OTHER for activities of too few, or ALL.';
comment on column app_private.reporting.people is 'The people, rounded down, and null below the smallest group.';
comment on column app_private.reporting.positions is 'Their positions, rounded down. Only with ALL.';
comment on column app_private.reporting.users is 'All users then whose history is kept, rounded down. Only with ALL.';
comment on column app_private.reporting.smallest_group is 'The smallest group that was shown then.';
comment on column app_private.reporting.counted_at is 'When it was counted.';

create table app_private.period_counts (
  period text not null,
  starts_at timestamptz not null,
  part integer not null,
  parts integer not null,
  constraint period_counts_period check (period = any (array['hour', 'day'])),
  constraint period_counts_pkey primary key (period)
);
alter table app_private.period_counts enable row level security;

comment on table app_private.period_counts is 'The hour and the day that are being counted.';
comment on column app_private.period_counts.period is 'hour or day.';
comment on column app_private.period_counts.starts_at is 'Its start.';
comment on column app_private.period_counts.part is 'The next part of the users to count, from 0.';
comment on column app_private.period_counts.parts is 'The number of parts.';

create table app_private.counts (
  task text not null,
  key jsonb not null,
  people bigint not null,
  constraint counts_pkey primary key (task, key)
);
alter table app_private.counts enable row level security;

comment on table app_private.counts is
  'What the steps of a count have found so far, without names. Nobody but the job reads it, and it is deleted at the end of the count.';
comment on column app_private.counts.task is 'What is counted: hour, day, deliveries, or an alert.';
comment on column app_private.counts.key is 'What is counted in it, such as a level or a cell.';
comment on column app_private.counts.people is 'How many there are.';

--! Included analytics/analytics.active_users_per_day.sql
create or replace view analytics.active_users_per_day as
  select
    (f.starts_at at time zone 'UTC')::date as day, f.people::bigint as users, f.positions,
    coalesce(f.people::text, '<' || f.smallest_group) as users_reads, f.counted_at, f.smallest_group
  from app_private.reporting f where f.period = 'day' and f.activity = 'ALL';
comment on view analytics.active_users_per_day is
  'The users who reported a position on each UTC day, and their positions, once the day has ended. A row never changes. The key is day.';
grant select on analytics.active_users_per_day to app_analyst;
comment on column analytics.active_users_per_day.day is 'The UTC day.';
comment on column analytics.active_users_per_day.users is 'The users who took a position on that day and reported it until five minutes after. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.active_users_per_day.positions is 'Their positions. Rounded down to a multiple of smallest_group. Null if users is.';
comment on column analytics.active_users_per_day.users_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.active_users_per_day.counted_at is 'When it was counted.';
comment on column analytics.active_users_per_day.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.active_users_per_day.sql
--! Included analytics/analytics.alert_levels.sql
create or replace view analytics.alert_levels as
  select
    f.alert_id || '-' || f.version || '-' || f.level as key,
    f.alert_id, f.version, f.level,
    a.status, a.event, v.created_at as published_at,
    f.told as told, coalesce(f.told::text, '<' || f.smallest_group) as told_reads,
    f.late as came_in_later, coalesce(f.late::text, '<' || f.smallest_group) as came_in_later_reads,
    f.reaching_out as overspill, coalesce(f.reaching_out::text, '<' || f.smallest_group) as overspill_reads,
    f.accepted as accepted, coalesce(f.accepted::text, '<' || f.smallest_group) as accepted_reads,
    f.failed as failed, coalesce(f.failed::text, '<' || f.smallest_group) as failed_reads,
    f.seen as seen, coalesce(f.seen::text, '<' || f.smallest_group) as seen_reads,
    f.told_p50 as told_p50_seconds, f.told_p95 as told_p95_seconds, f.told_max as told_max_seconds,
    f.accepted_p50 as accepted_p50_seconds, f.accepted_p95 as accepted_p95_seconds, f.accepted_max as accepted_max_seconds,
    f.seen_p50 as seen_p50_seconds, f.seen_p95 as seen_p95_seconds, f.seen_max as seen_max_seconds,
    c.counted_until, c.is_final, f.smallest_group
  from app_private.alert_figures f
  join app_private.alert_counts c on c.alert_id = f.alert_id
  join app_public.alerts a on a.id = f.alert_id
  left join app_public.alert_versions v on v.alert_id = f.alert_id and v.version = f.version;
comment on view analytics.alert_levels is
  'How each version of each alert did at each level, without all-clears. It is counted at the end of each hour until a day after the alert. The key is (alert_id, version, level).';
grant select on analytics.alert_levels to app_analyst;
comment on column analytics.alert_levels.key is 'The unique key of the row: alert, version and level.';
comment on column analytics.alert_levels.alert_id is 'The id of the alert.';
comment on column analytics.alert_levels.version is 'The version that notified them.';
comment on column analytics.alert_levels.level is 'The level at which it did.';
comment on column analytics.alert_levels.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.alert_levels.event is 'What happens, in a few words. Null without one.';
comment on column analytics.alert_levels.published_at is 'When the version was published.';
comment on column analytics.alert_levels.told is 'People who were notified. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_levels.told_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.alert_levels.came_in_later is 'Of them, people who came in after publication. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_levels.came_in_later_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.alert_levels.overspill is 'Of them, people whose circle of accuracy reaches out of the zone, so that they may have been outside. Null too in zones TWO and THREE of an earlier version. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_levels.overspill_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.alert_levels.accepted is 'Of them, people of whom a provider accepted a push. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_levels.accepted_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.alert_levels.failed is 'Of them, people none of whose pushes was accepted, and one failed. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_levels.failed_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.alert_levels.seen is 'Of them, people who have seen it. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_levels.seen_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.alert_levels.told_p50_seconds is 'Half of them took so many seconds at most, from publication to the notification, for those who were inside then. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.told_p95_seconds is '95 of 100 of them took so many seconds at most, from publication to the notification, for those who were inside then. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.told_max_seconds is 'All of them took so many seconds at most, from publication to the notification, for those who were inside then. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.accepted_p50_seconds is 'Half of them took so many seconds at most, from publication, or from a late notification, to a provider that accepted a push. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.accepted_p95_seconds is '95 of 100 of them took so many seconds at most, from publication, or from a late notification, to a provider that accepted a push. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.accepted_max_seconds is 'All of them took so many seconds at most, from publication, or from a late notification, to a provider that accepted a push. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.seen_p50_seconds is 'Half of them took so many seconds at most, from publication, or from a late notification, to having seen it. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.seen_p95_seconds is '95 of 100 of them took so many seconds at most, from publication, or from a late notification, to having seen it. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.seen_max_seconds is 'All of them took so many seconds at most, from publication, or from a late notification, to having seen it. Rounded up to two digits. Null if they are fewer than smallest_group.';
comment on column analytics.alert_levels.counted_until is 'The figures are as of this moment, the end of an hour.';
comment on column analytics.alert_levels.is_final is 'True if the figures stay as they are: a day after the end of the alert.';
comment on column analytics.alert_levels.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alert_levels.sql
--! Included analytics/analytics.alert_pushes.sql
create or replace view analytics.alert_pushes as
  select
    concat_ws('-', f.alert_id, f.version, f.level, f.provider, f.outcome, md5(f.reason)) as key,
    f.alert_id, f.version, f.level, f.provider, f.outcome, nullif(f.reason, '') as reason,
    f.people, coalesce(f.people::text, '<' || f.smallest_group) as people_reads,
    c.counted_until, f.smallest_group
  from app_private.alert_push_figures f
  join app_private.alert_counts c on c.alert_id = f.alert_id;
comment on view analytics.alert_pushes is
  'The people whom each version of each alert notified at each level and pushed to, by what came of it. Each person is counted once, by the best of their devices. Groups below smallest_group are in rows OTHER. The key is (alert_id, version, level, provider, outcome, reason).';
grant select on analytics.alert_pushes to app_analyst;
comment on column analytics.alert_pushes.key is 'The unique key of the row.';
comment on column analytics.alert_pushes.alert_id is 'The id of the alert.';
comment on column analytics.alert_pushes.version is 'The version that notified them.';
comment on column analytics.alert_pushes.level is 'The level at which it did.';
comment on column analytics.alert_pushes.provider is 'expo, fcm or web_push, or OTHER.';
comment on column analytics.alert_pushes.outcome is 'ACCEPTED by the provider, FAILED, WAITING, or OTHER.';
comment on column analytics.alert_pushes.reason is 'Why it failed or waits, without what names a device. Null if nothing is known.';
comment on column analytics.alert_pushes.people is 'The people. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_pushes.people_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.alert_pushes.counted_until is 'The figures are as of this moment, the end of an hour.';
comment on column analytics.alert_pushes.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alert_pushes.sql
--! Included analytics/analytics.alert_versions.sql
create or replace view analytics.alert_versions as
  select
    f.alert_id || '-' || f.version as key,
    f.alert_id, f.version, v.created_at, v.is_renotified,
    case when v.all_clear is not null then 'ALL_CLEAR' when f.version = 1 then 'ALERT' else 'UPDATE' end as kind,
    round(f.area_km2::numeric, 6) as area_km2, round(f.added_km2::numeric, 6) as added_km2, round(f.removed_km2::numeric, 6) as removed_km2,
    v.text1 is distinct from b.text1 and b.version is not null as is_text1_changed,
    v.text2 is distinct from b.text2 and b.version is not null as is_text2_changed,
    v.text3 is distinct from b.text3 and b.version is not null as is_text3_changed,
    v.title is distinct from b.title and b.version is not null as is_title_changed,
    v.text1, v.text2, v.text3, v.title,
    v.expires_at - b.expires_at as longer,
    f.stale, case when f.is_counted then coalesce(f.stale::text, '<' || f.smallest_group) end as stale_reads,
    f.inaccurate, case when f.is_counted then coalesce(f.inaccurate::text, '<' || f.smallest_group) end as inaccurate_reads,
    f.counted_at, f.smallest_group
  from app_private.version_figures f
  join app_public.alert_versions v on v.alert_id = f.alert_id and v.version = f.version
  left join app_public.alert_versions b on b.alert_id = f.alert_id and b.version = f.version - 1;
comment on view analytics.alert_versions is
  'What each version of an alert changed, and how many people inside its zones it left out. The key is (alert_id, version).';
grant select on analytics.alert_versions to app_analyst;
comment on column analytics.alert_versions.key is 'The unique key of the row: alert and version.';
comment on column analytics.alert_versions.alert_id is 'The id of the alert.';
comment on column analytics.alert_versions.version is 'The version.';
comment on column analytics.alert_versions.created_at is 'When it was published.';
comment on column analytics.alert_versions.is_renotified is 'True if it notified everyone again.';
comment on column analytics.alert_versions.kind is 'ALERT, UPDATE or ALL_CLEAR.';
comment on column analytics.alert_versions.area_km2 is 'The size of the area in square kilometres.';
comment on column analytics.alert_versions.added_km2 is 'What it has more than the version before. Null for the first.';
comment on column analytics.alert_versions.removed_km2 is 'What it has less than the version before. Null for the first.';
comment on column analytics.alert_versions.is_text1_changed is 'True if the text of ONE differs from that of the version before.';
comment on column analytics.alert_versions.is_text2_changed is 'True if the text of TWO differs from that of the version before.';
comment on column analytics.alert_versions.is_text3_changed is 'True if the text of THREE differs from that of the version before.';
comment on column analytics.alert_versions.is_title_changed is 'True if the title differs from that of the version before.';
comment on column analytics.alert_versions.text1 is 'The text of ONE, which every user may read.';
comment on column analytics.alert_versions.text2 is 'The text of TWO.';
comment on column analytics.alert_versions.text3 is 'The text of THREE.';
comment on column analytics.alert_versions.title is 'The title. Null without one.';
comment on column analytics.alert_versions.longer is 'How much later it ends than the version before said. Null for the first.';
comment on column analytics.alert_versions.stale is 'People inside who were left out, as their last position was too old. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_versions.stale_reads is 'The same in words: a number, or <10. Null if it was not counted within an hour of publication.';
comment on column analytics.alert_versions.inaccurate is 'People inside who were left out, as their position was too inaccurate to tell zone TWO from THREE. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_versions.inaccurate_reads is 'The same in words: a number, or <10. Null if it was not counted within an hour of publication.';
comment on column analytics.alert_versions.counted_at is 'When it was counted.';
comment on column analytics.alert_versions.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alert_versions.sql
--! Included analytics/analytics.alerts.sql
create or replace view analytics.alerts as
  select
    a.id as alert_id,
    a.created_at,
    a.expires_at,
    round(coalesce(v.area_km2, public.st_area(a.zone1::public.geography) / 1e6)::numeric, 6) as area_km2,
    c.reached as reached_users,
    f.notified_level_one,
    f.notified_level_two,
    f.notified_level_three,
    f.seen_level_one,
    f.seen_level_two,
    f.seen_level_three,
    a.status,
    a.event,
    a.cancelled_at,
    case when c.counted_until is not null then coalesce(c.reached::text, '<' || c.smallest_group) end as reached_users_reads,
    c.counted_until,
    c.smallest_group
  from app_public.alerts a
  left join app_private.alert_counts c on c.alert_id = a.id
  left join app_private.version_figures v on v.alert_id = a.id and v.version = a.version
  left join (
    select f.alert_id,
      sum(f.told) filter (where f.level = 'ONE') as notified_level_one,
      sum(f.told) filter (where f.level = 'TWO') as notified_level_two,
      sum(f.told) filter (where f.level = 'THREE') as notified_level_three,
      sum(f.seen) filter (where f.level = 'ONE') as seen_level_one,
      sum(f.seen) filter (where f.level = 'TWO') as seen_level_two,
      sum(f.seen) filter (where f.level = 'THREE') as seen_level_three
    from app_private.alert_figures f group by f.alert_id
  ) f on f.alert_id = a.id;
comment on view analytics.alerts is
  'Each alert with its area in square kilometres, the users it reached (each once), and the notifications made and seen at each level, without all-clears. Exercises and tests are included: see status. The key is alert_id.';
grant select on analytics.alerts to app_analyst;
comment on column analytics.alerts.alert_id is 'The id of the alert, the key of the row.';
comment on column analytics.alerts.created_at is 'When it was published.';
comment on column analytics.alerts.expires_at is 'When it ends by itself.';
comment on column analytics.alerts.area_km2 is 'The size of the area in square kilometres.';
comment on column analytics.alerts.reached_users is 'The users who were notified, each counted once. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alerts.notified_level_one is 'Notifications of level ONE: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.notified_level_two is 'Notifications of level TWO: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.notified_level_three is 'Notifications of level THREE: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.seen_level_one is 'Notifications of level ONE that were seen: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.seen_level_two is 'Notifications of level TWO that were seen: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.seen_level_three is 'Notifications of level THREE that were seen: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.alerts.event is 'What happens, in a few words.';
comment on column analytics.alerts.cancelled_at is 'When it was cancelled. Null if it was not.';
comment on column analytics.alerts.reached_users_reads is 'reached_users in words: a number, or <10 below the smallest group. Null before the first count.';
comment on column analytics.alerts.counted_until is 'The figures are as of this moment, the end of an hour. Null before the first count.';
comment on column analytics.alerts.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alerts.sql
--! Included analytics/analytics.deliveries_per_hour.sql
create or replace view analytics.deliveries_per_hour as
  select
    concat_ws('-', extract(epoch from f.hour)::bigint, f.provider, f.outcome) as key, f.hour, f.provider, f.outcome,
    f.pushes, coalesce(f.pushes::text, '<' || f.smallest_group) as pushes_reads, f.counted_at, f.smallest_group
  from app_private.hour_deliveries f;
comment on view analytics.deliveries_per_hour is
  'What providers did in each UTC hour, once all alerts were counted. Only alerts that had the same from smallest_group people at a level count. The key is (hour, provider, outcome).';
grant select on analytics.deliveries_per_hour to app_analyst;
comment on column analytics.deliveries_per_hour.key is 'The unique key of the row: hour, provider and outcome.';
comment on column analytics.deliveries_per_hour.hour is 'The start of the hour.';
comment on column analytics.deliveries_per_hour.provider is 'expo, fcm or web_push.';
comment on column analytics.deliveries_per_hour.outcome is 'ACCEPTED by the provider, or FAILED.';
comment on column analytics.deliveries_per_hour.pushes is 'Notifications for which this was the best result of their devices in this hour. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.deliveries_per_hour.pushes_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.deliveries_per_hour.counted_at is 'When it was counted.';
comment on column analytics.deliveries_per_hour.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.deliveries_per_hour.sql
--! Included analytics/analytics.hours.sql
create or replace view analytics.hours as
  select
    f.starts_at as hour, f.people, coalesce(f.people::text, '<' || f.smallest_group) as people_reads,
    f.users, coalesce(f.users::text, '<' || f.smallest_group) as users_reads,
    round(100.0 * f.people / nullif(f.users, 0)) as percent,
    f.counted_at, f.smallest_group
  from app_private.reporting f where f.period = 'hour' and f.activity = 'ALL';
comment on view analytics.hours is
  'The people who reported in each UTC hour, once it has ended. A row never changes. The key is hour.';
grant select on analytics.hours to app_analyst;
comment on column analytics.hours.hour is 'The start of the hour.';
comment on column analytics.hours.people is 'People who took a position in the hour and reported it until five minutes after. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.hours.people_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.hours.users is 'Users when it was counted, without those of whom only the last position is kept. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.hours.users_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.hours.percent is 'people in 100 of users, of the rounded numbers. Null if one of them is.';
comment on column analytics.hours.counted_at is 'When it was counted.';
comment on column analytics.hours.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.hours.sql
--! Included analytics/analytics.hours_by_activity.sql
create or replace view analytics.hours_by_activity as
  select
    extract(epoch from f.starts_at)::bigint || '-' || f.activity as key, f.starts_at as hour, f.activity,
    f.people, coalesce(f.people::text, '<' || f.smallest_group) as people_reads, f.counted_at, f.smallest_group
  from app_private.reporting f where f.period = 'hour' and f.activity <> 'ALL';
comment on view analytics.hours_by_activity is
  'The people who reported in each UTC hour, by how they moved last. Groups below smallest_group are in rows OTHER. A row never changes. The key is (hour, activity).';
grant select on analytics.hours_by_activity to app_analyst;
comment on column analytics.hours_by_activity.key is 'The unique key of the row: hour and activity.';
comment on column analytics.hours_by_activity.hour is 'The start of the hour.';
comment on column analytics.hours_by_activity.activity is 'How they moved by their last position in the hour, or OTHER.';
comment on column analytics.hours_by_activity.people is 'The people. The rows of an hour are all people of analytics.hours, each once. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.hours_by_activity.people_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.hours_by_activity.counted_at is 'When it was counted.';
comment on column analytics.hours_by_activity.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.hours_by_activity.sql
--! Included analytics/analytics.notifications_per_day.sql
create or replace view analytics.notifications_per_day as
  select
    f.day, f.level, f.notifications::bigint as notifications, f.users::bigint as users, f.seen::bigint as seen,
    coalesce(f.users::text, '<' || f.smallest_group) as users_reads, coalesce(f.seen::text, '<' || f.smallest_group) as seen_reads, f.counted_at, f.smallest_group
  from app_private.day_notifications f;
comment on view analytics.notifications_per_day is
  'The notifications of each UTC day and level, once the day has ended, without all-clears. A row never changes. The key is (day, level).';
grant select on analytics.notifications_per_day to app_analyst;
comment on column analytics.notifications_per_day.day is 'The UTC day.';
comment on column analytics.notifications_per_day.level is 'The level.';
comment on column analytics.notifications_per_day.notifications is 'The number of notifications. Rounded down to a multiple of smallest_group. Null if users is.';
comment on column analytics.notifications_per_day.users is 'The users who were notified. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.notifications_per_day.seen is 'Those of them who have seen one of these notifications when it was counted. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.notifications_per_day.users_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.notifications_per_day.seen_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.notifications_per_day.counted_at is 'When it was counted.';
comment on column analytics.notifications_per_day.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.notifications_per_day.sql
--! Included analytics/analytics.presence.sql
create or replace view analytics.presence as
  select
    concat_ws('-', extract(epoch from f.hour)::bigint, f.zoom, f.x, f.y) as key, f.hour, f.zoom, f.x, f.y,
    f.people, coalesce(f.people::text, '<' || f.smallest_group) as people_reads,
    public.st_makeenvelope(
      f.x * 360::float8 / (1 << f.zoom) - 180, degrees(atan(sinh(pi() * (1 - 2::float8 * (f.y + 1) / (1 << f.zoom))))),
      (f.x + 1) * 360::float8 / (1 << f.zoom) - 180, degrees(atan(sinh(pi() * (1 - 2::float8 * f.y / (1 << f.zoom))))),
      4326)::public.geometry(Polygon, 4326) as cell,
    f.smallest_group
  from app_private.presence f;
comment on view analytics.presence is
  'Where people were in each UTC hour, once it has ended: each person in one cell, by their last position in it. The cells are the tiles of web maps. A cell with fewer than smallest_group people counts for the cell around it, so a large cell is what its smaller cells leave. A row never changes. The key is (hour, zoom, x, y).';
grant select on analytics.presence to app_analyst;
comment on column analytics.presence.key is 'The unique key of the row: hour and cell.';
comment on column analytics.presence.hour is 'The start of the hour.';
comment on column analytics.presence.zoom is 'The zoom of the cell: 15 is the smallest, about 1.2 km wide at the equator; 0 is the globe.';
comment on column analytics.presence.x is 'The column of the cell, from west.';
comment on column analytics.presence.y is 'The row of the cell, from north.';
comment on column analytics.presence.people is 'The people in this cell who are not in a smaller cell that is shown. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.presence.people_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.presence.cell is 'The cell: longitude and latitude in degrees, WGS 84 (SRID 4326).';
comment on column analytics.presence.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.presence.sql
--! Included analytics/analytics.presence_around_alerts.sql
create or replace view analytics.presence_around_alerts as
  select
    a.id || '-' || p.key as key, a.id as alert_id, p.hour,
    case when public.st_intersects(a.zone1, p.cell) then 'ONE' when public.st_intersects(a.zone2, p.cell) then 'TWO' else 'THREE' end
      ::app_public.level_alert as level,
    p.zoom, p.x, p.y, p.people, p.people_reads, p.cell, p.smallest_group
  from app_public.alerts a
  join analytics.presence p on p.hour >= date_trunc('hour', a.created_at, 'UTC') - interval '1 hour'
    and p.hour <= least(a.expires_at, a.cancelled_at)
    and public.st_intersects(a.zone3, p.cell);
comment on view analytics.presence_around_alerts is
  'The cells of analytics.presence that touch the zones of an alert, from the hour before it was published to the hour of its end. They are the same cells and numbers. The key is (alert_id, hour, zoom, x, y).';
grant select on analytics.presence_around_alerts to app_analyst;
comment on column analytics.presence_around_alerts.key is 'The unique key of the row: alert, hour and cell.';
comment on column analytics.presence_around_alerts.alert_id is 'The id of the alert.';
comment on column analytics.presence_around_alerts.hour is 'The start of the hour.';
comment on column analytics.presence_around_alerts.level is 'The innermost zone of the alert that the cell touches.';
comment on column analytics.presence_around_alerts.zoom is 'The zoom of the cell.';
comment on column analytics.presence_around_alerts.x is 'The column of the cell, from west.';
comment on column analytics.presence_around_alerts.y is 'The row of the cell, from north.';
comment on column analytics.presence_around_alerts.people is 'The people in this cell who are not in a smaller cell that is shown. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.presence_around_alerts.people_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.presence_around_alerts.cell is 'The cell: longitude and latitude in degrees, WGS 84 (SRID 4326).';
comment on column analytics.presence_around_alerts.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.presence_around_alerts.sql
--! Included analytics/analytics.zones.sql
create or replace view analytics.zones as
  select
    z.alert_id || '-' || z.version || '-' || z.level as key, z.alert_id, z.version, z.level, a.status, a.event, z.created_at, a.expires_at,
    public.st_multi(z.zone)::public.geometry(MultiPolygon, 4326) as zone
  from (
    select v.alert_id, v.version, 'ONE'::app_public.level_alert as level, v.created_at, v.zone1 as zone from app_public.alert_versions v
    union all select v.alert_id, v.version, 'TWO', v.created_at, c.zone2
      from app_public.alert_versions v join app_public.alerts c on c.id = v.alert_id and c.version = v.version
    union all select v.alert_id, v.version, 'THREE', v.created_at, c.zone3
      from app_public.alert_versions v join app_public.alerts c on c.id = v.alert_id and c.version = v.version
  ) z
  join app_public.alerts a on a.id = z.alert_id;
comment on view analytics.zones is
  'The zones of each alert as geometry: the three of its present version, and the area of earlier ones. The key is (alert_id, version, level).';
grant select on analytics.zones to app_analyst;
comment on column analytics.zones.key is 'The unique key of the row: alert, version and level.';
comment on column analytics.zones.alert_id is 'The id of the alert.';
comment on column analytics.zones.version is 'The version.';
comment on column analytics.zones.level is 'The level of the zone.';
comment on column analytics.zones.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.zones.event is 'What happens, in a few words. Null without one.';
comment on column analytics.zones.created_at is 'When the version was published.';
comment on column analytics.zones.expires_at is 'When the alert ends by itself.';
comment on column analytics.zones.zone is 'The zone: longitude and latitude in degrees, WGS 84 (SRID 4326).';
--! EndIncluded analytics/analytics.zones.sql
--! Included analytics/app_private.add_counts.sql
create or replace function app_private.add_counts(task text, keys jsonb[], people bigint[]) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  insert into app_private.counts as c (task, key, people)
    select add_counts.task, k.key, sum(k.people) from unnest(keys, add_counts.people) k (key, people) group by k.key
    on conflict on constraint counts_pkey do update set people = c.people + excluded.people
$$;
comment on function app_private.add_counts(text, jsonb[], bigint[]) is 'Adds the numbers of one step to the counts of a task.';
--! EndIncluded analytics/app_private.add_counts.sql
--! Included analytics/app_private.count_alert_chunk.sql
create or replace function app_private.count_alert_chunk(
  counted app_private.alert_counts, counted_until timestamptz, first_id bigint, last_id bigint
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off set timezone = 'UTC'
as $$
declare
  alert app_public.alerts;
  present_completed_at timestamptz;
  keys jsonb[];
  numbers bigint[];
begin
  select a.* into alert from app_public.alerts a where a.id = counted.alert_id;
  select p.completed_at into present_completed_at from app_private.publications p where p.alert_id = counted.alert_id;
  with told as (
    select n.id, n.version, n.level, n.seen_at, n.created_at, n.place_kept,
        app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, v.created_at, v.completed_at, present_completed_at) = 'CAME_IN_LATER' as is_late,
        coalesce(v.created_at, alert.created_at) as published_at,
        -- True if the square around the circle of accuracy reaches out of the zone. Of earlier versions only the area is kept.
        n.accuracy > 0 and case n.level
          when 'ONE' then not st_covers(coalesce(v.zone1, alert.zone1), q.square)
          when 'TWO' then n.version = alert.version and not st_covers(alert.zone2, q.square)
          else n.version = alert.version and not st_covers(alert.zone3, q.square) end as reaches_out
      from app_public.notifications n
      left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
      cross join lateral (
        -- Zones are cut at the 180th meridian too. Few squares reach over it, and a call for each would take long.
        select case when st_xmin(s.square) < -180 or st_xmax(s.square) > 180 then app_private.cut_at_180(s.square) else s.square end as square
          from (
            -- A wider square would overlap itself there, and no zone is that wide.
            select st_expand(st_setsrid(st_makepoint(n.longitude, n.latitude), 4326),
                least(e.metres / (111320 * e.narrowing), 179), e.metres / 110574) as square
              -- As functions of numbers next to zero fail.
              from (select greatest(n.accuracy, 0.001) as metres, greatest(cosd(case when abs(n.latitude) < 1e-9 then 0 else n.latitude end), 0.01) as narrowing) e
          ) s
      ) q
      where n.alert_id = counted.alert_id and n.id between first_id and last_id and n.kind <> 'ALL_CLEAR' and n.created_at < counted_until
  ), pushed as (
    -- The best of a person's devices stands for the person, so that each is counted once.
    select distinct on (d.notification_id) d.notification_id, d.provider,
        case when d.accepted_at < counted_until then 'ACCEPTED'
          when d.state in ('failed', 'dead') and d.settled_at < counted_until then 'FAILED' else 'WAITING' end as outcome,
        case when d.accepted_at < counted_until then d.accepted_at when d.settled_at < counted_until then d.settled_at end as at,
        case when d.accepted_at < counted_until then '' else coalesce(app_private.push_reason(d.why), '') end as reason
      from told t join app_private.deliveries d on d.notification_id = t.id
      where d.alert_id = counted.alert_id
      order by d.notification_id, (d.accepted_at < counted_until) desc nulls last, d.settled_at desc nulls last, d.device_id
  ), known as (
    select t.version, t.level, t.is_late, t.reaches_out, t.place_kept, p.provider, p.outcome, p.reason,
        t.seen_at < counted_until as is_seen,
        -- For a late entry, time counts from its notification.
        case when not t.is_late then app_private.rounded_seconds(extract(epoch from t.created_at - t.published_at)) end as told_after,
        case when t.seen_at < counted_until then app_private.rounded_seconds(extract(epoch from t.seen_at - b.began)) end as seen_after,
        case when p.outcome = 'ACCEPTED' then app_private.rounded_seconds(extract(epoch from p.at - b.began)) end as accepted_after,
        case when p.at >= coalesce(counted.counted_until, '-infinity') then date_trunc('hour', p.at) end as hour
      from told t
      left join pushed p on p.notification_id = t.id
      cross join lateral (select case when t.is_late then t.created_at else t.published_at end as began) b
  ), alike as (
    select k.version, k.level, k.told_after, k.accepted_after, k.seen_after, k.provider, k.outcome, k.reason, k.hour,
        grouping(k.told_after, k.accepted_after, k.seen_after, k.provider, k.reason, k.hour) as without,
        count(*) as people, count(*) filter (where k.is_late) as late, count(*) filter (where k.reaches_out) as reaching_out,
        count(*) filter (where not k.place_kept) as cleared,
        count(*) filter (where k.is_seen) as seen, count(*) filter (where k.outcome = 'ACCEPTED') as accepted,
        count(*) filter (where k.outcome = 'FAILED') as failed
      from known k
      group by grouping sets (
        (k.version, k.level), (k.version, k.level, k.told_after), (k.version, k.level, k.accepted_after),
        (k.version, k.level, k.seen_after), (k.version, k.level, k.provider, k.outcome, k.reason),
        (k.version, k.level, k.provider, k.outcome, k.hour))
  )
  select array_agg(jsonb_build_array(a.version, a.level) || m.key), array_agg(m.people) into keys, numbers
    from alike a
    -- The bits of what a group is not by: 32 told after, 16 accepted after, 8 seen after, 4 provider, 2 reason, 1 hour.
    cross join lateral (values
      (63, jsonb_build_array('told'), a.people),
      (63, jsonb_build_array('late'), a.late),
      (63, jsonb_build_array('reaches out'), a.reaching_out),
      (63, jsonb_build_array('cleared'), a.cleared),
      (63, jsonb_build_array('seen'), a.seen),
      (63, jsonb_build_array('accepted'), a.accepted),
      (63, jsonb_build_array('failed'), a.failed),
      (31, jsonb_build_array('told after', a.told_after), case when a.told_after is not null then a.people end),
      (47, jsonb_build_array('accepted after', a.accepted_after), case when a.accepted_after is not null then a.people end),
      (55, jsonb_build_array('seen after', a.seen_after), case when a.seen_after is not null then a.people end),
      (57, jsonb_build_array('push', a.provider, a.outcome, a.reason), case when a.provider is not null then a.people end),
      (58, jsonb_build_array('hour', a.hour, a.provider, a.outcome), case when a.hour is not null then a.people end)
    ) m (without, key, people)
    where m.without = a.without and m.people > 0;
  perform app_private.add_counts('alert ' || counted.alert_id, keys, numbers);
end
$$;
comment on function app_private.count_alert_chunk(app_private.alert_counts, timestamptz, bigint, bigint) is
  'Counts the notifications of an alert with these ids as they were at a moment: told, late, seen, pushed, and after how many seconds.';
--! EndIncluded analytics/app_private.count_alert_chunk.sql
--! Included analytics/app_private.count_alert_step.sql
create or replace function app_private.count_alert_step(counted_until timestamptz, most integer default 2000) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  counted app_private.alert_counts;
  passed bigint;
  notifications integer;
begin
  -- Alerts are added in the order of their ids. One that committed after a later one is found by the overlap.
  insert into app_private.alert_counts (alert_id)
    select a.id from app_public.alerts a
      where a.id > coalesce((select max(t.alert_id) from app_private.alert_counts t), 0) - 100
    on conflict do nothing;
  -- A count that has begun goes on to the moment that it began with.
  select t.* into counted from app_private.alert_counts t
    where not t.is_final and coalesce(t.counted_until, '-infinity') < count_alert_step.counted_until
      -- Nobody, or few, of an alert that was just being published then would be told for an hour. So the first count waits.
      and (t.counted_until is not null or not exists (
        select from app_public.alerts a left join app_private.publications p on p.alert_id = a.id
          where a.id = t.alert_id and a.created_at > count_alert_step.counted_until - interval '1 hour'
            and coalesce(p.completed_at, 'infinity') >= count_alert_step.counted_until))
    order by t.counting_until nulls last, t.alert_id desc limit 1;
  if counted is null then
    return false;
  end if;
  if counted.counting_until is null then
    delete from app_private.counts c where c.task = 'alert ' || counted.alert_id;
    counted.counting_until := count_alert_step.counted_until;
    counted.last_id := 0;
  end if;

  select max(n.id), count(*) into passed, notifications
    from (
      select n.id from app_public.notifications n
        -- The order of the index decides the plan. By the ids alone, all would be read if most are of another alert.
        where (n.alert_id, n.id) > (counted.alert_id, counted.last_id) and n.alert_id <= counted.alert_id
        order by n.alert_id, n.id limit most
    ) n;
  if notifications > 0 then
    perform app_private.count_alert_chunk(counted, counted.counting_until, counted.last_id + 1, passed);
  end if;
  if notifications = most then
    update app_private.alert_counts t set last_id = passed, counting_until = counted.counting_until
      where t.alert_id = counted.alert_id;
  else
    perform app_private.keep_alert_figures(counted);
  end if;
  return true;
end
$$;
comment on function app_private.count_alert_step(timestamptz, integer) is
  'Counts the next notifications of an alert that was not counted since a moment, and keeps its figures after the last. False if there is no such alert.';
--! EndIncluded analytics/app_private.count_alert_step.sql
--! Included analytics/app_private.count_period_step.sql
create or replace function app_private.count_period_step(period text, most integer default 20000) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC' set jit = off
as $$
declare
  starts_at constant timestamptz := app_private.first_uncounted(period);
  ends_at constant timestamptz := starts_at + ('1 ' || period)::interval;
  -- What phones sent later is not counted, so that a period never changes.
  received_until constant timestamptz := ends_at + interval '5 minutes';
  first_id bigint;
  last_id bigint;
  counting app_private.period_counts;
  keys jsonb[];
  numbers bigint[];
  notifications bigint := 0;
  alert_ids constant integer[] := array(
    select a.id from app_public.alerts a
      where period = 'day' and a.created_at < ends_at and least(a.expires_at, a.cancelled_at) >= starts_at);
begin
  if starts_at is null then
    return false;
  end if;
  first_id := app_private.position_id_at(starts_at - interval '1 minute');
  last_id := app_private.position_id_at(received_until + interval '1 minute');
  select c.* into counting from app_private.period_counts c where c.period = count_period_step.period;
  if counting.starts_at is distinct from starts_at then
    if period = 'day' then
      select count(*) into notifications from app_public.notifications n where n.alert_id = any (alert_ids);
    end if;
    delete from app_private.counts c where c.task = period;
    delete from app_private.period_counts c where c.period = count_period_step.period;
    insert into app_private.period_counts (period, starts_at, part, parts)
      values (period, starts_at, 0, greatest(1, least(64, ceil(greatest(last_id - first_id, notifications)::numeric / most)))::integer)
      returning * into counting;
  end if;

  -- Each part has some of the users, so that a person is in one of them, and in one cell: where they were last.
  with reports as (
    select p.user_id, p.id, p.taken_at, p.latitude, p.longitude, p.moving_activity
      from app_public.positions p
      where p.id >= first_id and p.id < last_id
        and p.created_at >= starts_at and p.created_at < received_until and p.taken_at >= starts_at and p.taken_at < ends_at
        and p.user_id % counting.parts = counting.part
  ), last_places as (
    select distinct on (r.user_id) r.moving_activity, r.longitude,
        -- Functions of numbers next to zero fail.
        case when abs(r.latitude) < 1e-9 then 0 else greatest(-85.05112, least(85.05112, r.latitude)) end as latitude
      from reports r order by r.user_id, r.taken_at desc, r.id desc
  ), cells as (
    select l.moving_activity, floor((l.longitude + 180) / 360 * 32768)::integer as x,
        floor((1 - asinh(tan(radians(l.latitude))) / pi()) / 2 * 32768)::integer as y
      from last_places l
  ), alike as (
    select c.moving_activity, least(greatest(c.x, 0), 32767) as x, least(greatest(c.y, 0), 32767) as y, count(*) as people
      from cells c group by 1, 2, 3
  ), counted as (
    select jsonb_build_array('people', a.moving_activity) as key, sum(a.people) as people from alike a group by 1
    union all select jsonb_build_array('positions'), count(*) from reports r having count(*) > 0
    union all select jsonb_build_array('cell', a.x, a.y), sum(a.people) from alike a
      where count_period_step.period = 'hour' group by 1
  )
  select array_agg(c.key), array_agg(c.people::bigint) into keys, numbers from counted c;
  if keys is not null then
    perform app_private.add_counts(period, keys, numbers);
  end if;
  select array_agg(jsonb_build_array('notified', l.level) || l.key), array_agg(l.number) into keys, numbers
    from (
      select t.level, m.key, m.number
        from (
          select n.level, count(*) as notifications, count(distinct n.user_id) as users,
              count(distinct n.user_id) filter (where n.seen_at < received_until) as seeing
            from app_public.notifications n
            where n.alert_id = any (alert_ids) and n.kind <> 'ALL_CLEAR'
              and n.created_at >= starts_at and n.created_at < ends_at and n.user_id % counting.parts = counting.part
            group by n.level
        ) t
        cross join lateral (
          values ('"notifications"'::jsonb, t.notifications), ('"users"', t.users), ('"seen"', t.seeing)
        ) m (key, number)
    ) l;
  if keys is not null then
    perform app_private.add_counts(period, keys, numbers);
  end if;
  if counting.part + 1 < counting.parts then
    update app_private.period_counts c set part = c.part + 1 where c.period = count_period_step.period;
  else
    perform app_private.keep_period(counting);
  end if;
  return true;
end
$$;
comment on function app_private.count_period_step(text, integer) is
  'Counts a part of the people who reported in the earliest hour or day that was not counted, and keeps what analysts may see after the last part. False if all are counted.';
--! EndIncluded analytics/app_private.count_period_step.sql
--! Included analytics/app_private.count_step.sql
create or replace function app_private.count_step() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  -- Notifications of the last moments of an hour have been committed five minutes later.
  ended constant timestamptz := date_trunc('hour', now() - interval '5 minutes');
  complete_until timestamptz;
begin
  -- One worker counts at a time. Another has nothing to do then.
  perform from app_private.settings s for no key update skip locked;
  if not found then
    return false;
  end if;
  if app_private.count_period_step('hour') then
    return true;
  elsif app_private.count_alert_step(ended) then
    return true;
  elsif app_private.count_period_step('day') then
    return true;
  end if;
  -- All alerts are counted but those that were being published, so the hours before these are complete.
  complete_until := (
    select coalesce(min(date_trunc('hour', a.created_at)), ended)
      from app_private.alert_counts t join app_public.alerts a on a.id = t.alert_id
      where t.counted_until is null and not t.is_final and a.created_at < ended);
  insert into app_private.hour_deliveries (hour, provider, outcome, pushes, smallest_group)
    select (c.key ->> 0)::timestamptz, c.key ->> 1, c.key ->> 2, app_private.shown_people(c.people, s.smallest_group), s.smallest_group
      from app_private.counts c, app_private.settings s
      where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < complete_until
    on conflict do nothing;
  delete from app_private.counts c where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < complete_until;
  delete from app_private.presence p where p.hour < now() - (select s.presence_retention from app_private.settings s)
    and p.hour <= (select min(o.hour) from app_private.presence o) and app_private.clock_fault() is null;
  return found;
end
$$;
comment on function app_private.count_step() is
  'Does one small step of counting what analysts may see, in a transaction of its own. False if nothing is left to count.';
--! EndIncluded analytics/app_private.count_step.sql
--! Included analytics/app_private.count_versions.sql
create or replace function app_private.count_versions(most integer default 1) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  version app_public.alert_versions;
  alert app_public.alerts;
  before geometry;
  stale bigint;
  inaccurate bigint;
  counted integer := 0;
begin
  for version in
    select v.* from app_public.alert_versions v
      join app_private.publications p on p.alert_id = v.alert_id and p.completed_at is not null
      where not exists (
        select from app_private.version_figures f where f.alert_id = v.alert_id and f.version = v.version)
      order by v.alert_id desc, v.version desc limit most
  loop
    counted := counted + 1;
    stale := null;
    inaccurate := null;
    select a.* into alert from app_public.alerts a where a.id = version.alert_id;
    -- Later than an hour, last positions say little of the moment of publication.
    if version.version = alert.version and alert.cancelled_at is null and version.created_at > now() - interval '1 hour' then
      select count(*) filter (where not q.is_fresh), count(*) filter (where q.is_fresh and q.level is null) into stale, inaccurate
        from (
          select app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, version.created_at) as is_fresh,
              app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
              case when alert.version > alert.told_version then (
                select min(n.level) from app_public.notifications n
                  where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version) end as told
            from app_public.last_positions l
            where st_covers(alert.zone3, l.location) and l.created_at <= version.created_at
              and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
            offset 0
        ) q
        -- Whom an earlier version told is not left out, unless their level is more urgent now.
        where not app_private.is_told(q.told, coalesce(q.level, 'THREE'));
    end if;
    select v.zone1 into before from app_public.alert_versions v
      where v.alert_id = version.alert_id and v.version < version.version order by v.version desc limit 1;
    insert into app_private.version_figures (
        alert_id, version, area_km2, added_km2, removed_km2, stale, inaccurate, is_counted, counted_at, smallest_group)
      values (
        version.alert_id, version.version, st_area(version.zone1::geography) / 1e6,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(version.zone1, before)::geography) / 1e6 end,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(before, version.zone1)::geography) / 1e6 end,
        app_private.shown_people(stale, k), app_private.shown_people(inaccurate, k), stale is not null, now(), k)
      on conflict do nothing;
  end loop;
  return counted = most;
end
$$;
comment on function app_private.count_versions(integer) is
  'Keeps how the area of new versions of alerts changed, and the number of people inside who were not told since their position was too old or too inaccurate. True if there may be more.';
--! EndIncluded analytics/app_private.count_versions.sql
--! Included analytics/app_private.first_uncounted.sql
create or replace function app_private.first_uncounted(period text) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  due timestamptz := date_trunc(period, now() - interval '5 minutes');
  step constant interval := ('1 ' || period)::interval;
  -- What is older is purged, perhaps in part.
  oldest constant timestamptz := (
    select greatest(date_trunc(period, now() - s.position_retention) + step, date_trunc(period, first.created_at))
      from app_private.settings s
      cross join (select p.created_at from app_public.positions p order by p.id limit 1) first);
  newest constant timestamptz := (
    select max(r.starts_at) from app_private.reporting r where r.period = first_uncounted.period);
  next timestamptz;
begin
  next := coalesce(greatest(newest + step, oldest), due - step);
  return case when next < due then next end;
end
$$;
comment on function app_private.first_uncounted(text) is
  'Returns the start of the earliest hour or day that has ended five minutes ago and was not counted. Null if there is none. Hours that are older than all positions are left out.';
--! EndIncluded analytics/app_private.first_uncounted.sql
--! Included analytics/app_private.keep_alert_figures.sql
create or replace function app_private.keep_alert_figures(counted app_private.alert_counts) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  earlier constant app_private.alert_figures[] := array(select f from app_private.alert_figures f where f.alert_id = counted.alert_id);
begin
  delete from app_private.alert_figures f where f.alert_id = counted.alert_id;
  delete from app_private.alert_push_figures f where f.alert_id = counted.alert_id;

  -- Groups below the smallest go into one row, with the smallest of the others if that row would still be below it.
  insert into app_private.alert_push_figures (alert_id, version, level, provider, outcome, reason, people, smallest_group)
    with pushed as (
      select (c.key ->> 0)::integer as version, (c.key ->> 1)::app_public.level_alert as level,
          c.key ->> 3 as provider, c.key ->> 4 as outcome, c.key ->> 5 as reason, c.people
        from app_private.counts c where c.task = 'alert ' || counted.alert_id and c.key ->> 2 = 'push'
    ), ranked as (
      select p.*, sum(p.people) over larger as larger_and_this,
          sum(p.people) over (partition by p.version, p.level) as all_people
        from pushed p
        window larger as (partition by p.version, p.level order by p.people desc, p.provider, p.outcome, p.reason)
    ), kept as (
      -- What is left after this row and all larger ones is nobody, or a group that is large enough.
      select r.*, r.people >= k and r.all_people - r.larger_and_this not between 1 and k - 1 as is_shown
        from ranked r
    ), named as (
      select n.version, n.level, n.people,
          case when n.is_shown then n.provider else 'OTHER' end as provider,
          case when n.is_shown then n.outcome else 'OTHER' end as outcome,
          case when n.is_shown then n.reason else '' end as reason
        from kept n
    )
    select counted.alert_id, n.version, n.level, n.provider, n.outcome, n.reason,
        app_private.shown_people(sum(n.people)::bigint, k), k
      from named n group by n.version, n.level, n.provider, n.outcome, n.reason
      having sum(n.people) >= k;

  insert into app_private.alert_figures (
      alert_id, version, level, told, late, reaching_out, accepted, failed, seen, told_p50, told_p95, told_max,
      accepted_p50, accepted_p95, accepted_max, seen_p50, seen_p95, seen_max, smallest_group)
    with numbers as (
      select (c.key ->> 0)::integer as version, (c.key ->> 1)::app_public.level_alert as level, c.key ->> 2 as what,
          (c.key ->> 3)::float8 as seconds, c.people
        from app_private.counts c
        where c.task = 'alert ' || counted.alert_id and c.key ->> 2 not in ('push', 'hour')
    ), people as (
      select n.version, n.level,
          sum(n.people) filter (where n.what = 'told')::bigint as told, sum(n.people) filter (where n.what = 'late')::bigint as late,
          sum(n.people) filter (where n.what = 'reaches out')::bigint as reaching_out,
          count(*) filter (where n.what = 'cleared') > 0 as is_cleared,
          sum(n.people) filter (where n.what = 'accepted')::bigint as accepted,
          sum(n.people) filter (where n.what = 'failed')::bigint as failed, sum(n.people) filter (where n.what = 'seen')::bigint as seen
        from numbers n group by n.version, n.level
    ), running as (
      select n.version, n.level, n.what, n.seconds, sum(n.people) over w as until_here,
          sum(n.people) over (partition by n.version, n.level, n.what) as people
        from numbers n where n.seconds is not null
        window w as (partition by n.version, n.level, n.what order by n.seconds)
    ), times as (
      select r.version, r.level, r.what, min(r.seconds) filter (where r.until_here >= 0.5 * r.people) as p50,
          min(r.seconds) filter (where r.until_here >= 0.95 * r.people) as p95, max(r.seconds) as most
        from running r where r.people >= k group by r.version, r.level, r.what
    ), explained as (
      -- What the shown parts of the pushes explain at most.
      select f.version, f.level, f.outcome, sum(f.people + k - 1)::bigint as most
        from app_private.alert_push_figures f where f.alert_id = counted.alert_id group by f.version, f.level, f.outcome
    )
    select counted.alert_id, p.version, p.level, app_private.shown_people(p.told, k), app_private.shown_people(p.late, k),
        -- Whose place was cleared cannot be counted again.
        greatest(app_private.shown_people(p.reaching_out, k), case when p.is_cleared then e.reaching_out end), app_private.shown_people(p.accepted, k, coalesce(ea.most, 0)),
        app_private.shown_people(p.failed, k, coalesce(ef.most, 0)), app_private.shown_people(p.seen, k),
        t.p50, t.p95, t.most, a.p50, a.p95, a.most, s.p50, s.p95, s.most, k
      from people p
      left join unnest(earlier) e on (e.version, e.level) = (p.version, p.level)
      left join times t on (t.version, t.level, t.what) = (p.version, p.level, 'told after')
      left join times a on (a.version, a.level, a.what) = (p.version, p.level, 'accepted after')
      left join times s on (s.version, s.level, s.what) = (p.version, p.level, 'seen after')
      left join explained ea on (ea.version, ea.level, ea.outcome) = (p.version, p.level, 'ACCEPTED')
      left join explained ef on (ef.version, ef.level, ef.outcome) = (p.version, p.level, 'FAILED');

  -- What was settled waits until all alerts are counted. A small group of an alert adds nothing.
  perform app_private.add_counts('deliveries', array_agg(d.key), array_agg(d.people))
    from (
      select jsonb_build_array(c.key ->> 3, c.key ->> 4, c.key ->> 5) as key, case when c.people >= k then c.people else 0 end as people
        from app_private.counts c where c.task = 'alert ' || counted.alert_id and c.key ->> 2 = 'hour'
    ) d having count(*) > 0;

  update app_private.alert_counts t
    set counted_until = counted.counting_until, counting_until = null, last_id = 0, smallest_group = k,
      reached = (
        select app_private.shown_people(sum(r.users)::bigint, k, (
            select coalesce(sum(f.told + k - 1), 0)::bigint from app_private.alert_figures f where f.alert_id = counted.alert_id))
          from app_private.alert_reach r where r.alert_id = counted.alert_id),
      is_final = (
        select least(a.expires_at, a.cancelled_at) + interval '1 day' <= counted.counting_until
          from app_public.alerts a where a.id = counted.alert_id)
    where t.alert_id = counted.alert_id;
  delete from app_private.counts c where c.task = 'alert ' || counted.alert_id;
end
$$;
comment on function app_private.keep_alert_figures(app_private.alert_counts) is
  'Keeps what analysts may see of an alert that was counted to its end, and forgets the counts. A day after the alert''s end its figures stay as they are.';
--! EndIncluded analytics/app_private.keep_alert_figures.sql
--! Included analytics/app_private.keep_period.sql
create or replace function app_private.keep_period(counting app_private.period_counts) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  -- Of others there is no history to count.
  users constant bigint := (
    select count(*) from app_public.users u, app_private.settings s where not u.last_position_only and not s.last_position_only);
  everyone constant bigint := (
    select coalesce(sum(c.people), 0) from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'people');
  positions constant bigint := (
    select coalesce(sum(c.people), 0) from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'positions');
begin
  insert into app_private.reporting (period, starts_at, activity, people, positions, users, smallest_group)
    select counting.period, counting.starts_at, 'ALL', app_private.shown_people(everyone, k),
      case when everyone >= k then positions / k * k end, app_private.shown_people(users, k), k;

  -- Activities of fewer people go into one row, with the smallest of the others if that row would still be too small.
  insert into app_private.reporting (period, starts_at, activity, people, smallest_group)
    with ranked as (
      select c.key ->> 1 as activity, c.people, sum(c.people) over (order by c.people desc, c.key) as larger_and_this
        from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'people'
    ), named as (
      select case when r.people >= k and everyone - r.larger_and_this not between 1 and k - 1 then r.activity else 'OTHER' end as activity,
          r.people
        from ranked r
    )
    select counting.period, counting.starts_at, n.activity, app_private.shown_people(sum(n.people)::bigint, k), k
      from named n group by n.activity having sum(n.people) >= k;

  if counting.period = 'hour' then
    perform app_private.keep_presence(counting.starts_at, k);
  end if;
  insert into app_private.day_notifications (day, level, notifications, users, seen, smallest_group)
    with numbers as (
      select (c.key ->> 1)::app_public.level_alert as level,
          sum(c.people) filter (where c.key ->> 2 = 'notifications')::bigint as notifications,
          sum(c.people) filter (where c.key ->> 2 = 'users')::bigint as users,
          coalesce(sum(c.people) filter (where c.key ->> 2 = 'seen'), 0)::bigint as seen
        from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'notified' group by 1
    ), explained as (
      -- What the shown parts of the alerts of that day explain at most.
      select f.level, sum(f.told + k - 1)::bigint as told, sum(f.seen + k - 1)::bigint as seen
        from app_private.alert_figures f join app_public.alerts a on a.id = f.alert_id
        where a.created_at < counting.starts_at + interval '1 day' and least(a.expires_at, a.cancelled_at) >= counting.starts_at
        group by f.level
    )
    select (counting.starts_at at time zone 'UTC')::date, n.level,
        case when n.users >= k then app_private.shown_people(n.notifications, k, coalesce(e.told, 0)) end,
        app_private.shown_people(n.users, k, coalesce(e.told, 0)), app_private.shown_people(n.seen, k, coalesce(e.seen, 0)), k
      from numbers n left join explained e on e.level = n.level;
  delete from app_private.counts c where c.task = counting.period;
  delete from app_private.period_counts c where c.period = counting.period;
end
$$;
comment on function app_private.keep_period(app_private.period_counts) is
  'Keeps what analysts may see of an hour or a day that was counted, for good, and forgets the counts.';
--! EndIncluded analytics/app_private.keep_period.sql
--! Included analytics/app_private.keep_presence.sql
create or replace function app_private.keep_presence(hour timestamptz, smallest_group integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- People who are not in a shown cell yet, by cells of this zoom.
  left_over jsonb[];
  numbers bigint[];
  smallest app_private.presence;
  rest bigint;
begin
  select array_agg(jsonb_build_array(c.key -> 1, c.key -> 2)), array_agg(c.people) into left_over, numbers
    from app_private.counts c where c.task = 'hour' and c.key ->> 0 = 'cell';
  for zoom in reverse 15 .. 1 loop
    exit when left_over is null;
    insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      select keep_presence.hour, zoom, (l.cell ->> 0)::integer, (l.cell ->> 1)::integer, l.people, keep_presence.smallest_group
        from unnest(left_over, numbers) l (cell, people) where l.people >= keep_presence.smallest_group;
    select array_agg(p.cell), array_agg(p.people) into left_over, numbers
      from (
        select jsonb_build_array((l.cell ->> 0)::integer / 2, (l.cell ->> 1)::integer / 2) as cell, sum(l.people)::bigint as people
          from unnest(left_over, numbers) l (cell, people) where l.people < keep_presence.smallest_group group by 1
      ) p;
  end loop;
  rest := coalesce(numbers[1], 0);
  -- A rest that is too small takes the smallest cell, so that no difference from the whole shows it.
  if rest between 1 and keep_presence.smallest_group - 1 then
    select p.* into smallest from app_private.presence p
      where p.hour = keep_presence.hour order by p.people, p.zoom, p.x, p.y limit 1;
    if found then
      delete from app_private.presence p where (p.hour, p.zoom, p.x, p.y) = (smallest.hour, smallest.zoom, smallest.x, smallest.y);
      rest := rest + smallest.people;
    end if;
  end if;
  if rest >= keep_presence.smallest_group then
    insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      values (keep_presence.hour, 0, 0, 0, rest, keep_presence.smallest_group);
  end if;
  update app_private.presence p set people = p.people / p.smallest_group * p.smallest_group where p.hour = keep_presence.hour;
end
$$;
comment on function app_private.keep_presence(timestamptz, integer) is
  'Keeps the cells of an hour that analysts may see. People of a cell with fewer than the smallest group count for the cell around it, up to the whole globe. So each person is in one cell at most, and no cell has too few.';
--! EndIncluded analytics/app_private.keep_presence.sql
--! Included analytics/app_private.position_id_at.sql
create or replace function app_private.position_id_at(moment timestamptz) returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  low bigint := 0;
  high bigint := (select coalesce(max(p.id), 0) + 1 from app_public.positions p);
  middle bigint;
  at timestamptz;
begin
  while low < high loop
    middle := low + (high - low) / 2;
    -- The next position, as ids have gaps.
    select p.created_at into at from app_public.positions p where p.id >= middle order by p.id limit 1;
    if at is null or at >= moment then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  return low;
end
$$;
comment on function app_private.position_id_at(timestamptz) is
  'Returns the id from which on positions were received at a moment or later. Ids grow with time, save for transactions of the same moment: ask for a minute earlier. It searches by halves, so positions need no index by time.';
--! EndIncluded analytics/app_private.position_id_at.sql
--! Included analytics/app_private.rounded_seconds.sql
create or replace function app_private.rounded_seconds(seconds double precision) returns double precision
language sql immutable parallel safe
as $$
  -- As numeric, because three tenths would be 0.30000000000000004.
  select case when seconds <= 0 then 0
    else pg_catalog.round((pg_catalog.ceil(seconds / pg_catalog.power(10, greatest(pg_catalog.floor(pg_catalog.log(seconds)) - 1, -1)) - 1e-9)
      * pg_catalog.power(10, greatest(pg_catalog.floor(pg_catalog.log(seconds)) - 1, -1)))::numeric, 1) end::double precision
$$;
comment on function app_private.rounded_seconds(double precision) is
  'Returns seconds rounded up to two digits, and to a tenth below ten. So a few hundred values stand for all times.';
--! EndIncluded analytics/app_private.rounded_seconds.sql
--! Included analytics/app_private.shown_people.sql
create or replace function app_private.shown_people(people bigint, smallest_group integer, most bigint default null) returns integer
language sql immutable parallel safe
as $$
  select nullif(least(people, most) / smallest_group * smallest_group, 0)::integer
$$;
comment on function app_private.shown_people(bigint, integer, bigint) is
  'Returns what analysts may see of a number of people: rounded down to a multiple of the smallest group, and null below it. most is what the shown parts of these people explain, so that a total tells nothing of parts that are not shown.';
--! EndIncluded analytics/app_private.shown_people.sql

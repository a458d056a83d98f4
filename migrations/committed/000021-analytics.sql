--! Previous: sha1:d744cc4ad1cd1fb54e4e92e7c7a53ad50568432a
--! Hash: sha1:45c00dc1c0d6b0dafecf27356386d7eb772b4901
--! Message: Analytics

set local check_function_bodies = off; -- Functions call later ones.

create table app_private.alert_counts (
  alert_id integer not null,
  counted_until timestamptz,
  is_final boolean not null default false,
  reached integer,
  reached_high integer,
  smallest_group integer,
  constraint alert_counts_pkey primary key (alert_id),
  constraint alert_counts_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
create index alert_counts_open on app_private.alert_counts (alert_id desc) where (not is_final);
alter table app_private.alert_counts enable row level security;

comment on table app_private.alert_counts is 'When each alert was counted, and whom it reached.';
comment on column app_private.alert_counts.alert_id is 'The alert.';
comment on column app_private.alert_counts.counted_until is
  'The figures are as of this moment. Null before the first count.';
comment on column app_private.alert_counts.is_final is 'True if the figures stay as they are.';
comment on column app_private.alert_counts.reached is
  'The users reached, as analysts see them: rounded down, and bounded by what its levels explain.';
comment on column app_private.alert_counts.reached_high is 'How many users that stands for at most.';
comment on column app_private.alert_counts.smallest_group is 'The smallest group that was shown then.';
comment on index app_private.alert_counts_open is
  'Serves app_private.count_alert(), which looks for alerts to count.';
comment on constraint alert_counts_alert_id_fkey on app_private.alert_counts is 'The alert.';

create table app_private.alert_figures (
  alert_id integer not null,
  version integer not null,
  level app_public.level_alert not null,
  told integer not null,
  late integer not null,
  reaching_out integer,
  accepted integer not null,
  accepted_high integer not null,
  failed integer not null,
  failed_high integer not null,
  seen integer not null,
  told_seconds double precision[],
  accepted_seconds double precision[],
  seen_seconds double precision[],
  smallest_group integer not null,
  constraint alert_figures_pkey primary key (alert_id, version, level),
  constraint alert_figures_alert_id_fkey foreign key (alert_id) references app_private.alert_counts(alert_id) on delete cascade
);
alter table app_private.alert_figures enable row level security;

comment on table app_private.alert_figures is
  'What analysts see of each version of an alert at each level. Numbers of people are rounded down already, so 0 below the smallest group.';
comment on column app_private.alert_figures.alert_id is 'The alert.';
comment on column app_private.alert_figures.version is 'The version.';
comment on column app_private.alert_figures.level is 'The level.';
comment on column app_private.alert_figures.told is 'People who were notified.';
comment on column app_private.alert_figures.late is 'People who came in after publication.';
comment on column app_private.alert_figures.reaching_out is
  'People whose circle of accuracy reaches out of the zone. Null if the zone is not kept.';
comment on column app_private.alert_figures.accepted is 'People of whom a provider accepted a push.';
comment on column app_private.alert_figures.accepted_high is 'How many people that stands for at most.';
comment on column app_private.alert_figures.failed is 'People whose pushes all failed.';
comment on column app_private.alert_figures.failed_high is 'How many people that stands for at most.';
comment on column app_private.alert_figures.seen is 'People who have seen it.';
comment on column app_private.alert_figures.told_seconds is
  'Seconds until half of them, 95 of 100 and all were told. Null if these are too few.';
comment on column app_private.alert_figures.accepted_seconds is
  'Seconds until half of the pushes, 95 of 100 and all were accepted. Null if these are too few.';
comment on column app_private.alert_figures.seen_seconds is
  'Seconds until half of those who have seen it, 95 of 100 and all had. Null if these are too few.';
comment on column app_private.alert_figures.smallest_group is 'The smallest group that was shown then.';
comment on constraint alert_figures_alert_id_fkey on app_private.alert_figures is 'The count.';

create table app_private.alert_push_figures (
  alert_id integer not null,
  version integer not null,
  level app_public.level_alert not null,
  provider text not null,
  outcome text not null,
  reason text not null,
  people integer not null,
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

create table app_private.alert_events (
  alert_id integer not null,
  version integer not null,
  level app_public.level_alert not null,
  kind text not null,
  minutes integer not null,
  starts_at timestamptz not null,
  people integer not null,
  smallest_group integer not null,
  constraint alert_events_pkey primary key (alert_id, minutes, version, level, kind, starts_at),
  constraint alert_events_alert_id_fkey foreign key (alert_id) references app_private.alert_counts(alert_id) on delete cascade
);
alter table app_private.alert_events enable row level security;

comment on table app_private.alert_events is
  'When people were told of an alert, pushed to and saw it, as analysts see it: disjoint groups that are large enough. Rows are never changed.';
comment on column app_private.alert_events.alert_id is 'The alert.';
comment on column app_private.alert_events.version is 'The version.';
comment on column app_private.alert_events.level is 'The level.';
comment on column app_private.alert_events.kind is 'TOLD, ACCEPTED or SEEN.';
comment on column app_private.alert_events.minutes is 'How many minutes the group is of: 1, 5, 15, 60, 1440, or 0 for all.';
comment on column app_private.alert_events.starts_at is 'The start of these minutes, or -infinity for all.';
comment on column app_private.alert_events.people is 'The people who are in no shown group of fewer minutes, rounded down.';
comment on column app_private.alert_events.smallest_group is 'The smallest group that was shown then.';
comment on constraint alert_events_alert_id_fkey on app_private.alert_events is 'The count.';

create table app_private.version_figures (
  alert_id integer not null,
  version integer not null,
  area_km2 double precision not null,
  added_km2 double precision,
  removed_km2 double precision,
  stale integer,
  inaccurate integer,
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
  'People inside who were left out, as their last position was too old, rounded down. Null if they were not counted within an hour of publication.';
comment on column app_private.version_figures.inaccurate is
  'People inside who were left out, as their position was too inaccurate, rounded down. Null if they were not counted within an hour of publication.';
comment on column app_private.version_figures.counted_at is 'When it was counted.';
comment on column app_private.version_figures.smallest_group is 'The smallest group that was shown then.';
comment on constraint version_figures_alert_id_version_fkey on app_private.version_figures is 'The version.';

create table app_private.hour_deliveries (
  hour timestamptz not null,
  provider text not null,
  outcome text not null,
  pushes integer not null,
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
  'Notifications with this result, rounded down.';
comment on column app_private.hour_deliveries.smallest_group is 'The smallest group that was shown then.';
comment on column app_private.hour_deliveries.counted_at is 'When it was counted.';

create table app_private.day_notifications (
  day date not null,
  level app_public.level_alert not null,
  notifications integer not null,
  notifications_high integer not null,
  users integer not null,
  users_high integer not null,
  seen integer not null,
  seen_high integer not null,
  smallest_group integer not null,
  counted_at timestamptz not null default now(),
  constraint day_notifications_pkey primary key (day, level)
);
alter table app_private.day_notifications enable row level security;

comment on table app_private.day_notifications is
  'The notifications of each UTC day that has ended, as analysts see them. Rows are never changed.';
comment on column app_private.day_notifications.day is 'The UTC day.';
comment on column app_private.day_notifications.level is 'The level.';
comment on column app_private.day_notifications.notifications is 'The notifications, rounded down.';
comment on column app_private.day_notifications.notifications_high is 'How many that stands for at most.';
comment on column app_private.day_notifications.users is 'The users who were notified, rounded down.';
comment on column app_private.day_notifications.users_high is 'How many that stands for at most.';
comment on column app_private.day_notifications.seen is 'Those who have seen one, rounded down.';
comment on column app_private.day_notifications.seen_high is 'How many that stands for at most.';
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
  people integer not null,
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
comment on column app_private.reporting.activity is 'How they moved last, OTHER for activities of too few, or ALL. Days have only ALL.';
comment on column app_private.reporting.people is 'The people, rounded down.';
comment on column app_private.reporting.positions is 'Their positions, rounded down. Only of days.';
comment on column app_private.reporting.users is 'All users then whose history is kept, rounded down. Only of hours, with ALL.';
comment on column app_private.reporting.smallest_group is 'The smallest group that was shown then.';
comment on column app_private.reporting.counted_at is 'When it was counted.';

--! Included analytics/analytics.active_users_per_day.sql
create or replace view analytics.active_users_per_day as
select
    (f.starts_at at time zone 'UTC')::date as day, f.people as users_low, f.people + f.smallest_group - 1 as users_high,
    f.positions as positions_low, case when f.people > 0 then f.positions + f.smallest_group - 1 end as positions_high, f.counted_at, f.smallest_group
  from app_private.reporting f where f.period = 'day';
comment on view analytics.active_users_per_day is
  'The users who reported a position on each UTC day, and their positions, once the day has ended. A row never changes. The key is day.';
grant select on analytics.active_users_per_day to app_analyst;
comment on column analytics.active_users_per_day.day is 'The UTC day.';
comment on column analytics.active_users_per_day.users_low is 'Users who took a position on that day and reported it until five minutes after, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.active_users_per_day.users_high is 'The same, at most.';
comment on column analytics.active_users_per_day.positions_low is 'Their positions, at least. 0 if users_low is.';
comment on column analytics.active_users_per_day.positions_high is 'The same, at most. Null if users_low is 0.';
comment on column analytics.active_users_per_day.counted_at is 'When it was counted.';
comment on column analytics.active_users_per_day.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.active_users_per_day.sql
--! Included analytics/analytics.alert_levels.sql
create or replace view analytics.alert_levels as
select
    f.alert_id || '-' || f.version || '-' || f.level as key,
    f.alert_id, f.version, f.level,
    a.status, a.event, v.created_at as published_at,
    f.told as told_low, f.told + f.smallest_group - 1 as told_high,
    f.late as came_in_later_low, f.late + f.smallest_group - 1 as came_in_later_high,
    f.reaching_out as overspill_low, f.reaching_out + f.smallest_group - 1 as overspill_high,
    f.accepted as accepted_low, f.accepted_high,
    f.failed as failed_low, f.failed_high,
    f.seen as seen_low, f.seen + f.smallest_group - 1 as seen_high,
    f.told_seconds[1] as told_p50_seconds, f.told_seconds[2] as told_p95_seconds, f.told_seconds[3] as told_max_seconds,
    f.accepted_seconds[1] as accepted_p50_seconds, f.accepted_seconds[2] as accepted_p95_seconds, f.accepted_seconds[3] as accepted_max_seconds,
    f.seen_seconds[1] as seen_p50_seconds, f.seen_seconds[2] as seen_p95_seconds, f.seen_seconds[3] as seen_max_seconds,
    c.counted_until, c.is_final, f.smallest_group
  from app_private.alert_figures f
  join app_private.alert_counts c on c.alert_id = f.alert_id
  join app_public.alerts a on a.id = f.alert_id
  left join app_public.alert_versions v on v.alert_id = f.alert_id and v.version = f.version;
comment on view analytics.alert_levels is
  'How each version of each alert did at each level, without all-clears. It is counted at the end of each hour until a day after the alert. Each version has a row for each level, also if nobody was there. The key is (alert_id, version, level).';
grant select on analytics.alert_levels to app_analyst;
comment on column analytics.alert_levels.key is 'The unique key of the row: alert, version and level.';
comment on column analytics.alert_levels.alert_id is 'The id of the alert.';
comment on column analytics.alert_levels.version is 'The version that notified them.';
comment on column analytics.alert_levels.level is 'The level at which it did.';
comment on column analytics.alert_levels.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.alert_levels.event is 'What happens, in a few words. Null without one.';
comment on column analytics.alert_levels.published_at is 'When the version was published.';
comment on column analytics.alert_levels.told_low is 'People who were notified, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.alert_levels.told_high is 'The same, at most.';
comment on column analytics.alert_levels.came_in_later_low is 'Of them, people who came in after publication, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.alert_levels.came_in_later_high is 'The same, at most.';
comment on column analytics.alert_levels.overspill_low is 'Of them, people whose circle of accuracy reaches out of the zone, so that they may have been outside, at least. A multiple of smallest_group: 0 if they are fewer. Null in zones TWO and THREE of an earlier version, which are not kept.';
comment on column analytics.alert_levels.overspill_high is 'The same, at most.';
comment on column analytics.alert_levels.accepted_low is 'Of them, people of whom a provider accepted a push, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.alert_levels.accepted_high is 'The same, at most.';
comment on column analytics.alert_levels.failed_low is 'Of them, people none of whose pushes was accepted, and one failed, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.alert_levels.failed_high is 'The same, at most.';
comment on column analytics.alert_levels.seen_low is 'Of them, people who have seen it, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.alert_levels.seen_high is 'The same, at most.';
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
    f.people as people_low, f.people + f.smallest_group - 1 as people_high,
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
comment on column analytics.alert_pushes.people_low is 'The people, at least. A multiple of smallest_group.';
comment on column analytics.alert_pushes.people_high is 'The same, at most.';
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
    f.stale as stale_low, f.stale + f.smallest_group - 1 as stale_high,
    f.inaccurate as inaccurate_low, f.inaccurate + f.smallest_group - 1 as inaccurate_high,
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
comment on column analytics.alert_versions.stale_low is 'People inside who were left out, as their last position was too old, at least. A multiple of smallest_group: 0 if they are fewer. Null if it was not counted within an hour of publication.';
comment on column analytics.alert_versions.stale_high is 'The same, at most.';
comment on column analytics.alert_versions.inaccurate_low is 'People inside who were left out, as their position was too inaccurate to tell zone TWO from THREE, at least. A multiple of smallest_group: 0 if they are fewer. Null if it was not counted within an hour of publication.';
comment on column analytics.alert_versions.inaccurate_high is 'The same, at most.';
comment on column analytics.alert_versions.counted_at is 'When it was counted.';
comment on column analytics.alert_versions.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alert_versions.sql
--! Included analytics/analytics.alerts.sql
create or replace view analytics.alerts as
select
    a.id as alert_id,
    a.version,
    a.user_id as author,
    a.created_at,
    a.expires_at,
    a.cancelled_at,
    least(a.expires_at, a.cancelled_at) as ends_at,
    a.status,
    a.event,
    a.severity,
    a.urgency,
    a.certainty,
    a.language,
    a.title,
    round(coalesce(v.area_km2, public.st_area(a.zone1::public.geography) / 1e6)::numeric, 6) as area_km2,
    c.reached as reached_users_low,
    c.reached_high as reached_users_high,
    f.notified_level_one_low,
    f.notified_level_one_high,
    f.notified_level_two_low,
    f.notified_level_two_high,
    f.notified_level_three_low,
    f.notified_level_three_high,
    f.seen_level_one_low,
    f.seen_level_one_high,
    f.seen_level_two_low,
    f.seen_level_two_high,
    f.seen_level_three_low,
    f.seen_level_three_high,
    c.counted_until,
    c.is_final,
    c.smallest_group
  from app_public.alerts a
  left join app_private.alert_counts c on c.alert_id = a.id
  left join app_private.version_figures v on v.alert_id = a.id and v.version = a.version
  left join (
    select f.alert_id,
      sum(f.told) filter (where f.level = 'ONE') as notified_level_one_low,
      sum(f.told + f.smallest_group - 1) filter (where f.level = 'ONE') as notified_level_one_high,
      sum(f.told) filter (where f.level = 'TWO') as notified_level_two_low,
      sum(f.told + f.smallest_group - 1) filter (where f.level = 'TWO') as notified_level_two_high,
      sum(f.told) filter (where f.level = 'THREE') as notified_level_three_low,
      sum(f.told + f.smallest_group - 1) filter (where f.level = 'THREE') as notified_level_three_high,
      sum(f.seen) filter (where f.level = 'ONE') as seen_level_one_low,
      sum(f.seen + f.smallest_group - 1) filter (where f.level = 'ONE') as seen_level_one_high,
      sum(f.seen) filter (where f.level = 'TWO') as seen_level_two_low,
      sum(f.seen + f.smallest_group - 1) filter (where f.level = 'TWO') as seen_level_two_high,
      sum(f.seen) filter (where f.level = 'THREE') as seen_level_three_low,
      sum(f.seen + f.smallest_group - 1) filter (where f.level = 'THREE') as seen_level_three_high
    from app_private.alert_figures f group by f.alert_id
  ) f on f.alert_id = a.id;
comment on view analytics.alerts is
  'Each alert as it is now, with its area in square kilometres, the users it reached (each once), and the notifications made and seen at each level, without all-clears. Exercises and tests are included: see status. The key is alert_id.';
grant select on analytics.alerts to app_analyst;
comment on column analytics.alerts.alert_id is 'The id of the alert, the key of the row.';
comment on column analytics.alerts.version is 'Its version.';
comment on column analytics.alerts.author is 'A number for the administrator who published it: the same in all their alerts.';
comment on column analytics.alerts.created_at is 'When it was published.';
comment on column analytics.alerts.expires_at is 'When it ends by itself.';
comment on column analytics.alerts.cancelled_at is 'When it was cancelled. Null if it was not.';
comment on column analytics.alerts.ends_at is 'When it ended, or will end if nobody cancels it.';
comment on column analytics.alerts.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.alerts.event is 'What happens, in a few words. Null without one.';
comment on column analytics.alerts.severity is 'How severe it is, as in CAP.';
comment on column analytics.alerts.urgency is 'How soon to act, as in CAP.';
comment on column analytics.alerts.certainty is 'How certain it is, as in CAP.';
comment on column analytics.alerts.language is 'The language of its texts, such as en.';
comment on column analytics.alerts.title is 'The title. Null without one.';
comment on column analytics.alerts.area_km2 is 'The size of the area in square kilometres.';
comment on column analytics.alerts.reached_users_low is 'The users who were notified, each counted once, at least. A multiple of smallest_group: 0 if they are fewer. Null before the first count.';
comment on column analytics.alerts.reached_users_high is 'The same, at most.';
comment on column analytics.alerts.notified_level_one_low is 'Notifications of level ONE, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
comment on column analytics.alerts.notified_level_one_high is 'The same, at most.';
comment on column analytics.alerts.notified_level_two_low is 'Notifications of level TWO, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
comment on column analytics.alerts.notified_level_two_high is 'The same, at most.';
comment on column analytics.alerts.notified_level_three_low is 'Notifications of level THREE, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
comment on column analytics.alerts.notified_level_three_high is 'The same, at most.';
comment on column analytics.alerts.seen_level_one_low is 'Notifications of level ONE that were seen, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
comment on column analytics.alerts.seen_level_one_high is 'The same, at most.';
comment on column analytics.alerts.seen_level_two_low is 'Notifications of level TWO that were seen, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
comment on column analytics.alerts.seen_level_two_high is 'The same, at most.';
comment on column analytics.alerts.seen_level_three_low is 'Notifications of level THREE that were seen, at least: the sum of what analytics.alert_levels shows. Null before the first count.';
comment on column analytics.alerts.seen_level_three_high is 'The same, at most.';
comment on column analytics.alerts.counted_until is 'The figures are as of this moment, the end of an hour. Null before the first count.';
comment on column analytics.alerts.is_final is 'True if the figures stay as they are: a day after the end of the alert. Null before the first count.';
comment on column analytics.alerts.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alerts.sql
--! Included analytics/analytics.deliveries_per_hour.sql
create or replace view analytics.deliveries_per_hour as
select
    concat_ws('-', extract(epoch from f.hour)::bigint, f.provider, f.outcome) as key, f.hour, f.provider, f.outcome,
    f.pushes as pushes_low, f.pushes + f.smallest_group - 1 as pushes_high, f.counted_at, f.smallest_group
  from app_private.hour_deliveries f;
comment on view analytics.deliveries_per_hour is
  'What providers did in each UTC hour, once it has ended. Only alerts that had the same from smallest_group people at a level count. A row never changes. The key is (hour, provider, outcome).';
grant select on analytics.deliveries_per_hour to app_analyst;
comment on column analytics.deliveries_per_hour.key is 'The unique key of the row: hour, provider and outcome.';
comment on column analytics.deliveries_per_hour.hour is 'The start of the hour.';
comment on column analytics.deliveries_per_hour.provider is 'expo, fcm or web_push.';
comment on column analytics.deliveries_per_hour.outcome is 'ACCEPTED by the provider, or FAILED.';
comment on column analytics.deliveries_per_hour.pushes_low is 'Notifications of which this was the best result of their devices, and came in this hour, at least. A multiple of smallest_group.';
comment on column analytics.deliveries_per_hour.pushes_high is 'The same, at most.';
comment on column analytics.deliveries_per_hour.counted_at is 'When it was counted.';
comment on column analytics.deliveries_per_hour.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.deliveries_per_hour.sql
--! Included analytics/analytics.events.sql
create or replace view analytics.events as
select
    concat_ws('-', f.alert_id, f.version, f.level, f.kind, f.minutes, extract(epoch from nullif(f.starts_at, '-infinity'))::bigint) as key,
    f.alert_id, f.version, f.level, f.kind,
    nullif(f.starts_at, '-infinity') as starts_at, nullif(f.minutes, 0) as minutes,
    f.people as people_low, f.people + f.smallest_group - 1 as people_high, f.smallest_group
  from app_private.alert_events f;
comment on view analytics.events is
  'When people were told by each version of each alert at each level, when a provider accepted their push, and when they saw it: by the minute, without users and places. Why nobody can be recognised: (1) a row has smallest_group people or more, as a minute with fewer counts for the five minutes, quarter, hour or day around it; (2) the borders of these are fixed, so no row begins or ends with the event of one person; (3) rows of a kind do not overlap and have everybody of alert_levels in them, so neither a sum nor a difference from a total leaves a small group; (4) rows appear once, when the figures of the alert are final, so two counts cannot be compared; (5) the three kinds are counted apart, so no row follows a person from one to the next; (6) ACCEPTED is left out where alert_pushes has a row OTHER, as it would tell how many in OTHER had a push accepted. Fewer than smallest_group events of a kind have no row. The key is (alert_id, version, level, kind, minutes, starts_at).';
grant select on analytics.events to app_analyst;
comment on column analytics.events.key is 'The unique key of the row.';
comment on column analytics.events.alert_id is 'The id of the alert.';
comment on column analytics.events.version is 'The version that notified them.';
comment on column analytics.events.level is 'The level at which it did.';
comment on column analytics.events.kind is 'TOLD, ACCEPTED by the provider of their push, or SEEN.';
comment on column analytics.events.starts_at is 'The start of these minutes. Null in the row of events that are too few for a day.';
comment on column analytics.events.minutes is 'How many minutes the row is of: 1, 5, 15, 60 or 1440. Null in the row of events that are too few for a day.';
comment on column analytics.events.people_low is 'The people to whom it happened then and who are not in a row of fewer of these minutes, at least. A multiple of smallest_group.';
comment on column analytics.events.people_high is 'The same, at most.';
comment on column analytics.events.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.events.sql
--! Included analytics/analytics.hours.sql
create or replace view analytics.hours as
select
    f.starts_at as hour, f.people as people_low, f.people + f.smallest_group - 1 as people_high, f.users as users_low, f.users + f.smallest_group - 1 as users_high,
    round(100.0 * f.people / (f.users + f.smallest_group - 1)) as percent_low,
    least(round(100.0 * (f.people + f.smallest_group - 1) / nullif(f.users, 0)), 100) as percent_high,
    f.counted_at, f.smallest_group
  from app_private.reporting f where f.period = 'hour' and f.activity = 'ALL';
comment on view analytics.hours is
  'The people who reported in each UTC hour, once it has ended. A row never changes. The key is hour.';
grant select on analytics.hours to app_analyst;
comment on column analytics.hours.hour is 'The start of the hour.';
comment on column analytics.hours.people_low is 'People who took a position in the hour and reported it until five minutes after, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.hours.people_high is 'The same, at most.';
comment on column analytics.hours.users_low is 'Users when it was counted, without those of whom only the last position is kept, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.hours.users_high is 'The same, at most.';
comment on column analytics.hours.percent_low is 'people in 100 of users, at least.';
comment on column analytics.hours.percent_high is 'The same, at most.';
comment on column analytics.hours.counted_at is 'When it was counted.';
comment on column analytics.hours.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.hours.sql
--! Included analytics/analytics.hours_by_activity.sql
create or replace view analytics.hours_by_activity as
select
    extract(epoch from f.starts_at)::bigint || '-' || f.activity as key, f.starts_at as hour, f.activity,
    f.people as people_low, f.people + f.smallest_group - 1 as people_high, f.counted_at, f.smallest_group
  from app_private.reporting f where f.period = 'hour' and f.activity <> 'ALL';
comment on view analytics.hours_by_activity is
  'The people who reported in each UTC hour, by how they moved last. Groups below smallest_group are in rows OTHER. A row never changes. The key is (hour, activity).';
grant select on analytics.hours_by_activity to app_analyst;
comment on column analytics.hours_by_activity.key is 'The unique key of the row: hour and activity.';
comment on column analytics.hours_by_activity.hour is 'The start of the hour.';
comment on column analytics.hours_by_activity.activity is 'How they moved by their last position in the hour, or OTHER.';
comment on column analytics.hours_by_activity.people_low is 'The people, at least. The rows of an hour are all people of analytics.hours, each once. A multiple of smallest_group.';
comment on column analytics.hours_by_activity.people_high is 'The same, at most.';
comment on column analytics.hours_by_activity.counted_at is 'When it was counted.';
comment on column analytics.hours_by_activity.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.hours_by_activity.sql
--! Included analytics/analytics.notifications_per_day.sql
create or replace view analytics.notifications_per_day as
select
    f.day, f.level, f.notifications as notifications_low, f.notifications_high, f.users as users_low, f.users_high,
    f.seen as seen_low, f.seen_high, f.counted_at, f.smallest_group
  from app_private.day_notifications f;
comment on view analytics.notifications_per_day is
  'The notifications of each UTC day and level, once the day has ended and its alerts are counted, without all-clears. A day on which no alert was active has no rows. A row never changes. The key is (day, level).';
grant select on analytics.notifications_per_day to app_analyst;
comment on column analytics.notifications_per_day.day is 'The UTC day.';
comment on column analytics.notifications_per_day.level is 'The level.';
comment on column analytics.notifications_per_day.notifications_low is 'The number of notifications, at least. A multiple of smallest_group: 0 if users_low is.';
comment on column analytics.notifications_per_day.notifications_high is 'The same, at most.';
comment on column analytics.notifications_per_day.users_low is 'Users who were notified, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.notifications_per_day.users_high is 'The same, at most.';
comment on column analytics.notifications_per_day.seen_low is 'Of them, users who had seen one of these notifications at the end of the day, at least. A multiple of smallest_group: 0 if they are fewer.';
comment on column analytics.notifications_per_day.seen_high is 'The same, at most.';
comment on column analytics.notifications_per_day.counted_at is 'When it was counted.';
comment on column analytics.notifications_per_day.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.notifications_per_day.sql
--! Included analytics/analytics.presence.sql
create or replace view analytics.presence as
  select
    concat_ws('-', extract(epoch from f.hour)::bigint, f.zoom, f.x, f.y) as key, f.hour, f.zoom, f.x, f.y,
    f.people as people_low, f.people + f.smallest_group - 1 as people_high,
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
comment on column analytics.presence.people_low is 'The people in this cell who are not in a smaller cell that is shown, at least. A multiple of smallest_group.';
comment on column analytics.presence.people_high is 'The same, at most.';
comment on column analytics.presence.cell is 'The cell: longitude and latitude in degrees, WGS 84 (SRID 4326).';
comment on column analytics.presence.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.presence.sql
--! Included analytics/analytics.presence_around_alerts.sql
create or replace view analytics.presence_around_alerts as
  select
    a.id || '-' || p.key as key, a.id as alert_id, p.hour,
    case when public.st_intersects(a.zone1, p.cell) then 'ONE' when public.st_intersects(a.zone2, p.cell) then 'TWO' else 'THREE' end
      ::app_public.level_alert as level,
    p.zoom, p.x, p.y, p.people_low, p.people_high, p.cell, p.smallest_group
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
comment on column analytics.presence_around_alerts.people_low is 'The people in this cell who are not in a smaller cell that is shown, at least. A multiple of smallest_group.';
comment on column analytics.presence_around_alerts.people_high is 'The same, at most.';
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
--! Included analytics/app_private.best_pushes.sql
create or replace function app_private.best_pushes(alert_id integer, until timestamptz)
returns table (notification_id bigint, provider text, outcome text, settled_at timestamptz, reason text)
language sql stable
as $$
  select distinct on (d.notification_id) d.notification_id, d.provider::text,
      case when d.accepted_at < until then 'ACCEPTED' when d.state in ('failed', 'dead') and d.settled_at < until then 'FAILED' else 'WAITING' end,
      case when d.accepted_at < until then d.accepted_at when d.settled_at < until then d.settled_at end,
      case when d.accepted_at < until then '' else coalesce(app_private.push_reason(d.why), '') end
    from app_private.deliveries d
    where d.alert_id = best_pushes.alert_id
    order by d.notification_id, coalesce(d.accepted_at < until, false) desc, coalesce(d.settled_at < until, false) desc, d.settled_at desc nulls last, d.device_id
$$;
comment on function app_private.best_pushes(integer, timestamptz) is
  'Returns for each notification of an alert what came of it on the best of its person''s devices until a moment. So each person is counted once.';
--! EndIncluded analytics/app_private.best_pushes.sql
--! Included analytics/app_private.count_alert.sql
create or replace function app_private.count_alert(until timestamptz) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  alert app_public.alerts;
  last_completed_at timestamptz;
  is_last boolean;
begin
  -- Alerts are added in the order of their ids. One that committed after a later one is found by the overlap.
  insert into app_private.alert_counts (alert_id)
    select a.id from app_public.alerts a
      where a.id > coalesce((select max(t.alert_id) from app_private.alert_counts t), 0) - 100
    on conflict do nothing;
  select a.* into alert
    from app_private.alert_counts t join app_public.alerts a on a.id = t.alert_id
    where not t.is_final and coalesce(t.counted_until, '-infinity') < count_alert.until
      -- Nobody, or few, of an alert that was just being published then would be told for an hour. So the first count waits.
      and (t.counted_until is not null or a.created_at <= count_alert.until - interval '1 hour'
        or exists (select from app_private.publications p where p.alert_id = a.id and p.completed_at < count_alert.until))
    order by t.alert_id desc limit 1;
  if not found then
    return false;
  end if;
  last_completed_at := (select p.completed_at from app_private.publications p where p.alert_id = alert.id);
  is_last := least(alert.expires_at, alert.cancelled_at) + interval '1 day' <= count_alert.until;
  delete from app_private.alert_push_figures f where f.alert_id = alert.id;

  with told as materialized (
    select n.user_id, n.version, n.level, n.created_at as told_at, b.is_late, n.place_kept,
        case when n.seen_at < count_alert.until then n.seen_at end as seen_at,
        p.provider, p.outcome, p.reason, case when p.outcome = 'ACCEPTED' then p.settled_at end as accepted_at,
        -- For a late entry, time counts from its notification.
        case when b.is_late then n.created_at else b.published_at end as began_at,
        -- True if the square around the circle of accuracy reaches out of the zone. Of earlier versions only the area is kept.
        n.accuracy > 0 and not st_covers(
          case n.level when 'ONE' then coalesce(v.zone1, alert.zone1) when 'TWO' then alert.zone2 else alert.zone3 end, q.square) as reaches_out
      from app_public.notifications n
      left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
      left join app_private.best_pushes(alert.id, until) p on p.notification_id = n.id
      cross join lateral (
        select coalesce(v.created_at, alert.created_at) as published_at,
            app_private.rule_when_notified(
              n.rule, n.taken_at, n.created_at, v.created_at, v.completed_at, last_completed_at) = 'CAME_IN_LATER' as is_late
      ) b
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
      where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR' and n.created_at < count_alert.until
  ), ranked as (
    select t.version, t.level, t.provider, t.outcome, t.reason, count(*) as people,
        sum(count(*)) over (partition by t.version, t.level order by count(*) desc, t.provider, t.outcome, t.reason) as with_larger,
        sum(count(*)) over (partition by t.version, t.level) as everyone
      from told t where t.provider is not null group by t.version, t.level, t.provider, t.outcome, t.reason
  ), pushes as (
    -- Groups of few people are in one row, with the smallest of the others if that row would still have too few.
    insert into app_private.alert_push_figures (alert_id, version, level, provider, outcome, reason, people, smallest_group)
      select alert.id, g.version, g.level, g.provider, g.outcome, g.reason, app_private.round_down(sum(g.people)::bigint, k), k
        from (
          select r.version, r.level, r.people, s.*
            from ranked r
            cross join lateral (
              select r.provider, r.outcome, r.reason where r.people >= k and r.everyone - r.with_larger not between 1 and k - 1
              union all select 'OTHER', 'OTHER', '' where not (r.people >= k and r.everyone - r.with_larger not between 1 and k - 1)
            ) s
        ) g group by g.version, g.level, g.provider, g.outcome, g.reason having sum(g.people) >= k
      returning version, level, outcome, people + smallest_group - 1 as most
  ), explained as (
    select p.version, p.level, sum(p.most) filter (where p.outcome = 'ACCEPTED') as accepted, sum(p.most) filter (where p.outcome = 'FAILED') as failed,
        bool_or(p.outcome = 'OTHER') as has_other
      from pushes p group by p.version, p.level
  ), numbers as (
    select t.version, t.level, count(*) as told, count(*) filter (where t.is_late) as late, count(*) filter (where t.reaches_out) as reaching_out,
        bool_or(not t.place_kept) as is_cleared, count(t.seen_at) as seen, count(t.accepted_at) as accepted,
        count(*) filter (where t.outcome = 'FAILED') as failed,
        percentile_disc(array[0.5, 0.95, 1]) within group (order by s.told) as told_seconds, count(s.told) as timed,
        percentile_disc(array[0.5, 0.95, 1]) within group (order by s.accepted) as accepted_seconds,
        percentile_disc(array[0.5, 0.95, 1]) within group (order by s.seen) as seen_seconds
      from told t
      cross join lateral (
        select case when not t.is_late then extract(epoch from t.told_at - t.began_at)::float8 end as told,
            extract(epoch from t.accepted_at - t.began_at)::float8 as accepted, extract(epoch from t.seen_at - t.began_at)::float8 as seen
      ) s
      group by t.version, t.level
  ), figures as (
    insert into app_private.alert_figures as f (
        alert_id, version, level, told, late, reaching_out, accepted, accepted_high, failed, failed_high, seen,
        told_seconds, accepted_seconds, seen_seconds, smallest_group)
      select alert.id, g.version, g.level, l.told, app_private.round_down(n.late, k),
          -- Of earlier versions the outer zones are not kept. Whose place was cleared cannot be counted again.
          case when g.level = 'ONE' or g.version = alert.version
            then greatest(app_private.round_down(n.reaching_out, k), case when n.is_cleared then e.reaching_out end) end,
          l.accepted, app_private.upper_bound(l.accepted, k, coalesce(x.accepted, 0)::bigint, l.told + k - 1),
          l.failed, app_private.upper_bound(l.failed, k, coalesce(x.failed, 0)::bigint, l.told + k - 1), app_private.round_down(n.seen, k),
          case when n.timed >= k then app_private.rounded_seconds(n.told_seconds) end,
          case when n.accepted >= k then app_private.rounded_seconds(n.accepted_seconds) end,
          case when n.seen >= k then app_private.rounded_seconds(n.seen_seconds) end, k
        -- Each level has a row, so that a row says nothing of whether anybody is there.
        from (
          select v.version, l.level
            from generate_series(1, alert.version) v (version) cross join unnest(enum_range(null::app_public.level_alert)) l (level)
            where not exists (
              select from app_public.alert_versions c where c.alert_id = alert.id and c.version = v.version and c.all_clear is not null)
        ) g
        left join numbers n on n.version = g.version and n.level = g.level
        left join explained x on x.version = g.version and x.level = g.level
        left join app_private.alert_figures e on e.alert_id = alert.id and e.version = g.version and e.level = g.level
        cross join lateral (
          select app_private.round_down(n.told, k) as told, app_private.round_down(n.accepted, k, coalesce(x.accepted, 0)::bigint) as accepted,
              app_private.round_down(n.failed, k, coalesce(x.failed, 0)::bigint) as failed
        ) l
      on conflict on constraint alert_figures_pkey do update
        set told = excluded.told, late = excluded.late, reaching_out = excluded.reaching_out, accepted = excluded.accepted,
          accepted_high = excluded.accepted_high, failed = excluded.failed, failed_high = excluded.failed_high, seen = excluded.seen,
          told_seconds = excluded.told_seconds, accepted_seconds = excluded.accepted_seconds, seen_seconds = excluded.seen_seconds,
          smallest_group = excluded.smallest_group
      returning f.told, f.told + f.smallest_group - 1 as most
  ), events as (
    -- If some groups of pushes are not shown, the minutes would tell how many of their people had one accepted.
    insert into app_private.alert_events (alert_id, version, level, kind, minutes, starts_at, people, smallest_group)
      select alert.id, t.version, t.level, m.kind, 1, date_trunc('minute', m.moment), count(*), k
        from told t
        left join explained x on x.version = t.version and x.level = t.level
        cross join lateral (
          values ('TOLD', t.told_at), ('ACCEPTED', case when not x.has_other then t.accepted_at end), ('SEEN', t.seen_at)
        ) m (kind, moment)
        where is_last and m.moment is not null
        group by t.version, t.level, m.kind, 6
  ), reached as (
    select app_private.round_down((select count(distinct t.user_id) from told t), k, x.told) as low, x.told, x.most
      from (select coalesce(sum(f.most) filter (where f.told > 0), 0)::bigint as told, sum(f.most)::bigint as most from figures f) x
  )
  update app_private.alert_counts t
    set counted_until = count_alert.until, is_final = is_last, smallest_group = k,
      reached = r.low, reached_high = app_private.upper_bound(r.low, k, r.told, r.most)
    from reached r where t.alert_id = alert.id;
  perform app_private.merge_small_bins(alert.id, k);
  return true;
end
$$;
comment on function app_private.count_alert(timestamptz) is
  'Counts the newest alert that was not counted as of a moment, and keeps what analysts may see of it. A day after its end it is counted for the last time. False if there is no such alert.';
--! EndIncluded analytics/app_private.count_alert.sql
--! Included analytics/app_private.count_day.sql
create or replace function app_private.count_day() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC' set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  day_start constant timestamptz := app_private.first_uncounted('day');
  day_end constant timestamptz := day_start + interval '1 day';
begin
  -- The figures of its alerts bound those of a day, so they come first.
  if day_start is null or exists (
      select from app_private.alert_counts t join app_public.alerts a on a.id = t.alert_id
        where t.counted_until is null and a.created_at < day_end) then
    return false;
  end if;

  insert into app_private.reporting (period, starts_at, activity, people, positions, smallest_group)
    select 'day', day_start, 'ALL', app_private.round_down(count(*), k),
        case when count(*) >= k then sum(u.positions)::bigint / k * k else 0 end, k
      from (select count(*) as positions from app_private.positions_taken(day_start, day_end) p group by p.user_id) u;

  insert into app_private.day_notifications (
      day, level, notifications, notifications_high, users, users_high, seen, seen_high, smallest_group)
    with alerts as materialized (
      select a.id from app_public.alerts a where a.created_at < day_end and least(a.expires_at, a.cancelled_at) >= day_start
    ), numbers as (
      select n.level, count(*) as notifications, count(distinct n.user_id) as users,
          count(distinct n.user_id) filter (where n.seen_at < day_end) as seen
        from app_public.notifications n
        where n.alert_id in (select a.id from alerts a) and n.kind <> 'ALL_CLEAR' and n.created_at >= day_start and n.created_at < day_end
        group by n.level
    ), explained as (
      select f.level, sum(f.told + f.smallest_group - 1)::bigint as most_told, sum(f.seen + f.smallest_group - 1)::bigint as most_seen,
          coalesce(sum(f.told + f.smallest_group - 1) filter (where f.told > 0), 0)::bigint as told,
          coalesce(sum(f.seen + f.smallest_group - 1) filter (where f.seen > 0), 0)::bigint as seen
        from app_private.alert_figures f where f.alert_id in (select a.id from alerts a) group by f.level
    ), lows as (
      select e.*, app_private.round_down(n.users, k, e.told) as users,
          case when n.users >= k then app_private.round_down(n.notifications, k, e.told) else 0 end as notifications,
          app_private.round_down(n.seen, k, e.seen) as seen_users
        from explained e left join numbers n on n.level = e.level
    )
    select (day_start at time zone 'UTC')::date, l.level,
        l.notifications, case when l.users > 0 then app_private.upper_bound(l.notifications, k, l.told, l.most_told) else l.most_told end,
        l.users, app_private.upper_bound(l.users, k, l.told, l.most_told),
        l.seen_users, app_private.upper_bound(l.seen_users, k, l.seen, l.most_seen), k
      from lows l;
  return true;
end
$$;
comment on function app_private.count_day() is
  'Counts the earliest day that has ended and was not counted, for good: the people who reported, and those who were notified. False if all are counted, or the day waits for the figures of its alerts.';
--! EndIncluded analytics/app_private.count_day.sql
--! Included analytics/app_private.count_hour.sql
create or replace function app_private.count_hour() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC' set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  hour_start constant timestamptz := app_private.first_uncounted('hour');
  hour_end constant timestamptz := hour_start + interval '1 hour';
begin
  if hour_start is null then
    return false;
  end if;

  with last_reports as materialized (
    select distinct on (p.user_id) p.moving_activity::text as activity, p.longitude,
        -- Functions of numbers next to zero fail.
        case when abs(p.latitude) < 1e-9 then 0 else greatest(-85.05112, least(85.05112, p.latitude)) end as latitude
      from app_private.positions_taken(hour_start, hour_end) p
      order by p.user_id, p.taken_at desc, p.id desc
  ), cells as (
    insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      select hour_start, 15, least(greatest(c.x, 0), 32767), least(greatest(c.y, 0), 32767), count(*), k
        from (
          select floor((r.longitude + 180) / 360 * 32768)::integer as x,
              floor((1 - asinh(tan(radians(r.latitude))) / pi()) / 2 * 32768)::integer as y
            from last_reports r
        ) c group by 3, 4
  ), ranked as (
    select r.activity, count(*) as people, sum(count(*)) over (order by count(*) desc, r.activity) as with_larger,
        sum(count(*)) over () as everyone
      from last_reports r group by r.activity
  ), activities as (
    -- Activities of few people are in one row, with the smallest of the others if that row would still have too few.
    select case when r.people >= k and r.everyone - r.with_larger not between 1 and k - 1 then r.activity else 'OTHER' end as activity,
        sum(r.people)::bigint as people
      from ranked r group by 1 having sum(r.people) >= k
  )
  insert into app_private.reporting (period, starts_at, activity, people, users, smallest_group)
    select 'hour', hour_start, 'ALL', app_private.round_down((select count(*) from last_reports), k), app_private.round_down(u.users, k), k
      -- Of others there is no history to count.
      from (
        select count(*) as users from app_public.users u, app_private.settings s where not u.last_position_only and not s.last_position_only
      ) u
    union all select 'hour', hour_start, a.activity, app_private.round_down(a.people, k), null, k from activities a;
  perform app_private.merge_small_cells(hour_start, k);

  insert into app_private.hour_deliveries (hour, provider, outcome, pushes, smallest_group)
    select hour_start, g.provider, g.outcome, app_private.round_down(sum(g.people)::bigint, k), k
      from (
        select b.provider, b.outcome, count(*) as people
          from app_public.alerts a
          cross join lateral app_private.best_pushes(a.id, hour_end) b
          join app_public.notifications n on n.id = b.notification_id and n.kind <> 'ALL_CLEAR'
          where a.created_at < hour_end and least(a.expires_at, a.cancelled_at) + interval '1 day' >= hour_start
            and b.settled_at >= hour_start
          group by a.id, n.version, n.level, b.provider, b.outcome having count(*) >= k
      ) g group by g.provider, g.outcome;
  return true;
end
$$;
comment on function app_private.count_hour() is
  'Counts the earliest hour that has ended and was not counted, for good: the people who reported, each by their last position in it, and what providers did. False if all are counted.';
--! EndIncluded analytics/app_private.count_hour.sql
--! Included analytics/app_private.count_step.sql
create or replace function app_private.count_step() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
begin
  -- One worker counts at a time. Another has nothing to do then.
  if not pg_try_advisory_xact_lock(4158::int8 << 32) then
    return false;
  elsif app_private.count_hour() then
    return true;
  -- Notifications of the last moments of an hour have been committed five minutes later.
  elsif app_private.count_alert(date_trunc('hour', now() - interval '5 minutes')) then
    return true;
  elsif app_private.count_day() then
    return true;
  end if;
  delete from app_private.presence p where p.hour < now() - (select s.presence_retention from app_private.settings s)
    and p.hour <= (select min(o.hour) from app_private.presence o) and app_private.clock_fault() is null;
  return found;
end
$$;
comment on function app_private.count_step() is
  'Counts an hour, an alert or a day of what analysts may see, or deletes an hour that is past its retention, in a transaction of its own. False if nothing is left to do.';
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
              case when alert.version > alert.renotified_version then (
                select min(n.level) from app_public.notifications n
                  where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.renotified_version) end as told
            from app_public.last_positions l
            where st_covers(alert.zone3, l.location) and l.created_at <= version.created_at
              and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
            offset 0
        ) q
        -- Whom an earlier version told is not left out, unless their level is more urgent now.
        where not app_private.is_notified(q.told, coalesce(q.level, 'THREE'));
    end if;
    select v.zone1 into before from app_public.alert_versions v
      where v.alert_id = version.alert_id and v.version < version.version order by v.version desc limit 1;
    insert into app_private.version_figures (
        alert_id, version, area_km2, added_km2, removed_km2, stale, inaccurate, counted_at, smallest_group)
      values (
        version.alert_id, version.version, st_area(version.zone1::geography) / 1e6,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(version.zone1, before)::geography) / 1e6 end,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(before, version.zone1)::geography) / 1e6 end,
        case when stale is not null then app_private.round_down(stale, k) end,
        case when inaccurate is not null then app_private.round_down(inaccurate, k) end, now(), k)
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
--! Included analytics/app_private.merge_small_bins.sql
create or replace function app_private.merge_small_bins(alert_id integer, smallest_group integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  k constant integer := smallest_group;
  widths constant integer[] := array[1, 5, 15, 60, 1440];
begin
  for i in 1 .. cardinality(widths) loop
    with small as (
      delete from app_private.alert_events e
        where e.alert_id = merge_small_bins.alert_id and e.minutes = widths[i] and e.people < k
        returning e.version, e.level, e.kind, e.starts_at, e.people
    )
    insert into app_private.alert_events (alert_id, version, level, kind, minutes, starts_at, people, smallest_group)
      select merge_small_bins.alert_id, s.version, s.level, s.kind, coalesce(widths[i + 1], 0),
          coalesce(date_bin(make_interval(mins => widths[i + 1]), s.starts_at, 'epoch'), '-infinity'), sum(s.people), k
        from small s group by s.version, s.level, s.kind, 6;
  end loop;
  -- A rest that is too small takes the smallest bin, so that no difference from the whole shows it. It is no bin inside
  -- another that is shown, as events count for the smallest shown bin around them.
  with rest as (
    delete from app_private.alert_events e
      where e.alert_id = merge_small_bins.alert_id and e.minutes = 0 and e.people < k returning e.version, e.level, e.kind, e.people
  ), smallest as (
    delete from app_private.alert_events e
      using (
        select distinct on (b.version, b.level, b.kind) b.version, b.level, b.kind, b.minutes, b.starts_at
          from app_private.alert_events b join rest r on r.version = b.version and r.level = b.level and r.kind = b.kind
          where b.alert_id = merge_small_bins.alert_id and b.minutes > 0
            and not exists (
              select from app_private.alert_events a
                where a.alert_id = b.alert_id and (a.version, a.level, a.kind) = (b.version, b.level, b.kind) and a.minutes > b.minutes
                  and a.starts_at <= b.starts_at and b.starts_at < a.starts_at + make_interval(mins => a.minutes))
          order by b.version, b.level, b.kind, b.people, b.minutes, b.starts_at
      ) b
      where e.alert_id = merge_small_bins.alert_id
        and (e.version, e.level, e.kind, e.minutes, e.starts_at) = (b.version, b.level, b.kind, b.minutes, b.starts_at)
      returning e.version, e.level, e.kind, e.people
  )
  insert into app_private.alert_events (alert_id, version, level, kind, minutes, starts_at, people, smallest_group)
    select merge_small_bins.alert_id, r.version, r.level, r.kind, 0, '-infinity', r.people + s.people, k
      from rest r join smallest s on s.version = r.version and s.level = r.level and s.kind = r.kind;
  update app_private.alert_events e set people = e.people / k * k where e.alert_id = merge_small_bins.alert_id;
end
$$;
comment on function app_private.merge_small_bins(integer, integer) is
  'Merges the minutes of an alert''s events that have fewer people than the smallest group into the five minutes, quarter, hour and day around them, and then into one row without a time, and rounds down. So each event is in one row at most, and no row has too few.';
--! EndIncluded analytics/app_private.merge_small_bins.sql
--! Included analytics/app_private.merge_small_cells.sql
create or replace function app_private.merge_small_cells(hour timestamptz, smallest_group integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  for inner_zoom in reverse 15 .. 1 loop
    with small as (
      delete from app_private.presence p
        where p.hour = merge_small_cells.hour and p.zoom = inner_zoom and p.people < merge_small_cells.smallest_group
        returning p.x, p.y, p.people
    )
    insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
      select merge_small_cells.hour, inner_zoom - 1, s.x / 2, s.y / 2, sum(s.people), merge_small_cells.smallest_group from small s group by 3, 4;
  end loop;
  -- A rest that is too small takes the smallest cell, so that no difference from the whole shows it. It is no cell inside
  -- another that is shown, as people count for the smallest shown cell around them.
  with rest as (
    delete from app_private.presence p
      where p.hour = merge_small_cells.hour and p.zoom = 0 and p.people < merge_small_cells.smallest_group returning p.people
  ), smallest as (
    delete from app_private.presence p
      using (
        select c.zoom, c.x, c.y from app_private.presence c
          where c.hour = merge_small_cells.hour and c.zoom > 0 and exists (select from rest)
            and not exists (
              select from generate_series(1, c.zoom - 1) z
                join app_private.presence a on a.hour = c.hour and (a.zoom, a.x, a.y) = (z, c.x >> (c.zoom - z), c.y >> (c.zoom - z)))
          order by c.people, c.zoom, c.x, c.y limit 1
      ) c
      where p.hour = merge_small_cells.hour and (p.zoom, p.x, p.y) = (c.zoom, c.x, c.y)
      returning p.people
  )
  insert into app_private.presence (hour, zoom, x, y, people, smallest_group)
    select merge_small_cells.hour, 0, 0, 0, r.people + s.people, merge_small_cells.smallest_group from rest r, smallest s;
  update app_private.presence p set people = p.people / p.smallest_group * p.smallest_group where p.hour = merge_small_cells.hour;
end
$$;
comment on function app_private.merge_small_cells(timestamptz, integer) is
  'Merges the cells of an hour that have fewer people than the smallest group into the cells around them, up to the whole globe, and rounds down. So each person is in one cell at most, and no cell has too few.';
--! EndIncluded analytics/app_private.merge_small_cells.sql
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
--! Included analytics/app_private.positions_taken.sql
create or replace function app_private.positions_taken(starts_at timestamptz, ends_at timestamptz) returns setof app_public.positions
language sql stable
as $$
  select p.* from app_public.positions p
    where p.taken_at >= starts_at and p.taken_at < ends_at
      and p.created_at >= starts_at and p.created_at < ends_at + interval '5 minutes'
      -- Nothing is indexed by time. An id is given a moment before or after the time of its transaction.
      and p.id >= app_private.position_id_at(starts_at - interval '1 minute')
      and p.id < app_private.position_id_at(ends_at + interval '6 minutes')
$$;
comment on function app_private.positions_taken(timestamptz, timestamptz) is
  'Returns the positions that were taken in a period and received until five minutes after it. What phones send later is never counted, so a period that has been counted does not change.';
--! EndIncluded analytics/app_private.positions_taken.sql
--! Included analytics/app_private.round_down.sql
create or replace function app_private.round_down(people bigint, smallest_group integer, explained bigint default null) returns integer
language sql immutable parallel safe
as $$
  select (least(coalesce(people, 0), explained) / smallest_group * smallest_group)::integer
$$;
comment on function app_private.round_down(bigint, integer, bigint) is
  'Returns the least number of people that analysts may know of: rounded down to a multiple of the smallest group, so 0 below it. explained is what the shown parts of these people explain at most, so that a total tells nothing of parts that are not shown.';
--! EndIncluded analytics/app_private.round_down.sql
--! Included analytics/app_private.rounded_seconds.sql
create or replace function app_private.rounded_seconds(seconds double precision[]) returns double precision[]
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  -- As numeric, because three tenths would be 0.30000000000000004.
  select array_agg(case when s <= 0 then 0 else round((ceil(s / u.unit - 1e-9) * u.unit)::numeric, 1) end::double precision order by o.ordinality)
    from unnest(seconds) with ordinality o (s, ordinality)
    cross join lateral (select case when s > 0 then power(10, greatest(floor(log(s)) - 1, -1)) end as unit) u
$$;
comment on function app_private.rounded_seconds(double precision[]) is
  'Returns seconds rounded up to two digits, and to a tenth below ten.';
--! EndIncluded analytics/app_private.rounded_seconds.sql
--! Included analytics/app_private.upper_bound.sql
create or replace function app_private.upper_bound(low integer, smallest_group integer, explained bigint, most bigint) returns integer
language sql immutable parallel safe
as $$
  -- A total that its shown parts bound may be anything up to what all parts, shown or not, explain.
  select (case when low + smallest_group <= explained then low + smallest_group - 1 else most end)::integer
$$;
comment on function app_private.upper_bound(integer, integer, bigint, bigint) is
  'Returns the greatest number of people that a total stands for which app_private.round_down() has bounded by what its shown parts explain. most is what analysts know from elsewhere, so that this tells them nothing new.';
--! EndIncluded analytics/app_private.upper_bound.sql

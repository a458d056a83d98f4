-- An update or a cancellation made everyone who had come in late look as if they had been told at publication, hours late: the publication is
-- complete again later, and an entry counts by its own version.
alter table app_public.alert_versions add column if not exists completed_at timestamptz;
comment on column app_public.alert_versions.completed_at is
  E'@behavior -*\nWhen its publication was complete, or when the next version came, if that was before. Null for the present version, as app_private.publications has its moment, and for versions that the next one followed before this was kept.';
--! include alerts/app_private.keep_version.sql
--! include analytics/app_private.count_alert_chunk.sql
--! include deliveries/app_private.delivery_of_alert.sql

-- An update left out everyone whose position was too old or too inaccurate by then, also whom an earlier version had told.
--! include analytics/app_private.count_versions.sql
--! include matching/app_private.reach_of.sql
comment on column app_public.alert_reach_preview.stale is
  E'@notNull\nUsers who are left out because their last position in the zones is too old. Not those whom an earlier version told at this level or a more urgent one, unless this one notifies everyone again.';
comment on column app_public.alert_reach_preview.coarse is
  E'@notNull\nUsers who are left out because their position is too coarse to tell zone TWO from THREE. Not those whom an earlier version told, unless this one notifies everyone again.';
comment on column app_private.version_figures.stale is
  'People inside who were left out, as their last position was too old, rounded down, and null below the smallest group.';
comment on column app_private.version_figures.inaccurate is
  'People inside who were left out, as their position was too inaccurate, rounded down, and null below the smallest group.';

-- Areas of less than 500 m² were 0.
--! include analytics/analytics.alerts.sql
--! include analytics/analytics.alert_versions.sql

-- Users without a history were part of a whole in which they cannot be counted.
--! include analytics/app_private.keep_period.sql
--! include analytics/analytics.hours.sql
comment on column app_private.reporting.users is 'All users then whose history is kept, rounded down. Only with ALL.';

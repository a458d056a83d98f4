-- An update or a cancellation made everyone who had come in late look as if they had been told at publication, hours late: the publication is
-- complete again later, and an entry counts by its own version.
alter table app_public.alert_versions add column if not exists completed_at timestamptz;
comment on column app_public.alert_versions.completed_at is
  E'@behavior -*\nWhen its publication was complete, or when the next version came, if that was before. Null for the present version, as app_private.publications has its moment, and for versions that the next one followed before this was kept.';
--! include alerts/app_private.keep_version.sql
--! include analytics/app_private.count_alert_chunk.sql
--! include deliveries/app_private.delivery_of_alert.sql

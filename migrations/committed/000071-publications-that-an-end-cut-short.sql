--! Previous: sha1:df943017b1df95da3804708ee2f0eec649d87836
--! Hash: sha1:60f07ba95a036e1e59270a10b65c8c36eedd45cb
--! Message: publications that an end cut short

--! split: 1-current.sql
alter type app_public.audit_action add value if not exists 'PUBLICATION_ENDED' after 'PUBLICATION_COMPLETED';
do $$
begin
  execute format('comment on type app_public.audit_action is %L', replace(
    obj_description('app_public.audit_action'::regtype), '@value PUBLICATION_HELD',
    E'@value PUBLICATION_ENDED The alert expired before everyone concerned was notified. The facts have the number of people notified.\n@value PUBLICATION_HELD'));
end
$$;
--! Included audit/app_private.audit_publication.sql
-- A trigger, because a publication ends on several ways through app_private.publish_chunk().
create or replace function app_private.audit_publication() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  alert constant app_public.alerts := (select a from app_public.alerts a where a.id = new.alert_id);
begin
  -- An alert that expires ends its publication wherever it is. The all-clear of a cancelled one is a publication too.
  perform app_private.audit(
    case when alert.cancelled_at is not null or app_private.is_active(alert.active, alert.expires_at)
      then 'PUBLICATION_COMPLETED' else 'PUBLICATION_ENDED' end::app_public.audit_action, 'ALERT', new.alert_id,
    jsonb_build_object('version', alert.version, 'people', app_public.alerts_reached_users(alert)));
  return null;
end
$$;
comment on function app_private.audit_publication() is
  'Records that a version of an alert has been published to everyone concerned, or that the alert expired before that, and how many people it has reached.';

drop trigger if exists audit_publication on app_private.publications;
create trigger audit_publication after update on app_private.publications
  for each row when (new.completed_at is not null and old.completed_at is null)
  execute function app_private.audit_publication();
--! EndIncluded audit/app_private.audit_publication.sql

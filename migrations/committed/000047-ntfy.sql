--! Previous: sha1:b8bb526d40b67403c3500b35c90c8cad832bfa9d
--! Hash: sha1:cb26c30b791113a72ead75a29ce23e22a8eb4296
--! Message: ntfy

set local check_function_bodies = off; -- Functions call later ones.

alter type app_public.device add attribute topic text;
comment on column app_public.device.topic is 'The topic of ntfy. Null for other devices.';

--! Included devices-and-deliveries/app_private.push_provider.sql
create or replace function app_private.push_provider(token text) returns app_private.push_provider
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select case
    when push_provider.token ~ '^\s*\{' then 'web_push'::app_private.push_provider
    when push_provider.token ~ '^\s*email:' then 'email'
    when push_provider.token ~ '^\s*ntfy:[0-9a-f]{48}\s*$' then 'ntfy'
    when push_provider.token ~ '^\s*Expo(nent)?PushToken\[.+\]\s*$' then 'expo'
    when push_provider.token ~ '^\s*[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}\s*$' then 'fcm'
    else (select s.bare_token_provider from app_private.settings s)
  end
$$;
comment on function app_private.push_provider(text) is
  'Returns the provider of a device''s token by its form: JSON is Web Push, email: and an address is email, ntfy: and a topic is ntfy, ExponentPushToken[…] is Expo, and an instance id with a colon is FCM. The setting bare_token_provider decides about any other token.';
--! EndIncluded devices-and-deliveries/app_private.push_provider.sql
--! Included devices-and-deliveries/app_public.devices.sql
-- Security definer, as tokens are secrets. It shows only devices of the caller.
create or replace function app_public.devices() returns app_public.device[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select array(
    select row(d.id, d.provider, d.created_at, d.left_at, d.topic)::app_public.device
      from (
        select o.id, o.provider, o.created_at, null::timestamptz as left_at,
            case o.provider when 'ntfy' then substr(o.token, 6) end as topic
          from app_private.roads_of(app_private.require_user_id()) o
        union all
        select l.id, l.provider, l.created_at, l.left_at, null
          from app_private.left_devices l where l.user_id = app_private.require_user_id()
      ) d
      order by d.left_at desc nulls first, d.created_at desc, d.id desc)
$$;
comment on function app_public.devices() is
  E'@itemsNotNull\nYour devices and, if alerts reach you by it, your email, the newest first. After them, the last twenty that another user has registered since.';
grant execute on function app_public.devices() to app_user;
--! EndIncluded devices-and-deliveries/app_public.devices.sql
--! Included devices-and-deliveries/app_public.ntfy_topic_add.sql
create or replace function app_public.ntfy_topic_add() returns app_public.device
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- Whoever knows a topic reads it. ntfy takes at most 64 characters.
  new_topic constant text := left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 48);
begin
  perform app_public.register_device(jsonb_populate_record(null::app_public.register_notification_token, jsonb_build_object('token', 'ntfy:' || new_topic)));
  return (select d from unnest(app_public.devices()) d where d.topic = new_topic);
end
$$;
comment on function app_public.ntfy_topic_add() is
  'Makes a secret topic at the server ntfyUrl, by which an app of ntfy gets your pushes, as a device of yours. deviceUnregister ends it by its token: ntfy: and the topic. Returns the device.';
grant execute on function app_public.ntfy_topic_add() to app_user;
--! EndIncluded devices-and-deliveries/app_public.ntfy_topic_add.sql

--! Previous: sha1:95f0525a817a6240cd29012ded6de7bb2bc82120
--! Hash: sha1:a7fb0bb01afcddcaf2fa0fc2e38b146edef5c7fd
--! Message: one form of Expo tokens

--! split: 1-current.sql
-- Blanks around a token, and the three forms of an Expo token, are one device. The newest registration of each stays.
--! Included deliveries/app_private.push_provider.sql
create or replace function app_private.push_provider(token text) returns app_private.push_provider
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select case
    when push_provider.token ~ '^\s*\{' then 'web_push'::app_private.push_provider
    when push_provider.token ~ '^\s*Expo(nent)?PushToken\[.+\]\s*$' then 'expo'
    when push_provider.token ~ '^\s*[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}\s*$' then 'fcm'
    else (select s.bare_token_provider from app_private.settings s)
  end
$$;
comment on function app_private.push_provider(text) is
  'Returns the provider of a device''s token by its form: JSON is Web Push, ExponentPushToken[…] is Expo, and an instance id with a colon is FCM. The setting bare_token_provider decides about any other token.';
--! EndIncluded deliveries/app_private.push_provider.sql
--! Included deliveries/app_private.device_token.sql
create or replace function app_private.device_token(given text) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  subscription jsonb;
  trimmed constant text := regexp_replace(given, '^\s+|\s+$', '', 'g');
begin
  if app_private.push_provider(trimmed) <> 'web_push' then
    return coalesce(btrim(substring(trimmed from '^Expo(?:nent)?PushToken\[(.+)\]$')), trimmed);
  end if;
  begin
    subscription := given::jsonb;
  exception when others then
    subscription := null;
  end;
  if subscription is null or not coalesce(
    subscription ->> 'endpoint' ~ '^https?://' and subscription #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_=-]+$'
      and subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_=-]+$', false)
  then
    raise exception using errcode = 'LA400',
      message = 'token is not a Web Push subscription: send the JSON of PushSubscription.toJSON(), with endpoint (a URL), keys.p256dh and keys.auth (base64url).';
  end if;
  return jsonb_build_object(
    'endpoint', subscription -> 'endpoint',
    'keys', jsonb_build_object('auth', subscription #> '{keys,auth}', 'p256dh', subscription #> '{keys,p256dh}'))::text;
end
$$;
comment on function app_private.device_token(text) is
  'Returns a device''s token as the database stores it, without blanks around it. Of an Expo token it keeps what stands between the brackets, which is the bare form. Of a Web Push subscription it keeps only the endpoint and the keys, so that one device has one token however its JSON is written. Error LA400 for JSON that is no subscription.';
--! EndIncluded deliveries/app_private.device_token.sql
--! Included deliveries/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  new_token constant text := app_private.device_token(input.token);
begin
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  perform app_private.take_device_token(new_token, owner.id);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, new_token, app_private.push_provider(input.token))
    on conflict (user_id, token) do update set provider = excluded.provider, created_at = excluded.created_at;
  -- Each new installation of an app leaves an old token behind.
  perform app_private.remove_devices(owner.id, array(
    select d.id from app_private.devices d where d.user_id = owner.id order by d.created_at desc, d.id desc offset 20));
  return owner;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is
  E'@argument input The device.\nAdds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you; that user sees in devices that it left. Returns you.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded deliveries/app_public.register_device.sql
--! Included deliveries/app_public.device_unregister.sql
create or replace function app_public.device_unregister(token text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  device_ids constant bigint[] := array(
    select d.id from app_private.devices d
      where d.user_id = owner.id and d.token = app_private.device_token(device_unregister.token));
begin
  if device_ids = '{}' then
    raise exception using errcode = 'LA404', message = 'You have no device with this token.';
  end if;
  perform app_private.remove_devices(owner.id, device_ids);
  return owner;
end
$$;
comment on function app_public.device_unregister(text) is
  E'@argument token The token that registerDevice was called with.\nStops push to one of your devices; you still get notifications in the API. Returns you. Error NOT_FOUND for an unknown token and for a token of someone else.';
grant execute on function app_public.device_unregister(text) to app_user;
--! EndIncluded deliveries/app_public.device_unregister.sql
drop function if exists app_private.other_expo_token(text);

do $$
declare
  older record;
begin
  for older in
    select r.user_id, r.id
      from (
        select d.user_id, d.id, row_number() over (partition by app_private.device_token(d.token) order by d.created_at desc, d.id desc) as place
          from app_private.devices d where d.token !~ '^\s*\{'
      ) r
      where r.place > 1
  loop
    perform app_private.remove_devices(older.user_id, array[older.id]);
  end loop;
  update app_private.device_tokens t set token = app_private.device_token(t.token)
    where t.token ~ '^\s*Expo(nent)?PushToken\[|^\s+[^\s{]|\s$' and t.token !~ '^\s*\{';
  update app_private.devices d set token = app_private.device_token(d.token)
    where d.token ~ '^\s*Expo(nent)?PushToken\[|^\s+[^\s{]|\s$' and d.token !~ '^\s*\{';
end
$$;

--! Previous: sha1:4f8409800d723cd5f167ca4c9a9f7fe9ccadc4b5
--! Hash: sha1:bee39ef6d3f659dffbdc702d5c10c19ddeb1b09c
--! Message: Deliveries

create type app_public.register_notification_token as (
  token text
);
comment on type app_public.register_notification_token is E'@inputTypeName RegisterNotificationToken\nA device to push to.';
comment on column app_public.register_notification_token.token is E'@notNull\nThe token that the device got from its push service.';

create type app_public.quiet_hours_input as (
  "from" text,
  "to" text,
  time_zone text
);
comment on type app_public.quiet_hours_input is E'@inputTypeName QuietHoursInput\nThe hours in which your pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_hours_input."from" is E'@notNull\nThe time of day at which they start, such as 22:00.';
comment on column app_public.quiet_hours_input."to" is E'@notNull\nThe time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
comment on column app_public.quiet_hours_input.time_zone is E'@notNull\nA name of the IANA time zone database, such as Europe/Rome.';

create type app_private.delivery_state as enum ('queued', 'sent', 'accepted', 'failed', 'dead');
comment on type app_private.delivery_state is E'@value queued Waits to be sent, for the first time or again.\n@value sent Sent; the provider has not answered yet.\n@value accepted The provider has accepted it.\n@value failed It has failed for good.\n@value dead The device is gone.\nThe state of a delivery.';

create type app_private.claimed_delivery as (
  user_id integer,
  id bigint,
  notification_id bigint,
  device_id bigint,
  token text,
  alert_id integer,
  level app_public.level_alert,
  kind app_public.notification_kind
);
comment on type app_private.claimed_delivery is 'A delivery that a job has to send now.';
comment on column app_private.claimed_delivery.user_id is 'The user of the delivery.';
comment on column app_private.claimed_delivery.id is 'The id of the delivery.';
comment on column app_private.claimed_delivery.notification_id is 'The notification.';
comment on column app_private.claimed_delivery.device_id is 'The device.';
comment on column app_private.claimed_delivery.token is 'The device''s token.';
comment on column app_private.claimed_delivery.alert_id is 'The alert of the notification.';
comment on column app_private.claimed_delivery.level is 'The level of the notification.';
comment on column app_private.claimed_delivery.kind is 'What the notification says.';

create type app_public.device as (
  id bigint,
  provider text,
  created_at timestamptz,
  left_at timestamptz
);
comment on type app_public.device is 'A device that you get pushes on, or did.';
comment on column app_public.device.id is E'@notNull\nThe id of the device.';
comment on column app_public.device.provider is E'@notNull\nThe provider that pushes to it: expo, fcm or web_push.';
comment on column app_public.device.created_at is E'@notNull\nWhen it was last registered, in seconds since 1970-01-01 UTC.';
comment on column app_public.device.left_at is 'When another user registered it, in seconds since 1970-01-01 UTC; it gets no pushes of yours since. Null for a device that is yours.';

create type app_public.level_delivery as (
  level app_public.level_alert,
  targeted integer,
  sent integer,
  accepted integer,
  failed integer,
  seen integer,
  accepted_after_median double precision,
  accepted_after_p95 double precision,
  seen_after_median double precision,
  seen_after_p95 double precision
);
comment on type app_public.level_delivery is 'The results of an alert''s notifications of one level. Each notification counts once, however many devices its user has.';
comment on column app_public.level_delivery.level is E'@notNull\nThe level.';
comment on column app_public.level_delivery.targeted is E'@notNull\nUsers notified in the API. Users without a device are notified only there.';
comment on column app_public.level_delivery.sent is E'@notNull\nNotifications pushed to a device, whatever the result.';
comment on column app_public.level_delivery.accepted is E'@notNull\nNotifications that the provider of a device has accepted.';
comment on column app_public.level_delivery.failed is E'@notNull\nNotifications that failed for good at every device.';
comment on column app_public.level_delivery.seen is E'@notNull\nNotifications that the user has seen, as their client reports.';
comment on column app_public.level_delivery.accepted_after_median is 'The median of the seconds until the provider accepted a push, from publication, or from the notification of a late entry.';
comment on column app_public.level_delivery.accepted_after_p95 is 'The 95th percentile of the seconds until the provider accepted a push.';
comment on column app_public.level_delivery.seen_after_median is 'The median of the seconds until the user saw the notification.';
comment on column app_public.level_delivery.seen_after_p95 is 'The 95th percentile of the seconds until the user saw the notification.';

create table app_private.devices (
  user_id integer not null references app_public.users on delete restrict,
  token text not null,
  created_at timestamptz not null default now(),
  id bigint generated always as identity,
  provider app_private.push_provider not null default 'expo',
  primary key (user_id, token)
);
comment on table app_private.devices is
  'The devices to push to. A device token belongs to one user at a time.';
comment on column app_private.devices.user_id is 'The user who has the device.';
comment on column app_private.devices.token is 'The device token that the provider gave it.';
comment on column app_private.devices.created_at is 'When the device was last registered.';
comment on column app_private.devices.id is 'Identifies the device without exposing its token.';
comment on column app_private.devices.provider is 'The provider that pushes to the device. The form of the token decided this at registration.';
create index devices_provider_user_id on app_private.devices (provider, user_id);
alter table app_private.devices enable row level security;

create table app_private.device_tokens (
  token text primary key
    constraint devices_token_length check (char_length(token) between 1 and 2048 and token ~ '^[^[:cntrl:]]+$' and token ~ '[^[:space:]]'),
  user_id integer not null
);
comment on table app_private.device_tokens is
  'Which user has the device with a token. It is apart from devices, as a token is unique over all users. Functions write it with devices; it has no foreign key, as the two may live on different machines.';
comment on column app_private.device_tokens.token is 'The device token.';
comment on column app_private.device_tokens.user_id is 'The user who has the device.';
comment on constraint devices_token_length on app_private.device_tokens is 'token is empty, has more than 2,048 characters or contains a control character: send it as the push service gave it.';
alter table app_private.device_tokens enable row level security;

create table app_private.left_devices (
  -- No foreign key: app_private.delete_user() deletes the rows.
  user_id integer not null,
  id bigint not null,
  provider app_private.push_provider not null,
  created_at timestamptz not null,
  left_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table app_private.left_devices is
  'The devices that another user has registered since, so that their former user sees it.';
comment on column app_private.left_devices.user_id is 'The former user.';
comment on column app_private.left_devices.id is 'The id that the device had in devices.';
comment on column app_private.left_devices.provider is 'The provider that pushes to the device.';
comment on column app_private.left_devices.created_at is 'When the former user last registered it.';
comment on column app_private.left_devices.left_at is 'When another user registered it.';
alter table app_private.left_devices enable row level security;

create table app_public.quiet_hours (
  user_id integer primary key references app_public.users on delete restrict,
  starts time not null,
  ends time not null,
  time_zone text not null,
  constraint quiet_hours_not_empty check (starts <> ends)
);
comment on table app_public.quiet_hours is
  E'@name quiet_period\n@behavior -query:resource:list -query:resource:connection\nThe hours in which pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_hours.user_id is E'@behavior -*\nThe user.';
comment on column app_public.quiet_hours.starts is E'@name from\nThe time of day at which they start, such as 22:00.';
comment on column app_public.quiet_hours.ends is E'@name to\nThe time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
comment on column app_public.quiet_hours.time_zone is 'A name of the IANA time zone database, such as Europe/Rome.';
comment on constraint quiet_hours_user_id_fkey on app_public.quiet_hours is E'@forwardBehavior -*\n@foreignFieldName quietHours\n@backwardDescription The hours in which pushes of levels TWO and THREE wait. Null if they never wait.\nThe user who has them.';
comment on constraint quiet_hours_not_empty on app_public.quiet_hours is 'from and to are equal: send two different times of day.';
alter table app_public.quiet_hours enable row level security;
create policy read_all on app_public.quiet_hours for select to app_admin
  using (true);
create policy read_own on app_public.quiet_hours for select to app_user
  using (user_id = app_public.current_user_id());
grant select on app_public.quiet_hours to app_user;

create table app_private.deliveries (
  id bigint generated always as identity,
  notification_id bigint not null,
  device_id bigint,
  alert_id integer not null,
  user_id integer not null,
  level app_public.level_alert not null,
  provider app_private.push_provider not null,
  state app_private.delivery_state not null default 'queued',
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  job_id bigint,
  receipt text,
  why text,
  failures text[] not null default '{}',
  primary key (user_id, id),
  -- It begins with the notification, by which jobs look deliveries up.
  constraint deliveries_notification_id_device_id_key unique (notification_id, device_id, user_id)
) with (fillfactor=70);
comment on table app_private.deliveries is
  'One notification on its way to a user by one channel, such as push to one device. It has no foreign keys, as notifications have none, and as it outlives its device.';
comment on column app_private.deliveries.id is 'The id of the delivery.';
comment on column app_private.deliveries.notification_id is 'The notification.';
comment on column app_private.deliveries.device_id is 'The device. Null if the channel has none.';
comment on column app_private.deliveries.alert_id is 'The alert of the notification.';
comment on column app_private.deliveries.user_id is 'The user of the notification.';
comment on column app_private.deliveries.level is 'The level of the notification.';
comment on column app_private.deliveries.provider is 'The provider of the device.';
comment on column app_private.deliveries.state is 'The state of the delivery.';
comment on column app_private.deliveries.attempts is 'How often it was sent.';
comment on column app_private.deliveries.created_at is 'When the delivery was made.';
comment on column app_private.deliveries.due_at is 'While it is queued: it is not sent before this time.';
comment on column app_private.deliveries.sent_at is 'When it was last sent. Null if it was not, for example because its provider is off.';
comment on column app_private.deliveries.settled_at is 'When it was accepted or given up.';
comment on column app_private.deliveries.job_id is 'The job that last sent it. If that job died before an answer, its successor sends it again.';
comment on column app_private.deliveries.receipt is 'The id to ask the provider with for the receipt, until there is one.';
comment on column app_private.deliveries.why is 'Why it last failed.';
comment on column app_private.deliveries.failures is 'When and why it failed, each time.';
create index deliveries_alert_id on app_private.deliveries (alert_id);
create index deliveries_receipt on app_private.deliveries (receipt) where receipt is not null;
alter table app_private.deliveries enable row level security;

--! Included deliveries/app_private.push_provider.sql
create or replace function app_private.push_provider(token text) returns app_private.push_provider
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select case
    when push_provider.token ~ '^\s*\{' then 'web_push'::app_private.push_provider
    when push_provider.token ~ '^Expo(nent)?PushToken\[.+\]$' then 'expo'
    when push_provider.token ~ '^[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}$' then 'fcm'
    else (select s.bare_token_provider from app_private.settings s)
  end
$$;
comment on function app_private.push_provider(text) is
  'Returns the provider of a device''s token by its form: JSON is Web Push, ExponentPushToken[…] is Expo, and an instance id with a colon is FCM. The setting bare_token_provider decides about any other token.';
--! EndIncluded deliveries/app_private.push_provider.sql
--! Included deliveries/app_private.other_expo_token.sql
create or replace function app_private.other_expo_token(token text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when token ~ '^ExponentPushToken\[.+\]$' then substr(token, 19, length(token) - 19)
    else 'ExponentPushToken[' || token || ']'
  end
$$;
comment on function app_private.other_expo_token(text) is
  'Returns the other form of an Expo token: bare, as the existing app registers it, or wrapped. Both name one device, which must get one push.';
--! EndIncluded deliveries/app_private.other_expo_token.sql
--! Included deliveries/app_private.device_token.sql
create or replace function app_private.device_token(given text) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  subscription jsonb;
begin
  if app_private.push_provider(given) <> 'web_push' then
    return given;
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
  'Returns a device''s token as the database stores it. Of a Web Push subscription it keeps only the endpoint and the keys, so that one device has one token however its JSON is written. Error LA400 for JSON that is no subscription.';
--! EndIncluded deliveries/app_private.device_token.sql
--! Included deliveries/app_private.remove_devices.sql
create or replace function app_private.remove_devices(user_id integer, device_ids bigint[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  removed record;
begin
  for removed in
    select d.id, d.token from app_private.devices d
      where d.user_id = remove_devices.user_id and d.id = any (device_ids) order by d.token
  loop
    -- The token first, as register_device() does, so that the two never wait for each other in a circle.
    delete from app_private.device_tokens t where t.token = removed.token and t.user_id = remove_devices.user_id;
    delete from app_private.devices d where d.user_id = remove_devices.user_id and d.id = removed.id;
  end loop;
end
$$;
comment on function app_private.remove_devices(integer, bigint[]) is
  'Removes devices of a user, so that their tokens are free again.';
--! EndIncluded deliveries/app_private.remove_devices.sql
--! Included deliveries/app_private.note_left_device.sql
create or replace function app_private.note_left_device(user_id integer, token text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app_private.left_devices (user_id, id, provider, created_at)
    select d.user_id, d.id, d.provider, d.created_at from app_private.devices d
      where d.user_id = note_left_device.user_id and d.token = note_left_device.token;
  delete from app_private.left_devices l
    where l.user_id = note_left_device.user_id and l.id in (
      select o.id from app_private.left_devices o where o.user_id = note_left_device.user_id
        order by o.left_at desc, o.id desc offset 20);
end
$$;
comment on function app_private.note_left_device(integer, text) is
  'Notes for a user that another user takes one of their devices. The last twenty are kept.';
--! EndIncluded deliveries/app_private.note_left_device.sql
--! Included deliveries/app_private.take_device_token.sql
create or replace function app_private.take_device_token(token text, user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  holder_id integer;
begin
  -- Locks the token, so that two users who register it at the same time take turns.
  insert into app_private.device_tokens as t (token, user_id) values (take_device_token.token, take_device_token.user_id)
    on conflict on constraint device_tokens_pkey do update set user_id = t.user_id
    returning t.user_id into holder_id;
  if holder_id <> take_device_token.user_id then
    perform app_private.note_left_device(holder_id, take_device_token.token);
    delete from app_private.devices d where d.user_id = holder_id and d.token = take_device_token.token;
    update app_private.device_tokens t set user_id = take_device_token.user_id where t.token = take_device_token.token;
  end if;
end
$$;
comment on function app_private.take_device_token(text, integer) is
  'Makes a device token a user''s. Another user who had it loses the device, and sees that in their devices.';
--! EndIncluded deliveries/app_private.take_device_token.sql
--! Included deliveries/app_public.devices.sql
create or replace function app_public.devices() returns app_public.device[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select array(
    select row(d.id, d.provider, d.created_at, d.left_at)::app_public.device
      from (
        select o.id, o.provider, o.created_at, null::timestamptz as left_at
          from app_private.devices o where o.user_id = app_private.require_user_id()
        union all
        select l.id, l.provider, l.created_at, l.left_at
          from app_private.left_devices l where l.user_id = app_private.require_user_id()
      ) d
      order by d.left_at desc nulls first, d.created_at desc, d.id desc)
$$;
comment on function app_public.devices() is
  E'@itemsNotNull\nYour devices, the newest first. After them, the last twenty that another user has registered since.';
grant execute on function app_public.devices() to app_user;
--! EndIncluded deliveries/app_public.devices.sql
--! Included deliveries/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  new_token constant text := app_private.device_token(input.token);
  other_token constant text := app_private.other_expo_token(input.token);
begin
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  perform app_private.note_left_device(t.user_id, other_token)
    from app_private.device_tokens t where t.token = other_token and t.user_id <> owner.id;
  perform app_private.remove_devices(t.user_id, array(
      select d.id from app_private.devices d where d.user_id = t.user_id and d.token = other_token))
    from app_private.device_tokens t where t.token = other_token;
  perform app_private.take_device_token(new_token, owner.id);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, new_token, app_private.push_provider(input.token))
    on conflict (user_id, token) do update set provider = excluded.provider, created_at = now();
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
      where d.user_id = owner.id and d.token in (app_private.device_token(device_unregister.token), app_private.other_expo_token(device_unregister.token)));
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
--! Included deliveries/app_private.quiet_until.sql
create or replace function app_private.quiet_until(starts time, ends time, time_zone text, at timestamptz) returns timestamptz
language sql stable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when starts < ends and l.t::time >= starts and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time >= starts then (l.t::date + 1 + ends) at time zone time_zone
  end from (select at at time zone time_zone) l (t)
$$;
comment on function app_private.quiet_until(time, time, text, timestamptz) is
  'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them. Quiet hours may pass midnight.';
--! EndIncluded deliveries/app_private.quiet_until.sql
--! Included deliveries/app_public.quiet_hours_edit.sql
create or replace function app_public.quiet_hours_edit(input app_public.quiet_hours_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to do not fit: send two different times of day from 00:00 to 23:59, such as 22:00.';
  end if;
  -- PostgreSQL would accept many other texts as a time zone.
  if not exists (select from pg_timezone_names z where z.name = input.time_zone) then
    raise exception using errcode = 'LA400', message = 'timeZone is unknown: send a name of the IANA time zone database, such as Europe/Rome.';
  end if;
  insert into app_public.quiet_hours as q (user_id, starts, ends, time_zone)
    values (owner.id, input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_edit(app_public.quiet_hours_input) is
  E'@argument input The new quiet hours.\nSets your quiet hours: pushes of levels TWO and THREE wait until they end, if the alert is still active then. Level ONE always goes through. Returns you.';
grant execute on function app_public.quiet_hours_edit(app_public.quiet_hours_input) to app_user;
--! EndIncluded deliveries/app_public.quiet_hours_edit.sql
--! Included deliveries/app_public.quiet_hours_remove.sql
create or replace function app_public.quiet_hours_remove() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_public.quiet_hours q where q.user_id = owner.id;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_remove() is
  'Removes your quiet hours and sends the pushes that waited for their end. Returns you.';
grant execute on function app_public.quiet_hours_remove() to app_user;
--! EndIncluded deliveries/app_public.quiet_hours_remove.sql
--! Included deliveries/app_private.may_push.sql
create or replace function app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select case
    when kind = 'ALL_CLEAR' then alert.cancelled_at > now() - interval '1 day'
    else app_private.is_active(alert.active, alert.expires_at)
  end
$$;
comment on function app_private.may_push(app_public.notification_kind, app_public.alerts) is
  'True while a push still makes sense: as long as the alert is active, and for a day after an all-clear.';
--! EndIncluded deliveries/app_private.may_push.sql
--! Included deliveries/app_private.queue_pushes.sql
create or replace function app_private.queue_pushes(
  level app_public.level_alert, notification_ids bigint[], first_user_id integer default 0, last_user_id integer default 2147483647
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taker app_private.push_provider;
begin
  if notification_ids is null then
    return;
  end if;
  foreach taker in array enum_range(null::app_private.push_provider) loop
    -- The order of the index makes this one lookup, even for a provider without devices.
    if (select d.provider = taker and d.user_id <= last_user_id
      from app_private.devices d where (d.provider, d.user_id) >= (taker, first_user_id)
      order by d.provider, d.user_id limit 1)
    then
      perform graphile_worker.add_job(
          'push_' || taker,
          json_build_object('notificationIds', notification_ids[first:first + 999]),
          priority => array_position(enum_range(null::app_public.level_alert), level))
        from generate_series(1, cardinality(notification_ids), 1000) first;
    end if;
  end loop;
end
$$;
comment on function app_private.queue_pushes(app_public.level_alert, bigint[], integer, integer) is
  'Queues pushes for notifications of one level, the more urgent level first. There is one job for each thousand notifications and for each provider that these users have a device of.';
--! EndIncluded deliveries/app_private.queue_pushes.sql
--! Included deliveries/app_private.queue_receipts.sql
create or replace function app_private.queue_receipts(provider app_private.push_provider, receipts text[]) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
      'push_receipts', json_build_object('provider', provider, 'receipts', receipts),
      run_at => now() + s.receipt_delay, priority => 5)
    from app_private.settings s;
$$;
comment on function app_private.queue_receipts(app_private.push_provider, text[]) is
  'Queues a job that asks a provider for the receipts of accepted pushes, when it will have them.';
--! EndIncluded deliveries/app_private.queue_receipts.sql
--! Included deliveries/app_private.follow_up_deliveries.sql
create or replace function app_private.follow_up_deliveries(
  provider app_private.push_provider, notification_ids bigint[], level app_public.level_alert, not_before timestamptz
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  waiting record;
begin
  select array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at into waiting
    from app_private.deliveries d
    where d.notification_id = any (notification_ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued';
  if waiting.ids is not null then
    perform graphile_worker.add_job(
      'push_' || provider,
      json_build_object('notificationIds', waiting.ids),
      run_at => greatest(waiting.due_at, not_before),
      priority => array_position(enum_range(null::app_public.level_alert), level));
  end if;
end
$$;
comment on function app_private.follow_up_deliveries(app_private.push_provider, bigint[], app_public.level_alert, timestamptz) is
  'Queues a job for the deliveries of these notifications that are still to be sent. It runs when the first of them is due, but not before a given time.';
--! EndIncluded deliveries/app_private.follow_up_deliveries.sql
--! Included deliveries/app_private.release_quiet_deliveries.sql
create or replace function app_private.release_quiet_deliveries(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := now();
  waiting record;
begin
  update app_private.deliveries d set due_at = moment
    where d.user_id = release_quiet_deliveries.user_id and d.state = 'queued' and d.due_at > moment
      -- A delivery that was tried before waits for its provider, not for quiet hours.
      and d.attempts = 0;
  for waiting in
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids
      from app_private.deliveries d
      where d.user_id = release_quiet_deliveries.user_id and d.state = 'queued' and d.due_at = moment
      group by d.provider, d.level
  loop
    perform app_private.follow_up_deliveries(waiting.provider, waiting.ids, waiting.level, moment);
  end loop;
end
$$;
comment on function app_private.release_quiet_deliveries(integer) is
  'Makes the deliveries of a user that wait for the end of quiet hours due now.';
--! EndIncluded deliveries/app_private.release_quiet_deliveries.sql
--! Included deliveries/app_private.deliveries_claimed_at.sql
create or replace function app_private.deliveries_claimed_at(
  moment timestamptz, provider app_private.push_provider, job_id bigint, notification_ids bigint[]
) returns setof app_private.claimed_delivery
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select d.user_id, d.id, d.notification_id, d.device_id, v.token, d.alert_id, d.level, n.kind
      from app_private.deliveries d
      join app_private.devices v on v.user_id = d.user_id and v.id = d.device_id
      join app_public.notifications n on n.user_id = d.user_id and n.id = d.notification_id
      where d.notification_id = any (notification_ids) and d.provider = deliveries_claimed_at.provider
        and d.state = 'sent' and d.sent_at = moment and d.job_id = deliveries_claimed_at.job_id
      order by d.notification_id, d.device_id;
end
$$;
comment on function app_private.deliveries_claimed_at(timestamptz, app_private.push_provider, bigint, bigint[]) is
  'Returns what a call of app_private.claim_deliveries() has claimed for a job, by the time of that call.';
--! EndIncluded deliveries/app_private.deliveries_claimed_at.sql
--! Included deliveries/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[]
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- Marks what this call claims, together with the job.
  moment constant timestamptz := clock_timestamp();
  alert_ids constant integer[] := array(
    select distinct n.alert_id from app_public.notifications n where n.id = any (notification_ids));
  -- Alerts are asked apart, as they do not live where a user's rows do.
  lasting constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALERT', a));
  cleared constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALL_CLEAR', a));
  made integer;
begin
  -- Most deliveries are sent at their first claim. Inserting them as sent saves one row version each.
  insert into app_private.deliveries as d (
      notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
    select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, claim_deliveries.job_id,
        c.state, (c.state = 'sent')::integer, case c.state when 'sent' then moment end,
        coalesce(q.until, now()), case c.state when 'failed' then moment end,
        case c.state when 'failed' then 'The alert ended before the push was sent.' end
      from app_public.notifications n
      join app_private.devices v on v.provider = claim_deliveries.provider and v.user_id = n.user_id
      left join lateral (
        select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
          from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
      ) q on true
      cross join lateral (
        select case when n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end) then 'failed'
          when q.until is not null then 'queued' else 'sent' end::app_private.delivery_state as state
      ) c
      where n.id = any (notification_ids)
        and not exists (
          select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id and o.user_id = n.user_id)
      order by n.id, v.id
    on conflict (notification_id, device_id, user_id) do nothing;

  get diagnostics made = row_count;
  if made > 0 then
    return query select * from app_private.deliveries_claimed_at(moment, provider, job_id, notification_ids);
    if found then
      return;
    end if;
  end if;

  if not exists (
    select from app_private.deliveries d
      where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent'))
  then
    return;
  end if;

  -- From here on: deliveries that are due now, and those that this job was sending when its host died. The latter may arrive twice.
  update app_private.deliveries d
    set state = 'failed', settled_at = moment, why = 'The alert ended before the push was sent.'
    from app_public.notifications n
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and n.id = d.notification_id and n.user_id = d.user_id
      and n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end);

  update app_private.deliveries d
    set state = 'dead', settled_at = moment, why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  -- A job that claims the same at the same time waits here, and then finds them sent.
  update app_private.deliveries d
    set state = 'sent', attempts = d.attempts + 1, sent_at = moment, job_id = claim_deliveries.job_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id);

  return query select * from app_private.deliveries_claimed_at(moment, provider, job_id, notification_ids);
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, bigint[]) is
  'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';
--! EndIncluded deliveries/app_private.claim_deliveries.sql
--! Included deliveries/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  recorded record;
  receipts text[];
  longest_wait interval;
begin
  for recorded in
    with outcome as materialized (
      select o.*, moment - o.ago * interval '1 millisecond' as at, 0.75 + random() / 2 as jitter
        from json_to_recordset(outcomes) o (
          user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
    )
    update app_private.deliveries d
      set state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        receipt = o.receipt,
        why = o.why,
        failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', o.at, o.why) end,
        due_at = case when o.state <> 'retry' then d.due_at
          else moment + greatest(
            o.after * interval '1 millisecond',
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * o.jitter * interval '1 second') end
      from outcome o
      where d.user_id = o.user_id and d.id = o.id
      returning o.state, o.receipt, d.due_at - moment as wait, d.user_id, d.device_id
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    if recorded.state = 'retry' then
      longest_wait := greatest(longest_wait, recorded.wait);
    elsif recorded.state = 'dead' then
      perform app_private.remove_devices(recorded.user_id, array[recorded.device_id]);
    end if;
  end loop;
  if receipts is not null then
    perform app_private.queue_receipts(provider, receipts);
  end if;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), ago (milliseconds since the answer)}. It removes dead devices and queues requests for receipts. Returns the longest wait of those to retry.';
--! EndIncluded deliveries/app_private.record_deliveries.sql
--! Included deliveries/app_private.record_receipts.sql
create or replace function app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  missing text[];
  recorded record;
  retried_ids bigint[];
  retried_levels app_public.level_alert[];
begin
  -- Ask again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing
    from app_private.deliveries d
    where d.receipt = any (asked) and d.settled_at > now() - interval '1 day'
      and not exists (select from json_to_recordset(outcomes) o (receipt text) where o.receipt = d.receipt);
  if missing is not null then
    perform app_private.queue_receipts(provider, missing);
  end if;

  for recorded in
    update app_private.deliveries d
      set receipt = null,
        state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else moment end,
        why = o.why,
        failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', moment, o.why) end
      from json_to_recordset(outcomes) o (receipt text, state text, why text)
      where d.receipt = o.receipt
      returning o.state, d.notification_id, d.device_id, d.user_id, d.level
  loop
    if recorded.state = 'retry' then
      retried_ids := retried_ids || recorded.notification_id;
      retried_levels := retried_levels || recorded.level;
    elsif recorded.state = 'dead' then
      perform app_private.remove_devices(recorded.user_id, array[recorded.device_id]);
    end if;
  end loop;
  perform app_private.follow_up_deliveries(provider, r.ids, r.level, now())
    from (
      select o.level, array_agg(distinct o.id) as ids from unnest(retried_levels, retried_ids) o (level, id) group by o.level
    ) r;
end
$$;
comment on function app_private.record_receipts(app_private.push_provider, text[], json) is
  'Records what receipts say about accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why}. It removes dead devices, queues deliveries to retry, and asks again for missing receipts.';
--! EndIncluded deliveries/app_private.record_receipts.sql
--! Included deliveries/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.taken_at <= v.created_at, true) and n.created_at <= coalesce(p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.sent_at is not null) as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      group by l.level order by l.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'Returns the results of an alert''s notifications, one row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded deliveries/app_private.delivery_of_alert.sql
--! Included deliveries/app_public.alerts_delivery.sql
create or replace function app_public.alerts_delivery(alert app_public.alerts) returns app_public.level_delivery[]
language plpgsql stable
as $$
begin
  perform app_public.require_admin();
  return array(select d from app_private.delivery_of_alert(alert) d);
end
$$;
comment on function app_public.alerts_delivery(app_public.alerts) is
  E'@itemsNotNull\nThe results of the alert''s notifications, one entry for each level, the most urgent first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_delivery(app_public.alerts) to app_user;
--! EndIncluded deliveries/app_public.alerts_delivery.sql

--! Previous: sha1:d048aff0c521f371bb80914bfe85ed8ff2e357b8
--! Hash: sha1:c722eb281fb9fd76e2e17ad9ecbf75c5d4294251
--! Message: delivery

--! split: 1-current.sql
create type app_private.push_provider as enum ('expo', 'fcm', 'web_push');
comment on type app_private.push_provider is 'Who takes pushes to a device.';
create type app_private.delivery_state as enum ('queued', 'sent', 'accepted', 'failed', 'dead');
comment on type app_private.delivery_state is 'What became of a push: queued waits to be sent, or to be sent again; sent has no answer yet; accepted by the provider; failed for good; dead where the device is no longer there.';

alter table app_private.settings
  add column bare_token_provider app_private.push_provider not null default 'expo',
  add column receipt_delay interval not null default '15 minutes'
    constraint settings_receipt_delay check (receipt_delay >= '0');
comment on column app_private.settings.bare_token_provider is 'Whose a device''s token is that does not tell by its form; for devices registered from then on.';
comment on column app_private.settings.receipt_delay is 'How long after Expo accepted a push it is asked what became of it.';
comment on constraint settings_receipt_delay on app_private.settings is 'receipt_delay must not be negative.';

--! Included functions/app_private.push_provider.sql
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
  'Whose a device''s token is, by its form: the JSON of a Web Push subscription, ExponentPushToken[…], an instance id and a colon for FCM; a bare one by the setting bare_token_provider.';
--! EndIncluded functions/app_private.push_provider.sql
--! Included functions/app_private.device_token.sql
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
      message = 'token: a Web Push subscription is JSON with endpoint (a URL), keys.p256dh and keys.auth (base64url), as PushSubscription.toJSON() gives it.';
  end if;
  return jsonb_build_object(
    'endpoint', subscription -> 'endpoint',
    'keys', jsonb_build_object('auth', subscription #> '{keys,auth}', 'p256dh', subscription #> '{keys,p256dh}'))::text;
end
$$;
comment on function app_private.device_token(text) is
  'A device''s token as it is kept: of a Web Push subscription what matters, so that it is one device however its JSON is written. Error LA400 for a subscription that is none.';
--! EndIncluded functions/app_private.device_token.sql
--! Included functions/app_private.twin_token.sql
create or replace function app_private.twin_token(token text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when token ~ '^ExponentPushToken\[.+\]$' then substr(token, 19, length(token) - 19)
    else 'ExponentPushToken[' || token || ']'
  end
$$;
comment on function app_private.twin_token(text) is
  'The other form of an Expo token: bare, as the app registers it, or wrapped. Both are one device, which is to be pushed to once.';
--! EndIncluded functions/app_private.twin_token.sql

alter table app_private.devices
  add column id bigint generated always as identity,
  add column provider app_private.push_provider not null default 'expo';
create unique index devices_id_key on app_private.devices (id);
create index devices_provider_user_id on app_private.devices (provider, user_id);
comment on column app_private.devices.id is 'Names the device where its token shall not be.';
comment on column app_private.devices.provider is 'Who pushes to it, by the form of its token when it was registered.';
update app_private.devices d set provider = app_private.push_provider(d.token);

create table app_private.deliveries (
  notification_id integer not null,
  device_id bigint not null,
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
  primary key (notification_id, device_id)
) with (fillfactor = 70);
create index deliveries_alert_id on app_private.deliveries (alert_id);
create index deliveries_receipt on app_private.deliveries (receipt) where receipt is not null;
alter table app_private.deliveries enable row level security;
comment on table app_private.deliveries is 'What became of each push: a notification to a device. No foreign keys, as of notifications; a device may be forgotten, what became of its pushes is not.';
comment on column app_private.deliveries.attempts is 'How often it was sent.';
comment on column app_private.deliveries.due_at is 'While it is queued: not to be sent before this moment.';
comment on column app_private.deliveries.sent_at is 'When it was sent last.';
comment on column app_private.deliveries.settled_at is 'When it was accepted, or was given up.';
comment on column app_private.deliveries.job_id is 'The job that sent it last; if that died before an answer, it is its successor that sends it again.';
comment on column app_private.deliveries.receipt is 'What to ask the provider for, until it said how it went on.';
comment on column app_private.deliveries.why is 'Why it failed last.';
comment on column app_private.deliveries.failures is 'When and why it failed, each time.';
create type app_private.claimed_delivery as (
  notification_id integer, device_id bigint, token text, alert_id integer, level app_public.level_alert
);
comment on type app_private.claimed_delivery is 'A push that is to be sent now.';

create table app_public.quiet_hours (
  user_id integer primary key references app_public.users on delete cascade,
  starts time not null,
  ends time not null,
  time_zone text not null,
  constraint quiet_hours_not_empty check (starts <> ends)
);
alter table app_public.quiet_hours enable row level security;
comment on table app_public.quiet_hours is E'@behavior -*\nWhen pushes of levels TWO and THREE to a user wait, by the clock of a time zone; they may pass midnight.';
comment on column app_public.quiet_hours.starts is 'The time of day they begin.';
comment on column app_public.quiet_hours.ends is 'The time of day they end.';
comment on column app_public.quiet_hours.time_zone is 'A name of the time zone database, like Europe/Rome.';
comment on constraint quiet_hours_not_empty on app_public.quiet_hours is 'from and to must be two different times of day.';
--! Included policies/app_public.quiet_hours.sql
drop policy if exists read_own on app_public.quiet_hours;
create policy read_own on app_public.quiet_hours for select to app_user
  using (user_id = app_public.current_user_id());

drop policy if exists read_all on app_public.quiet_hours;
create policy read_all on app_public.quiet_hours for select to app_admin
  using (true);

grant select on app_public.quiet_hours to app_user;
--! EndIncluded policies/app_public.quiet_hours.sql
create type app_public.quiet_hours_input as ("from" text, "to" text, time_zone text);
comment on type app_public.quiet_hours_input is E'@inputTypeName QuietHoursInput\nWhen pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_hours_input."from" is E'@notNull\nThe time of day they begin, like 22:00.';
comment on column app_public.quiet_hours_input."to" is E'@notNull\nThe time of day they end, like 07:00; they may pass midnight.';
comment on column app_public.quiet_hours_input.time_zone is E'@notNull\nA name of the time zone database, like Europe/Rome.';
create type app_public.quiet_period as ("from" text, "to" text, time_zone text);
comment on type app_public.quiet_period is 'When pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_period."from" is E'@notNull\nThe time of day they begin, like 22:00.';
comment on column app_public.quiet_period."to" is E'@notNull\nThe time of day they end, like 07:00; before the beginning where they pass midnight.';
comment on column app_public.quiet_period.time_zone is E'@notNull\nA name of the time zone database, like Europe/Rome.';

alter table app_public.notifications add column seen_at timestamptz;
comment on column app_public.notifications.seen_at is 'When it was first seen, in seconds since 1970-01-01 UTC.';

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
comment on type app_public.level_delivery is 'What became of an alert''s notifications of one level. Numbers are of notifications, each counted once, however many devices its user has.';
comment on column app_public.level_delivery.level is E'@notNull';
comment on column app_public.level_delivery.targeted is E'@notNull\nNotified in the API; who has no device is told there only.';
comment on column app_public.level_delivery.sent is E'@notNull\nPushed to a device, whatever came of it.';
comment on column app_public.level_delivery.accepted is E'@notNull\nAccepted by the provider of a device.';
comment on column app_public.level_delivery.failed is E'@notNull\nFailed for good at every device.';
comment on column app_public.level_delivery.seen is E'@notNull\nSeen, by the word of the user''s client.';
comment on column app_public.level_delivery.accepted_after_median is 'Seconds until accepted: from the alert''s publication, or from when someone came in later. Half took longer.';
comment on column app_public.level_delivery.accepted_after_p95 is 'The same; one in twenty took longer.';
comment on column app_public.level_delivery.seen_after_median is 'Seconds until seen, from the same moment. Half took longer.';
comment on column app_public.level_delivery.seen_after_p95 is 'The same; one in twenty took longer.';

--! Included functions/app_private.quiet_until.sql
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
  'When the quiet hours end that a moment lies in, by the clock of the time zone; null where it lies in none. They may pass midnight.';
--! EndIncluded functions/app_private.quiet_until.sql
--! Included functions/app_private.queue_pushes.sql
create or replace function app_private.queue_pushes(
  level app_public.level_alert, notification_ids integer[], first_user_id integer default 0, last_user_id integer default 2147483647
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
    -- In the order of one index: a provider that nobody uses is not to be looked for in all devices.
    if (select d.provider = taker and d.user_id <= last_user_id
      from app_private.devices d where (d.provider, d.user_id) >= (taker, first_user_id)
      order by d.provider, d.user_id limit 1)
    then
      perform graphile_worker.add_job(
        'push_' || taker,
        json_build_object('notificationIds', notification_ids),
        priority => array_position(enum_range(null::app_public.level_alert), level));
    end if;
  end loop;
end
$$;
comment on function app_private.queue_pushes(app_public.level_alert, integer[], integer, integer) is
  'Has notifications of one level pushed, the more urgent level first: a job for each provider of which anyone of those users has a device.';
--! EndIncluded functions/app_private.queue_pushes.sql
--! Included functions/app_private.announce_notifications.sql
create or replace function app_private.announce_notifications(alert_id integer, first_id integer, last_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select pg_notify(
    'notifications_added', json_build_object('alertId', alert_id, 'first', first_id, 'last', last_id)::text);
$$;
comment on function app_private.announce_notifications(integer, integer, integer) is
  'Tells the hosts that this transaction notified of an alert, for those who listen: the least and the greatest id of these notifications. Between them may be others'', which are announced by themselves. Once a transaction and alert, never once a notification, as those who NOTIFY commit one after another.';
--! EndIncluded functions/app_private.announce_notifications.sql
--! Included functions/app_private.notify_users.sql
create or replace function app_private.notify_users(alert app_public.alerts, user_ids integer[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  made record;
begin
  with candidate as materialized (
    select l.user_id, st_y(l.location) as latitude, st_x(l.location) as longitude, l.moving_activity,
        app_private.level_at(zone1, zone2, zone3, l.location) as level,
        -- A subquery, asked row by row: as a join it would be planned by what was known before this publication.
        (select n.level from app_public.notifications n
          where n.alert_id = alert.id and n.user_id = l.user_id order by n.level limit 1) as told
      from app_public.last_positions l
      where l.user_id = any (user_ids)
  ), chosen as materialized (
    select * from candidate c where c.level is not null and (c.told is null or c.told > c.level)
  ), inserted as (
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select alert.id, c.user_id, c.level, c.latitude, c.longitude, c.moving_activity
        from chosen c order by c.level, c.user_id
      returning id, level
  )
  select count(*)::integer as notified,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three,
      (select count(*) from chosen c where c.told is null)::integer as newly_reached,
      min(i.id) as first_id, max(i.id) as last_id
    into made from inserted i;
  if made.newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (alert.id, made.newly_reached);
  end if;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one);
    perform app_private.queue_pushes('TWO', made.two);
    perform app_private.queue_pushes('THREE', made.three);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
  return made.notified;
end
$$;
comment on function app_private.notify_users(app_public.alerts, integer[]) is
  'Notifies these users of an alert at the zone their last position lies in, unless told already at this level or a more urgent one. The caller holds their reports. Returns how many.';
--! EndIncluded functions/app_private.notify_users.sql
--! Included functions/app_private.publish_to_range.sql
create or replace function app_private.publish_to_range(alert app_public.alerts, first_id integer, last_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest timestamptz := now() - alert.max_position_age;
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  any_told boolean;
  made record;
begin
  perform app_private.hold_reports(array(select generate_series(first_id, last_id, 2048) union select last_id));
  -- In the order of one index, so that no table statistics, which are of before this publication, suggest another way.
  select n.alert_id = alert.id and n.user_id <= last_id into any_told
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  with seen as materialized (
    select l.user_id, l.location, l.moving_activity, app_private.level_at(zone1, zone2, zone3, l.location) as level
      from app_public.last_positions l
      where l.user_id between first_id and last_id and l.taken_at > oldest
        -- Who was told already has reported since, and their report has told them all there is.
        and (any_told is not true or (
          select n.level from app_public.notifications n
            where n.alert_id = alert.id and n.user_id = l.user_id order by n.level limit 1) is null)
  ), told as (
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select alert.id, s.user_id, s.level, st_y(s.location), st_x(s.location), s.moving_activity
        from seen s where s.level = 'ONE'
      returning id
  ), waiting as (
    insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
      select alert.id, s.level, min(s.user_id), array_agg(s.user_id)
        from seen s where s.level in ('TWO', 'THREE') group by s.level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select alert.id, count(*) from seen s where s.level = 'ONE' having count(*) > 0
  )
  select array_agg(t.id) as ids, min(t.id) as first_id, max(t.id) as last_id into made from told t;
  if made.ids is not null then
    perform app_private.queue_pushes('ONE', made.ids);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
end
$$;
comment on function app_private.publish_to_range(app_public.alerts, integer, integer) is
  'Notifies those users from an id to an id who are in zone ONE, and notes who is in TWO or THREE, for whom it is not yet the turn.';
--! EndIncluded functions/app_private.publish_to_range.sql
--! Included functions/app_private.notify_of_active_alerts.sql
create or replace function app_private.notify_of_active_alerts(here app_public.last_positions) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  made record;
begin
  with hit as (
    select a.id as alert_id, app_private.level_at(a.zone1, a.zone2, a.zone3, here.location) as level
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and here.taken_at > now() - a.max_position_age
        and st_covers(a.zone3, here.location)
  ), inserted as (
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select h.alert_id, here.user_id, h.level, st_y(here.location), st_x(here.location), here.moving_activity
        from hit h
        where h.level is not null and not exists (
          select from app_public.notifications n
            where n.alert_id = h.alert_id and n.user_id = here.user_id and n.level <= h.level)
      returning id, alert_id, level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select i.alert_id, 1 from inserted i
        where not exists (
          select from app_public.notifications n where n.alert_id = i.alert_id and n.user_id = here.user_id)
  )
  select count(*)::integer as notified, array_agg(i.id) as ids, array_agg(i.alert_id) as alert_ids,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three
    into made from inserted i;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one, here.user_id, here.user_id);
    perform app_private.queue_pushes('TWO', made.two, here.user_id, here.user_id);
    perform app_private.queue_pushes('THREE', made.three, here.user_id, here.user_id);
    perform app_private.announce_notifications(m.alert_id, m.id, m.id) from unnest(made.alert_ids, made.ids) m (alert_id, id);
  end if;
  return made.notified;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the alerts whose zones their last position lies in, unless told already at this level or a more urgent one. The caller holds that row''s lock, and shares the publication lock and the user''s report lock. Returns how many.';
--! EndIncluded functions/app_private.notify_of_active_alerts.sql
--! Included functions/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids integer[], most integer
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- In the order of the ids given, which a conflict with another job of the same ids cannot turn into a deadlock.
  insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider)
    select n.id, d.id, n.alert_id, n.user_id, n.level, d.provider
      from app_public.notifications n
      join app_private.devices d on d.provider = claim_deliveries.provider and d.user_id = n.user_id
      where n.id = any (notification_ids)
        and not exists (select from app_private.deliveries o where o.notification_id = n.id and o.device_id = d.id)
      order by n.id, d.id
    on conflict do nothing;

  update app_private.deliveries d
    set state = 'failed', settled_at = clock_timestamp(), why = 'The alert ended before it could be sent.'
    from app_public.alerts a
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and a.id = d.alert_id and (not a.active or a.expires_at <= now());

  update app_private.deliveries d
    set state = 'dead', settled_at = clock_timestamp(), why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  return query
    with chosen as (
      select d.notification_id, d.device_id
        from app_private.deliveries d
        where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
          -- What this job had sent when its host died is sent again: whether it arrived, nobody knows.
          and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
        order by d.notification_id, d.device_id
        limit most
        for update skip locked
    ), sent as (
      update app_private.deliveries d
        set state = 'sent', attempts = d.attempts + 1, sent_at = clock_timestamp(), job_id = claim_deliveries.job_id
        from chosen c where d.notification_id = c.notification_id and d.device_id = c.device_id
        returning d.*
    )
    select s.notification_id, s.device_id, v.token, s.alert_id, s.level
      from sent s join app_private.devices v on v.id = s.device_id
      order by s.notification_id, s.device_id;
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, integer[], integer) is
  'Takes the next deliveries of these notifications for a job to send now, at most so many: not those whose alert has ended, whose device is gone, whose user has quiet hours, or which wait to be tried again.';
--! EndIncluded functions/app_private.claim_deliveries.sql
--! Included functions/app_private.queue_receipts.sql
create or replace function app_private.queue_receipts(provider app_private.push_provider, receipts text[]) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
      'push_receipts', json_build_object('provider', provider, 'receipts', receipts),
      run_at => now() + s.receipt_delay, priority => 5)
    from app_private.settings s;
$$;
comment on function app_private.queue_receipts(app_private.push_provider, text[]) is
  'Has a provider asked for the receipts of what it accepted, when it will have them.';
--! EndIncluded functions/app_private.queue_receipts.sql
--! Included functions/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  longest_wait interval;
begin
  with outcome as materialized (
    select o.*, clock_timestamp() - o.ago * interval '1 millisecond' as at
      from json_to_recordset(outcomes) o (
        notification_id integer, device_id bigint, state text, why text, receipt text, after float8, ago float8)
  ), recorded as (
    update app_private.deliveries d
      set state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        settled_at = case when o.state <> 'retry' then o.at end,
        receipt = o.receipt,
        why = o.why,
        failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', o.at, o.why) end,
        due_at = case when o.state = 'retry' then clock_timestamp() + w.wait else d.due_at end
      from outcome o,
        lateral (select greatest(
          o.after * interval '1 millisecond',
          -- One second, two, four, up to five minutes; not all at the same moment.
          least(power(2, d2.attempts - 1), 300) * (0.75 + random() / 2) * interval '1 second') as wait
            from app_private.deliveries d2
            where d2.notification_id = o.notification_id and d2.device_id = o.device_id) w
      where d.notification_id = o.notification_id and d.device_id = o.device_id
      returning o.state, w.wait, d.device_id, d.user_id
  ), forgotten as (
    delete from app_private.devices v using recorded r
      where r.state = 'dead' and v.id = r.device_id and v.user_id = r.user_id
  )
  select max(r.wait) filter (where r.state = 'retry') into longest_wait from recorded r;
  perform app_private.queue_receipts(provider, array_agg(o.receipt))
    from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null having count(*) > 0;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Notes what became of deliveries: an array of {notification_id, device_id, state: accepted, failed, dead or retry, why, receipt, after (milliseconds to wait at least), ago (milliseconds since the answer)}. Forgets dead devices, and has receipts asked for. Returns how long the longest of those to be tried again waits.';
--! EndIncluded functions/app_private.record_deliveries.sql
--! Included functions/app_private.follow_up_deliveries.sql
create or replace function app_private.follow_up_deliveries(
  provider app_private.push_provider, notification_ids integer[], level app_public.level_alert, not_before timestamptz
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
comment on function app_private.follow_up_deliveries(app_private.push_provider, integer[], app_public.level_alert, timestamptz) is
  'Queues a job for those deliveries of these notifications that are still to be sent, when the first of them is due, and not before a moment.';
--! EndIncluded functions/app_private.follow_up_deliveries.sql
--! Included functions/app_private.record_receipts.sql
create or replace function app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  missing text[];
  again record;
begin
  -- Asked for again, for as long as providers keep them.
  select array_agg(d.receipt) into missing
    from app_private.deliveries d
    where d.receipt = any (asked) and d.settled_at > now() - interval '1 day'
      and not exists (select from json_to_recordset(outcomes) o (receipt text) where o.receipt = d.receipt);
  if missing is not null then
    perform app_private.queue_receipts(provider, missing);
  end if;

  for again in
    with outcome as (
      select o.* from json_to_recordset(outcomes) o (receipt text, state text, why text)
    ), recorded as (
      update app_private.deliveries d
        set receipt = null,
          state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
          settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else clock_timestamp() end,
          why = o.why,
          failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', clock_timestamp(), o.why) end
        from outcome o where d.receipt = o.receipt
        returning o.state, d.notification_id, d.device_id, d.user_id, d.level
    ), forgotten as (
      delete from app_private.devices v using recorded r
        where r.state = 'dead' and v.id = r.device_id and v.user_id = r.user_id
    )
    select r.level, array_agg(distinct r.notification_id) as notification_ids
      from recorded r where r.state = 'retry' group by r.level
  loop
    perform app_private.follow_up_deliveries(provider, again.notification_ids, again.level, now());
  end loop;
end
$$;
comment on function app_private.record_receipts(app_private.push_provider, text[], json) is
  'Notes what receipts say of deliveries that were accepted: an array of {receipt, state: accepted, failed, dead or retry, why}. Forgets dead devices, sends again what may be, and asks again for those asked for that were not answered.';
--! EndIncluded functions/app_private.record_receipts.sql
--! Included functions/app_private.end_quiet.sql
create or replace function app_private.end_quiet(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  waiting record;
begin
  for waiting in
    with due as (
      update app_private.deliveries d set due_at = now()
        from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
        where n.user_id = end_quiet.user_id and a.active and a.expires_at > now()
          -- Those that were tried wait for another reason.
          and d.notification_id = n.id and d.state = 'queued' and d.attempts = 0 and d.due_at > now()
        returning d.provider, d.level, d.notification_id
    )
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids from due d group by 1, 2
  loop
    perform app_private.follow_up_deliveries(waiting.provider, waiting.ids, waiting.level, now());
  end loop;
end
$$;
comment on function app_private.end_quiet(integer) is
  'Has the deliveries of a user that wait for the end of quiet hours looked at again now.';
--! EndIncluded functions/app_private.end_quiet.sql
--! Included functions/app_private.note_when_seen.sql
create or replace function app_private.note_when_seen() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  new.seen_at := case when new.seen then coalesce(old.seen_at, clock_timestamp()) end;
  return new;
end
$$;
comment on function app_private.note_when_seen() is
  'Keeps when a notification was first seen. A trigger, as its user may update seen and nothing else.';

drop trigger if exists note_when_seen on app_public.notifications;
create trigger note_when_seen before update of seen on app_public.notifications
  for each row execute function app_private.note_when_seen();
--! EndIncluded functions/app_private.note_when_seen.sql
--! Included functions/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.level, n.seen,
          -- Who came in later is told from then on.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed
        from app_public.notifications n
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when n.created_at <= coalesce(p.completed_at, 'infinity') then alert.created_at else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.attempts > 0) as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id
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
  'What became of an alert''s notifications, a row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded functions/app_private.delivery_of_alert.sql
--! Included functions/app_public.alerts_delivery.sql
create or replace function app_public.alerts_delivery(alert app_public.alerts) returns app_public.level_delivery[]
language plpgsql stable
as $$
begin
  perform app_public.require_admin();
  return array(select d from app_private.delivery_of_alert(alert) d);
end
$$;
comment on function app_public.alerts_delivery(app_public.alerts) is E'@itemsNotNull\nWhat became of its notifications, level by level, the most urgent first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_delivery(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_delivery.sql
--! Included functions/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
begin
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  if owner.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token must be given.';
  end if;
  delete from app_private.devices d where d.token = app_private.twin_token(input.token);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, app_private.device_token(input.token), app_private.push_provider(input.token))
    on conflict (token) do update set user_id = excluded.user_id, provider = excluded.provider, created_at = now();
  return owner;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is 'Adds a device to push to; a user may have several. The token is that of Expo, of FCM, or the JSON of a Web Push subscription. One that belonged to another user moves to this one. Returns oneself.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded functions/app_public.register_device.sql
--! Included functions/app_public.device_unregister.sql
create or replace function app_public.device_unregister(token text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
begin
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  if owner.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  delete from app_private.devices d
    where d.user_id = owner.id and d.token in (app_private.device_token(device_unregister.token), app_private.twin_token(device_unregister.token));
  if not found then
    raise exception using errcode = 'LA404', message = 'You have no device with this token.';
  end if;
  return owner;
end
$$;
comment on function app_public.device_unregister(text) is 'Pushes no more to a device of one''s own; still one is notified in the API. Returns oneself. Error NOT_FOUND for an unknown token and for someone else''s alike.';
grant execute on function app_public.device_unregister(text) to app_user;
--! EndIncluded functions/app_public.device_unregister.sql
--! Included functions/app_public.users_quiet_hours.sql
create or replace function app_public.users_quiet_hours(account app_public.users) returns app_public.quiet_period
language sql stable
as $$
  select pg_catalog.to_char(q.starts, 'HH24:MI'), pg_catalog.to_char(q.ends, 'HH24:MI'), q.time_zone
    from app_public.quiet_hours q where q.user_id = account.id
$$;
comment on function app_public.users_quiet_hours(app_public.users) is 'When pushes of levels TWO and THREE wait; null where they never do.';
grant execute on function app_public.users_quiet_hours(app_public.users) to app_user;
--! EndIncluded functions/app_public.users_quiet_hours.sql
--! Included functions/app_public.quiet_hours_edit.sql
create or replace function app_public.quiet_hours_edit(input app_public.quiet_hours_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  if owner.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to must be two different times of day from 00:00 to 23:59, like 22:00.';
  end if;
  -- PostgreSQL takes many a thing for a zone of its own making.
  if not exists (select from pg_timezone_names z where z.name = input.time_zone) then
    raise exception using errcode = 'LA400', message = 'timeZone must be a name of the time zone database, like Europe/Rome.';
  end if;
  insert into app_public.quiet_hours as q (user_id, starts, ends, time_zone)
    values (owner.id, input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  perform app_private.end_quiet(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_edit(app_public.quiet_hours_input) is 'Sets one''s quiet hours: pushes of levels TWO and THREE wait until they end, if the alert still lasts then; ONE always goes through. Returns oneself.';
grant execute on function app_public.quiet_hours_edit(app_public.quiet_hours_input) to app_user;
--! EndIncluded functions/app_public.quiet_hours_edit.sql
--! Included functions/app_public.quiet_hours_remove.sql
create or replace function app_public.quiet_hours_remove() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
begin
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  if owner.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  delete from app_public.quiet_hours q where q.user_id = owner.id;
  perform app_private.end_quiet(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_remove() is 'Ends one''s quiet hours for good: what waited for their end is pushed now. Returns oneself.';
grant execute on function app_public.quiet_hours_remove() to app_user;
--! EndIncluded functions/app_public.quiet_hours_remove.sql

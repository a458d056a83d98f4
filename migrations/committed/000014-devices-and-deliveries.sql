--! Previous: sha1:1537ea49d697a36b79fae0d561ace1f879b3704d
--! Hash: sha1:b1866d8b1ba2e643c5989a4624445ef1fe29c51a
--! Message: Devices and deliveries

set local check_function_bodies = off; -- Functions call later ones.

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

create type app_private.delivery_state as enum ('queued', 'sent', 'accepted', 'failed', 'dead');
comment on type app_private.delivery_state is
  E'@value queued Waits to be sent, for the first time or again.\n@value sent Sent; the provider has not answered yet.\n@value accepted The provider has accepted it.\n@value failed It has failed for good.\n@value dead The device is gone.\nThe state of a delivery.';

create type app_public.device as (
  id bigint,
  provider text,
  created_at timestamptz,
  left_at timestamptz
);
comment on type app_public.device is 'A device that you get pushes on, or did.';
comment on column app_public.device.id is E'@notNull\nThe id of the device.';
comment on column app_public.device.provider is E'@notNull\nThe provider that pushes to it: expo, fcm or web_push.';
comment on column app_public.device.created_at is
  E'@notNull\nWhen it was last registered.';
comment on column app_public.device.left_at is
  'When another user registered it; it gets no pushes of yours since. Null for a device that is yours.';

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
  seen_after_p95 double precision,
  users integer,
  users_pushed integer,
  users_waiting integer,
  users_failed integer,
  users_seen integer
);
comment on type app_public.level_delivery is
  'The results of an alert for one level: of its notifications, each counted once however many devices its user has, and of its users.';
comment on column app_public.level_delivery.level is E'@notNull\nThe level.';
comment on column app_public.level_delivery.targeted is
  E'@notNull\nNotifications in the API. Users without a device are notified only there.';
comment on column app_public.level_delivery.sent is
  E'@notNull\nNotifications that have left the host: the provider of a device has taken them, whatever became of them there.';
comment on column app_public.level_delivery.accepted is
  E'@notNull\nNotifications that the provider of a device has accepted.';
comment on column app_public.level_delivery.failed is E'@notNull\nNotifications that failed for good at every device.';
comment on column app_public.level_delivery.seen is
  E'@notNull\nNotifications that the user has seen, as their client reports.';
comment on column app_public.level_delivery.accepted_after_median is
  'The median of the seconds until the provider accepted a push, from publication, or from the notification of a late entry.';
comment on column app_public.level_delivery.accepted_after_p95 is
  'The 95th percentile of the seconds until the provider accepted a push.';
comment on column app_public.level_delivery.seen_after_median is
  'The median of the seconds until the user saw the notification.';
comment on column app_public.level_delivery.seen_after_p95 is
  'The 95th percentile of the seconds until the user saw the notification.';
comment on column app_public.level_delivery.users is
  E'@notNull\nUsers whose most urgent notification is of this level, each counted once. The levels add up to reachedUsers.';
comment on column app_public.level_delivery.users_pushed is
  E'@notNull\nHow many of these users were pushed to: a push has left the host, as the provider has taken it.';
comment on column app_public.level_delivery.users_waiting is
  E'@notNull\nHow many of these users have pushes that wait to be sent, and none that has left the host.';
comment on column app_public.level_delivery.users_failed is
  E'@notNull\nHow many of these users no push reached, although they have a device: all failed for good.';
comment on column app_public.level_delivery.users_seen is
  E'@notNull\nHow many of these users have seen a notification of the alert, as their client reports.';

create type app_public.push_failure as (
  provider text,
  reason text,
  is_final boolean,
  pushes integer,
  users integer
);
comment on type app_public.push_failure is 'Why some pushes of an alert have failed, or wait to be tried again.';
comment on column app_public.push_failure.provider is E'@notNull\nThe provider: expo, fcm or web_push.';
comment on column app_public.push_failure.reason is E'@notNull\nWhy, as the provider or the host says it.';
comment on column app_public.push_failure.is_final is
  E'@notNull\nTrue if they have failed for good, false if they are tried again.';
comment on column app_public.push_failure.pushes is E'@notNull\nThe number of pushes.';
comment on column app_public.push_failure.users is
  E'@notNull\nThe number of users whose pushes they are, each counted once.';

create type app_public.quiet_hours_input as (
  "from" text,
  "to" text,
  time_zone text
);
comment on type app_public.quiet_hours_input is
  E'@inputTypeName QuietHoursInput\nThe hours in which your pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_hours_input."from" is
  E'@notNull\nThe time of day at which they start, such as 22:00.';
comment on column app_public.quiet_hours_input."to" is
  E'@notNull\nThe time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
comment on column app_public.quiet_hours_input.time_zone is
  E'@notNull\nA name of the IANA time zone database, such as Europe/Rome.';

create type app_public.register_notification_token as (
  token text
);
comment on type app_public.register_notification_token is
  E'@inputTypeName RegisterNotificationToken\nA device to push to.';
comment on column app_public.register_notification_token.token is
  E'@notNull\nThe token that the device got from its push service.';

create table app_private.devices (
  user_id integer not null,
  token text not null,
  created_at timestamptz not null default now(),
  id bigint not null generated always as identity,
  provider app_private.push_provider not null default 'expo',
  constraint devices_token_length check (((char_length(token) >= 1) and (char_length(token) <= 2048)) and (token ~ '^[^[:cntrl:]]+$') and (app_private.without_blanks(token) <> '')),
  constraint devices_pkey primary key (user_id, token),
  constraint devices_token_key unique (token),
  constraint devices_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
create index devices_provider_user_id on app_private.devices (provider, user_id);
alter table app_private.devices enable row level security;

comment on table app_private.devices is 'The devices to push to. A device token belongs to one user at a time.';
comment on column app_private.devices.user_id is 'The user who has the device.';
comment on column app_private.devices.token is 'The device token that the provider gave it.';
comment on column app_private.devices.created_at is 'When the device was last registered.';
comment on column app_private.devices.id is 'Identifies the device without exposing its token.';
comment on column app_private.devices.provider is
  'The provider that pushes to the device. The form of the token decided this at registration.';
comment on constraint devices_token_length on app_private.devices is
  'token is empty, has more than 2,048 characters or contains a control character: send it as the push service gave it.';

create table app_private.left_devices (
  user_id integer not null,
  id bigint not null,
  provider app_private.push_provider not null,
  created_at timestamptz not null,
  left_at timestamptz not null default now(),
  constraint left_devices_pkey primary key (user_id, id),
  constraint left_devices_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_private.left_devices enable row level security;

comment on table app_private.left_devices is
  'Devices that another user has registered since, for the list of devices of their former user.';
comment on column app_private.left_devices.user_id is 'The former user.';
comment on column app_private.left_devices.id is 'The id that the device had in devices.';
comment on column app_private.left_devices.provider is 'The provider that pushes to the device.';
comment on column app_private.left_devices.created_at is 'When the former user last registered it.';
comment on column app_private.left_devices.left_at is 'When another user registered it.';

create table app_public.quiet_hours (
  user_id integer not null default app_public.current_user_id(),
  starts time not null,
  ends time not null,
  time_zone text not null,
  constraint quiet_hours_not_empty check (starts <> ends),
  constraint quiet_hours_pkey primary key (user_id),
  constraint quiet_hours_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_public.quiet_hours enable row level security;

create policy read_all on app_public.quiet_hours for select to app_admin using (true);
create policy write_own on app_public.quiet_hours to app_user using ((user_id = app_public.current_user_id()));
grant select, insert (starts, ends, time_zone), update (starts, ends, time_zone), delete on app_public.quiet_hours to app_user;

comment on table app_public.quiet_hours is
  E'@name quiet_period\n@behavior -query:resource:list -query:resource:connection\nThe hours in which pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_hours.user_id is E'@behavior -*\nThe user.';
comment on column app_public.quiet_hours.starts is E'@name from\nThe time of day at which they start, such as 22:00.';
comment on column app_public.quiet_hours.ends is
  E'@name to\nThe time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
comment on column app_public.quiet_hours.time_zone is 'A name of the IANA time zone database, such as Europe/Rome.';
comment on constraint quiet_hours_not_empty on app_public.quiet_hours is
  'from and to are equal: send two different times of day.';
comment on constraint quiet_hours_user_id_fkey on app_public.quiet_hours is
  E'@forwardBehavior -*\n@foreignFieldName quietHours\n@backwardDescription The hours in which pushes of levels TWO and THREE wait. Null if they never wait.\nThe user who has them.';

create table app_private.deliveries (
  id bigint not null generated always as identity,
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
  failures text[] not null default '{}'::text[],
  accepted_at timestamptz,
  constraint deliveries_notification_id_device_id_key unique (notification_id, device_id, user_id),
  constraint deliveries_pkey primary key (user_id, id)
) with (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
create index deliveries_alert_id on app_private.deliveries (alert_id);
create index deliveries_receipt on app_private.deliveries (receipt) where (receipt is not null);
alter table app_private.deliveries enable row level security;

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
comment on column app_private.deliveries.attempts is 'The number of attempts to send it.';
comment on column app_private.deliveries.created_at is 'When the delivery was made.';
comment on column app_private.deliveries.due_at is 'While it is queued: it is not sent before this time.';
comment on column app_private.deliveries.sent_at is
  'When it was last sent. Null if it was not, for example because its provider is off.';
comment on column app_private.deliveries.settled_at is 'When it was accepted, or failed for good.';
comment on column app_private.deliveries.job_id is
  'The job that last sent it. If that job died before an answer, its successor sends it again.';
comment on column app_private.deliveries.receipt is
  'The id by which the provider returns the receipt. Null once it has.';
comment on column app_private.deliveries.why is 'Why it last failed.';
comment on column app_private.deliveries.failures is 'When and why it failed, each time.';
comment on column app_private.deliveries.accepted_at is
  'When a provider first accepted it, even if a receipt then says that it failed.';

create table app_private.delivery_results (
  alert_id integer not null,
  levels jsonb not null,
  failures jsonb not null,
  pushed jsonb not null,
  kept_at timestamptz not null default now(),
  purged_at timestamptz,
  constraint delivery_results_pkey primary key (alert_id),
  constraint delivery_results_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
alter table app_private.delivery_results enable row level security;

comment on table app_private.delivery_results is
  'The figures of an alert''s deliveries, stored before the deliveries are purged.';
comment on column app_private.delivery_results.alert_id is 'The alert.';
comment on column app_private.delivery_results.levels is 'The result of app_public.alerts_delivery().';
comment on column app_private.delivery_results.failures is 'The result of app_public.alerts_push_failures().';
comment on column app_private.delivery_results.pushed is
  'By minute since the publication: the number of users to whom a push was first sent, and the last such time.';
comment on column app_private.delivery_results.kept_at is 'When this was stored. The deliveries are deleted after that.';
comment on column app_private.delivery_results.purged_at is
  'When all deliveries of the alert were deleted. Null while some are left.';

create table app_private.push_outcomes (
  provider app_private.push_provider not null,
  at timestamptz not null default now(),
  why text,
  failing_since timestamptz,
  constraint push_outcomes_pkey primary key (provider)
);
alter table app_private.push_outcomes enable row level security;

comment on table app_private.push_outcomes is
  'Whether each provider accepts pushes: the state of its circuit breaker. GET /readyz reads it, as deliveries have no index by time.';
comment on column app_private.push_outcomes.provider is 'The provider.';
comment on column app_private.push_outcomes.at is 'When it last answered or failed, to a few seconds.';
comment on column app_private.push_outcomes.why is 'Why the last push failed. Null if it was accepted.';
comment on column app_private.push_outcomes.failing_since is
  'Since when pushes have failed. Null if the last one was accepted.';

--! Included devices-and-deliveries/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[]
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- With the job, identifies the deliveries of this call.
  claim_time constant timestamptz := clock_timestamp();
  alert_ids constant integer[] := array(
    select distinct n.alert_id from app_public.notifications n where n.id = any (notification_ids));
  active_alert_ids constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALERT', a));
  cancelled_alert_ids constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALL_CLEAR', a));
  inserted_count integer;
begin
  inserted_count := app_private.insert_deliveries(provider, job_id, notification_ids, active_alert_ids, cancelled_alert_ids, claim_time);
  if inserted_count > 0 then
    return query select * from app_private.deliveries_claimed_at(claim_time, provider, job_id, notification_ids);
    if found then
      return;
    end if;
  end if;

  if not exists (
    select 1 from app_private.deliveries d
      where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent'))
  then
    return;
  end if;

  -- From here on: due deliveries, and those that this job was sending when its host died. The latter may arrive twice.
  update app_private.deliveries d
    set state = 'failed', settled_at = claim_time, why = 'The alert ended before the push was sent.'
    from app_public.notifications n
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and n.id = d.notification_id and n.user_id = d.user_id
      and n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cancelled_alert_ids else active_alert_ids end);

  update app_private.deliveries d
    set state = 'dead', settled_at = claim_time, why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  -- Otherwise an earlier text could arrive last, and stay on the screen.
  update app_private.deliveries d
    set state = 'failed', settled_at = claim_time, why = 'A later notification of the alert took its place.'
    from app_public.notifications n
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
      and n.id = d.notification_id and n.user_id = d.user_id
      and exists (
        select from app_public.notifications l
          where l.user_id = n.user_id and l.alert_id = n.alert_id
            and (l.version, l.id) > (n.version, n.id));

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  -- A concurrent job with the same deliveries waits for the row locks, and then finds them sent.
  update app_private.deliveries d
    set state = 'sent', attempts = d.attempts + 1, sent_at = claim_time, job_id = claim_deliveries.job_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id);

  return query select * from app_private.deliveries_claimed_at(claim_time, provider, job_id, notification_ids);
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, bigint[]) is
  'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, of a notification that a later one of the same alert replaces, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';
--! EndIncluded devices-and-deliveries/app_private.claim_deliveries.sql
--! Included devices-and-deliveries/app_private.clock_of.sql
create or replace function app_private.clock_of(time_zone text) returns text
language sql immutable parallel safe
as $$
  select case
    when upper(time_zone) in ('CET', 'MET') then 'Europe/Brussels'
    when upper(time_zone) = 'EET' then 'Europe/Athens'
    when upper(time_zone) = 'WET' then 'Europe/Lisbon'
    else time_zone
  end
$$;
comment on function app_private.clock_of(text) is
  'Returns a name by which PostgreSQL finds the clock of a time zone. It takes four names for abbreviations, which have no summer time. Each has the clock of a city.';
--! EndIncluded devices-and-deliveries/app_private.clock_of.sql
--! Included devices-and-deliveries/app_private.deliveries_claimed_at.sql
create or replace function app_private.deliveries_claimed_at(
  claim_time timestamptz, provider app_private.push_provider, job_id bigint, notification_ids bigint[]
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
        and d.state = 'sent' and d.sent_at = claim_time and d.job_id = deliveries_claimed_at.job_id
      order by d.notification_id, d.device_id;
end
$$;
comment on function app_private.deliveries_claimed_at(timestamptz, app_private.push_provider, bigint, bigint[]) is
  'Returns the deliveries that a call of app_private.claim_deliveries() has claimed for a job, by the time of that call.';
--! EndIncluded devices-and-deliveries/app_private.deliveries_claimed_at.sql
--! Included devices-and-deliveries/app_private.device_token.sql
create or replace function app_private.device_token(given text) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  subscription jsonb;
  trimmed constant text := app_private.trim_blanks(given);
begin
  if app_private.push_provider(trimmed) <> 'web_push' then
    return coalesce(app_private.trim_blanks(substring(trimmed from '^Expo(?:nent)?PushToken\[(.+)\]$')), trimmed);
  end if;
  begin
    subscription := trimmed::jsonb;
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
--! EndIncluded devices-and-deliveries/app_private.device_token.sql
--! Included devices-and-deliveries/app_private.first_moment.sql
create or replace function app_private.first_moment(here timestamp, zone text) returns timestamptz
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $$
declare
  about constant timestamptz := here at time zone zone;
  day_before constant timestamptz := about - interval '24 hours';
  day_after constant timestamptz := about + interval '24 hours';
  -- The moment by the clock of the day before, and by that of the day after.
  by_old constant timestamptz := (here - ((day_before at time zone zone) - (day_before at time zone 'UTC'))) at time zone 'UTC';
  by_new constant timestamptz := (here - ((day_after at time zone zone) - (day_after at time zone 'UTC'))) at time zone 'UTC';
  early timestamptz := least(by_old, by_new);
  late timestamptz := greatest(by_old, by_new);
  middle timestamptz;
begin
  if early at time zone zone >= here then
    return early;
  end if;
  -- Clocks that are set forward may skip the time: then the moment of the change is between the two, on a whole second.
  while late - early > interval '1 second' loop
    middle := early + date_trunc('second', (late - early) / 2);
    if middle at time zone zone >= here then
      late := middle;
    else
      early := middle;
    end if;
  end loop;
  return late;
end
$$;
comment on function app_private.first_moment(timestamp, text) is
  'Returns the first moment at which clocks of a time zone show a time or a later one: the first of two if they are set back, the change if they skip it.';
--! EndIncluded devices-and-deliveries/app_private.first_moment.sql
--! Included devices-and-deliveries/app_private.follow_up_deliveries.sql
create or replace function app_private.follow_up_deliveries(
  provider app_private.push_provider, notification_ids bigint[], level app_public.level_alert, not_before timestamptz
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  queued_deliveries record;
  probe_at constant timestamptz := greatest(now() + (18 + 6 * random()) * interval '1 second', not_before);
  probe record;
begin
  select array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at into queued_deliveries
    from app_private.deliveries d
    where d.notification_id = any (notification_ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued';
  if queued_deliveries.ids is null then
    return;
  end if;
  -- While the provider fails, one delivery is sent every half minute as a probe (circuit breaker).
  if queued_deliveries.due_at > probe_at
    and exists (select from app_private.push_outcomes o where o.provider = follow_up_deliveries.provider and o.why is not null)
    and not exists (
      select from graphile_worker.jobs j
        where j.task_identifier = 'push_' || follow_up_deliveries.provider and j.locked_at is null and j.run_at <= probe_at)
  then
    select d.user_id, d.id into probe
      from app_private.deliveries d
      where d.notification_id = any (queued_deliveries.ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued'
        -- Others wait for the end of quiet hours, or for the Retry-After of their host.
        and d.attempts > 0 and d.due_at < now() + interval '7 minutes'
      order by d.level, d.due_at
      limit 1
      for no key update skip locked;
    if found then
      update app_private.deliveries d set due_at = probe_at where d.user_id = probe.user_id and d.id = probe.id;
      queued_deliveries.due_at := probe_at;
    end if;
  end if;
  perform graphile_worker.add_job(
    'push_' || provider,
    json_build_object('notificationIds', queued_deliveries.ids),
    run_at => greatest(queued_deliveries.due_at, not_before),
    priority => array_position(enum_range(null::app_public.level_alert), level));
end
$$;
comment on function app_private.follow_up_deliveries(app_private.push_provider, bigint[], app_public.level_alert, timestamptz) is
  'Queues a job for the queued deliveries of these notifications, at the first due time, but not before not_before. While the provider fails, one delivery is sent at least every 30 seconds as a probe.';
--! EndIncluded devices-and-deliveries/app_private.follow_up_deliveries.sql
--! Included devices-and-deliveries/app_private.insert_deliveries.sql
create or replace function app_private.insert_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[], active_alert_ids integer[], cancelled_alert_ids integer[], claim_time timestamptz
) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  inserted_count integer;
begin
  -- Most deliveries are sent by their first claim. Inserting them as sent saves a row version.
  insert into app_private.deliveries as d (
      notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
    select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, insert_deliveries.job_id,
        c.state, (c.state = 'sent')::integer, case c.state when 'sent' then claim_time end,
        coalesce(q.until, now()), case c.state when 'failed' then claim_time end,
        case when c.has_ended then 'The alert ended before the push was sent.'
          when c.is_replaced then 'A later notification of the alert took its place.' end
      from app_public.notifications n
      join app_private.devices v on v.provider = insert_deliveries.provider and v.user_id = n.user_id
      left join lateral (
        select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
          from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
      ) q on true
      cross join lateral (
        select r.*, case when r.has_ended or r.is_replaced then 'failed' when q.until is not null then 'queued'
            else 'sent' end::app_private.delivery_state as state
          from (
            select n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cancelled_alert_ids else active_alert_ids end) as has_ended,
                exists (
                  select from app_public.notifications l
                    where l.user_id = n.user_id and l.alert_id = n.alert_id
                      and (l.version, l.id) > (n.version, n.id)) as is_replaced
          ) r
      ) c
      where n.id = any (notification_ids)
        and not exists (
          select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id and o.user_id = n.user_id)
      order by n.id, v.id
    on conflict (notification_id, device_id, user_id) do nothing;

  get diagnostics inserted_count = row_count;
  return inserted_count;
end
$$;
comment on function app_private.insert_deliveries(app_private.push_provider, bigint, bigint[], integer[], integer[], timestamptz) is
  'Inserts the missing deliveries of these notifications, for app_private.claim_deliveries(): as sent at claim_time, as queued in quiet hours, or as failed if a later notification of the alert replaces theirs, or if their alert is not in active_alert_ids (for an all-clear: in cancelled_alert_ids). Returns their number.';
--! EndIncluded devices-and-deliveries/app_private.insert_deliveries.sql
--! Included devices-and-deliveries/app_private.check_time_zone.sql
create or replace function app_private.check_time_zone() returns trigger
language plpgsql
as $$
begin
  -- After a colon PostgreSQL takes only the name of a file of its time zones: no abbreviation, and no rule such as XYZ5.
  -- pg_timezone_names would read all the files, a tenth of a second each time.
  perform now() at time zone (':' || new.time_zone);
  if (new.time_zone ~ '^[A-Z][A-Za-z0-9_+/-]*$') is not true then
    raise invalid_parameter_value;
  end if;
  return new;
exception when invalid_parameter_value then
  raise exception using errcode = 'LA400', message = 'timeZone is unknown: send a name of the IANA time zone database, such as Europe/Rome.';
end
$$;
comment on function app_private.check_time_zone() is
  'Error LA400 for a time zone that is not in the IANA time zone database, or that this server does not know.';

-- Not for the owner, who restores rows from a server that knew other time zones: see app_private.quiet_until().
create or replace trigger check_time_zone before insert or update of time_zone on app_public.quiet_hours
  for each row when (row_security_active('app_public.quiet_hours')) execute function app_private.check_time_zone();
--! EndIncluded devices-and-deliveries/app_private.check_time_zone.sql
--! Included devices-and-deliveries/app_private.keep_delivery_results.sql
create or replace function app_private.keep_delivery_results(alert app_public.alerts) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp set jit = off
as $$
begin
  insert into app_private.delivery_results (alert_id, levels, failures, pushed)
    values (
      alert.id,
      (select jsonb_agg(d order by d.level) from unnest(app_public.alerts_delivery(alert)) d),
      coalesce((select jsonb_agg(f) from unnest(app_public.alerts_push_failures(alert)) f), '[]'),
      coalesce(
        -- By minute since the publication, from which the steps of the timeline are computed.
        (select jsonb_agg(jsonb_build_object('at', m.at, 'people', m.people) order by m.at)
          from (
            select max(t.at) as at, count(*) as people
              from app_private.pushed_people(alert) t group by date_bin('1 minute', t.at, alert.created_at)
          ) m),
        '[]'))
    on conflict do nothing;
end
$$;
comment on function app_private.keep_delivery_results(app_public.alerts) is
  'Stores the figures of an alert''s deliveries, before the deliveries are purged.';
--! EndIncluded devices-and-deliveries/app_private.keep_delivery_results.sql
--! Included devices-and-deliveries/app_private.may_push.sql
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
--! EndIncluded devices-and-deliveries/app_private.may_push.sql
--! Included devices-and-deliveries/app_private.note_left_device.sql
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
  'Records for a user that another user registers one of their devices. The last twenty are kept.';
--! EndIncluded devices-and-deliveries/app_private.note_left_device.sql
--! Included devices-and-deliveries/app_private.note_push_outcome.sql
create or replace function app_private.note_push_outcome(provider app_private.push_provider, why text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  failed_since timestamptz;
begin
  -- Concurrent jobs skip the locked row. A change is written at once, the time every five seconds.
  select o.failing_since into failed_since from app_private.push_outcomes o
    where o.provider = note_push_outcome.provider
      and (o.at < clock_timestamp() - interval '5 seconds' or o.why is distinct from note_push_outcome.why)
    for no key update skip locked;
  if found then
    update app_private.push_outcomes o
      set at = clock_timestamp(), why = note_push_outcome.why,
        failing_since = case when note_push_outcome.why is not null then coalesce(o.failing_since, clock_timestamp()) end
      where o.provider = note_push_outcome.provider;
    if note_push_outcome.why is null and failed_since is not null then
      perform app_private.release_deliveries(provider);
    end if;
  elsif not exists (select from app_private.push_outcomes o where o.provider = note_push_outcome.provider) then
    insert into app_private.push_outcomes (provider, why, failing_since)
      values (note_push_outcome.provider, note_push_outcome.why, case when note_push_outcome.why is not null then clock_timestamp() end)
      on conflict on constraint push_outcomes_pkey do nothing;
  end if;
end
$$;
comment on function app_private.note_push_outcome(app_private.push_provider, text) is
  'Records whether a provider accepts pushes: why it does not, or null. The first accepted push after failures closes the circuit breaker: all deliveries that wait for the provider become due.';
--! EndIncluded devices-and-deliveries/app_private.note_push_outcome.sql
--! Included devices-and-deliveries/app_private.push_provider.sql
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
--! EndIncluded devices-and-deliveries/app_private.push_provider.sql
--! Included devices-and-deliveries/app_private.push_reason.sql
create or replace function app_private.push_reason(why text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select left(regexp_replace(regexp_replace(
    why, '(https?://[^/\s"]+)/[^\s"]*', '\1/…', 'g'), 'Expo(nent)?PushToken\[[^]]*\]|[A-Za-z0-9_:-]{60,}', '…', 'g'), 200)
$$;
comment on function app_private.push_reason(text) is
  'Returns the reason of a failed push without tokens and the paths of URLs, which identify a device. So equal failures have equal reasons.';
--! EndIncluded devices-and-deliveries/app_private.push_reason.sql
--! Included devices-and-deliveries/app_private.push_sentence.sql
create or replace function app_private.push_sentence(language text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case split_part(lower(push_sentence.language), '-', 1)
    when 'it' then 'C’è una notizia su un’allerta che ti riguarda. Apri l’app.'
    when 'de' then 'Es gibt eine Nachricht zu einer Warnung, die Sie betrifft. Öffnen Sie die App.'
    when 'fr' then 'Il y a du nouveau sur une alerte qui vous concerne. Ouvrez l’application.'
    when 'es' then 'Hay novedades de una alerta que le afecta. Abra la aplicación.'
    else 'There is news of an alert that concerns you. Open the app.' end
$$;
comment on function app_private.push_sentence(text) is
  'Returns the text of pushes if the setting push_text is false: in Italian, German, French, Spanish or English. It reveals neither the level nor the end of an alert.';
--! EndIncluded devices-and-deliveries/app_private.push_sentence.sql
--! Included devices-and-deliveries/app_private.pushed_people.sql
create or replace function app_private.pushed_people(alert app_public.alerts) returns table (at timestamptz, people integer)
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  stored constant jsonb := (select r.pushed from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if stored is not null then
    return query select k.at, k.people from jsonb_to_recordset(stored) k (at timestamptz, people integer);
  else
    return query
      select min(coalesce(e.accepted_at, e.settled_at)), 1
        from app_private.deliveries e
        join app_public.notifications n on n.user_id = e.user_id and n.id = e.notification_id
        where e.alert_id = alert.id and n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
          and (e.accepted_at is not null or e.state = 'accepted')
        group by e.user_id;
  end if;
end
$$;
comment on function app_private.pushed_people(app_public.alerts) is
  'Returns when a push was first sent to each user who was notified of an alert, without all-clears; once the deliveries are purged, by minute.';
--! EndIncluded devices-and-deliveries/app_private.pushed_people.sql
--! Included devices-and-deliveries/app_private.queue_pushes.sql
create or replace function app_private.queue_pushes(
  level app_public.level_alert, notification_ids bigint[], first_user_id integer default 0, last_user_id integer default 2147483647
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  device_provider app_private.push_provider;
begin
  if notification_ids is null then
    return;
  end if;
  foreach device_provider in array enum_range(null::app_private.push_provider) loop
    -- The order by the index makes this one lookup, also for a provider without devices.
    if (select d.provider = device_provider and d.user_id <= last_user_id
      from app_private.devices d where (d.provider, d.user_id) >= (device_provider, first_user_id)
      order by d.provider, d.user_id limit 1)
    then
      perform graphile_worker.add_job(
          'push_' || device_provider,
          json_build_object('notificationIds', notification_ids[first:first + 999]),
          priority => array_position(enum_range(null::app_public.level_alert), level))
        from generate_series(1, cardinality(notification_ids), 1000) first;
    end if;
  end loop;
end
$$;
comment on function app_private.queue_pushes(app_public.level_alert, bigint[], integer, integer) is
  'Queues pushes for notifications of one level, the more urgent level first. One job for each thousand notifications and each provider of these users'' devices.';
--! EndIncluded devices-and-deliveries/app_private.queue_pushes.sql
--! Included devices-and-deliveries/app_private.queue_receipts.sql
create or replace function app_private.queue_receipts(provider app_private.push_provider, receipts text[]) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
      'push_receipts', json_build_object('provider', provider, 'receipts', receipts),
      run_at => now() + s.receipt_delay, priority => 5)
    from app_private.settings s;
$$;
comment on function app_private.queue_receipts(app_private.push_provider, text[]) is
  'Queues a job that asks a provider for the receipts of accepted pushes after settings.receipt_delay.';
--! EndIncluded devices-and-deliveries/app_private.queue_receipts.sql
--! Included devices-and-deliveries/app_private.quiet_until.sql
create or replace function app_private.quiet_until(starts time, ends time, time_zone text, at timestamptz) returns timestamptz
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  zone constant text := app_private.clock_of(time_zone);
  here timestamp;
  until timestamptz;
begin
  here := at at time zone zone;
  until := app_private.first_moment(
    case
      when starts < ends and here::time >= starts and here::time < ends then here::date + ends
      when starts > ends and here::time < ends then here::date + ends
      when starts > ends and here::time >= starts then here::date + 1 + ends
    end, zone);
  -- Clocks that are set back show times again at which the quiet hours have ended.
  return case when until > at then until end;
exception when invalid_parameter_value then
  -- The database knew this time zone before it moved to another server. Better a push at night than none, for a thousand people.
  return null;
end
$$;
comment on function app_private.quiet_until(time, time, text, timestamptz) is
  'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them, or the database does not know the time zone. Quiet hours may pass midnight.';
--! EndIncluded devices-and-deliveries/app_private.quiet_until.sql
--! Included devices-and-deliveries/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  recorded_at constant timestamptz := clock_timestamp();
  seconds constant double precision := extract(epoch from recorded_at);
  recorded record;
  receipts text[];
  max_wait interval;
  is_accepted boolean := false;
  failure_reason text;
begin
  for recorded in
    with outcome as materialized (
      select o.*, 0.75 + random() / 2 as jitter,
          case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', o.at, o.why) end as failure
        from (
          -- The provider's reason may contain the device token.
          select r.user_id, r.id, r.state, app_private.push_reason(r.why) as why, r.receipt, r.after, r.unsent, r.everyone,
              recorded_at - r.ago * interval '1 millisecond' as at
            from json_to_recordset(outcomes) r (
              user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, everyone boolean, ago float8)
        ) o
    )
    update app_private.deliveries d
      set state = o.new_state,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        accepted_at = coalesce(d.accepted_at, case when o.state = 'accepted' then o.at end),
        receipt = o.receipt,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end,
        due_at = case when o.state <> 'retry' then d.due_at
          else to_timestamp(seconds + greatest(
            o.after / 1000,
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * o.jitter)) end
      from outcome o
      where d.user_id = o.user_id and d.id = o.id
      returning o.state, o.receipt, o.why, o.unsent, o.everyone, d.attempts,
        -- Without a Retry-After of the provider, the next probe comes long before each of them is due.
        least(d.due_at - recorded_at, greatest(o.after * interval '1 millisecond', interval '24 seconds')) as wait, d.user_id, d.device_id, d.sent_at
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    -- Repeated failures of one device say nothing about the provider.
    if recorded.unsent is not true and (recorded.everyone or recorded.state = 'retry' and recorded.attempts <= 1) then
      failure_reason := recorded.why;
    end if;
    if recorded.state = 'retry' then
      if recorded.everyone then
        max_wait := greatest(max_wait, recorded.wait);
      end if;
    elsif recorded.state = 'accepted' then
      is_accepted := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  if receipts is not null then
    perform app_private.queue_receipts(provider, receipts);
  end if;
  if is_accepted or failure_reason is not null then
    perform app_private.note_push_outcome(provider, case when not is_accepted then failure_reason end);
  end if;
  return max_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (minimum delay in milliseconds), unsent (true if it was not attempted), everyone (true if the provider would accept no push now), ago (milliseconds since the answer)}. Removes dead devices, queues requests for receipts, and records whether the provider accepts pushes: not if it rejects all pushes or a first attempt. Returns the delay before the next push to the provider: its Retry-After, or else less than half a minute.';
--! EndIncluded devices-and-deliveries/app_private.record_deliveries.sql
--! Included devices-and-deliveries/app_private.record_receipts.sql
create or replace function app_private.record_receipts(provider app_private.push_provider, requested_receipts text[], outcomes json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  recorded_at constant timestamptz := clock_timestamp();
  returned_receipts constant text[] := array(
    select o.receipt from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null);
  missing_receipts text[];
  recorded record;
  is_accepted boolean := false;
  failure_reason text;
  retried_ids bigint[];
  retried_levels app_public.level_alert[];
begin
  -- Asks again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing_receipts
    from app_private.deliveries d
    where d.receipt = any (requested_receipts) and d.settled_at > now() - interval '1 day'
      and d.receipt <> all (returned_receipts);
  if missing_receipts is not null then
    perform app_private.queue_receipts(provider, missing_receipts);
  end if;

  for recorded in
    with outcome as materialized (
      select o.*, case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', recorded_at, o.why) end as failure
        from (
          -- The provider's reason may contain the device token.
          select r.receipt, r.state, app_private.push_reason(r.why) as why, r.everyone
            from json_to_recordset(outcomes) r (receipt text, state text, why text, everyone boolean)
        ) o
    )
    update app_private.deliveries d
      set receipt = null,
        state = o.new_state,
        settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else recorded_at end,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end
      from outcome o
      where d.receipt = o.receipt
      returning o.state, o.why, o.everyone, d.notification_id, d.device_id, d.user_id, d.level, d.sent_at
  loop
    if recorded.state = 'accepted' then
      is_accepted := true;
    elsif recorded.everyone then
      failure_reason := recorded.why;
    end if;
    if recorded.state = 'retry' then
      retried_ids := retried_ids || recorded.notification_id;
      retried_levels := retried_levels || recorded.level;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  if failure_reason is not null and not is_accepted then
    perform app_private.note_push_outcome(provider, failure_reason);
  end if;
  perform app_private.follow_up_deliveries(provider, r.ids, r.level, now())
    from (
      select o.level, array_agg(distinct o.id) as ids from unnest(retried_levels, retried_ids) o (level, id) group by o.level
    ) r;
end
$$;
comment on function app_private.record_receipts(app_private.push_provider, text[], json) is
  'Records the receipts of accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why, everyone (true if the service''s account at the provider is at fault)}. Records whether the provider delivers, removes dead devices, queues retries, and asks again for missing receipts.';
--! EndIncluded devices-and-deliveries/app_private.record_receipts.sql
--! Included devices-and-deliveries/app_private.release_deliveries.sql
create or replace function app_private.release_deliveries(provider app_private.push_provider) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.deliveries d set due_at = now()
    from (
      select e.user_id, e.id
        from app_private.deliveries e
        where e.alert_id = any (array(select a.id from app_public.alerts a
              where app_private.may_push('ALERT', a) or app_private.may_push('ALL_CLEAR', a)))
          and e.provider = release_deliveries.provider and e.state = 'queued' and e.due_at > now()
          -- A delivery without an attempt waits for the end of quiet hours.
          and e.attempts > 0
          -- Web Push has several hosts. A delay beyond the service's own backoff is the Retry-After of one of them.
          and (e.provider <> 'web_push' or e.due_at < now() + interval '7 minutes')
        -- A locked row is being handled already. Skipping it avoids deadlocks.
        for no key update skip locked
    ) w
    where d.user_id = w.user_id and d.id = w.id;
  -- Their priorities order them: the most urgent level first.
  perform graphile_worker.reschedule_jobs(
    array(select j.id from graphile_worker.jobs j
      where j.task_identifier = 'push_' || release_deliveries.provider and j.run_at > now() and j.locked_at is null and j.key is null),
    run_at => now());
end
$$;
comment on function app_private.release_deliveries(app_private.push_provider) is
  'Makes the deliveries that wait for a provider due, and reschedules their jobs, when the provider accepts pushes again.';
--! EndIncluded devices-and-deliveries/app_private.release_deliveries.sql
--! Included devices-and-deliveries/app_private.release_quiet_deliveries.sql
create or replace function app_private.release_quiet_deliveries() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_id constant integer := coalesce(new.user_id, old.user_id);
  moment constant timestamptz := now();
  quiet_end constant timestamptz := (
    select app_private.quiet_until(q.starts, q.ends, q.time_zone, moment)
      from app_public.quiet_hours q where q.user_id = owner_id);
  queued_deliveries record;
  quiet_key text;
begin
  update app_private.deliveries d
    set due_at = coalesce(case when d.level <> 'ONE' then quiet_end end, moment)
    where d.user_id = owner_id and d.state = 'queued'
      -- A delivery that was tried before waits for its provider, not for quiet hours.
      and d.attempts = 0
      and case when d.level <> 'ONE' and quiet_end is not null then d.due_at <> quiet_end else d.due_at > moment end;
  if not found then
    return null;
  end if;
  for queued_deliveries in
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at
      from app_private.deliveries d
      where d.attempts = 0 and d.user_id = owner_id and d.state = 'queued'
      group by d.provider, d.level
  loop
    quiet_key := concat_ws(':', 'quiet', owner_id, queued_deliveries.provider, queued_deliveries.level);
    -- It takes the place of the job of the last change, so that no number of changes makes more than one. A job that runs
    -- would lose its retries.
    perform graphile_worker.add_job(
      'push_' || queued_deliveries.provider,
      json_build_object('notificationIds', queued_deliveries.ids),
      run_at => queued_deliveries.due_at,
      priority => array_position(enum_range(null::app_public.level_alert), queued_deliveries.level),
      job_key => case when not exists (select from graphile_worker.jobs j where j.key = quiet_key and j.locked_at is not null) then quiet_key end);
  end loop;
  return null;
end
$$;
comment on function app_private.release_quiet_deliveries() is
  'Makes the deliveries of a user that wait for the end of quiet hours due when the hours that the user has now end, or else now. It runs as the owner, as deliveries and jobs are no one else''s; the policies of quiet_hours guard whose.';

-- Not for the owner: an erasure deletes the quiet hours with the account, and leaves no deliveries.
create or replace trigger release_quiet_deliveries after insert or update or delete on app_public.quiet_hours
  for each row when (row_security_active('app_public.quiet_hours')) execute function app_private.release_quiet_deliveries();
--! EndIncluded devices-and-deliveries/app_private.release_quiet_deliveries.sql
--! Included devices-and-deliveries/app_private.remove_dead_device.sql
create or replace function app_private.remove_dead_device(user_id integer, device_id bigint, sent_at timestamptz) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  delete from app_private.devices d
    where d.user_id = remove_dead_device.user_id and d.id = remove_dead_device.device_id
      and d.created_at <= coalesce(remove_dead_device.sent_at, 'infinity')
$$;
comment on function app_private.remove_dead_device(integer, bigint, timestamptz) is
  'Removes a device to which a push could not be delivered, unless it was registered again after that push was sent.';
--! EndIncluded devices-and-deliveries/app_private.remove_dead_device.sql
--! Included devices-and-deliveries/app_private.take_device_token.sql
create or replace function app_private.take_device_token(token text, user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  holder_id integer;
begin
  select d.user_id into holder_id from app_private.devices d where d.token = take_device_token.token for update;
  if holder_id <> take_device_token.user_id then
    perform app_private.note_left_device(holder_id, take_device_token.token);
    delete from app_private.devices d where d.token = take_device_token.token;
  end if;
end
$$;
comment on function app_private.take_device_token(text, integer) is
  'Frees a device token for a user: removes it from another user, whose list of devices shows it as left.';
--! EndIncluded devices-and-deliveries/app_private.take_device_token.sql
--! Included devices-and-deliveries/app_public.alerts_delivery.sql
create or replace function app_public.alerts_delivery(alert app_public.alerts) returns app_public.level_delivery[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- The stored results of pushes, if the deliveries are purged. Users may still see a notification afterwards.
  stored constant jsonb := (select r.levels from app_private.delivery_results r where r.alert_id = alert.id);
begin
  return array(
    with notified as (
      select n.id, n.user_id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed, d.waits
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, v.created_at, v.completed_at, p.completed_at) = 'CAME_IN_LATER' then n.created_at
          else coalesce(v.created_at, alert.created_at) end as began) b
        left join (
          select e.notification_id, bool_or(e.accepted_at is not null or e.state = 'accepted') as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed, bool_or(e.state in ('queued', 'sent')) as waits
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    ), people as (
      -- Each user once, at the innermost level, so that the levels add up to the users that the alert reached.
      select min(t.level) as level, coalesce(bool_or(t.sent), false) as is_pushed, coalesce(bool_or(t.waits), false) as waits,
          coalesce(bool_or(t.failed), false) and not bool_or(t.accepted) as is_failed, bool_or(t.seen) as has_seen
        from notified t group by t.user_id
    ), people_by_level as (
      select p.level, count(*)::integer as users, count(*) filter (where p.is_pushed)::integer as pushed,
          count(*) filter (where p.waits and not p.is_pushed)::integer as waiting,
          count(*) filter (where p.is_failed and not p.waits)::integer as failed,
          count(*) filter (where p.has_seen)::integer as seen
        from people p group by p.level
    ), figures as (
      select l.level, count(t.id)::integer as targeted, count(*) filter (where t.sent)::integer as sent,
          count(*) filter (where t.accepted)::integer as accepted, count(*) filter (where t.failed)::integer as failed,
          count(*) filter (where t.seen)::integer as seen,
          percentile_cont(0.5) within group (order by t.accepted_after) as accepted_after_median,
          percentile_cont(0.95) within group (order by t.accepted_after) as accepted_after_p95,
          percentile_cont(0.5) within group (order by t.seen_after) as seen_after_median,
          percentile_cont(0.95) within group (order by t.seen_after) as seen_after_p95
        from unnest(enum_range(null::app_public.level_alert)) l (level)
        left join notified t on t.level = l.level
        group by l.level
    )
    select row(f.level, f.targeted, coalesce(k.sent, f.sent), coalesce(k.accepted, f.accepted), coalesce(k.failed, f.failed), f.seen,
        case when stored is null then f.accepted_after_median else k.accepted_after_median end,
        case when stored is null then f.accepted_after_p95 else k.accepted_after_p95 end,
        f.seen_after_median, f.seen_after_p95, coalesce(b.users, 0), coalesce(k.users_pushed, b.pushed, 0),
        coalesce(k.users_waiting, b.waiting, 0), coalesce(k.users_failed, b.failed, 0), coalesce(b.seen, 0))::app_public.level_delivery
      from figures f
      left join people_by_level b on b.level = f.level
      left join jsonb_populate_recordset(null::app_public.level_delivery, stored) k on k.level = f.level
      order by f.level);
end
$$;
comment on function app_public.alerts_delivery(app_public.alerts) is
  E'@itemsNotNull\nThe results of the alert''s notifications, one entry for each level, the most urgent first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_delivery(app_public.alerts) to app_admin;
--! EndIncluded devices-and-deliveries/app_public.alerts_delivery.sql
--! Included devices-and-deliveries/app_public.alerts_push_failures.sql
create or replace function app_public.alerts_push_failures(alert app_public.alerts) returns app_public.push_failure[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  stored constant jsonb := (select r.failures from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if stored is not null then
    return array(select f from jsonb_populate_recordset(null::app_public.push_failure, stored) f);
  end if;
  return array(
    with failures as (
      select d.provider, d.why, d.state <> 'queued' as is_final, d.user_id, count(*) as pushes
        from app_private.deliveries d
        where d.alert_id = alert.id and d.why is not null and d.state in ('queued', 'failed', 'dead')
        group by 1, 2, 3, 4
    ), reasons as materialized (
      -- Few distinct texts, as most pushes fail for the same reason.
      select w.why, app_private.push_reason(w.why) as reason from (select distinct f.why from failures f) w
    ), people as (
      select f.provider, r.reason, f.is_final, f.user_id, sum(f.pushes) as pushes
        from failures f join reasons r on r.why = f.why group by 1, 2, 3, 4
    )
    select row(p.provider, p.reason, p.is_final, sum(p.pushes), count(*))::app_public.push_failure
      from people p group by p.provider, p.reason, p.is_final
      order by sum(p.pushes) desc, p.provider::text, p.reason, p.is_final limit 50);
end
$$;
comment on function app_public.alerts_push_failures(app_public.alerts) is
  E'@itemsNotNull\nWhy pushes of the alert have failed, or wait to be tried again: the most frequent reason first, at most 50. Those of the all-clear are included. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_push_failures(app_public.alerts) to app_admin;
--! EndIncluded devices-and-deliveries/app_public.alerts_push_failures.sql
--! Included devices-and-deliveries/app_public.device_unregister.sql
-- Security definer, as tokens are secrets. It removes only a device of the caller.
create or replace function app_public.device_unregister(token text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_private.devices d where d.user_id = owner.id and d.token = app_private.device_token(device_unregister.token);
  if not found then
    raise exception using errcode = 'LA404', message = 'You have no device with this token.';
  end if;
  return owner;
end
$$;
comment on function app_public.device_unregister(text) is
  E'@argument token The token that registerDevice was called with.\nStops push to one of your devices; you still get notifications in the API. Returns you. Error NOT_FOUND for an unknown token and for a token of someone else.';
grant execute on function app_public.device_unregister(text) to app_user;
--! EndIncluded devices-and-deliveries/app_public.device_unregister.sql
--! Included devices-and-deliveries/app_public.devices.sql
-- Security definer, as tokens are secrets. It shows only devices of the caller.
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
--! EndIncluded devices-and-deliveries/app_public.devices.sql
--! Included devices-and-deliveries/app_public.quiet_hours_edit.sql
create or replace function app_public.quiet_hours_edit(input app_public.quiet_hours_input) returns app_public.users
language plpgsql volatile strict
as $$
declare
  caller constant app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to do not fit: send two different times of day from 00:00 to 23:59, such as 22:00.';
  end if;
  insert into app_public.quiet_hours (starts, ends, time_zone)
    values (input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  return caller;
end
$$;
comment on function app_public.quiet_hours_edit(app_public.quiet_hours_input) is
  E'@argument input The new quiet hours.\nSets your quiet hours: pushes of levels TWO and THREE wait until they end, if the alert is still active then. Level ONE always goes through. Returns you.';
grant execute on function app_public.quiet_hours_edit(app_public.quiet_hours_input) to app_user;
--! EndIncluded devices-and-deliveries/app_public.quiet_hours_edit.sql
--! Included devices-and-deliveries/app_public.quiet_hours_remove.sql
create or replace function app_public.quiet_hours_remove() returns app_public.users
language plpgsql volatile
as $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  delete from app_public.quiet_hours q where q.user_id = caller.id;
  return caller;
end
$$;
comment on function app_public.quiet_hours_remove() is
  'Removes your quiet hours and sends the pushes that waited for their end. Returns you.';
grant execute on function app_public.quiet_hours_remove() to app_user;
--! EndIncluded devices-and-deliveries/app_public.quiet_hours_remove.sql
--! Included devices-and-deliveries/app_public.register_device.sql
-- Security definer, as it reads tokens, and takes one from another user. It writes only for current_user_id().
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  new_token constant text := app_private.device_token(input.token);
  constraint_violated text;
  column_violated text;
begin
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  loop
    perform app_private.take_device_token(new_token, owner.id);
    insert into app_private.devices as d (user_id, token, provider)
      values (owner.id, new_token, app_private.push_provider(app_private.trim_blanks(input.token)))
      on conflict (token) do update set provider = excluded.provider, created_at = excluded.created_at
        where d.user_id = excluded.user_id;
    -- Otherwise another user has registered the token meanwhile: try again.
    exit when found;
  end loop;
  -- Removes the tokens of old installations.
  delete from app_private.devices d
    where d.user_id = owner.id and d.id in (
      select o.id from app_private.devices o where o.user_id = owner.id order by o.created_at desc, o.id desc offset 20);
  return owner;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is
  E'@argument input The device.\nAdds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you; that user sees in devices that it left. Returns you.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded devices-and-deliveries/app_public.register_device.sql

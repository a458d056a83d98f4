--! Previous: sha1:50a386157117752278e8431205fe63c325c1c244
--! Hash: sha1:8dff467bb6a04bf04f6e1c0b331bd26ac143eaa8
--! Message: ntfy and sms

set local check_function_bodies = off; -- Functions call later ones.

alter type app_public.device add attribute topic text;
comment on column app_public.device.topic is 'The topic of ntfy. Null for other devices.';
alter type app_public.device add attribute number text;
comment on column app_public.device.number is 'The telephone number of SMS. Null for other devices.';
comment on column app_private.devices.token is
  'The device token that the provider gave it; of an email, email: and the address; of SMS, the number.';

alter table app_public.users add column sms_refusal text;
comment on column app_public.users.sms_refusal is
  'Why the gateway of SMS refused the number for good, which removed it. Null if it did not, or the user has confirmed a number since.';
alter table app_private.push_outcomes add column levels app_public.level_alert[];
comment on column app_private.push_outcomes.levels is 'The levels that go out by SMS, as the host sets them. Null for other providers.';
alter table app_private.login_limits drop constraint login_limits_counter;
-- squawk-ignore constraint-missing-not-valid
alter table app_private.login_limits add constraint login_limits_counter check (counter = any (array['account', 'account and address', 'address', 'join', 'mail by address', 'mail by email', 'mail by user', 'sms by number', 'sms by user']));
comment on constraint login_limits_counter on app_private.login_limits is
  'counter is unknown: the counters are part of the service.';
-- The fourth within an hour waits: each costs the operator money.
insert into app_private.login_limits (counter, free_failures, longest_delay, forgiven_every) values
  ('sms by number', 4, '1 hour', '1 hour'),
  ('sms by user', 4, '1 hour', '1 hour');

create table app_private.sms_codes (
  user_id integer not null,
  number text not null,
  code_hash bytea,
  guesses bigint not null default 0,
  asked_at timestamptz not null default now(),
  constraint sms_codes_pkey primary key (user_id),
  constraint sms_codes_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_private.sms_codes enable row level security;
comment on table app_private.sms_codes is 'The number for SMS that a user has yet to confirm.';
comment on column app_private.sms_codes.user_id is 'The user.';
comment on column app_private.sms_codes.number is 'The number, with a plus sign and its country.';
comment on column app_private.sms_codes.code_hash is 'The hash of the user''s id and the code. Null until the code is sent.';
comment on column app_private.sms_codes.guesses is 'How often a code was entered.';
comment on column app_private.sms_codes.asked_at is 'When the user asked for the code.';

--! Included devices-and-deliveries/app_private.push_provider.sql
create or replace function app_private.push_provider(token text) returns app_private.push_provider
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select case
    when push_provider.token ~ '^\s*\{' then 'web_push'::app_private.push_provider
    when push_provider.token ~ '^\s*email:' then 'email'
    when push_provider.token ~ '^\s*\+[1-9][0-9]{7,14}\s*$' then 'sms'
    when push_provider.token ~ '^\s*ntfy:[0-9a-f]{48}\s*$' then 'ntfy'
    when push_provider.token ~ '^\s*Expo(nent)?PushToken\[.+\]\s*$' then 'expo'
    when push_provider.token ~ '^\s*[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}\s*$' then 'fcm'
    else (select s.bare_token_provider from app_private.settings s)
  end
$$;
comment on function app_private.push_provider(text) is
  'Returns the provider of a device''s token by its form: JSON is Web Push, email: and an address is email, ntfy: and a topic is ntfy, a plus sign and digits are a number for SMS, ExponentPushToken[…] is Expo, and an instance id with a colon is FCM. The setting bare_token_provider decides about any other token.';
--! EndIncluded devices-and-deliveries/app_private.push_provider.sql
--! Included devices-and-deliveries/app_public.devices.sql
-- Security definer, as tokens are secrets. It shows only devices of the caller.
create or replace function app_public.devices() returns app_public.device[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select array(
    select row(d.id, d.provider, d.created_at, d.left_at, d.topic, d.number)::app_public.device
      from (
        select o.id, o.provider, o.created_at, null::timestamptz as left_at,
            case o.provider when 'ntfy' then substr(o.token, 6) end as topic,
            case o.provider when 'sms' then o.token end as number
          from app_private.roads_of(app_private.require_user_id()) o
        union all
        select l.id, l.provider, l.created_at, l.left_at, null, null
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
--! Included devices-and-deliveries/app_private.sms_levels.sql
create or replace function app_private.sms_levels() returns app_public.level_alert[]
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select o.levels from app_private.push_outcomes o where o.provider = 'sms'
$$;
comment on function app_private.sms_levels() is 'Returns the levels that go out by SMS. Null or empty if SMS is off.';
--! EndIncluded devices-and-deliveries/app_private.sms_levels.sql
--! Included devices-and-deliveries/app_private.goes_by_sms.sql
create or replace function app_private.goes_by_sms(user_id integer, alert_id integer) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from app_public.notifications n
      where n.user_id = goes_by_sms.user_id and n.alert_id = goes_by_sms.alert_id and n.level = any (app_private.sms_levels()))
$$;
comment on function app_private.goes_by_sms(integer, integer) is
  'True if what a user is told of an alert goes out by SMS: at one of its levels, or after they were told at one, so that they learn how it goes on.';
--! EndIncluded devices-and-deliveries/app_private.goes_by_sms.sql
--! Included devices-and-deliveries/app_private.make_sms_code.sql
create or replace function app_private.make_sms_code(user_id integer) returns table (number text, code text, languages text[])
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  -- The first twelve digits are random.
  random_bits constant bigint := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
begin
  code := lpad((random_bits % 1000000)::text, 6, '0');
  return query
    with made as (
      update app_private.sms_codes c set code_hash = app_private.key_hash(c.user_id || ':' || make_sms_code.code)
        where c.user_id = make_sms_code.user_id and c.asked_at > now() - interval '10 minutes'
        returning c.number
    )
    select m.number, make_sms_code.code, app_private.wanted_languages(u.languages, u.device_language)
      from made m, app_public.users u where u.id = make_sms_code.user_id;
end
$$;
comment on function app_private.make_sms_code(integer) is
  'Makes the code that confirms a user''s number. Returns what to send, and their languages. No row if the code would be too late. The job makes it when it sends it, so that no table contains the code.';
--! EndIncluded devices-and-deliveries/app_private.make_sms_code.sql
--! Included devices-and-deliveries/app_public.sms_number_add.sql
-- Security definer, as codes are secrets. It writes only for current_user_id().
create or replace function app_public.sms_number_add(number text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
  new_number constant text := regexp_replace(sms_number_add.number, '[\s()./-]', '', 'g');
begin
  if coalesce(app_private.sms_levels(), '{}') = '{}' then
    raise exception using errcode = 'LA409', constraint = 'sms_off', message = 'SMS is off at this service.';
  end if;
  if new_number !~ '^\+[1-9][0-9]{7,14}$' then
    raise exception using errcode = 'LA400', constraint = 'sms_number_form', message = 'number must have a plus sign, its country and 15 digits at most, such as +390110000000.';
  end if;
  insert into app_private.sms_codes as c (user_id, number) values (caller.id, new_number)
    on conflict on constraint sms_codes_pkey
      do update set number = excluded.number, code_hash = null, guesses = 0, asked_at = excluded.asked_at;
  -- Counted first: of several at once each waits for the one before.
  perform app_private.count_attempt('sms by user', caller.id::text);
  perform app_private.count_attempt('sms by number', new_number);
  if app_private.attempt_wait('sms by user', caller.id::text) + app_private.attempt_wait('sms by number', new_number) > 0 then
    raise exception using errcode = 'LA409', constraint = 'too_many_sms_codes', message = 'Three codes were sent within an hour, by you or to this number: try again in an hour.';
  end if;
  perform graphile_worker.add_job(
    'send_sms_code', json_build_object('userId', caller.id), max_attempts => 3, job_key => 'sms code:' || caller.id);
  return caller;
end
$$;
comment on function app_public.sms_number_add(text) is
  E'@argument number With a plus sign and its country.\nSends a code to a telephone number, by which smsNumberConfirm makes it your device within ten minutes. A later code replaces it. Returns you. Error CONFLICT if SMS is off, or after three codes within an hour to you or to the number.';
grant execute on function app_public.sms_number_add(text) to app_user;
--! EndIncluded devices-and-deliveries/app_public.sms_number_add.sql
--! Included devices-and-deliveries/app_public.sms_number_confirm.sql
-- Security definer, as codes are secrets. It writes only for current_user_id().
create or replace function app_public.sms_number_confirm(code text) returns app_public.device
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner constant app_public.users := app_private.require_user();
  asked app_private.sms_codes;
begin
  perform app_private.lock_user(owner.id);
  update app_private.sms_codes c set guesses = c.guesses + 1
    where c.user_id = owner.id and c.asked_at > now() - interval '10 minutes' and c.guesses < 5
    returning c.* into asked;
  if asked.user_id is null then
    raise exception using errcode = 'LA404', constraint = 'sms_code_gone', message = 'There is no code, or it was guessed five times, or its ten minutes are over: ask for another one.';
  end if;
  -- An error would take the count of guesses back.
  if asked.code_hash is distinct from app_private.key_hash(owner.id || ':' || sms_number_confirm.code) then
    return null;
  end if;
  delete from app_private.sms_codes c where c.user_id = owner.id;
  delete from app_private.devices d where d.user_id = owner.id and d.provider = 'sms' and d.token <> asked.number;
  update app_public.users u set sms_refusal = null where u.id = owner.id and u.sms_refusal is not null;
  perform app_private.add_device(owner.id, asked.number, 'sms');
  return (select d from unnest(app_public.devices()) d where d.number = asked.number);
end
$$;
comment on function app_public.sms_number_confirm(text) is
  E'@argument code The six digits of the SMS.\nMakes the number of smsNumberAdd a device of yours, which gets alerts by SMS, in place of an earlier number. deviceUnregister ends it by its token: the number. Returns the device, or null if the code is wrong. Error NOT_FOUND after five guesses, after ten minutes, or without a code.';
grant execute on function app_public.sms_number_confirm(text) to app_user;
--! EndIncluded devices-and-deliveries/app_public.sms_number_confirm.sql
--! Included logins/app_private.purge_logins.sql
create or replace function app_private.purge_logins(max_counters integer default 100000) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  cutoff constant timestamptz := app_private.purge_time();
begin
  delete from app_private.login_failures f
    using app_private.login_limits l
    where l.counter = f.counter and f.last_at + f.failures * l.forgiven_every < cutoff;
  delete from app_private.login_failures f
    where f.last_at <= (select o.last_at from app_private.login_failures o order by o.last_at desc offset purge_logins.max_counters limit 1);
  delete from app_private.sms_codes c where c.asked_at < cutoff - interval '1 hour';
  delete from app_private.login_addresses a where a.last_at < cutoff - interval '90 days';
end
$$;
comment on function app_private.purge_logins(integer) is
  'Deletes failed logins that are forgiven, all but the newest hundred thousand counters, addresses without a login for ninety days, and numbers for SMS that were not confirmed within an hour.';
--! EndIncluded logins/app_private.purge_logins.sql

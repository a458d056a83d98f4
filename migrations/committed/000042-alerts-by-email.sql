--! Previous: sha1:0e8e635d4698cadb0d838ae9b763616d9d63d34b
--! Hash: sha1:90bfce1251a99fd2787e66d9af3f57d453a1ab9a
--! Message: alerts by email

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.email_use as enum ('ALWAYS', 'WITHOUT_DEVICE', 'NEVER');
comment on type app_public.email_use is
  E'@value ALWAYS Each alert comes by email too.\n@value WITHOUT_DEVICE Alerts come by email while the user has no device.\n@value NEVER No alert comes by email.\nWhen alerts come by email.';
alter table app_public.users add column alerts_by_email app_public.email_use not null default 'WITHOUT_DEVICE';
comment on column app_public.users.alerts_by_email is 'When alerts come by email, if the service sends any and the email is confirmed.';
alter table app_public.users add column email_refusal text;
comment on column app_public.users.email_refusal is
  'Why the mail server refused the email for good: no alert comes by email until the user changes email or alertsByEmail. Null if it did not.';
alter type app_public.user_edit add attribute alerts_by_email app_public.email_use;
comment on column app_public.user_edit.alerts_by_email is 'When alerts come to you by email. For your own user only, also for administrators.';

alter table app_private.devices add column is_fallback boolean not null default false;
comment on column app_private.devices.is_fallback is 'True if nothing goes there while the user has another device.';
alter table app_private.mail_outcome add column alerts boolean not null default false;
comment on column app_private.mail_outcome.alerts is 'True if alerts go out by email.';
comment on column app_private.devices.token is 'The device token that the provider gave it; of an email, email: and the address.';

comment on column app_public.phone_reach.providers is E'@notNull\n@itemsNotNull\nThe providers of their devices, such as expo.';
comment on column app_public.provider_reach.provider is E'@notNull\nThe provider, such as expo or email.';
comment on column app_public.device.provider is E'@notNull\nThe provider that pushes to it, such as expo, or email.';
comment on column app_public.push_failure.provider is E'@notNull\nThe provider, such as expo or email.';
comment on column app_public.user_overview.providers is E'@notNull\n@itemsNotNull\nThe providers that push to the user''s devices, such as expo, and email.';

--! Included devices-and-deliveries/app_private.is_road_by_email.sql
create or replace function app_private.is_road_by_email(person app_public.users) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select person.email_verified and person.email_refusal is null and person.alerts_by_email <> 'NEVER'
    and exists (select from app_private.mail_outcome o where o.alerts)
$$;
comment on function app_private.is_road_by_email(app_public.users) is
  'True if a user may be warned by email: it is on, and the address is confirmed, took the last mail, and is not taken back.';
--! EndIncluded devices-and-deliveries/app_private.is_road_by_email.sql
--! Included devices-and-deliveries/app_private.keep_email_road.sql
create or replace function app_private.keep_email_road() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  road constant text := case when app_private.is_road_by_email(new) then 'email:' || new.email end;
begin
  delete from app_private.devices d where d.user_id = new.id and d.provider = 'email' and d.token is distinct from road;
  if road is not null then
    insert into app_private.devices as d (user_id, token, provider, is_fallback)
      values (new.id, road, 'email', new.alerts_by_email = 'WITHOUT_DEVICE')
      on conflict (token) do update set is_fallback = excluded.is_fallback where d.user_id = excluded.user_id;
  end if;
  return null;
end
$$;
comment on function app_private.keep_email_road() is
  'Makes or removes the device that stands for the email of a user who is warned by email. A mail that waits for a removed device is not sent.';

create or replace trigger keep_email_road after update of email, email_verified, alerts_by_email, email_refusal on app_public.users
  for each row execute function app_private.keep_email_road();
--! EndIncluded devices-and-deliveries/app_private.keep_email_road.sql
--! Included devices-and-deliveries/app_private.begin_alert_mail.sql
create or replace function app_private.begin_alert_mail(is_on boolean) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if is_on then
    insert into app_private.mail_outcome (alerts) values (true)
      on conflict on constraint mail_outcome_pkey do update set alerts = true;
    insert into app_private.devices (user_id, token, provider, is_fallback)
      select u.id, 'email:' || u.email, 'email', u.alerts_by_email = 'WITHOUT_DEVICE'
        from app_public.users u where app_private.is_road_by_email(u)
      on conflict do nothing;
  else
    update app_private.mail_outcome set alerts = false where alerts;
    delete from app_private.devices d where d.provider = 'email';
  end if;
end
$$;
comment on function app_private.begin_alert_mail(boolean) is
  'Records whether alerts go out by email, and makes or removes the device of each user that stands for their email.';
--! EndIncluded devices-and-deliveries/app_private.begin_alert_mail.sql
--! Included devices-and-deliveries/app_private.stop_alert_mail.sql
create or replace function app_private.stop_alert_mail(email text) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_id constant integer := app_private.user_id_of(stop_alert_mail.email);
begin
  update app_public.users u set alerts_by_email = 'NEVER' where u.id = owner_id and u.alerts_by_email <> 'NEVER';
  if found then
    perform app_private.audit('USER_EDITED', 'USER', owner_id, '{"fields": ["alerts_by_email"]}', actor_id => owner_id);
  end if;
end
$$;
comment on function app_private.stop_alert_mail(text) is
  'Stops alerts by email to an address. The host calls it with the address in the sealed token of a mail.';
grant execute on function app_private.stop_alert_mail(text) to app_host;
--! EndIncluded devices-and-deliveries/app_private.stop_alert_mail.sql
--! Included devices-and-deliveries/app_private.roads_of.sql
-- Without a search_path of its own, so that it becomes part of the statements that ask it.
create or replace function app_private.roads_of(user_id integer) returns setof app_private.devices
language sql stable
as $$
  select d.* from app_private.devices d
    where d.user_id = roads_of.user_id
      and (not d.is_fallback or not exists (select from app_private.devices o where o.user_id = d.user_id and o.provider not in ('email', 'sms')))
$$;
comment on function app_private.roads_of(integer) is
  'Returns the devices by which a user is warned: one that is_fallback only if there is no other but a number for SMS, which may get level ONE only.';
--! EndIncluded devices-and-deliveries/app_private.roads_of.sql
--! Included devices-and-deliveries/app_private.remove_dead_device.sql
create or replace function app_private.remove_dead_device(user_id integer, device_id bigint, sent_at timestamptz) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  with gone as (
    delete from app_private.devices d
      where d.user_id = remove_dead_device.user_id and d.id = remove_dead_device.device_id
        and d.created_at <= coalesce(remove_dead_device.sent_at, 'infinity')
      returning d.provider
  )
  update app_public.users u
    set email_refusal = case r.provider when 'email' then r.why else u.email_refusal end,
      sms_refusal = case r.provider when 'sms' then r.why else u.sms_refusal end
    from (
      select g.provider, coalesce((
          select e.why from app_private.deliveries e
            where e.user_id = remove_dead_device.user_id and e.device_id = remove_dead_device.device_id and e.state = 'dead'
            order by e.id desc limit 1), '') as why
        from gone g where g.provider in ('email', 'sms')
    ) r
    where u.id = remove_dead_device.user_id
$$;
comment on function app_private.remove_dead_device(integer, bigint, timestamptz) is
  'Removes a device to which a push could not be delivered, unless it was registered again after that push was sent. The user sees why their email or number was refused.';
--! EndIncluded devices-and-deliveries/app_private.remove_dead_device.sql
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
        and (not v.is_fallback or not exists (select from app_private.devices o where o.user_id = v.user_id and o.provider not in ('email', 'sms')))
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
        and (v.provider <> 'sms' or app_private.goes_by_sms(n.user_id, n.alert_id))
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
--! Included devices-and-deliveries/app_private.queue_pushes.sql
create or replace function app_private.queue_pushes(
  level app_public.level_alert, notification_ids bigint[], first_user_id integer default 0, last_user_id integer default 2147483647
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  device_provider app_private.push_provider;
  size integer;
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
      -- A mail server or a gateway of SMS may take minutes for a thousand, and whoever is erased meanwhile would still get theirs.
      size := case when device_provider in ('email', 'sms') then 100 else 1000 end;
      perform graphile_worker.add_job(
          'push_' || device_provider,
          json_build_object('notificationIds', notification_ids[first:first + size - 1]),
          priority => array_position(enum_range(null::app_public.level_alert), level))
        from generate_series(1, cardinality(notification_ids), size) first;
    end if;
  end loop;
end
$$;
comment on function app_private.queue_pushes(app_public.level_alert, bigint[], integer, integer) is
  'Queues pushes for notifications of one level, the more urgent level first. One job for each thousand notifications (a hundred by email or SMS) and each provider of these users'' devices.';
--! EndIncluded devices-and-deliveries/app_private.queue_pushes.sql
--! Included devices-and-deliveries/app_public.alerts_all_clear_reach.sql
create or replace function app_public.alerts_all_clear_reach(alert app_public.alerts) returns app_public.phone_reach[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  return array(
    with people as (
      select n.user_id, min(n.level) as level from app_public.notifications n where n.alert_id = alert.id group by n.user_id
    ), phones as (
      select array_agg(distinct d.provider::text) as providers
        from people p join app_private.devices d on d.user_id = p.user_id and d.provider <> 'email'
        where (d.provider <> 'sms' or p.level = any (app_private.sms_levels()))
          and (p.level = 'ONE' or not exists (
          select from app_public.quiet_hours h
            where h.user_id = p.user_id and app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) is not null))
        group by p.user_id
    )
    select row(p.providers, count(*))::app_public.phone_reach from phones p group by p.providers order by p.providers);
end
$$;
comment on function app_public.alerts_all_clear_reach(app_public.alerts) is
  E'@itemsNotNull\nWhose phones an all-clear would ring now. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_all_clear_reach(app_public.alerts) to app_viewer;
--! EndIncluded devices-and-deliveries/app_public.alerts_all_clear_reach.sql
--! Included users/app_public.users_overview.sql
-- A custom plan for each call: conditions on null arguments are folded away.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  joined_by integer default null, is_silent boolean default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  sees_everyone constant boolean := app_private.sees_everyone();
  seen_area constant public.geometry := app_private.seen_area();
  mine constant integer[] := app_private.my_authorities('VIEWER');
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', constraint = 'negative_limit', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id and d.provider <> 'email'),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        greatest(l.taken_at, l.alive_at), page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- last_used_at is written once a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false), page.email_verified,
        array(select distinct d.provider::text from app_private.roads_of(page.id) d order by 1))::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (sees_everyone or u.authority_id = any (mine) or public.st_covers(seen_area, l.location)
                  or u.id in (
                    select n.user_id from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
                      where a.authority_id = any (mine)))
                and (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id and d.provider <> 'email') = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or greatest(l.taken_at, l.alive_at) >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (greatest(l.taken_at, l.alive_at) >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then greatest(l.taken_at, l.alive_at) end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken, or confirmed by a sign of life, at this time or later.\n@argument notReportedSince Only users whose last position was taken, and last confirmed, before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_manager;
--! EndIncluded users/app_public.users_overview.sql
--! Included authorities/app_private.members_to_tell.sql
create or replace function app_private.members_to_tell(kind text, id bigint)
returns table (email text, provider app_private.push_provider, token text)
language sql stable set search_path = pg_catalog, pg_temp
as $$
  with members as (
    select m.user_id from app_private.held_publications h
      join lateral (
        select distinct m.user_id from app_public.memberships m
          where m.user_id <> h.user_id and app_private.has_role(m.user_id, h.authority_id, 'APPROVER')) m on true
      where h.id = members_to_tell.id and (kind = 'PROPOSED' and h.state = 'PROPOSED' or kind = 'BREAK_GLASS')
    union all
    select h.user_id from app_private.held_publications h where h.id = members_to_tell.id and kind in ('DECIDED', 'FAILED')
    union
    select m.user_id
      from app_public.alerts a, app_private.neighbours(a) n
        join app_public.memberships m on m.authority_id = n.id and m.role >= 'APPROVER'
      where a.id = members_to_tell.id and kind = 'NEIGHBOUR' and m.user_id <> a.user_id
    union
    select m.user_id
      from app_private.cap_received r join app_public.memberships m on app_private.has_role(m.user_id, r.authority_id, 'AUTHOR')
      where r.id = members_to_tell.id and kind = 'RECEIVED'
  )
  select u.email, null, null from members m join app_public.users u on u.id = m.user_id and u.email_verified
  union all
  select null, d.provider, d.token from members m join app_private.devices d on d.user_id = m.user_id and d.provider not in ('email', 'sms')
$$;
comment on function app_private.members_to_tell(text, bigint) is
  'Returns the confirmed emails and the devices to tell: of all approvers but its author for a proposal that still waits (PROPOSED) and for a publication without approval or without a second factor (BREAK_GLASS), of its author for one that was decided (DECIDED) or did not go out (FAILED), of the approvers of neighbours whom an alert reaches (NEIGHBOUR), and of the authors for whom a CAP message came (RECEIVED).';
--! EndIncluded authorities/app_private.members_to_tell.sql

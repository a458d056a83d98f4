--! Previous: sha1:77a545a5d5d37fe073d1ad244ba6f2daf5767a96
--! Hash: sha1:19e76578629e65062f2000003a4ef10d8e1a82c9
--! Message: Erasure of people

create type app_public.distance_class as enum (
  'INSIDE', 'WITHIN_100_M', 'WITHIN_500_M', 'WITHIN_1_KM', 'WITHIN_2_KM', 'WITHIN_5_KM', 'WITHIN_10_KM', 'BEYOND_10_KM');
comment on type app_public.distance_class is E'@value INSIDE In the area.\n@value WITHIN_100_M At most 100 metres from it.\n@value WITHIN_500_M More than 100 and at most 500 metres from it.\n@value WITHIN_1_KM More than 500 metres and at most 1 kilometre from it.\n@value WITHIN_2_KM More than 1 and at most 2 kilometres from it.\n@value WITHIN_5_KM More than 2 and at most 5 kilometres from it.\n@value WITHIN_10_KM More than 5 and at most 10 kilometres from it.\n@value BEYOND_10_KM More than 10 kilometres from it.\nHow far from an alert''s area someone was, without saying where.';

alter table app_public.notifications add column place_kept boolean not null default true;
alter table app_public.notifications add column distance_class app_public.distance_class;
alter table app_public.notifications add column rule app_public.notification_rule;
comment on column app_public.notifications.latitude is 'Where the user was, in degrees north. A point of the alert''s area if placeKept is false.';
comment on column app_public.notifications.longitude is 'Where the user was, in degrees east. A point of the alert''s area if placeKept is false.';
comment on column app_public.notifications.moving_activity is 'How the user was moving. UNKNOWN if placeKept is false.';
comment on column app_public.notifications.taken_at is 'When the device took the position that notified the user, in seconds since 1970-01-01 UTC. Null if placeKept is false.';
comment on column app_public.notifications.accuracy is 'The radius of accuracy of that position in metres. Null if the device did not report it, or placeKept is false.';
comment on column app_public.notifications.place_kept is 'False if it was cleared where the user was: latitude and longitude are then a point of the alert''s area.';
comment on column app_public.notifications.distance_class is 'How far from the alert''s area the user was. Null while the place is kept.';
comment on column app_public.notifications.rule is 'The rule by which the user was notified. Null while the place is kept, as whyNotified finds it then, and for an all-clear.';

-- Users of before get theirs at the start of a host, in small steps.
alter table app_public.users add column erasure_key uuid;
alter table app_public.users alter column erasure_key set default gen_random_uuid();
comment on column app_public.users.erasure_key is E'@behavior -*\nA random id, by which an erasure is listed outside of the database. After a restore, the same id may be given to another user, but never the same key.';

create table app_private.erased_users (
  user_id integer primary key,
  erased_at timestamptz not null default now(),
  erasure_key uuid
);
comment on table app_private.erased_users is 'The tombstones of people who were erased. Their notifications have their ids.';
comment on column app_private.erased_users.user_id is 'The id that the user had.';
comment on column app_private.erased_users.erased_at is 'When they were erased.';
comment on column app_private.erased_users.erasure_key is 'The key that the user had, until the erasure is listed outside of the database.';
create index erased_users_unlisted on app_private.erased_users (user_id) where erasure_key is not null;
alter table app_private.erased_users enable row level security;

create type app_private.erasure as (
  user_id integer,
  erased_at timestamptz,
  positions integer,
  notifications integer
);
comment on type app_private.erasure is 'What an erasure did.';
comment on column app_private.erasure.user_id is 'The id that the user had.';
comment on column app_private.erasure.erased_at is 'When the user was erased.';
comment on column app_private.erasure.positions is 'How many positions of the history were deleted.';
comment on column app_private.erasure.notifications is 'How many notifications stay, without their places.';

alter type app_public.audit_action add value 'USER_ERASED' after 'USER_REMOVED';
alter type app_public.audit_action add value 'USER_EXPORTED' after 'USER_REMOVED';
comment on type app_public.audit_action is
  E'@value LOGGED_IN The actor began a session.\n@value LOGIN_FAILED Somebody gave a wrong password. Once a minute for each user; without an object for emails that nobody has.\n@value SESSION_ENDED One session of the user ended.\n@value SESSIONS_ENDED A new password ended sessions of the user.\n@value PASSWORD_CHANGED The actor changed their own password.\n@value PASSWORD_RESET An administrator changed a user''s password.\n@value PASSWORD_SET A user set their first password by a link.\n@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.\n@value DEVICE_KEY_ADDED The actor made a device key.\n@value DEVICE_KEY_REVOKED A device key of the user was revoked.\n@value USER_CREATED A user was created.\n@value USER_IMPORTED A user was created by an import.\n@value USER_EDITED A user was edited. The facts name the fields.\n@value USER_REMOVED A user was removed.\n@value USER_ERASED A person was erased. The facts have the numbers of positions and notifications.\n@value USER_EXPORTED All that is held of a person was exported.\n@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.\n@value TRAINING_CHANGED A user''s training began or ended.\n@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED A version of an alert was published.\n@value ALERT_CANCELLED An alert was cancelled.\n@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.\n@value PUBLICATION_HELD A publication was held, to be taken back or to go out.\n@value PUBLICATION_TAKEN_BACK A held publication was taken back.\n@value DRAFT_CREATED A draft was shared.\n@value DRAFT_EDITED A shared draft was edited.\n@value DRAFT_REMOVED A shared draft was removed, or published.\n@value TEMPLATE_CREATED A template was saved.\n@value TEMPLATE_EDITED A template was edited.\n@value TEMPLATE_REMOVED A template was removed.\n@value AREA_CREATED An area was saved.\n@value AREA_EDITED A saved area was edited.\n@value AREA_REMOVED A saved area was removed.\n@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.\n@value PEOPLE_READ An administrator read positions, notifications or names of other people. The facts name the fields.\n@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.\n@value ENTRIES_PURGED Entries past the retention were deleted.\nWhat an entry of the audit log records.';

--! Included matching/app_private.distance_class.sql
create or replace function app_private.distance_class(metres double precision) returns app_public.distance_class
language sql immutable parallel safe
as $$
  select case
    when metres = 0 then 'INSIDE'
    when metres <= 100 then 'WITHIN_100_M'
    when metres <= 500 then 'WITHIN_500_M'
    when metres <= 1000 then 'WITHIN_1_KM'
    when metres <= 2000 then 'WITHIN_2_KM'
    when metres <= 5000 then 'WITHIN_5_KM'
    when metres <= 10000 then 'WITHIN_10_KM'
    else 'BEYOND_10_KM'
  end::app_public.distance_class
$$;
comment on function app_private.distance_class(double precision) is
  'Returns the class of a distance from an alert''s area in metres, which stays when the place is cleared.';
--! EndIncluded matching/app_private.distance_class.sql
--! Included matching/app_private.rule_when_notified.sql
-- An old notification does not store when its position was taken. Its own time stands in.
create or replace function app_private.rule_when_notified(
  taken_at timestamptz, created_at timestamptz, published_at timestamptz
) returns app_public.notification_rule
language sql immutable parallel safe
as $$
  select case
    when coalesce(taken_at, created_at) <= published_at then 'INSIDE_WHEN_PUBLISHED' else 'CAME_IN_LATER'
  end::app_public.notification_rule
$$;
comment on function app_private.rule_when_notified(timestamptz, timestamptz, timestamptz) is
  'Returns the rule by which a user was notified: by when the position was taken, when the notification was made, and when its version was published.';
--! EndIncluded matching/app_private.rule_when_notified.sql
--! Included matching/app_private.why_notified.sql
create or replace function app_private.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
  person app_public.users;
  told app_public.notifications;
  told_by app_public.alert_versions;
  here app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  -- The first notification at the user's innermost level.
  select n.* into told from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = why_notified.user_id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  -- Of an erased user, the notification is left.
  if alert.id is null or person.id is null and told.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert or no user with this id.';
  end if;
  select l.* into here from app_public.last_positions l where l.user_id = person.id;
  if told.id is not null then
    at := told.created_at;
    -- The version of that time, as an update may have moved the zones since.
    select v.* into told_by from app_public.alert_versions v where v.alert_id = alert.id and v.version = told.version;
    if (told_by.zone1, told_by.level2_distance, told_by.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := told_by.zone1;
      alert.zone2 := app_private.zone_around(told_by.zone1, told_by.level2_distance);
      alert.zone3 := app_private.zone_around(told_by.zone1, told_by.level3_distance);
    end if;
    if told.place_kept then
      location := st_setsrid(st_makepoint(told.longitude, told.latitude), 4326);
    end if;
    reason.taken_at := told.taken_at;
    reason.accuracy := told.accuracy;
    reason.level := told.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := here.location;
    reason.taken_at := here.taken_at;
    reason.accuracy := here.accuracy;
  end if;
  reason.notification_id := told.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    when told.id is not null then
      coalesce(told.rule, app_private.rule_when_notified(told.taken_at, told.created_at, told_by.created_at))
    when here.user_id is null then 'NO_POSITION'
    when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when not app_private.is_fresh(
      here.taken_at, alert.max_position_age, greatest(here.created_at, app_private.published_at(alert))) then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_private.why_notified(integer, integer) is
  'Returns the position and the rule by which a user was notified of an alert or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded matching/app_private.why_notified.sql
--! Included notifications/app_private.clear_places.sql
create or replace function app_private.clear_places(user_ids integer[], ids bigint[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  cleared integer;
begin
  -- Notifications and versions of alerts do not live together, so each is read apart.
  with kept as materialized (
    select n.user_id, n.id, n.alert_id, n.version, n.kind, n.taken_at, n.created_at,
        st_setsrid(st_makepoint(n.longitude, n.latitude), 4326) as place
      from app_public.notifications n
      where n.user_id = any (clear_places.user_ids) and n.id = any (clear_places.ids) and n.place_kept
  ), areas as materialized (
    -- An alert stands in for a version that is not there.
    select z.*, st_pointonsurface(z.zone1) as inner_place
      from (
        select k.alert_id, k.version, coalesce(v.created_at, a.created_at) as created_at, coalesce(v.zone1, a.zone1) as zone1
          from (select distinct k.alert_id, k.version from kept k) k
          join app_public.alerts a on a.id = k.alert_id
          left join app_public.alert_versions v on v.alert_id = k.alert_id and v.version = k.version
      ) z
  ), coarse as materialized (
    select k.user_id, k.id, st_y(a.inner_place) as latitude, st_x(a.inner_place) as longitude,
        app_private.distance_class(app_private.metres_from(a.zone1, k.place)) as distance_class,
        case when k.kind <> 'ALL_CLEAR' then app_private.rule_when_notified(k.taken_at, k.created_at, a.created_at) end as rule
      from kept k
      join areas a on a.alert_id = k.alert_id and a.version = k.version
  )
  update app_public.notifications n
    set latitude = c.latitude, longitude = c.longitude, moving_activity = 'UNKNOWN', taken_at = null, accuracy = null,
      place_kept = false, distance_class = c.distance_class, rule = c.rule
    from coarse c
    where n.user_id = c.user_id and n.id = c.id and n.place_kept;
  get diagnostics cleared = row_count;
  return cleared;
end
$$;
comment on function app_private.clear_places(integer[], bigint[]) is
  'Clears where the users of these notifications were, how they moved, and when and how exactly that was known. A point of the alert''s area stands in for the place. Level, version, moment and kind stay, with the class of the distance and the rule. Returns how many it cleared: those that were cleared before are left as they are.';
--! EndIncluded notifications/app_private.clear_places.sql
--! Included alerts/app_private.alert_months.sql
create or replace function app_private.alert_months(since timestamptz) returns setof app_public.alert_month
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    with published as (
      select a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at
        from app_public.alerts a where a.created_at >= alert_months.since
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- For a late entry, time would count from its own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1 and coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= p.created_at, true)) - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    )
    select p.began_at, p.status, count(*)::integer, coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median
      order by p.began_at desc, p.status;
end
$$;
comment on function app_private.alert_months(timestamptz) is
  'Returns the alerts published since a time and their results, by month (in UTC) and status.';
grant execute on function app_private.alert_months(timestamptz) to app_admin;
--! EndIncluded alerts/app_private.alert_months.sql
--! Included deliveries/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.user_id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed, d.waits
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= v.created_at, true) and n.created_at <= coalesce(p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
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
        from told t group by t.user_id
    ), people_by_level as (
      select p.level, count(*)::integer as users, count(*) filter (where p.is_pushed)::integer as pushed,
          count(*) filter (where p.waits and not p.is_pushed)::integer as waiting,
          count(*) filter (where p.is_failed and not p.waits)::integer as failed,
          count(*) filter (where p.has_seen)::integer as seen
        from people p group by p.level
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after),
        coalesce(b.users, 0), coalesce(b.pushed, 0), coalesce(b.waiting, 0), coalesce(b.failed, 0), coalesce(b.seen, 0)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      left join people_by_level b on b.level = l.level
      group by l.level, b.users, b.pushed, b.waiting, b.failed, b.seen order by l.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'Returns the results of an alert''s notifications, one row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded deliveries/app_private.delivery_of_alert.sql
--! Included deliveries/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds constant double precision := extract(epoch from moment);
  recorded record;
  receipts text[];
  longest_wait interval;
  is_taken boolean := false;
  refusal text;
begin
  for recorded in
    with outcome as materialized (
      select o.*, 0.75 + random() / 2 as jitter,
          case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', o.at, o.why) end as failure
        from (
          -- Why it failed may name the device.
          select r.user_id, r.id, r.state, app_private.push_reason(r.why) as why, r.receipt, r.after, r.unsent,
              moment - r.ago * interval '1 millisecond' as at
            from json_to_recordset(outcomes) r (
              user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
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
      returning o.state, o.receipt, o.why, o.unsent, d.due_at - moment as wait, d.user_id, d.device_id
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    if recorded.state = 'retry' then
      longest_wait := greatest(longest_wait, recorded.wait);
      if recorded.unsent is not true then
        refusal := recorded.why;
      end if;
    elsif recorded.state = 'accepted' then
      is_taken := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_devices(recorded.user_id, array[recorded.device_id]);
    end if;
  end loop;
  if receipts is not null then
    perform app_private.queue_receipts(provider, receipts);
  end if;
  if is_taken or refusal is not null then
    perform app_private.note_push_outcome(provider, case when not is_taken then refusal end);
  end if;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), ago (milliseconds since the answer)}. It removes dead devices, queues requests for receipts and notes whether the provider takes pushes. Returns the longest wait of those to retry.';
--! EndIncluded deliveries/app_private.record_deliveries.sql
--! Included users/app_private.complete_login.sql
create or replace function app_private.complete_login(email text, address cidr) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  most constant integer := 20;
  owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = lower(complete_login.email));
  forgiven constant double precision := (
    select f.failures
      from app_private.login_counters(complete_login.email, complete_login.address) k
      join app_private.login_failures f on f.counter = k.counter and f.key = k.key
      where k.counter = 'account and address');
begin
  perform set_config('synchronous_commit', 'off', true);
  if forgiven > 0 then
    perform from app_private.login_failures f
      where (f.counter, f.key) in (
        select k.counter, k.key from app_private.login_counters(complete_login.email, complete_login.address) k)
      order by f.counter
      for update;
    update app_private.login_failures f set failures = greatest(0, f.failures - forgiven)
      from app_private.login_counters(complete_login.email, complete_login.address) k
      where f.counter = k.counter and f.key = k.key;
  end if;
  -- The email may have changed meanwhile. An erasure of the user waits for this lock, or has deleted the row.
  perform from app_private.user_emails e where e.email = lower(complete_login.email) and e.user_id = owner_id for key share;
  if not found then
    return;
  end if;
  insert into app_private.login_addresses as a (user_id, address)
    values (owner_id, complete_login.address)
    on conflict on constraint login_addresses_pkey do update set last_at = now() where a.last_at < now() - interval '1 day';
  delete from app_private.login_addresses a
    where a.user_id = owner_id and a.address in (
      select o.address from app_private.login_addresses o
        where o.user_id = owner_id and o.address <> complete_login.address
        order by o.last_at desc, o.address offset most - 1);
end
$$;
comment on function app_private.complete_login(text, cidr) is
  'Records that the password was right: forgives the account''s failures from this address, and remembers the address, up to twenty for each user.';
grant execute on function app_private.complete_login(text, cidr) to app_host;
--! EndIncluded users/app_private.complete_login.sql
--! Included live/app_private.announce_gone_positions.sql
create or replace function app_private.announce_gone_positions(user_ids integer[]) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- PostgreSQL takes up to 8,000 bytes at once: 600 ids of eleven digits, and their commas.
  select pg_notify('last_positions_gone', json_agg(g.user_id order by g.user_id)::text)
    from unnest(user_ids) with ordinality g (user_id, place)
    group by (g.place - 1) / 600
$$;
comment on function app_private.announce_gone_positions(integer[]) is
  'Announces to the hosts that this transaction deleted the last positions of these users, for administrators who look at the map.';
--! EndIncluded live/app_private.announce_gone_positions.sql
--! Included erasure/app_private.forget_positions.sql
create or replace function app_private.forget_positions(user_id integer) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  forgotten integer;
begin
  delete from app_public.positions p where p.user_id = forget_positions.user_id;
  get diagnostics forgotten = row_count;
  delete from app_private.position_hashes h where h.user_id = forget_positions.user_id;
  return forgotten;
end
$$;
comment on function app_private.forget_positions(integer) is
  'Deletes the history of a user''s positions, and what tells repeated reports. Returns the number of positions.';
--! EndIncluded erasure/app_private.forget_positions.sql
--! Included erasure/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- In the order in which logins, registrations and edits lock these rows.
  delete from app_private.user_credentials c where c.user_id = forget_account.user_id;
  delete from app_private.password_links l where l.user_id = forget_account.user_id;
  delete from app_private.email_links l where l.user_id = forget_account.user_id;
  delete from app_private.joined_users j where j.user_id = forget_account.user_id;
  delete from app_private.device_keys k where k.user_id = forget_account.user_id;
  perform app_private.remove_devices(forget_account.user_id, array(
    select d.id from app_private.devices d where d.user_id = forget_account.user_id));
  delete from app_private.left_devices l where l.user_id = forget_account.user_id;
  delete from app_public.quiet_hours q where q.user_id = forget_account.user_id;
  delete from app_public.users u where u.id = forget_account.user_id;
  delete from app_private.user_emails e where e.user_id = forget_account.user_id;
  delete from app_private.login_addresses a where a.user_id = forget_account.user_id;
  delete from app_private.login_failures f
    using app_private.login_counters(forget_account.email, null) k
    where f.counter = 'account' and k.counter = f.counter and f.key = k.key;
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(lower(forget_account.email));
  -- A mail that is not sent yet has the email in its job.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(lower(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
  delete from app_public.sessions s where s.user_id = forget_account.user_id;
end
$$;
comment on function app_private.forget_account(integer, text) is
  'Deletes a user with their credentials, sessions, email, login addresses, links, mails, devices, device keys and quiet hours. Error 23503 if one of these was added meanwhile: call it again.';
--! EndIncluded erasure/app_private.forget_account.sql
--! Included erasure/app_private.erase_person.sql
create or replace function app_private.erase_person(user_id integer) returns app_private.erasure
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  person app_public.users;
  erased app_private.erasure;
begin
  if not exists (select from app_public.users u where u.id = erase_person.user_id) then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.commit_synchronously();
  -- Most of a long history goes before the reports of anyone wait.
  erased.positions := app_private.forget_positions(erase_person.user_id);
  -- The lock makes two administrators who erase each other take turns, so that one remains.
  perform from app_private.settings for update;
  -- A report or a publication that is in flight ends first. A later one does not find the user.
  perform app_private.drain_reports(array[erase_person.user_id]);
  select u.* into person from app_public.users u where u.id = erase_person.user_id;
  if person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  delete from app_public.last_positions l where l.user_id = person.id;
  perform app_private.announce_gone_positions(array[person.id]);
  erased.positions := erased.positions + app_private.forget_positions(person.id);
  perform app_private.clear_places(array[person.id], array(
    select n.id from app_public.notifications n where n.user_id = person.id and n.place_kept));
  erased.notifications := (select count(*) from app_public.notifications n where n.user_id = person.id);
  -- Old results of pushes may name a device.
  update app_private.deliveries d
    set why = app_private.push_reason(d.why), receipt = null,
      failures = array(select app_private.push_reason(f.failure) from unnest(d.failures) with ordinality f (failure, place) order by f.place)
    where d.user_id = person.id and (d.why is not null or d.receipt is not null or d.failures <> '{}');
  for attempt in 1 .. 10 loop
    begin
      perform app_private.forget_account(person.id, person.email);
      exit;
    exception when foreign_key_violation then
      -- A device or a key was added meanwhile. It is there now.
      if attempt = 10 then
        raise;
      end if;
    end;
  end loop;
  if person.is_admin then
    if not exists (select from app_public.users u where u.is_admin) then
      raise exception using errcode = 'LA409', message = 'This is the last administrator: make another user an administrator first.';
    end if;
    perform app_private.require_trained_administrator();
  end if;
  insert into app_private.erased_users as e (user_id, erasure_key)
    values (person.id, coalesce(person.erasure_key, gen_random_uuid()))
    returning e.user_id, e.erased_at into erased.user_id, erased.erased_at;
  perform app_private.audit('USER_ERASED', 'USER', person.id,
    jsonb_build_object('positions', erased.positions, 'notifications', erased.notifications));
  perform pg_notify('token_revoked', person.id::text);
  return erased;
end
$$;
comment on function app_private.erase_person(integer) is
  'Erases a person: all that is held of them goes, except for their notifications and deliveries without place and device, which prove that somebody was told. Returns what it did. Error LA404 for an unknown or erased user, LA409 for the last administrator. A host then lists the erasure outside of the database.';
--! EndIncluded erasure/app_private.erase_person.sql
--! Included erasure/app_private.user_erase.sql
create or replace function app_private.user_erase(id integer) returns app_private.erasure
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.refuse_training_users();
  return app_private.erase_person(user_erase.id);
end
$$;
comment on function app_private.user_erase(integer) is
  'Erases a person, for administrators who are no training users. See app_private.erase_person().';
grant execute on function app_private.user_erase(integer) to app_admin;
--! EndIncluded erasure/app_private.user_erase.sql
--! Included erasure/app_private.erase_me.sql
create or replace function app_private.erase_me() returns app_private.erasure
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return app_private.erase_person(app_private.require_user_id());
end
$$;
comment on function app_private.erase_me() is
  'Erases the user of this request, whose password the host has checked. See app_private.erase_person().';
grant execute on function app_private.erase_me() to app_user;
--! EndIncluded erasure/app_private.erase_me.sql
--! Included erasure/app_private.give_erasure_keys.sql
create or replace function app_private.give_erasure_keys(most integer) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  given integer;
begin
  update app_public.users u set erasure_key = gen_random_uuid()
    where u.erasure_key is null and u.id = any (array(
      select o.id from app_public.users o where o.erasure_key is null order by o.id limit most));
  get diagnostics given = row_count;
  return given;
end
$$;
comment on function app_private.give_erasure_keys(integer) is
  'Gives a random key to users from before there were such keys, at most so many. Returns how many: call it until there are none.';
--! EndIncluded erasure/app_private.give_erasure_keys.sql
--! Included export/app_private.may_export.sql
create or replace function app_private.may_export(token_user_id integer, session_id bigint, user_id integer) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant record := app_private.authenticate(token_user_id, may_export.session_id);
begin
  return (caller.role = 'app_admin' or caller.user_id = may_export.user_id::text)
    and exists (select from app_public.users u where u.id = may_export.user_id);
end
$$;
comment on function app_private.may_export(integer, bigint, integer) is
  'True if this session is valid now and may export what is held of a user: it is the user''s or an administrator''s, and the user is not erased.';
--! EndIncluded export/app_private.may_export.sql
--! Included export/app_private.begin_export.sql
create or replace function app_private.begin_export(token_user_id integer, session_id bigint, user_id integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if app_private.may_export(token_user_id, begin_export.session_id, begin_export.user_id) is not true then
    return false;
  end if;
  -- The export waits for this entry, so it must be safe before.
  perform app_private.commit_synchronously();
  perform app_private.audit('USER_EXPORTED', 'USER', begin_export.user_id,
    actor_id => token_user_id, session_id => begin_export.session_id);
  return true;
end
$$;
comment on function app_private.begin_export(integer, bigint, integer) is
  'Records in the audit log that what is held of a user is exported in this session. False if it may not.';
grant execute on function app_private.begin_export(integer, bigint, integer) to app_host;
--! EndIncluded export/app_private.begin_export.sql
--! Included export/app_private.export_page.sql
-- Each part has a statement of its own: its plan reads one user's rows by an index, and no others.
create or replace function app_private.export_page(
  token_user_id integer, session_id bigint, user_id integer, part text, after bigint, most integer,
  out is_allowed boolean, out items text[], out last_id bigint
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, export_page.user_id), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(json_build_object(
        'id', u.id, 'email', u.email, 'name', u.name, 'address', u.address, 'isAdmin', u.is_admin, 'isTester', u.is_tester,
        'isTraining', u.is_training, 'createdAt', u.created_at,
        'emailVerified', u.email_verified, 'lastPositionOnly', u.last_position_only,
        'joinedBy', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'hasPassword', exists (select from app_private.user_credentials c where c.user_id = export_page.user_id),
        'passwordLinkExpiresAt', (select l.expires_at from app_private.password_links l where l.user_id = export_page.user_id))::text)
      into items from app_public.users u where u.id = export_page.user_id;
  when 'lastPosition' then
    select array_agg(json_build_object(
        'createdAt', l.created_at, 'takenAt', l.taken_at, 'latitude', l.latitude, 'longitude', l.longitude,
        'accuracy', l.accuracy, 'movingActivity', l.moving_activity)::text)
      into items from app_public.last_positions l where l.user_id = export_page.user_id;
  when 'quietHours' then
    select array_agg(json_build_object('from', q.starts, 'to', q.ends, 'timeZone', q.time_zone)::text)
      into items from app_public.quiet_hours q where q.user_id = export_page.user_id;
  when 'sessions' then
    select array_agg(json_build_object(
        'id', s.id, 'createdAt', s.created_at, 'usedAt', s.used_at, 'expiresAt', s.expires_at, 'isAdmin', s.is_admin,
        'client', s.client)::text order by s.id)
      into items from app_public.sessions s where s.user_id = export_page.user_id;
  when 'loginAddresses' then
    select array_agg(json_build_object('address', a.address, 'lastAt', a.last_at)::text order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = export_page.user_id;
  when 'devices' then
    select array_agg(json_build_object(
        'id', d.id, 'provider', d.provider, 'createdAt', d.created_at, 'leftAt', d.left_at)::text order by d.created_at, d.id)
      into items
      from (
        select v.id, v.provider, v.created_at, null::timestamptz as left_at from app_private.devices v where v.user_id = export_page.user_id
        union all
        select l.id, l.provider, l.created_at, l.left_at from app_private.left_devices l where l.user_id = export_page.user_id
      ) d;
  when 'deviceKeys' then
    select array_agg(json_build_object(
        'id', k.id, 'name', k.name, 'createdAt', k.created_at, 'lastUsedAt', k.last_used_at)::text order by k.id)
      into items from app_private.device_keys k where k.user_id = export_page.user_id;
  when 'positions' then
    select array_agg(json_build_object(
        'id', p.id, 'createdAt', p.created_at, 'takenAt', p.taken_at, 'latitude', p.latitude, 'longitude', p.longitude,
        'accuracy', p.accuracy, 'movingActivity', p.moving_activity)::text order by p.id), max(p.id)
      into items, last_id
      from (
        select o.* from app_public.positions o where o.user_id = export_page.user_id and o.id > after order by o.id limit most
      ) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = export_page.user_id and n.id > after order by n.id limit most
    )
    select array_agg(json_build_object(
        'id', p.id, 'alertId', p.alert_id, 'version', p.version, 'kind', p.kind, 'level', p.level, 'createdAt', p.created_at,
        'seenAt', p.seen_at, 'title', a.title, 'event', a.event, 'status', a.status,
        'text', case
          when p.kind = 'ALL_CLEAR' then coalesce(v.all_clear, a.all_clear)
          when p.level = 'ONE' then coalesce(v.text1, a.text1)
          when p.level = 'TWO' then coalesce(v.text2, a.text2)
          else coalesce(v.text3, a.text3) end,
        'placeKept', p.place_kept, 'latitude', case when p.place_kept then p.latitude end,
        'longitude', case when p.place_kept then p.longitude end, 'accuracy', p.accuracy, 'takenAt', p.taken_at,
        'movingActivity', case when p.place_kept then p.moving_activity end,
        'distanceClass', p.distance_class, 'rule', p.rule)::text order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version;
  when 'deliveries' then
    select array_agg(json_build_object(
        'id', d.id, 'notificationId', d.notification_id, 'deviceId', d.device_id, 'provider', d.provider, 'state', d.state,
        'createdAt', d.created_at, 'sentAt', d.sent_at, 'acceptedAt', d.accepted_at, 'settledAt', d.settled_at,
        'attempts', d.attempts, 'why', app_private.push_reason(d.why))::text order by d.id), max(d.id)
      into items, last_id
      from (
        select o.* from app_private.deliveries o where o.user_id = export_page.user_id and o.id > after order by o.id limit most
      ) d;
  when 'auditEntries' then
    select array_agg(json_build_object(
        'id', e.id, 'createdAt', e.created_at, 'action', e.action, 'isYours', coalesce(e.actor_id = export_page.user_id, false),
        -- Of what others do, only what concerns this person.
        'objectType', e.object_type, 'objectId', e.object_id, 'fields', e.facts -> 'fields')::text order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = export_page.user_id and a.id > after order by a.id limit most)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = export_page.user_id and a.id > after order by a.id limit most)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(export_page.user_id)
            and a.id > after order by a.id limit most)
        order by id limit most
      ) e;
  when 'alertVersions' then
    select array_agg(json_build_object(
        'alertId', v.alert_id, 'version', v.version, 'createdAt', v.created_at)::text order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = export_page.user_id;
  when 'heldPublications' then
    select array_agg(json_build_object(
        'id', h.id, 'createdAt', h.created_at, 'dueAt', h.due_at, 'state', h.state, 'alertId', h.alert_id)::text order by h.id)
      into items from app_private.held_publications h where export_page.user_id in (h.user_id, h.settled_by);
  when 'sharedDrafts' then
    select array_agg(json_build_object(
        'id', d.id, 'name', d.name, 'createdAt', d.created_at, 'updatedAt', d.updated_at, 'content', d.content)::text order by d.id)
      into items from app_public.shared_drafts d where export_page.user_id in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(json_build_object(
        'id', m.id, 'name', m.name, 'createdAt', m.created_at, 'updatedAt', m.updated_at)::text order by m.id)
      into items from app_public.alert_templates m where m.user_id = export_page.user_id;
  when 'savedAreas' then
    select array_agg(json_build_object(
        'id', s.id, 'name', s.name, 'createdAt', s.created_at, 'updatedAt', s.updated_at)::text order by s.id)
      into items from app_public.saved_areas s where s.user_id = export_page.user_id;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next items of a part of what is held of a user, as JSON, and the id of the last one; with the first page, after is 0. Secrets are left out: passwords, device tokens and keys. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded export/app_private.export_page.sql

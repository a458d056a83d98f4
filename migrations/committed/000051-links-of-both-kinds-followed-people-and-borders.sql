--! Previous: sha1:4d3589242c14c1fe1352f8dfce70b68767c3ff7e
--! Hash: sha1:98dd13339613ec801b341b374f706a1003105e3e
--! Message: Links of both kinds, followed people and borders

--! split: 1-current.sql
-- A stranger who asked for a mail made a link worthless that an administrator had handed over. The table is small.
alter table app_private.password_links drop constraint password_links_pkey;
-- squawk-ignore constraint-missing-not-valid, adding-serial-primary-key-field
alter table app_private.password_links add constraint password_links_pkey primary key (user_id, is_mailed);
comment on table app_private.password_links is
  'Links by which users set a password: their first one, or a new one by mail. A user has at most one of each kind. When one is used, both rows go.';
--! Included mail/app_private.make_password_mail.sql
create or replace function app_private.make_password_mail(email text) returns table (address text, token text)
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  lifetime constant interval := '1 hour';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  owner_id integer;
begin
  owner_id := (select e.user_id from app_private.user_emails e where e.email = lower(make_password_mail.email));
  -- A change of the email comes before this lock, and is seen here, or after it, and deletes the link.
  make_password_mail.address := app_private.lock_user(owner_id);
  if address is null or lower(address) <> lower(make_password_mail.email) then
    return;
  end if;
  insert into app_private.password_links as l (user_id, token_hash, expires_at, is_mailed)
    values (owner_id, app_private.key_hash(secret), now() + lifetime, true)
    on conflict on constraint password_links_pkey
      do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
  make_password_mail.token := owner_id || '.' || secret;
  return next;
end
$$;
comment on function app_private.make_password_mail(text) is
  'Makes a link by which whoever has this email sets a password. An earlier link that was mailed no longer works. Returns the address and the token to mail. No row if nobody has it.';
--! EndIncluded mail/app_private.make_password_mail.sql
--! Included users/app_private.set_first_password.sql
create or replace function app_private.set_first_password(token text, password_hash text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_email constant text := app_private.password_link_email(token);
  owner_id integer;
  was_mailed boolean;
begin
  if owner_email is null then
    return null;
  end if;
  owner_id := split_part(token, '.', 1);
  perform app_private.lock_user(owner_id);
  -- Of two uses of a link at once, the second one finds it gone.
  delete from app_private.password_links l
    where l.user_id = owner_id and l.token_hash = app_private.key_hash(split_part(token, '.', 2))
    returning l.is_mailed into was_mailed;
  if not found then
    return null;
  end if;
  delete from app_private.password_links l where l.user_id = owner_id;
  -- Only a mailed link is for a user who has a password.
  insert into app_private.user_credentials as c (user_id, password_hash) values (owner_id, set_first_password.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
  perform app_private.audit('PASSWORD_SET', 'USER', owner_id, actor_id => owner_id);
  perform app_private.end_sessions(owner_id);
  if was_mailed then
    -- Whoever has the link reads the mail. Links to an earlier email are gone: see app_public.user_edit().
    update app_public.users u set email_verified = true where u.id = owner_id;
  else
    perform app_private.queue_verification(owner_id);
  end if;
  return owner_email;
end
$$;
comment on function app_private.set_first_password(text, text) is
  'Sets a user''s password by the token of a link, ends the user''s links and all sessions. Returns the email to log in with. Null if the token is wrong, used or expired.';
grant execute on function app_private.set_first_password(text, text) to app_host;
--! EndIncluded users/app_private.set_first_password.sql
-- A password that was given while a batch of links was made left an open link that could replace it.
--! Included users/app_public.new_password_links.sql
create or replace function app_public.new_password_links(user_ids integer[]) returns setof app_public.password_link
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  most_users constant integer := 5000;
  lifetime constant interval := (select s.password_link_lifetime from app_private.settings s);
  owner_id integer;
  link app_public.password_link;
  secret text;
begin
  if cardinality(user_ids) > most_users then
    raise exception using errcode = 'LA400', message = 'userIds has more than 5,000 entries: ask for them in several parts.';
  end if;
  -- In one order, so that two calls do not wait for each other. A password that is set meanwhile is seen below.
  perform app_private.lock_user(l.id) from (select distinct unnest(user_ids) as id order by 1) l;
  foreach owner_id in array user_ids loop
    if not exists (select from app_public.users u where u.id = owner_id) then
      raise exception using errcode = 'LA404', message = 'There is no user with this id.';
    end if;
    perform app_private.protect_administrator(owner_id);
    -- Otherwise an administrator's stolen token could take over any user. userPasswordReset asks for a password.
    if exists (select from app_private.user_credentials c where c.user_id = owner_id) then
      raise exception using errcode = 'LA409', message = 'This user already has a password: give them a new one instead.';
    end if;
    secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    link := row(owner_id, owner_id || '.' || secret, now() + lifetime)::app_public.password_link;
    insert into app_private.password_links as l (user_id, token_hash, expires_at)
      values (owner_id, sha256(convert_to(secret, 'UTF8')), link.expires_at)
      on conflict on constraint password_links_pkey
        do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
    perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);
    return next link;
  end loop;
end
$$;
comment on function app_public.new_password_links(integer[]) is
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, by which they set their password. An earlier link that an administrator made for them no longer works. For administrators; those in training make none for an administrator who is not. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_admin;
--! EndIncluded users/app_public.new_password_links.sql

-- Names of device keys are recorded too.
--! Included audit/app_private.audit_read.sql
create or replace function app_private.audit_read(
  fields text[], user_ids integer[], alert_id integer, is_subscription boolean
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not coalesce((app_public.me()).is_admin, false) then
    return;
  end if;
  -- An answer that waits for this entry must not go out before the entry is safe.
  perform app_private.commit_synchronously();
  perform app_private.audit(
    case when is_subscription then 'PEOPLE_FOLLOWED' else 'PEOPLE_READ' end::app_public.audit_action,
    case when cardinality(user_ids) = 1 then 'USER' when alert_id is not null then 'ALERT' end::app_public.audit_object,
    case when cardinality(user_ids) = 1 then user_ids[1] else alert_id end,
    jsonb_build_object('fields', fields) || case when cardinality(user_ids) > 1 then jsonb_build_object('user_ids', user_ids) else '{}' end);
end
$$;
comment on function app_private.audit_read(text[], integer[], integer, boolean) is
  'Records that the administrator of this request reads other people''s positions, notifications, device keys or names, before the answer. A subscription is recorded once a minute. Does nothing for others: the fields refuse them, or show only what is theirs.';
grant execute on function app_private.audit_read(text[], integer[], integer, boolean) to app_anonymous, app_user;
--! EndIncluded audit/app_private.audit_read.sql
do $$
begin
  execute format('comment on type app_public.audit_action is %L', replace(
    obj_description('app_public.audit_action'::regtype), 'read positions, notifications or names', 'read positions, notifications, device keys or names'));
end
$$;

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
        'passwordLinkExpiresAt', (select max(l.expires_at) from app_private.password_links l where l.user_id = export_page.user_id),
        'emailLinkExpiresAt', (select l.expires_at from app_private.email_links l where l.user_id = export_page.user_id))::text)
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
  when 'invitations' then
    select array_agg(json_build_object(
        'id', i.id, 'name', i.name, 'places', i.places, 'used', i.used, 'createdAt', i.created_at, 'expiresAt', i.expires_at,
        'revokedAt', i.revoked_at)::text order by i.id)
      into items from app_private.invitations i where i.made_by = export_page.user_id;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next items of a part of what is held of a user, as JSON, and the id of the last one; with the first page, after is 0. Secrets are left out: passwords, device tokens and keys. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded export/app_private.export_page.sql

-- The borders of an alert at the 180th meridian were wrong near Greenwich.
--! Included near/app_private.border_near.sql
create or replace function app_private.border_near(zone public.geometry, box public.geometry, tolerance double precision)
returns public.geometry
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
declare
  outline constant geometry := st_boundary(zone);
  border geometry := st_collectionextract(st_intersection(outline, box), 2);
  meridian constant geometry := st_geomfromtext('LINESTRING(180 -90, 180 90)', 4326);
  seam geometry;
begin
  if st_xmin(zone) = -180 and st_xmax(zone) = 180 and (st_xmin(box) = -180 or st_xmax(box) = 180) then
    -- The pieces of a zone at the 180th meridian meet there: that edge is no border. With a grid, GEOS refuses points among lines.
    seam := st_collectionextract(st_intersection(
      st_collectionextract(st_intersection(outline, meridian), 2),
      st_translate(st_collectionextract(st_intersection(outline, st_translate(meridian, -360, 0)), 2), 360, 0), 1e-10), 2);
    border := st_collectionextract(
      st_difference(border, st_collectionextract(st_collect(seam, st_translate(seam, -360, 0)), 2), 1e-10), 2);
  end if;
  -- A corner each twentieth of a degree keeps edges straight in longitude and latitude.
  return case when not st_isempty(border) then st_segmentize(st_simplify(border, tolerance / 111320, true), 0.05) end;
end
$$;
comment on function app_private.border_near(public.geometry, public.geometry, double precision) is
  'Returns the border of a zone as far as it lies in a box of degrees. It is off by no more than the tolerance in metres. Null if no border lies there.';
--! EndIncluded near/app_private.border_near.sql

-- After the clock was set back, the jobs of a dead process waited until it had caught up.
--! Included upkeep/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        -- A moment in the future is from before the clock was set back.
        set since = case when w.seen_at not between now() - patience and now() then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has lived that long may judge the others: after an outage of PostgreSQL, all of them are late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w
        where w.seen_at not between now() - patience and clock_timestamp() + patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform app_private.free_jobs(dead);
    end if;
  end if;

  -- Each failure makes a job wait longer. A publication must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, makes no unfinished publication wait longer than that, and completes jobs that were replaced and have failed.';
--! EndIncluded upkeep/app_private.heartbeat.sql

-- Of two subscriptions of a session in the same minute, only one was recorded. Last, as entries wait for it: it reads all of them once.
-- squawk-ignore require-concurrent-index-creation
create unique index audit_entries_once on app_public.audit_entries (
    action, actor_id, session_id, object_type, object_id, (facts -> 'fields'), (facts -> 'user_ids'),
    date_trunc('minute', created_at at time zone 'UTC')) nulls not distinct
  where action in ('LOGIN_FAILED', 'PEOPLE_FOLLOWED');
-- squawk-ignore require-concurrent-index-deletion
drop index app_public.audit_entries_once_a_minute;
alter index app_public.audit_entries_once rename to audit_entries_once_a_minute;

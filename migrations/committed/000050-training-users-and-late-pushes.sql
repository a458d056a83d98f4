--! Previous: sha1:1ab2382106c019845d99f493ea933395e522aa30
--! Hash: sha1:4d3589242c14c1fe1352f8dfce70b68767c3ff7e
--! Message: Training users and late pushes

--! split: 1-current.sql
-- An administrator in training could become one who is not, by that user's email or password.
--! Included users/app_private.protect_administrator.sql
create or replace function app_private.protect_administrator(user_id integer) returns void
language plpgsql stable
as $$
begin
  -- Who sets an administrator's email or password can become them.
  if exists (select from app_public.users u where u.id = protect_administrator.user_id and u.is_admin and not u.is_training) then
    perform app_private.refuse_training_users();
  end if;
end
$$;
comment on function app_private.protect_administrator(integer) is
  'Error LA403 if the caller is in training and this user is an administrator who is not.';
--! EndIncluded users/app_private.protect_administrator.sql
--! Included users/app_public.user_password_reset.sql
create or replace function app_public.user_password_reset(id integer, password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.lock_user(changed.id);
  perform app_private.protect_administrator(changed.id);
  -- An imported user may have no password yet.
  insert into app_private.user_credentials as c (user_id, password_hash) values (changed.id, user_password_reset.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators; those in training cannot reset that of an administrator who is not. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included users/app_public.user_edit.sql
-- Security definer, to reserve the email. So it checks by itself what the policies of users say.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  edited app_public.users;
  before text;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and caller.is_admin then
    raise exception using errcode = 'LA403', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if caller.id = user_edit.id or caller.is_admin then
    before := lower(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.protect_administrator(user_edit.id);
    end if;
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only),
          email_verified = u.email_verified and coalesce(lower(user_edit.input.email) = lower(u.email), true)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
  -- An update, so that whoever waits in lock_user() gets the lock after it.
  update app_private.user_emails e set email = lower(edited.email)
    where e.user_id = edited.id and e.email <> lower(edited.email);
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if lower(edited.email) <> before then
    -- Links that were mailed to the earlier address.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user, except that an administrator in training may edit no administrator who is not. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
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
        do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, is_mailed = false;
    perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);
    return next link;
  end loop;
end
$$;
comment on function app_public.new_password_links(integer[]) is
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, by which they set their password. An earlier link of theirs no longer works. For administrators; those in training make none for an administrator who is not. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_admin;
--! EndIncluded users/app_public.new_password_links.sql
-- An exercise went out as a real alert if its author's training ended while it was held.
alter table app_private.held_publications add column if not exists by_training_user boolean not null default false;
comment on column app_private.held_publications.by_training_user is 'True if its author was in training, so that a new alert is an exercise.';
--! Included publication/app_private.hold_publication.sql
create or replace function app_private.hold_publication(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  repeated app_public.held_publication;
begin
  if num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1
    or (input.new_alert is distinct from null) = (input.alert_id is not null)
  then
    raise exception using errcode = 'LA400',
      message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- First, because what was published already can fail now.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
  end if;
  -- It runs to its end and is rolled back, so that only what changes meanwhile can make it fail when it is due.
  -- A code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  -- Whoever is told that it goes out, or that it does not, is told what survives the loss of a machine.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (
      user_id, key, due_at, new_alert, alert_id, changes, all_clear, by_training_user)
    select app_public.current_user_id(), input.key, clock_timestamp() + s.take_back_time, to_json(input.new_alert), input.alert_id,
        to_json(input.changes), input.all_clear, (app_public.me()).is_training
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    -- The same request came twice at once.
    return app_private.repeated_publication(input);
  end if;
  perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_private.hold_publication(app_public.publication_input) is
  'Holds a publication for the time in which it can be taken back, and queues the job that then runs app_private.publish_held(). A repeated key returns the first one, whatever became of it. Errors are those that the publication would have now.';
grant execute on function app_private.hold_publication(app_public.publication_input) to app_admin;
--! EndIncluded publication/app_private.hold_publication.sql
--! Included publication/app_private.publish_held.sql
create or replace function app_private.publish_held(held_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  author app_public.users;
  reason text;
begin
  -- Someone who takes it back meanwhile waits here, and then finds it published.
  select h.* into held from app_private.held_publications h where h.id = held_id and h.state = 'HELD' for update;
  if held.id is null then
    return;
  end if;
  select u.* into author from app_public.users u where u.id = held.user_id;
  if held.due_at < clock_timestamp() - interval '1 minute' then
    reason := 'The service was not running when it was due, and it is too late now: publish it again.';
  elsif author.is_admin is not true then
    reason := 'Its author is no administrator any more.';
  elsif held.new_alert is not null and author.is_training <> held.by_training_user then
    -- Training decides whether it is an exercise.
    reason := 'The training of its author began or ended meanwhile: publish it again.';
  else
    begin
      perform set_config('jwt.claims.user_id', held.user_id::text, true);
      held.alert_id := app_private.run_publication(
        json_populate_record(null::app_public.alert_input, held.new_alert), held.alert_id,
        json_populate_record(null::app_public.alert_update_input, held.changes), held.all_clear);
      perform app_private.continue_publication(held.alert_id);
    exception when others then
      -- The rules of publication refuse it. After any other error the job tries again.
      if sqlstate not like 'LA%' then
        raise;
      end if;
      reason := sqlerrm;
    end;
  end if;
  update app_private.held_publications h
    set state = case when reason is null then 'PUBLISHED' else 'FAILED' end::app_public.held_publication_state,
      alert_id = held.alert_id, why = reason, settled_at = clock_timestamp()
    where h.id = held.id;
end
$$;
comment on function app_private.publish_held(integer) is
  'Publishes what was held, unless it was taken back, under the name of its author. The second phase follows as a job. If the service was down for more than a minute, it is too late: it fails.';
--! EndIncluded publication/app_private.publish_held.sql
-- An administrator in training could take back a real publication.
--! Included publication/app_private.take_back.sql
create or replace function app_private.take_back(held_id integer) returns app_public.held_publication
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  perform app_private.commit_synchronously();
  -- The lock makes it wait for a publication that has begun.
  select h.* into held from app_private.held_publications h where h.id = held_id for update;
  if held.user_id <> app_public.current_user_id() and not held.by_training_user then
    perform app_private.refuse_training_users();
  end if;
  update app_private.held_publications h
    set state = 'TAKEN_BACK', settled_at = clock_timestamp(), settled_by = app_public.current_user_id()
    where h.id = held_id and h.state = 'HELD';
  if found then
    perform app_private.audit('PUBLICATION_TAKEN_BACK', 'HELD_PUBLICATION', held_id);
  end if;
  select h.* into held from app_private.held_publications h where h.id = held_id;
  if held.id is null then
    raise exception using errcode = 'LA404', message = 'There is no held publication with this id.';
  elsif held.state = 'PUBLISHED' then
    raise exception using errcode = 'LA409', message = 'It is too late to take it back, because it has been published: correct it, or end it with an all-clear.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.take_back(integer) is
  'Takes back a held publication: nothing of it is published, then or later. Error LA404 for an unknown one, LA409 for one that was published, LA403 if the caller is in training and its author was not.';
grant execute on function app_private.take_back(integer) to app_admin;
--! EndIncluded publication/app_private.take_back.sql
-- A report by a device key and the erasure of its user waited for each other.
--! Included positions/app_private.report_with_key.sql
create or replace function app_private.report_with_key(
  user_id integer, key_hash bytea, input json, out is_known boolean, out kept integer, out faults text[]
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  key_id bigint;
  is_used_lately boolean;
  good app_public.position_input[];
begin
  select k.id, k.last_used_at > now() - interval '1 minute' into key_id, is_used_lately
    from app_private.device_keys k
    where k.user_id = report_with_key.user_id and k.key_hash = report_with_key.key_hash;
  is_known := found;
  if not is_known then
    return;
  end if;
  select array_agg(row(i.latitude, i.longitude, i.moving_activity, i.taken_at, i.accuracy, i.client_id)::app_public.position_input
        order by i.index) filter (where i.fault is null),
      array_agg(distinct i.fault) filter (where i.fault is not null)
    into good, faults
    from (
      select e.*, app_private.position_fault(e.latitude, e.longitude, e.accuracy, app_private.moment_taken(e.taken_at), now()) as fault
        from rows from (json_populate_recordset(null::app_public.position_input, input)) with ordinality
          as e (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
    ) i;
  -- Before the first row is locked, as whoever erases the user holds this lock when they delete the key.
  perform app_private.share_report_lock(report_with_key.user_id);
  perform app_private.apply_report_settings(report_with_key.user_id);
  if is_used_lately is not true then
    update app_private.device_keys k set last_used_at = now()
      where k.user_id = report_with_key.user_id and k.id = key_id;
  end if;
  kept := 0;
  if good is not null then
    kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, good)).kept), 0);
  end if;
end
$$;
comment on function app_private.report_with_key(integer, bytea, json) is
  'Reports the positions of an app that has a device key, as newPositions does, except that an entry that cannot be stored does not refuse the others. Returns if the key is known, how many positions were new, and what is wrong with the entries that were left out.';
grant execute on function app_private.report_with_key(integer, bytea, json) to app_host;
--! EndIncluded positions/app_private.report_with_key.sql
-- A refresh beside a logout was recorded as a stolen token.
--! Included sessions/app_private.refresh_session.sql
create or replace function app_private.refresh_session(
  user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval
) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  kept app_private.refresh_tokens;
begin
  -- Only who had a token of this session knows its family. So nobody else can end the session below.
  if not exists (select from app_private.refresh_tokens r
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id and r.family_hash = refresh_session.family_hash)
    or (app_private.authenticate(refresh_session.user_id, refresh_session.session_id)).role = 'app_anonymous'
  then
    return null;
  end if;
  -- The row's lock makes two refreshes at once take turns.
  update app_public.sessions s set used_at = now(), expires_at = now() + refresh_session.lifetime
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  if not found then
    -- It ended meanwhile.
    return null;
  end if;
  select r.* into kept from app_private.refresh_tokens r
    where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
  if kept.token_hash = refresh_session.token_hash then
    update app_private.refresh_tokens r
      set previous_hash = r.token_hash, token_hash = refresh_session.next_hash, successor_key = refresh_session.next_key
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
    return refresh_session.next_key;
  elsif kept.previous_hash = refresh_session.token_hash then
    return kept.successor_key;
  end if;
  delete from app_public.sessions s
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  perform app_private.audit(
    'SESSION_ENDED', 'USER', refresh_session.user_id,
    jsonb_build_object('session_id', refresh_session.session_id, 'reason', 'REFRESH_TOKEN_REPEATED'));
  perform pg_notify('token_revoked', refresh_session.user_id::text);
  return null;
end
$$;
comment on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) is
  'Prolongs a session by a refresh token, and returns the key from which the host computes the token''s successor. The same token gets the same key until its successor is used. An older token ends the session, as it may be stolen. Null if the token is not accepted.';
grant execute on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) to app_host;
--! EndIncluded sessions/app_private.refresh_session.sql
-- The email of an erased person could stay.
--! Included mail/app_private.make_verification_mail.sql
create or replace function app_private.make_verification_mail(user_id integer) returns table (address text, token text)
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  lifetime constant interval := '3 days';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  address := app_private.lock_user(make_verification_mail.user_id);
  if not exists (select from app_public.users u where u.id = make_verification_mail.user_id and not u.email_verified) then
    return;
  end if;
  insert into app_private.email_links as l (user_id, email, token_hash, expires_at)
    values (make_verification_mail.user_id, lower(address), app_private.key_hash(secret), now() + lifetime)
    on conflict on constraint email_links_pkey
      do update set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at;
  make_verification_mail.token := make_verification_mail.user_id || '.' || secret;
  return next;
end
$$;
comment on function app_private.make_verification_mail(integer) is
  'Makes a link by which a user confirms their email. An earlier link no longer works. Returns the address and the token to mail. No row if it is confirmed, or there is no such user.';
--! EndIncluded mail/app_private.make_verification_mail.sql
-- Pushes that waited arrived after later ones of the same alert.
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
  made := app_private.insert_deliveries(provider, job_id, notification_ids, lasting, cleared, moment);
  if made > 0 then
    return query select * from app_private.deliveries_claimed_at(moment, provider, job_id, notification_ids);
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

  -- Otherwise an earlier text could arrive last, and stay.
  update app_private.deliveries d
    set state = 'failed', settled_at = moment, why = 'A later notification of the alert took its place.'
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

  -- A job that claims the same at the same time waits here, and then finds them sent.
  update app_private.deliveries d
    set state = 'sent', attempts = d.attempts + 1, sent_at = moment, job_id = claim_deliveries.job_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id);

  return query select * from app_private.deliveries_claimed_at(moment, provider, job_id, notification_ids);
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, bigint[]) is
  'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, of a notification that a later one of the same alert replaces, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';
--! EndIncluded deliveries/app_private.claim_deliveries.sql
--! Included deliveries/app_private.insert_deliveries.sql
create or replace function app_private.insert_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[], lasting integer[], cleared integer[], moment timestamptz
) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  made integer;
begin
  -- Most deliveries are sent at their first claim. Inserting them as sent saves one row version each.
  insert into app_private.deliveries as d (
      notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
    select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, insert_deliveries.job_id,
        c.state, (c.state = 'sent')::integer, case c.state when 'sent' then moment end,
        coalesce(q.until, now()), case c.state when 'failed' then moment end,
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
            select n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end) as has_ended,
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

  get diagnostics made = row_count;
  return made;
end
$$;
comment on function app_private.insert_deliveries(app_private.push_provider, bigint, bigint[], integer[], integer[], timestamptz) is
  'Inserts the deliveries of these notifications that are not there yet, for app_private.claim_deliveries(): as sent at this moment, as queued in quiet hours, or as failed if a later notification of the alert replaces theirs, or their alert is not among those of which an alert (lasting) or an all-clear (cleared) may be pushed. Returns how many.';
--! EndIncluded deliveries/app_private.insert_deliveries.sql
-- One device that no push reached made a provider seem to be down.
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
          select r.user_id, r.id, r.state, app_private.push_reason(r.why) as why, r.receipt, r.after, r.unsent, r.everyone,
              moment - r.ago * interval '1 millisecond' as at
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
      returning o.state, o.receipt, o.why, o.unsent, o.everyone, d.attempts, d.due_at - moment as wait, d.user_id, d.device_id, d.sent_at
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    -- One device that refuses again and again says nothing of the others.
    if recorded.unsent is not true and (recorded.everyone or recorded.state = 'retry' and recorded.attempts <= 1) then
      refusal := recorded.why;
    end if;
    if recorded.state = 'retry' then
      if recorded.everyone then
        longest_wait := greatest(longest_wait, recorded.wait);
      end if;
    elsif recorded.state = 'accepted' then
      is_taken := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
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
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), everyone (true if no other push would be taken now), ago (milliseconds since the answer)}. It removes dead devices, queues requests for receipts and notes whether the provider takes pushes: no, if it refuses everyone or a first attempt. Returns the longest wait of those that everyone shares.';
--! EndIncluded deliveries/app_private.record_deliveries.sql
-- Credentials that a provider's own providers refuse showed in one alert's figures only.
--! Included deliveries/app_private.record_receipts.sql
create or replace function app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  answered constant text[] := array(
    select o.receipt from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null);
  missing text[];
  recorded record;
  is_taken boolean := false;
  refusal text;
  retried_ids bigint[];
  retried_levels app_public.level_alert[];
begin
  -- Ask again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing
    from app_private.deliveries d
    where d.receipt = any (asked) and d.settled_at > now() - interval '1 day'
      and d.receipt <> all (answered);
  if missing is not null then
    perform app_private.queue_receipts(provider, missing);
  end if;

  for recorded in
    with outcome as materialized (
      select o.*, case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', moment, o.why) end as failure
        from (
          -- Why it failed may name the device.
          select r.receipt, r.state, app_private.push_reason(r.why) as why, r.everyone
            from json_to_recordset(outcomes) r (receipt text, state text, why text, everyone boolean)
        ) o
    )
    update app_private.deliveries d
      set receipt = null,
        state = o.new_state,
        settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else moment end,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end
      from outcome o
      where d.receipt = o.receipt
      returning o.state, o.why, o.everyone, d.notification_id, d.device_id, d.user_id, d.level, d.sent_at
  loop
    if recorded.state = 'accepted' then
      is_taken := true;
    elsif recorded.everyone then
      refusal := recorded.why;
    end if;
    if recorded.state = 'retry' then
      retried_ids := retried_ids || recorded.notification_id;
      retried_levels := retried_levels || recorded.level;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  if refusal is not null and not is_taken then
    perform app_private.note_push_outcome(provider, refusal);
  end if;
  perform app_private.follow_up_deliveries(provider, r.ids, r.level, now())
    from (
      select o.level, array_agg(distinct o.id) as ids from unnest(retried_levels, retried_ids) o (level, id) group by o.level
    ) r;
end
$$;
comment on function app_private.record_receipts(app_private.push_provider, text[], json) is
  'Records what receipts say about accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why, everyone (true if the provider''s own settings are at fault)}. It notes if the provider delivers none, removes dead devices, queues deliveries to retry, and asks again for missing receipts.';
--! EndIncluded deliveries/app_private.record_receipts.sql

-- A clock that was set back made everyone's reports history until it had caught up.
--! Included positions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions, is_history boolean) returns void
language plpgsql volatile
as $$
declare
  -- A variable, as a cluster takes no function there. Clocks of several nodes may differ by a little.
  ahead constant timestamptz := clock_timestamp() + interval '10 seconds';
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      public.st_setsrid(public.st_makepoint(reported.longitude, reported.latitude), 4326),
      reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      -- A moment ahead of now is of a clock that was set back. It says nothing.
      where excluded.taken_at >= l.taken_at or l.taken_at > ahead
    returning l.* into here;
  -- An older position than the last one is only history.
  if here.user_id is not null then
    if not is_history then
      insert into app_private.lone_positions as l (user_id, position_id) values (reported.user_id, reported.id)
        on conflict (user_id) do update set position_id = excluded.position_id;
    end if;
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions, boolean) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known, unless that is ahead of now. is_history is what app_private.apply_report_settings() returned. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.apply_position_report.sql
-- Of the positions of a fast clock, one of the past could be the last.
--! Included positions/app_private.keep_positions.sql
create or replace function app_private.keep_positions(
  user_id integer, input app_public.position_input[], out kept app_public.positions[], out ids bigint[]
)
language plpgsql volatile
as $$
declare
  hashes constant uuid[] := array(
    select app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      from unnest(input) with ordinality
        as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
      order by i.index);
  first_ids bigint[] := '{}';
  first_id bigint;
  is_history boolean;
  latest app_public.positions;
begin
  perform app_private.share_report_lock(keep_positions.user_id);
  is_history := app_private.apply_report_settings(keep_positions.user_id);
  ids := array(select nextval('app_public.positions_id_seq') from generate_series(1, cardinality(input)));
  -- In the order of the hashes, so that two requests with the same positions take turns. The key of the table decides.
  for first_id in
    insert into app_private.position_hashes (user_id, hash, position_id)
      select keep_positions.user_id, h.hash, min(h.id) from unnest(hashes, ids) h (hash, id)
        where h.hash is not null group by h.hash order by h.hash
      on conflict do nothing
      returning position_id
  loop
    first_ids := first_ids || first_id;
  end loop;
  kept := array(
    select row(i.id, keep_positions.user_id, now(), app_private.moment_taken(i.taken_at),
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions
      from rows from (unnest(input), unnest(hashes), unnest(ids)) with ordinality
        as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, hash, id, index)
      where i.hash is null or i.id = any (first_ids)
      order by i.index);
  if is_history then
    insert into app_public.positions (id, user_id, created_at, taken_at, latitude, longitude, accuracy, moving_activity)
      overriding system value
      select k.id, k.user_id, k.created_at, k.taken_at, k.latitude, k.longitude, k.accuracy, k.moving_activity from unnest(kept) k;
  end if;
  -- Only the latest position can notify. The others are history. A fast clock's are all taken now, in
  -- their order, and before those without a moment, which are of the report itself.
  select k.* into latest
    from rows from (unnest(input), unnest(ids)) with ordinality
      as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, id, index)
    join unnest(kept) k on k.id = i.id
    order by k.taken_at desc, i.taken_at desc nulls first, i.index desc limit 1;
  if latest.id is not null then
    perform app_private.apply_position_report(latest, is_history);
  end if;
  if cardinality(kept) is distinct from cardinality(input) then
    -- What was reported before has the id that it got then.
    ids := array(
      select coalesce(h.position_id, i.id)
        from unnest(hashes, ids) with ordinality i (hash, id, index)
        left join app_private.position_hashes h on h.user_id = keep_positions.user_id and h.hash = i.hash
        order by i.index);
  end if;
end
$$;
comment on function app_private.keep_positions(integer, app_public.position_input[]) is
  'Stores the positions of a user that were not reported before, and notifies the user at the latest of them. Returns these positions, and for each entry the id of its position. The caller has checked the entries.';
--! EndIncluded positions/app_private.keep_positions.sql
-- Figures of an alert lost people whose places were cleared while it lasted.
--! Included analytics/app_private.count_alert_chunk.sql
create or replace function app_private.count_alert_chunk(
  counted app_private.alert_counts, counted_until timestamptz, first_id bigint, last_id bigint
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off set timezone = 'UTC'
as $$
declare
  alert app_public.alerts;
  completed_at timestamptz;
  keys jsonb[];
  numbers bigint[];
begin
  select a.* into alert from app_public.alerts a where a.id = counted.alert_id;
  select p.completed_at into completed_at from app_private.publications p where p.alert_id = counted.alert_id;
  with told as (
    select n.id, n.version, n.level, n.seen_at, n.created_at, n.place_kept,
        coalesce(n.rule = 'CAME_IN_LATER', n.taken_at > v.created_at) or n.created_at > coalesce(completed_at, 'infinity') as is_late,
        coalesce(v.created_at, alert.created_at) as published_at,
        -- True if the square around the circle of accuracy reaches out of the zone. Of earlier versions only the area is kept.
        n.accuracy > 0 and case n.level
          when 'ONE' then not st_covers(coalesce(v.zone1, alert.zone1), q.square)
          when 'TWO' then n.version = alert.version and not st_covers(alert.zone2, q.square)
          else n.version = alert.version and not st_covers(alert.zone3, q.square) end as reaches_out
      from app_public.notifications n
      left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
      cross join lateral (
        select st_expand(st_setsrid(st_makepoint(n.longitude, n.latitude), 4326),
          e.metres / (111320 * e.narrowing), e.metres / 110574) as square
          -- As functions of numbers next to zero fail.
          from (select greatest(n.accuracy, 0.001) as metres, greatest(cosd(case when abs(n.latitude) < 1e-9 then 0 else n.latitude end), 0.01) as narrowing) e
      ) q
      where n.alert_id = counted.alert_id and n.id between first_id and last_id and n.kind <> 'ALL_CLEAR' and n.created_at < counted_until
  ), pushed as (
    -- The best of a person's devices stands for the person, so that each is counted once.
    select distinct on (d.notification_id) d.notification_id, d.provider,
        case when d.accepted_at < counted_until then 'ACCEPTED'
          when d.state in ('failed', 'dead') and d.settled_at < counted_until then 'FAILED' else 'WAITING' end as outcome,
        case when d.accepted_at < counted_until then d.accepted_at when d.settled_at < counted_until then d.settled_at end as at,
        case when d.accepted_at < counted_until then '' else coalesce(app_private.push_reason(d.why), '') end as reason
      from told t join app_private.deliveries d on d.notification_id = t.id
      where d.alert_id = counted.alert_id
      order by d.notification_id, (d.accepted_at < counted_until) desc nulls last, d.settled_at desc nulls last, d.device_id
  ), known as (
    select t.version, t.level, t.is_late, t.reaches_out, t.place_kept, p.provider, p.outcome, p.reason,
        t.seen_at < counted_until as is_seen,
        -- For a late entry, time counts from its notification.
        case when not t.is_late then app_private.rounded_seconds(extract(epoch from t.created_at - t.published_at)) end as told_after,
        case when t.seen_at < counted_until then app_private.rounded_seconds(extract(epoch from t.seen_at - b.began)) end as seen_after,
        case when p.outcome = 'ACCEPTED' then app_private.rounded_seconds(extract(epoch from p.at - b.began)) end as accepted_after,
        case when p.at >= coalesce(counted.counted_until, '-infinity') then date_trunc('hour', p.at) end as hour
      from told t
      left join pushed p on p.notification_id = t.id
      cross join lateral (select case when t.is_late then t.created_at else t.published_at end as began) b
  ), alike as (
    select k.version, k.level, k.told_after, k.accepted_after, k.seen_after, k.provider, k.outcome, k.reason, k.hour,
        grouping(k.told_after, k.accepted_after, k.seen_after, k.provider, k.reason, k.hour) as without,
        count(*) as people, count(*) filter (where k.is_late) as late, count(*) filter (where k.reaches_out) as reaching_out,
        count(*) filter (where not k.place_kept) as cleared,
        count(*) filter (where k.is_seen) as seen, count(*) filter (where k.outcome = 'ACCEPTED') as accepted,
        count(*) filter (where k.outcome = 'FAILED') as failed
      from known k
      group by grouping sets (
        (k.version, k.level), (k.version, k.level, k.told_after), (k.version, k.level, k.accepted_after),
        (k.version, k.level, k.seen_after), (k.version, k.level, k.provider, k.outcome, k.reason),
        (k.version, k.level, k.provider, k.outcome, k.hour))
  )
  select array_agg(jsonb_build_array(a.version, a.level) || m.key), array_agg(m.people) into keys, numbers
    from alike a
    -- The bits of what a group is not by: 32 told after, 16 accepted after, 8 seen after, 4 provider, 2 reason, 1 hour.
    cross join lateral (values
      (63, jsonb_build_array('told'), a.people),
      (63, jsonb_build_array('late'), a.late),
      (63, jsonb_build_array('reaches out'), a.reaching_out),
      (63, jsonb_build_array('cleared'), a.cleared),
      (63, jsonb_build_array('seen'), a.seen),
      (63, jsonb_build_array('accepted'), a.accepted),
      (63, jsonb_build_array('failed'), a.failed),
      (31, jsonb_build_array('told after', a.told_after), case when a.told_after is not null then a.people end),
      (47, jsonb_build_array('accepted after', a.accepted_after), case when a.accepted_after is not null then a.people end),
      (55, jsonb_build_array('seen after', a.seen_after), case when a.seen_after is not null then a.people end),
      (57, jsonb_build_array('push', a.provider, a.outcome, a.reason), case when a.provider is not null then a.people end),
      (58, jsonb_build_array('hour', a.hour, a.provider, a.outcome), case when a.hour is not null then a.people end)
    ) m (without, key, people)
    where m.without = a.without and m.people > 0;
  perform app_private.add_counts('alert ' || counted.alert_id, keys, numbers);
end
$$;
comment on function app_private.count_alert_chunk(app_private.alert_counts, timestamptz, bigint, bigint) is
  'Counts the notifications of an alert with these ids as they were at a moment: told, late, seen, pushed, and after how many seconds.';
--! EndIncluded analytics/app_private.count_alert_chunk.sql
--! Included analytics/app_private.keep_alert_figures.sql
create or replace function app_private.keep_alert_figures(counted app_private.alert_counts) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  earlier constant app_private.alert_figures[] := array(select f from app_private.alert_figures f where f.alert_id = counted.alert_id);
begin
  delete from app_private.alert_figures f where f.alert_id = counted.alert_id;
  delete from app_private.alert_push_figures f where f.alert_id = counted.alert_id;

  -- Groups below the smallest go into one row, with the smallest of the others if that row would still be below it.
  insert into app_private.alert_push_figures (alert_id, version, level, provider, outcome, reason, people, smallest_group)
    with pushed as (
      select (c.key ->> 0)::integer as version, (c.key ->> 1)::app_public.level_alert as level,
          c.key ->> 3 as provider, c.key ->> 4 as outcome, c.key ->> 5 as reason, c.people
        from app_private.counts c where c.task = 'alert ' || counted.alert_id and c.key ->> 2 = 'push'
    ), ranked as (
      select p.*, sum(p.people) over larger as larger_and_this,
          sum(p.people) over (partition by p.version, p.level) as all_people
        from pushed p
        window larger as (partition by p.version, p.level order by p.people desc, p.provider, p.outcome, p.reason)
    ), kept as (
      -- What is left after this row and all larger ones is nobody, or a group that is large enough.
      select r.*, r.people >= k and r.all_people - r.larger_and_this not between 1 and k - 1 as is_shown
        from ranked r
    ), named as (
      select n.version, n.level, n.people,
          case when n.is_shown then n.provider else 'OTHER' end as provider,
          case when n.is_shown then n.outcome else 'OTHER' end as outcome,
          case when n.is_shown then n.reason else '' end as reason
        from kept n
    )
    select counted.alert_id, n.version, n.level, n.provider, n.outcome, n.reason,
        app_private.shown_people(sum(n.people)::bigint, k), k
      from named n group by n.version, n.level, n.provider, n.outcome, n.reason
      having sum(n.people) >= k;

  insert into app_private.alert_figures (
      alert_id, version, level, told, late, reaching_out, accepted, failed, seen, told_p50, told_p95, told_max,
      accepted_p50, accepted_p95, accepted_max, seen_p50, seen_p95, seen_max, smallest_group)
    with numbers as (
      select (c.key ->> 0)::integer as version, (c.key ->> 1)::app_public.level_alert as level, c.key ->> 2 as what,
          (c.key ->> 3)::float8 as seconds, c.people
        from app_private.counts c
        where c.task = 'alert ' || counted.alert_id and c.key ->> 2 not in ('push', 'hour')
    ), people as (
      select n.version, n.level,
          sum(n.people) filter (where n.what = 'told')::bigint as told, sum(n.people) filter (where n.what = 'late')::bigint as late,
          sum(n.people) filter (where n.what = 'reaches out')::bigint as reaching_out,
          count(*) filter (where n.what = 'cleared') > 0 as is_cleared,
          sum(n.people) filter (where n.what = 'accepted')::bigint as accepted,
          sum(n.people) filter (where n.what = 'failed')::bigint as failed, sum(n.people) filter (where n.what = 'seen')::bigint as seen
        from numbers n group by n.version, n.level
    ), running as (
      select n.version, n.level, n.what, n.seconds, sum(n.people) over w as until_here,
          sum(n.people) over (partition by n.version, n.level, n.what) as people
        from numbers n where n.seconds is not null
        window w as (partition by n.version, n.level, n.what order by n.seconds)
    ), times as (
      select r.version, r.level, r.what, min(r.seconds) filter (where r.until_here >= 0.5 * r.people) as p50,
          min(r.seconds) filter (where r.until_here >= 0.95 * r.people) as p95, max(r.seconds) as most
        from running r where r.people >= k group by r.version, r.level, r.what
    ), explained as (
      -- What the shown parts of the pushes explain at most.
      select f.version, f.level, f.outcome, sum(f.people + k - 1)::bigint as most
        from app_private.alert_push_figures f where f.alert_id = counted.alert_id group by f.version, f.level, f.outcome
    )
    select counted.alert_id, p.version, p.level, app_private.shown_people(p.told, k), app_private.shown_people(p.late, k),
        -- Whose place was cleared cannot be counted again.
        greatest(app_private.shown_people(p.reaching_out, k), case when p.is_cleared then e.reaching_out end), app_private.shown_people(p.accepted, k, coalesce(ea.most, 0)),
        app_private.shown_people(p.failed, k, coalesce(ef.most, 0)), app_private.shown_people(p.seen, k),
        t.p50, t.p95, t.most, a.p50, a.p95, a.most, s.p50, s.p95, s.most, k
      from people p
      left join unnest(earlier) e on (e.version, e.level) = (p.version, p.level)
      left join times t on (t.version, t.level, t.what) = (p.version, p.level, 'told after')
      left join times a on (a.version, a.level, a.what) = (p.version, p.level, 'accepted after')
      left join times s on (s.version, s.level, s.what) = (p.version, p.level, 'seen after')
      left join explained ea on (ea.version, ea.level, ea.outcome) = (p.version, p.level, 'ACCEPTED')
      left join explained ef on (ef.version, ef.level, ef.outcome) = (p.version, p.level, 'FAILED');

  -- What was settled waits until all alerts are counted. A small group of an alert adds nothing.
  perform app_private.add_counts('deliveries', array_agg(d.key), array_agg(d.people))
    from (
      select jsonb_build_array(c.key ->> 3, c.key ->> 4, c.key ->> 5) as key, case when c.people >= k then c.people else 0 end as people
        from app_private.counts c where c.task = 'alert ' || counted.alert_id and c.key ->> 2 = 'hour'
    ) d having count(*) > 0;

  update app_private.alert_counts t
    set counted_until = counted.counting_until, counting_until = null, last_id = 0, smallest_group = k,
      reached = (
        select app_private.shown_people(sum(r.users)::bigint, k, (
            select coalesce(sum(f.told + k - 1), 0)::bigint from app_private.alert_figures f where f.alert_id = counted.alert_id))
          from app_private.alert_reach r where r.alert_id = counted.alert_id),
      is_final = (
        select least(a.expires_at, a.cancelled_at) + interval '1 day' <= counted.counting_until
          from app_public.alerts a where a.id = counted.alert_id)
    where t.alert_id = counted.alert_id;
  delete from app_private.counts c where c.task = 'alert ' || counted.alert_id;
end
$$;
comment on function app_private.keep_alert_figures(app_private.alert_counts) is
  'Keeps what analysts may see of an alert that was counted to its end, and forgets the counts. A day after the alert''s end its figures stay as they are.';
--! EndIncluded analytics/app_private.keep_alert_figures.sql

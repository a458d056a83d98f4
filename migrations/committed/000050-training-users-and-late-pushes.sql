--! Previous: sha1:1ab2382106c019845d99f493ea933395e522aa30
--! Hash: sha1:1bb9b3ff07d50527e30a952fc6ab9bf447c0b600
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
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and n.id = d.notification_id and n.user_id = d.user_id
      and exists (
        select from app_public.notifications l
          where l.user_id = n.user_id and l.alert_id = n.alert_id
            and (l.version, l.created_at, l.id) > (n.version, n.created_at, n.id));

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

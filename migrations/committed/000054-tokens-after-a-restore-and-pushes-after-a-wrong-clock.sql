--! Previous: sha1:1c16385b923c8110f276796494b8e4468b860f5a
--! Hash: sha1:1e6a16d9c6ff4ec3d5c142799b86ddfd33e8bb7b
--! Message: Tokens after a restore and pushes after a wrong clock

--! split: 1-current.sql
-- After a restore each client with a refresh token was logged out: it has newer tokens than the database knows, which were taken for stolen ones.
alter table app_private.refresh_tokens add column if not exists restored_at timestamptz;
comment on column app_private.refresh_tokens.restored_at is
  'When npm run restored ran, as the session''s newest token may be one that the restore has lost. So for thirty days one token of its family that is not known here is accepted. Null since the next refresh, and if it did not run.';
--! Included sessions/app_private.refresh_session.sql
create or replace function app_private.refresh_session(
  user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval
) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '30 days';
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
  if kept.previous_hash = refresh_session.token_hash then
    return kept.successor_key;
  -- After a restore the newest token may be one that this database has not seen.
  elsif kept.token_hash = refresh_session.token_hash or kept.restored_at > now() - patience then
    update app_private.refresh_tokens r
      set previous_hash = refresh_session.token_hash, token_hash = refresh_session.next_hash,
        successor_key = refresh_session.next_key, restored_at = null
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
    return refresh_session.next_key;
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
  'Prolongs a session by a refresh token, and returns the key from which the host computes the token''s successor. The same token gets the same key until its successor is used. An older token ends the session, as it may be stolen; after a restore, one that is not known is accepted once instead. Null if the token is not accepted.';
grant execute on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) to app_host;
--! EndIncluded sessions/app_private.refresh_session.sql
-- Pushes that failed while the clock was ahead stayed so if no job had marked their alert as ended meanwhile, and all-clears always.
--! Included upkeep/app_private.bring_jobs_forward.sql
create or replace function app_private.bring_jobs_forward() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- Each statement leaves out what others are changing now: whatever they write is dated by the new clock. What it has moved is not in the
  -- future any more, so a second call moves nothing.
  update graphile_worker._private_jobs j
    set run_at = clock_timestamp() + (j.run_at - j.updated_at), updated_at = clock_timestamp()
    where j.id in (
      select o.id from graphile_worker._private_jobs o where o.updated_at > clock_timestamp() for update skip locked);
  update app_private.held_publications h
    set due_at = clock_timestamp() + (h.due_at - h.created_at), created_at = clock_timestamp()
    where h.id in (
      select o.id from app_private.held_publications o
        where o.state = 'HELD' and o.created_at > clock_timestamp() for update skip locked);
  -- A worker whose own clock was ahead begins no job of each minute before its clock is there again, also after a restart.
  update graphile_worker._private_known_crontabs k
    set last_execution = date_trunc('minute', clock_timestamp()) where k.last_execution > clock_timestamp();
  -- Also of alerts that nobody has marked as ended meanwhile, and all-clears.
  perform app_private.resume_pushes(array(
    select a.id from app_public.alerts a where app_private.may_push('ALERT', a) or app_private.may_push('ALL_CLEAR', a)));
  perform graphile_worker.add_job('end_expired_alerts', job_key => 'end_expired_alerts');
end
$$;
comment on function app_private.bring_jobs_forward() is
  'After the clock was set back: jobs and held publications from before, which are dated in the future, wait from now on as long as they were to wait then. Alerts that ended while the clock was ahead are resumed, and pushes that failed as they were found ended.';
--! EndIncluded upkeep/app_private.bring_jobs_forward.sql
-- A change of one's own email was answered before it was on disk, as the count of mails need not be.
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
    -- Otherwise anyone could have mails sent to any number of strangers. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
      -- A count need not be on disk, but an edit must.
      perform app_private.commit_synchronously();
    end if;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user, except that an administrator in training may edit no administrator who is not. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
-- A mail or a request for receipts that was given up counted for ever.
--! Included upkeep/app_private.complete_replaced_jobs.sql
create or replace function app_private.complete_replaced_jobs() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.locked_at is null and j.attempts >= j.max_attempts
      and (
        j.key is null and j.task_identifier in (
          'checkpoint_audit', 'count_figures', 'count_versions', 'forget_history', 'make_position_partitions', 'publish_alert',
          'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'send_mail', 'speak_alert')
        -- Who waited for the mail has asked for another, and providers keep receipts for a day.
        or j.task_identifier in ('send_mail', 'push_receipts') and j.run_at < now() - interval '1 day')
    having count(*) > 0;
end
$$;
comment on function app_private.complete_replaced_jobs() is
  'Completes jobs that have failed, will never run again, and would count as given up: those that another job with the same key has replaced while they ran, as they have lost their key (jobs of these tasks always have one), and mails and requests for receipts a day after they would have run again, as nobody waits for them any more.';
--! EndIncluded upkeep/app_private.complete_replaced_jobs.sql

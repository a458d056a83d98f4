--! Previous: sha1:d25d6da075224979dffce6c8922b452d95fc1f35
--! Hash: sha1:07e3d60d4894facaf77e6f5e6921ec4e0b056984
--! Message: Links of a changed email

--! split: 1-current.sql
-- A password link could be mailed to an address that its user had just given up. One from an administrator counted as
-- mailed if an earlier one was. And of two functions that ended the same link, each could wait for the other.
--! Included users/app_private.lock_user.sql
create or replace function app_private.lock_user(user_id integer) returns text
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- Not the row of users, which a cluster cannot lock while a worker node is away.
  perform from app_private.user_emails e where e.user_id = lock_user.user_id for no key update;
  return (select u.email from app_public.users u where u.id = lock_user.user_id);
end
$$;
comment on function app_private.lock_user(integer) is
  'Locks a user until the transaction ends, and returns their email. Null if there is no such user. What writes emails, links or passwords calls it first: in one order, no two transactions wait for each other.';
--! EndIncluded users/app_private.lock_user.sql
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
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
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
      do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, is_mailed = true;
  make_password_mail.token := owner_id || '.' || secret;
  return next;
end
$$;
comment on function app_private.make_password_mail(text) is
  'Makes a link by which whoever has this email sets a password. An earlier link no longer works. Returns the address and the token to mail. No row if nobody has it.';
--! EndIncluded mail/app_private.make_password_mail.sql
--! Included mail/app_private.verify_email.sql
create or replace function app_private.verify_email(token text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- A token is the user's id, a point, and a secret.
  owner_id constant integer := case when token ~ '^[1-9][0-9]{0,8}\.' then split_part(token, '.', 1) end;
  link app_private.email_links;
  verified_email text;
begin
  select l.* into link from app_private.email_links l
    where l.user_id = owner_id and l.token_hash = app_private.key_hash(split_part(token, '.', 2)) and now() < l.expires_at;
  if link.user_id is null then
    return null;
  end if;
  perform app_private.lock_user(link.user_id);
  delete from app_private.email_links l
    where l.user_id = link.user_id and l.token_hash = link.token_hash;
  if not found then
    return null;
  end if;
  update app_public.users u set email_verified = true
    where u.id = owner_id and lower(u.email) = link.email
    returning u.email into verified_email;
  if verified_email is not null then
    perform app_private.audit('EMAIL_VERIFIED', 'USER', owner_id, actor_id => owner_id);
  end if;
  return verified_email;
end
$$;
comment on function app_private.verify_email(text) is
  'Confirms a user''s email by the token of a mailed link, and ends the link. Returns the email. Null if the token is wrong, used or expired, or the email has changed.';
grant execute on function app_private.verify_email(text) to app_host;
--! EndIncluded mail/app_private.verify_email.sql
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
  'Sets a user''s password by the token of a link, ends the link and all sessions. Returns the email to log in with. Null if the token is wrong, used or expired.';
grant execute on function app_private.set_first_password(text, text) to app_host;
--! EndIncluded users/app_private.set_first_password.sql
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
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, by which they set their password. An earlier link of theirs no longer works. For administrators. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_admin;
--! EndIncluded users/app_public.new_password_links.sql
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
  -- An imported user may have no password yet.
  insert into app_private.user_credentials as c (user_id, password_hash) values (changed.id, user_password_reset.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included users/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  perform app_private.lock_user(owner.id);
  update app_private.user_credentials c set password_hash = user_password_edit.password_hash where c.user_id = owner.id;
  delete from app_private.password_links l where l.user_id = owner.id;
  perform app_private.audit('PASSWORD_CHANGED', 'USER', owner.id);
  perform app_private.end_sessions(owner.id, kept_id => app_private.current_session_id());
  return owner;
end
$$;
comment on function app_public.user_password_edit(text) is E'@behavior -mutationField\nReplaces your password by one that the host has hashed. The session of this request stays; your other sessions end. Returns you.';
grant execute on function app_public.user_password_edit(text) to app_user;
--! EndIncluded users/app_public.user_password_edit.sql
--! Included erasure/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_user(forget_account.user_id);
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
  place_ids bigint[];
begin
  if not exists (select from app_public.users u where u.id = erase_person.user_id) then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.commit_synchronously();
  -- Most of a long history goes before the reports of anyone wait.
  erased.positions := app_private.forget_positions(erase_person.user_id);
  -- The lock makes two administrators who erase each other take turns, so that one remains.
  perform from app_private.settings for update;
  perform app_private.lock_user(erase_person.user_id);
  -- A report or a publication that is in flight ends first. A later one does not find the user.
  perform app_private.drain_reports(array[erase_person.user_id]);
  select u.* into person from app_public.users u where u.id = erase_person.user_id;
  if person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  delete from app_public.last_positions l where l.user_id = person.id;
  perform app_private.announce_gone_positions(array[person.id]);
  erased.positions := erased.positions + app_private.forget_positions(person.id);
  -- Before the call, because a cluster would run the whole statement where the notifications are.
  place_ids := array(select n.id from app_public.notifications n where n.user_id = person.id and n.place_kept);
  perform app_private.clear_places(array[person.id], place_ids);
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

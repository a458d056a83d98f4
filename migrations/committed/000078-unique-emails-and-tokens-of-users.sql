--! Previous: sha1:094309d41044f5a2794b1896f644030a4aa95f52
--! Hash: sha1:02e1b7b55b7d8b1f337d28568c221ef8b41ed603
--! Message: unique emails and tokens of users

--! split: 1-current.sql
-- The functions that write them are what may: an update by app_user skipped the audit log, or failed on its own policy.
drop policy if exists edit_all on app_public.users;
drop policy if exists edit_own on app_public.users;
revoke update (email, name, address) on app_public.users from app_user;
drop policy if exists update_own on app_public.notifications;
revoke update (seen) on app_public.notifications from app_user;
drop function if exists app_private.has_email(integer, text);

-- squawk-ignore require-concurrent-index-creation
create unique index users_email_key on app_public.users (app_private.email_key(email));
comment on index app_public.users_email_key is 'This email is taken: use another one.';
-- squawk-ignore ban-drop-table
drop table app_private.user_emails;

-- squawk-ignore disallowed-unique-constraint, constraint-missing-not-valid
alter table app_private.devices add constraint devices_token_key unique (token);
-- squawk-ignore constraint-missing-not-valid
alter table app_private.devices add constraint devices_token_length check (
    char_length(token) between 1 and 2048 and token ~ '^[^[:cntrl:]]+$' and app_private.without_blanks(token) <> '');
comment on constraint devices_token_length on app_private.devices is
  'token is empty, has more than 2,048 characters or contains a control character: send it as the push service gave it.';
-- squawk-ignore ban-drop-table
drop table app_private.device_tokens;

do $$
declare
  owned regclass;
begin
  foreach owned in array array['app_private.user_credentials', 'app_private.password_links', 'app_private.email_links',
    'app_private.device_keys', 'app_private.devices', 'app_private.left_devices', 'app_private.joined_users',
    'app_private.login_addresses', 'app_public.quiet_hours', 'app_public.sessions']::regclass[]
  loop
    execute format('alter table %s drop constraint if exists %I', owned, (select relname from pg_class where oid = owned) || '_user_id_fkey');
    execute format('alter table %s add constraint %I foreign key (user_id) references app_public.users on delete cascade',
      owned, (select relname from pg_class where oid = owned) || '_user_id_fkey');
  end loop;
end
$$;
comment on constraint quiet_hours_user_id_fkey on app_public.quiet_hours is
  E'@forwardBehavior -*\n@foreignFieldName quietHours\n@backwardDescription The hours in which pushes of levels TWO and THREE wait. Null if they never wait.\nThe user who has them.';
comment on constraint sessions_user_id_fkey on app_public.sessions is E'@behavior -*\nThe user.';

--! Included users/app_private.user_id_of.sql
create or replace function app_private.user_id_of(email text) returns integer
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select u.id from app_public.users u where app_private.email_key(u.email) = app_private.email_key(user_id_of.email)
$$;
comment on function app_private.user_id_of(text) is
  'Returns the id of the user who has this email, however it is written. Null if nobody has it.';
--! EndIncluded users/app_private.user_id_of.sql
--! Included users/app_private.lock_user.sql
create or replace function app_private.lock_user(user_id integer) returns text
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform from app_public.users u where u.id = lock_user.user_id for no key update;
  return (select u.email from app_public.users u where u.id = lock_user.user_id);
end
$$;
comment on function app_private.lock_user(integer) is
  'Locks a user until the transaction ends, and returns their email. Null if there is no such user. What writes emails, links or passwords calls it first: in one order, no two transactions wait for each other.';
--! EndIncluded users/app_private.lock_user.sql
--! Included users/app_private.add_user.sql
create or replace function app_private.add_user(
  email text, name text, address text, is_admin boolean default false, is_training boolean default false
) returns app_public.users
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  added app_public.users;
  refused_by text;
  missing text;
begin
  insert into app_public.users (email, name, address, is_admin, is_training)
    values (add_user.email, add_user.name, add_user.address, add_user.is_admin, add_user.is_training)
    returning * into added;
  return added;
exception when integrity_constraint_violation then
  -- PostgreSQL's own error has the row in its detail, for its log.
  get stacked diagnostics refused_by = constraint_name, missing = column_name;
  raise exception using errcode = sqlstate, constraint = refused_by, column = missing, message = sqlerrm;
end
$$;
comment on function app_private.add_user(text, text, text, boolean, boolean) is
  'Adds a user without a password. The error of a row that is refused names its constraint or column, and nothing of the row, as PostgreSQL logs it.';
--! EndIncluded users/app_private.add_user.sql
--! Included users/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := app_private.user_id_of(login_credentials.email);
begin
  return query
    select c.user_id, u.is_admin, c.password_hash
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = owner_id;
end
$$;
comment on function app_private.login_credentials(text) is
  'Returns what the host needs to check a password. No row for an unknown email.';
grant execute on function app_private.login_credentials(text) to app_host;
--! EndIncluded users/app_private.login_credentials.sql
--! Included users/app_private.begin_login.sql
create or replace function app_private.begin_login(email text, address cidr)
returns table (retry_after integer, is_known boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := app_private.user_id_of(begin_login.email);
begin
  begin_login.is_known := exists (
    select from app_private.login_addresses a where a.user_id = owner_id and a.address = begin_login.address);
  begin_login.retry_after := app_private.login_wait(begin_login.email, begin_login.address, begin_login.is_known);
  return next;
end
$$;
comment on function app_private.begin_login(text, cidr) is
  'Returns how many seconds a login has to wait because of earlier failures, 0 if its password may be checked, and whether the account has logged in from this address before. The host asks again right before it hashes the password, so that attempts at the same time cannot pass the limits.';
grant execute on function app_private.begin_login(text, cidr) to app_host;
--! EndIncluded users/app_private.begin_login.sql
--! Included users/app_private.complete_login.sql
create or replace function app_private.complete_login(email text, address cidr) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  most constant integer := 20;
  owner_id constant integer := app_private.user_id_of(complete_login.email);
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
  perform from app_public.users u where u.id = owner_id and app_private.email_key(u.email) = app_private.email_key(complete_login.email) for key share;
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
--! Included users/app_private.fail_login.sql
create or replace function app_private.fail_login(email text, address cidr) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A count that a crash of PostgreSQL loses does no harm, and a login must not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  -- All take the counters in the same order, so that they cannot wait for each other.
  insert into app_private.login_failures as f (counter, key, failures, last_at)
    select k.counter, k.key, 1, now()
      from app_private.login_counters(fail_login.email, fail_login.address) k order by k.counter
    on conflict on constraint login_failures_pkey do update
      set last_at = now(), failures = 1 + greatest(0, f.failures - extract(epoch from now() - f.last_at) / (
        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter));
  -- Made-up emails must not fill the disk between two runs of the job.
  if random() < 0.001 then
    perform app_private.purge_logins();
  end if;
  -- Last, as it may wait for another failure of the account.
  perform app_private.audit('LOGIN_FAILED', 'USER', app_private.user_id_of(fail_login.email));
end
$$;
comment on function app_private.fail_login(text, cidr) is
  'Counts a wrong password, or an email that nobody has.';
grant execute on function app_private.fail_login(text, cidr) to app_host;
--! EndIncluded users/app_private.fail_login.sql
--! Included users/app_public.users_import.sql
create or replace function app_public.users_import(users app_public.user_import[], dry_run boolean default false)
returns setof app_public.user_import_line
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  most_users constant integer := 5000;
  is_trainee constant boolean := coalesce((app_public.me()).is_training, false);
  entry app_public.user_import;
  line app_public.user_import_line;
  lines app_public.user_import_line[] := '{}';
  has_errors boolean := false;
  refused_by text;
  are_repeated constant boolean[] := array(
    select row_number() over (partition by app_private.email_key(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > most_users then
    raise exception using errcode = 'LA400', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- The block is undone by an error of its own after a dry run, or if an entry is refused. A code that ends in 000 would
  -- catch its whole class.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester, is_training)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false), is_trainee)
          returning u.id into line.user_id;
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics refused_by = column_name;
          line.user_id := null;
          line.error := format('%s is missing.', refused_by);
        when check_violation or unique_violation then
          get stacked diagnostics refused_by = constraint_name;
          line.user_id := null;
          line.error := case
            when refused_by = 'users_email_key' and are_repeated[cardinality(lines) + 1]
            then 'This email comes twice in the list: leave one of them out.'
            when refused_by = 'users_email_key' then obj_description('app_public.users_email_key'::regclass)
            else (select obj_description(c.oid) from pg_constraint c
              where c.conname = refused_by and c.conrelid = 'app_public.users'::regclass)
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA200';
    end if;
  exception when sqlstate 'LA200' then
    -- The ids were those of rows that are gone.
    lines := array(select row(l.index, null, l.error)::app_public.user_import_line from unnest(lines) with ordinality as l order by l.ordinality);
  end;
  return query select l.index, l.user_id, l.error from unnest(lines) with ordinality as l order by l.ordinality;
end
$$;
comment on function app_public.users_import(app_public.user_import[], boolean) is
  E'@argument users The users to create, at most 5,000.\n@argument dryRun True to check the users and create none.\nCreates many users, all of them or none. They have no password until they set one by a link: see newPasswordLinks. Returns a line for each entry, in their order. If a line has an error, no user was created. For administrators.';
grant execute on function app_public.users_import(app_public.user_import[], boolean) to app_admin;
--! EndIncluded users/app_public.users_import.sql
--! Included users/app_public.user_edit.sql
-- Security definer, as it ends links and queues mails. So it checks by itself whose user it is.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  edited app_public.users;
  before text;
  refused_by text;
  missing text;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and caller.is_admin then
    raise exception using errcode = 'LA403', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if caller.id = user_edit.id or caller.is_admin then
    before := app_private.email_key(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.protect_administrator(user_edit.id);
    end if;
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only),
          email_verified = u.email_verified and coalesce(app_private.email_key(user_edit.input.email) = app_private.email_key(u.email), true)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if app_private.email_key(edited.email) <> before then
    -- Links that were mailed to the earlier address, and a mail that is not sent yet.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(before), 'hex'));
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
exception when integrity_constraint_violation then
  -- PostgreSQL's own error has the row in its detail, for its log.
  get stacked diagnostics refused_by = constraint_name, missing = column_name;
  raise exception using errcode = sqlstate, constraint = refused_by, column = missing, message = sqlerrm;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user, except that an administrator in training may edit no administrator who is not. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included users/app_private.delete_user.sql
create or replace function app_private.delete_user(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from app_public.users u where u.id = delete_user.user_id) then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  if exists (select from app_public.alerts a where a.user_id = delete_user.user_id)
    or exists (select from app_public.alert_versions v where v.user_id = delete_user.user_id)
    or exists (select from app_public.notifications n where n.user_id = delete_user.user_id)
    or exists (select from app_public.last_positions l where l.user_id = delete_user.user_id)
  then
    raise exception using errcode = 'foreign_key_violation',
      message = format('users %s cannot be deleted: alerts, positions or notifications refer to it, and they prove who was told and why.', user_id);
  end if;
  perform app_private.forget_account(delete_user.user_id, (select u.email from app_public.users u where u.id = delete_user.user_id));
  perform app_private.audit('USER_REMOVED', 'USER', delete_user.user_id);
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user and their account, for a database administrator: see app_private.forget_account(). Error LA404 for an unknown user, 23503 if the user published an alert, reported a position or was notified.';
--! EndIncluded users/app_private.delete_user.sql
--! Included mail/app_private.make_password_mail.sql
create or replace function app_private.make_password_mail(email text) returns table (address text, token text)
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  lifetime constant interval := '1 hour';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  owner_id integer;
begin
  owner_id := app_private.user_id_of(make_password_mail.email);
  -- A change of the email comes before this lock, and is seen here, or after it, and deletes the link.
  make_password_mail.address := app_private.lock_user(owner_id);
  if address is null or app_private.email_key(address) <> app_private.email_key(make_password_mail.email) then
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
--! Included invitations/app_private.begin_joining.sql
create or replace function app_private.begin_joining(secret text, email text, address cidr) returns table (retry_after integer, is_open boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
begin
  begin_joining.retry_after := app_private.attempt_wait('join', address::text);
  begin_joining.is_open := begin_joining.retry_after = 0 and app_private.invitation_is_open(begin_joining.secret);
  if begin_joining.is_open and app_private.user_id_of(btrim(begin_joining.email)) is not null then
    raise exception using errcode = 'unique_violation', constraint = 'users_email_key', message = 'This email is taken: use another one.';
  end if;
  return next;
end
$$;
comment on function app_private.begin_joining(text, text, cidr) is
  'Returns how many seconds somebody at this address has to wait before they join, and whether the invitation is open. Error 23505 if it is, and the email is taken. The host asks before it hashes a password, because hashing is expensive.';
grant execute on function app_private.begin_joining(text, text, cidr) to app_host;
--! EndIncluded invitations/app_private.begin_joining.sql
--! Included erasure/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_user(forget_account.user_id);
  -- A registration that moves one of these devices holds it, and notes that for this user next.
  perform from app_private.devices d where d.user_id = forget_account.user_id order by d.token for update;
  delete from app_public.users u where u.id = forget_account.user_id;
  delete from app_private.login_failures f
    using app_private.login_counters(forget_account.email, null) k
    where f.counter = 'account' and k.counter = f.counter and f.key = k.key;
  -- In the order of app_private.count_own_mail().
  delete from app_private.login_failures f
    where f.counter = 'mail by user' and f.key = app_private.key_hash(forget_account.user_id::text);
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- A mail that is not sent yet has the email in its job.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(app_private.email_key(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
end
$$;
comment on function app_private.forget_account(integer, text) is
  'Deletes a user, and with the row their credentials, sessions, login addresses, links, devices, device keys and quiet hours; and what counts their logins and mails.';
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
  perform app_private.forget_account(person.id, person.email);
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
--! Included deliveries/app_private.take_device_token.sql
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
  'Frees a device token for a user. Another user who has it loses the device, and sees that in their devices.';
--! EndIncluded deliveries/app_private.take_device_token.sql
--! Included deliveries/app_private.remove_dead_device.sql
create or replace function app_private.remove_dead_device(user_id integer, device_id bigint, sent_at timestamptz) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  delete from app_private.devices d
    where d.user_id = remove_dead_device.user_id and d.id = remove_dead_device.device_id
      and d.created_at <= coalesce(remove_dead_device.sent_at, 'infinity')
$$;
comment on function app_private.remove_dead_device(integer, bigint, timestamptz) is
  'Removes a device to which a push could not be delivered, unless it was registered again after that push was sent.';
--! EndIncluded deliveries/app_private.remove_dead_device.sql
--! Included deliveries/app_public.device_unregister.sql
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
--! EndIncluded deliveries/app_public.device_unregister.sql
--! Included deliveries/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  new_token constant text := app_private.device_token(input.token);
  refused_by text;
  missing text;
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
    -- Another user has registered the same token meanwhile.
    exit when found;
  end loop;
  -- Each new installation of an app leaves an old token behind.
  delete from app_private.devices d
    where d.user_id = owner.id and d.id in (
      select o.id from app_private.devices o where o.user_id = owner.id order by o.created_at desc, o.id desc offset 20);
  return owner;
exception when integrity_constraint_violation then
  -- PostgreSQL's own error has the row in its detail, for its log.
  get stacked diagnostics refused_by = constraint_name, missing = column_name;
  raise exception using errcode = sqlstate, constraint = refused_by, column = missing, message = sqlerrm;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is
  E'@argument input The device.\nAdds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you; that user sees in devices that it left. Returns you.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded deliveries/app_public.register_device.sql
drop function if exists app_private.remove_devices(integer, bigint[]);

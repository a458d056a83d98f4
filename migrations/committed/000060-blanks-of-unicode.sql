--! Previous: sha1:a63ab6138c1cabc8b28e68a95bd6543287000804
--! Hash: sha1:5a5e4d66af82913c44bd293e8cf38e1b32bf52a7
--! Message: Blanks of Unicode

--! split: 1-current.sql
-- Unicode has more blanks than PostgreSQL's [[:space:]], and several ways to write one letter.
--! Included users/app_private.without_blanks.sql
create or replace function app_private.without_blanks(text text) returns text
language sql immutable parallel safe
as $$
  -- Unicode's blanks and controls, and what it shows as nothing: joiners, marks of direction, fillers, and the empty Braille pattern.
  select pg_catalog.regexp_replace(without_blanks.text, '[[:space:][:cntrl:]\u0085\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g')
$$;
comment on function app_private.without_blanks(text) is
  'Returns a text without what Unicode calls blank or shows as nothing. A text of which nothing is left says nothing; an email of which something goes is not what it looks like.';
grant execute on function app_private.without_blanks(text) to app_user;
--! EndIncluded users/app_private.without_blanks.sql
--! Included users/app_private.email_key.sql
create or replace function app_private.email_key(email text) returns text
language sql immutable parallel safe
as $$
  select pg_catalog.lower(normalize(email_key.email, nfkc))
$$;
comment on function app_private.email_key(text) is
  'Returns the one form of an email address by which it is unique and found: in lower case, and in Unicode''s normal form, as keyboards write the same letter in several ways.';
--! EndIncluded users/app_private.email_key.sql
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
  -- In the order of app_private.count_own_mail().
  delete from app_private.login_failures f
    where f.counter = 'mail by user' and f.key = app_private.key_hash(forget_account.user_id::text);
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- A mail that is not sent yet has the email in its job.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(app_private.email_key(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
  delete from app_public.sessions s where s.user_id = forget_account.user_id;
end
$$;
comment on function app_private.forget_account(integer, text) is
  'Deletes a user with their credentials, sessions, email, login addresses, links, mails, devices, device keys and quiet hours. Error 23503 if one of these was added meanwhile: call it again.';
--! EndIncluded erasure/app_private.forget_account.sql
--! Included invitations/app_private.begin_joining.sql
create or replace function app_private.begin_joining(secret text, email text, address cidr) returns table (retry_after integer, is_open boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
begin
  begin_joining.retry_after := app_private.attempt_wait('join', address::text);
  begin_joining.is_open := begin_joining.retry_after = 0 and app_private.invitation_is_open(begin_joining.secret);
  if begin_joining.is_open and exists (
      select from app_private.user_emails e where e.email = app_private.email_key(btrim(begin_joining.email))) then
    raise exception using errcode = 'unique_violation', constraint = 'users_email_key', message = 'This email is taken: use another one.';
  end if;
  return next;
end
$$;
comment on function app_private.begin_joining(text, text, cidr) is
  'Returns how many seconds somebody at this address has to wait before they join, and whether the invitation is open. Error 23505 if it is, and the email is taken. The host asks before it hashes a password, because hashing is expensive.';
grant execute on function app_private.begin_joining(text, text, cidr) to app_host;
--! EndIncluded invitations/app_private.begin_joining.sql
--! Included invitations/app_private.take_invitation.sql
create or replace function app_private.take_invitation(
  secret text, email text, password_hash text, name text, address text
) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  taken_id integer;
  created app_public.users;
begin
  -- The row's lock makes two people take turns. The later of them sees the other's place taken.
  update app_private.invitations i set used = i.used + 1
    where i.secret_hash = app_private.key_hash(secret) and i.revoked_at is null and now() < i.expires_at and i.used < i.places
    returning i.id into taken_id;
  if taken_id is null then
    return null;
  end if;
  insert into app_public.users (email, name, address)
    values (btrim(take_invitation.email), btrim(take_invitation.name), btrim(coalesce(take_invitation.address, '')))
    returning * into created;
  insert into app_private.user_emails (email, user_id) values (app_private.email_key(created.email), created.id);
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, take_invitation.password_hash);
  insert into app_private.joined_users (user_id, invitation_id) values (created.id, taken_id);
  perform app_private.audit('USER_JOINED', 'USER', created.id, jsonb_build_object('invitation_id', taken_id), actor_id => created.id);
  perform app_private.queue_verification(created.id);
  return created.id;
end
$$;
comment on function app_private.take_invitation(text, text, text, text, text) is
  'Makes a user, who is no administrator, by an invitation, with a password that the host has hashed, and counts them. Returns the id. Null if the invitation is unknown, revoked, over or full.';
grant execute on function app_private.take_invitation(text, text, text, text, text) to app_host;
--! EndIncluded invitations/app_private.take_invitation.sql
--! Included mail/app_private.ask_for_password_mail.sql
create or replace function app_private.ask_for_password_mail(email text, address cidr) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  asked constant text := app_private.email_key(btrim(ask_for_password_mail.email));
  wait constant integer := greatest(
    app_private.attempt_wait('mail by address', address::text), app_private.attempt_wait('mail by email', asked));
begin
  if wait > 0 then
    return wait;
  end if;
  perform app_private.count_attempt('mail by address', address::text);
  perform app_private.count_attempt('mail by email', asked);
  -- The job finds out if somebody has this email. So the answer takes as long if nobody has.
  if char_length(asked) <= 254 then
    perform graphile_worker.add_job(
      'send_mail', json_build_object('kind', 'password', 'email', asked),
      max_attempts => 8, job_key => 'password:' || encode(app_private.key_hash(asked), 'hex'));
  end if;
  return 0;
end
$$;
comment on function app_private.ask_for_password_mail(text, cidr) is
  'Queues the mail by which whoever has this email sets a new password. Returns 0, or how many seconds to wait after too many mails to this email or from this address. It does the same for an email that nobody has.';
grant execute on function app_private.ask_for_password_mail(text, cidr) to app_host;
--! EndIncluded mail/app_private.ask_for_password_mail.sql
--! Included mail/app_private.count_own_mail.sql
create or replace function app_private.count_own_mail(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  wait constant integer := greatest(
    app_private.attempt_wait('mail by user', user_id::text), app_private.attempt_wait('mail by email', app_private.email_key(email)));
begin
  if wait > 0 then
    raise exception using errcode = 'LA409', message = format('Too many mails were asked for: try again in %s seconds.', wait);
  end if;
  perform app_private.count_attempt('mail by user', user_id::text);
  perform app_private.count_attempt('mail by email', app_private.email_key(email));
end
$$;
comment on function app_private.count_own_mail(integer, text) is
  'Counts a mail that a user asks for, to an email that they say is theirs. Error LA409 if too many were asked for, by this user or to this email.';
--! EndIncluded mail/app_private.count_own_mail.sql
--! Included mail/app_private.make_password_mail.sql
create or replace function app_private.make_password_mail(email text) returns table (address text, token text)
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  lifetime constant interval := '1 hour';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  owner_id integer;
begin
  owner_id := (select e.user_id from app_private.user_emails e where e.email = app_private.email_key(make_password_mail.email));
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
    where u.id = owner_id and app_private.email_key(u.email) = link.email
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
--! Included users/app_private.begin_login.sql
create or replace function app_private.begin_login(email text, address cidr)
returns table (retry_after integer, is_known boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = app_private.email_key(begin_login.email));
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
  owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = app_private.email_key(complete_login.email));
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
  perform from app_private.user_emails e where e.email = app_private.email_key(complete_login.email) and e.user_id = owner_id for key share;
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
  perform app_private.audit('LOGIN_FAILED', 'USER', (
    select e.user_id from app_private.user_emails e where e.email = app_private.email_key(fail_login.email)));
end
$$;
comment on function app_private.fail_login(text, cidr) is
  'Counts a wrong password, or an email that nobody has.';
grant execute on function app_private.fail_login(text, cidr) to app_host;
--! EndIncluded users/app_private.fail_login.sql
--! Included users/app_private.has_email.sql
create or replace function app_private.has_email(user_id integer, email text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return (has_email.user_id = app_public.current_user_id() or (app_public.me()).is_admin)
    and exists (
      select from app_private.user_emails e where e.email = app_private.email_key(has_email.email) and e.user_id = has_email.user_id);
end
$$;
comment on function app_private.has_email(integer, text) is
  'True if this email, in any case, is reserved for this user. Policies of users call it, so that an update of users alone cannot take an email. It tells users about themselves, and administrators about everyone.';
grant execute on function app_private.has_email(integer, text) to app_user;
--! EndIncluded users/app_private.has_email.sql
--! Included users/app_private.login_counters.sql
create or replace function app_private.login_counters(email text, address cidr)
returns table (counter text, key bytea)
language sql immutable parallel safe
as $$
  select k.counter, pg_catalog.sha256(pg_catalog.convert_to(k.text, 'UTF8'))
    from (values
      ('account', app_private.email_key(email)),
      ('account and address', app_private.email_key(email) || ' ' || address::pg_catalog.text),
      ('address', address::pg_catalog.text)
    ) k (counter, text)
$$;
comment on function app_private.login_counters(text, cidr) is
  'Returns the keys under which a login is counted.';
--! EndIncluded users/app_private.login_counters.sql
--! Included users/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = app_private.email_key(login_credentials.email));
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
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created app_public.users;
begin
  insert into app_public.users (email, name, address, is_admin, is_training)
    values (new_user.email, new_user.name, new_user.address, new_user.is_admin, coalesce((app_public.me()).is_training, false))
    returning * into created;
  insert into app_private.user_emails (email, user_id) values (app_private.email_key(created.email), created.id);
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);
  perform app_private.audit('USER_CREATED', 'USER', created.id, jsonb_build_object('is_admin', created.is_admin));
  perform app_private.queue_verification(created.id);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Users whom a training user creates are training users. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded users/app_public.new_user.sql
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
  -- An update, so that whoever waits in lock_user() gets the lock after it.
  update app_private.user_emails e set email = app_private.email_key(edited.email)
    where e.user_id = edited.id and e.email <> app_private.email_key(edited.email);
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
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user, except that an administrator in training may edit no administrator who is not. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
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
  said text;
  are_repeated constant boolean[] := array(
    select row_number() over (partition by app_private.email_key(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > most_users then
    raise exception using errcode = 'LA400', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- The block is undone by an error of its own after a dry run, or if an entry is refused.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester, is_training)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false), is_trainee)
          returning u.id into line.user_id;
        insert into app_private.user_emails (email, user_id) values (app_private.email_key(btrim(entry.email)), line.user_id);
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics refused_by = column_name, said = message_text;
          refused_by := coalesce(nullif(refused_by, ''), substring(said from ' column "(.+?)"'));
          line.user_id := null;
          line.error := format('%s is missing.', refused_by);
        when check_violation or unique_violation then
          get stacked diagnostics refused_by = constraint_name, said = message_text;
          -- A worker node of a cluster names the constraint in its message only, with a shard.
          refused_by := coalesce(nullif(refused_by, ''), substring(said from ' constraint "(.+?)(?:_\d{6,})?"'));
          line.user_id := null;
          line.error := case
            when refused_by = 'users_email_key' and are_repeated[cardinality(lines) + 1]
            then 'This email comes twice in the list: leave one of them out.'
            -- A shard has the constraint too, without its message.
            else (select max(obj_description(c.oid, 'pg_constraint')) from pg_constraint c
              where c.conname = refused_by and c.connamespace in ('app_public'::regnamespace, 'app_private'::regnamespace))
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA000';
    end if;
  exception when sqlstate 'LA000' then
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
update app_private.user_emails e set email = app_private.email_key(e.email)
  where e.email <> app_private.email_key(e.email)
    -- Of two that were the same, the older user keeps their login.
    and not exists (
      select from app_private.user_emails o
        where app_private.email_key(o.email) = app_private.email_key(e.email) and o.user_id < e.user_id);
-- Not valid: rows from before stay as they are, until they are edited.
alter table app_private.device_keys drop constraint if exists device_keys_name;
alter table app_private.device_keys add constraint device_keys_name check (((char_length(name) <= 100) and (app_private.without_blanks(name) <> '') and (name !~ '[[:cntrl:]]'::text))) not valid;
comment on constraint device_keys_name on app_private.device_keys is 'name is empty, has more than 100 characters or contains a control character: send a short name such as "My phone".';
alter table app_private.device_tokens drop constraint if exists devices_token_length;
alter table app_private.device_tokens add constraint devices_token_length check ((((char_length(token) >= 1) and (char_length(token) <= 2048)) and (token ~ '^[^[:cntrl:]]+$'::text) and (app_private.without_blanks(token) <> ''))) not valid;
comment on constraint devices_token_length on app_private.device_tokens is 'token is empty, has more than 2,048 characters or contains a control character: send it as the push service gave it.';
alter table app_private.invitations drop constraint if exists invitations_name;
alter table app_private.invitations add constraint invitations_name check (((char_length(name) <= 100) and (app_private.without_blanks(name) <> '') and (name !~ '[[:cntrl:]]'::text))) not valid;
comment on constraint invitations_name on app_private.invitations is 'name is empty, has more than 100 characters or contains a control character: send a short name such as "Town hall".';
alter table app_public.alert_templates drop constraint if exists alert_templates_event;
alter table app_public.alert_templates add constraint alert_templates_event check (((char_length(event) <= 200) and (app_private.without_blanks(event) <> ''))) not valid;
comment on constraint alert_templates_event on app_public.alert_templates is 'event is empty or has more than 200 characters: write a few words, or leave it out.';
alter table app_public.alert_templates drop constraint if exists alert_templates_name;
alter table app_public.alert_templates add constraint alert_templates_name check (((char_length(name) <= 200) and (app_private.without_blanks(name) <> ''))) not valid;
comment on constraint alert_templates_name on app_public.alert_templates is 'name is empty or has more than 200 characters: write a short name.';
alter table app_public.alert_templates drop constraint if exists alert_templates_title;
alter table app_public.alert_templates add constraint alert_templates_title check (((char_length(title) <= 200) and (app_private.without_blanks(title) <> '') and (title !~ '[[:cntrl:]]'::text))) not valid;
comment on constraint alert_templates_title on app_public.alert_templates is 'The title of the template is empty, or has more than 200 characters or a line break: write what happens and where, in a few words, or leave it out.';
alter table app_public.alerts drop constraint if exists alerts_all_clear;
alter table app_public.alerts add constraint alerts_all_clear check (((char_length(all_clear) <= 10000) and (app_private.without_blanks(all_clear) <> ''))) not valid;
comment on constraint alerts_all_clear on app_public.alerts is 'text is empty or has more than 10,000 characters: write that the danger is over.';
alter table app_public.alerts drop constraint if exists alerts_event;
alter table app_public.alerts add constraint alerts_event check (((char_length(event) <= 200) and (app_private.without_blanks(event) <> ''))) not valid;
comment on constraint alerts_event on app_public.alerts is 'event is empty or has more than 200 characters: write a few words, or leave it out.';
alter table app_public.alerts drop constraint if exists alerts_text1_length;
alter table app_public.alerts add constraint alerts_text1_length check (((char_length(text1) <= 10000) and (app_private.without_blanks(text1) <> ''))) not valid;
comment on constraint alerts_text1_length on app_public.alerts is 'text1 is empty or has more than 10,000 characters: write what people inside the area should do.';
alter table app_public.alerts drop constraint if exists alerts_text2_length;
alter table app_public.alerts add constraint alerts_text2_length check (((char_length(text2) <= 10000) and (app_private.without_blanks(text2) <> ''))) not valid;
comment on constraint alerts_text2_length on app_public.alerts is 'text2 is empty or has more than 10,000 characters: write what people in zone TWO should do.';
alter table app_public.alerts drop constraint if exists alerts_text3_length;
alter table app_public.alerts add constraint alerts_text3_length check (((char_length(text3) <= 10000) and (app_private.without_blanks(text3) <> ''))) not valid;
comment on constraint alerts_text3_length on app_public.alerts is 'text3 is empty or has more than 10,000 characters: write what people in zone THREE should do.';
alter table app_public.alerts drop constraint if exists alerts_title;
alter table app_public.alerts add constraint alerts_title check (((char_length(title) <= 60) and (app_private.without_blanks(title) <> '') and (title !~ '[[:cntrl:]]'::text))) not valid;
comment on constraint alerts_title on app_public.alerts is 'title has more than 60 characters or a line break: write what happens and where, in a few words.';
alter table app_public.saved_areas drop constraint if exists saved_areas_name;
alter table app_public.saved_areas add constraint saved_areas_name check (((char_length(name) <= 200) and (app_private.without_blanks(name) <> ''))) not valid;
comment on constraint saved_areas_name on app_public.saved_areas is 'name is empty or has more than 200 characters: write a short name.';
alter table app_public.shared_drafts drop constraint if exists shared_drafts_name;
alter table app_public.shared_drafts add constraint shared_drafts_name check (((char_length(name) <= 200) and (app_private.without_blanks(name) <> ''))) not valid;
comment on constraint shared_drafts_name on app_public.shared_drafts is 'name is empty or has more than 200 characters: write a short name.';
alter table app_public.users drop constraint if exists users_email_form;
alter table app_public.users add constraint users_email_form check (((char_length(email) <= 254) and (email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'::text) and (email = app_private.without_blanks(email)))) not valid;
comment on constraint users_email_form on app_public.users is 'email is not an address: send one like name@example.org with at most 254 characters.';
alter table app_public.users drop constraint if exists users_name_length;
alter table app_public.users add constraint users_name_length check ((((char_length(name) >= 1) and (char_length(name) <= 200)) and (app_private.without_blanks(name) <> ''))) not valid;
comment on constraint users_name_length on app_public.users is 'name is empty or has more than 200 characters: send 1 to 200 characters, not only blanks.';

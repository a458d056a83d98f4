--! Previous: sha1:a7e97898e5a1217b62feb08a1ad9a01b1f21bc5f
--! Hash: sha1:0bb8c64345219994056b201dfbf6de37a035e701
--! Message: Links and mail

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.password_link as (
  user_id integer,
  token text,
  expires_at timestamptz
);
comment on type app_public.password_link is 'What a user needs to set their first password.';
comment on column app_public.password_link.user_id is E'@notNull\nThe id of the user.';
comment on column app_public.password_link.token is
  E'@notNull\nThe token for passwordSet. The console''s page for it is at /console/#/password/ and the token.';
comment on column app_public.password_link.expires_at is
  E'@notNull\nUntil when it works.';

create table app_private.password_links (
  user_id integer not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  is_mailed boolean not null default false,
  constraint password_links_pkey primary key (user_id, is_mailed),
  constraint password_links_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_private.password_links enable row level security;

comment on table app_private.password_links is
  'Links by which users set a password: their first one, or a new one by mail. A user has at most one of each kind. When one is used, both rows go.';
comment on column app_private.password_links.user_id is 'The user.';
comment on column app_private.password_links.token_hash is
  'The SHA-256 hash of the token''s secret, which the table does not reveal.';
comment on column app_private.password_links.expires_at is 'Until when the link works.';
comment on column app_private.password_links.is_mailed is
  'True if it was mailed to the user, who may have a password. False if an administrator hands it over.';

create table app_private.email_links (
  user_id integer not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint email_links_pkey primary key (user_id),
  constraint email_links_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_private.email_links enable row level security;

comment on table app_private.email_links is
  'Links by which users confirm their email. A user has at most one, and its row goes when it is used.';
comment on column app_private.email_links.user_id is 'The user.';
comment on column app_private.email_links.email is 'The email in lower case that it was mailed to.';
comment on column app_private.email_links.token_hash is 'The SHA-256 hash of the token''s secret.';
comment on column app_private.email_links.expires_at is 'Until when the link works.';

create table app_private.mail_outcome (
  is_only boolean not null default true,
  at timestamptz not null default now(),
  why text,
  failing_since timestamptz,
  constraint mail_outcome_is_only check (is_only),
  constraint mail_outcome_pkey primary key (is_only)
);
alter table app_private.mail_outcome enable row level security;

comment on table app_private.mail_outcome is 'Whether the mail server accepts mails, in one row. Empty if mail was never on.';
comment on column app_private.mail_outcome.is_only is 'True, so that there is one row.';
comment on column app_private.mail_outcome.at is 'When the last mail was sent or failed.';
comment on column app_private.mail_outcome.why is 'Why the last mail failed. Null if it was accepted.';
comment on column app_private.mail_outcome.failing_since is 'Since when mails have failed. Null if the last one was accepted.';
comment on constraint mail_outcome_is_only on app_private.mail_outcome is 'mail_outcome has one row.';

--! Included links-and-mail/app_private.ask_for_password_mail.sql
create or replace function app_private.ask_for_password_mail(email text, address cidr) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  requested_key constant text := app_private.email_key(btrim(ask_for_password_mail.email));
  wait constant integer := greatest(
    app_private.attempt_wait('mail by address', address::text), app_private.attempt_wait('mail by email', requested_key));
begin
  if wait > 0 then
    return wait;
  end if;
  perform app_private.count_attempt('mail by address', address::text);
  perform app_private.count_attempt('mail by email', requested_key);
  -- The job looks the email up, so that the response time does not reveal whether a user has it.
  if char_length(requested_key) <= 254 then
    perform graphile_worker.add_job(
      'send_mail', json_build_object('kind', 'password', 'email', requested_key),
      max_attempts => 8, job_key => 'password:' || encode(app_private.key_hash(requested_key), 'hex'));
  end if;
  return 0;
end
$$;
comment on function app_private.ask_for_password_mail(text, cidr) is
  'Queues a mail with a link by which the user with this email sets a new password. Returns 0, or the seconds to wait after too many mails to this email or from this address. It behaves the same for an unknown email.';
grant execute on function app_private.ask_for_password_mail(text, cidr) to app_host;
--! EndIncluded links-and-mail/app_private.ask_for_password_mail.sql
--! Included links-and-mail/app_private.begin_mail.sql
create or replace function app_private.begin_mail() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app_private.mail_outcome default values on conflict on constraint mail_outcome_pkey do nothing;
end
$$;
comment on function app_private.begin_mail() is 'Records that mail is on, so that mails are queued from now on.';
--! EndIncluded links-and-mail/app_private.begin_mail.sql
--! Included links-and-mail/app_private.count_own_mail.sql
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
  'Counts a mail that a user requests to their own, unverified email. Error LA409 after too many requests by this user or to this email.';
--! EndIncluded links-and-mail/app_private.count_own_mail.sql
--! Included links-and-mail/app_private.failing_mail.sql
create or replace function app_private.failing_mail() returns json
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select json_build_object('since', o.failing_since, 'why', o.why) from app_private.mail_outcome o where o.why is not null
$$;
comment on function app_private.failing_mail() is 'Returns since when and why mails fail. Null if the mail server accepted the last one. The grant guards it: it is for administrators only.';
grant execute on function app_private.failing_mail() to app_admin;
--! EndIncluded links-and-mail/app_private.failing_mail.sql
--! Included links-and-mail/app_private.make_password_mail.sql
create or replace function app_private.make_password_mail(email text) returns table (address text, token text)
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  lifetime constant interval := '1 hour';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  owner_id integer;
begin
  owner_id := app_private.user_id_of(make_password_mail.email);
  -- A change of the email either commits before this lock, and is visible here, or comes after it, and deletes the link.
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
  'Makes a link by which the user with this email sets a password. It replaces an earlier mailed link. Returns the address and the token to mail. No row if no user has the email.';
--! EndIncluded links-and-mail/app_private.make_password_mail.sql
--! Included links-and-mail/app_private.make_verification_mail.sql
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
  'Makes a link by which a user confirms their email. It replaces an earlier one. Returns the address and the token to mail. No row if the email is confirmed, or for an unknown user.';
--! EndIncluded links-and-mail/app_private.make_verification_mail.sql
--! Included links-and-mail/app_private.note_mail_outcome.sql
create or replace function app_private.note_mail_outcome(why text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app_private.mail_outcome as o (why, failing_since)
    values (note_mail_outcome.why, case when note_mail_outcome.why is not null then now() end)
    on conflict on constraint mail_outcome_pkey do update
      set at = now(), why = excluded.why, failing_since = case when excluded.why is not null then coalesce(o.failing_since, now()) end;
end
$$;
comment on function app_private.note_mail_outcome(text) is 'Records whether the mail server accepts mails: why it does not, or null.';
--! EndIncluded links-and-mail/app_private.note_mail_outcome.sql
--! Included links-and-mail/app_private.password_link_email.sql
create or replace function app_private.password_link_email(token text) returns text
language plpgsql stable strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- A token is the user's id, a point, and a secret.
  owner_id constant bigint := case when token ~ '^[1-9][0-9]{0,9}\.' then split_part(token, '.', 1) end;
  secret constant text := split_part(token, '.', 2);
begin
  return (
    select u.email
      from app_private.password_links l
      join app_public.users u on u.id = l.user_id
      where l.user_id = owner_id and l.token_hash = app_private.key_hash(secret) and now() < l.expires_at);
end
$$;
comment on function app_private.password_link_email(text) is
  'Returns the email of the user whose link has this token. Null if the token is wrong, used or expired. The host calls it before it hashes a password, because hashing is expensive.';
grant execute on function app_private.password_link_email(text) to app_host;
--! EndIncluded links-and-mail/app_private.password_link_email.sql
--! Included links-and-mail/app_private.queue_verification.sql
create or replace function app_private.queue_verification(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- No host runs the job if mail was never on.
  if not exists (select from app_private.mail_outcome) then
    return;
  end if;
  perform graphile_worker.add_job(
    'send_mail', json_build_object('kind', 'verification', 'userId', queue_verification.user_id),
    max_attempts => 8, job_key => 'verification:' || queue_verification.user_id);
end
$$;
comment on function app_private.queue_verification(integer) is
  'Queues the mail by which a user confirms their email. The job makes the link when it sends the mail, so that no table contains the secret. Does nothing if mail was never on.';
--! EndIncluded links-and-mail/app_private.queue_verification.sql
--! Included links-and-mail/app_private.set_first_password.sql
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
  -- Of two concurrent uses of a link, the second one finds no row.
  delete from app_private.password_links l
    where l.user_id = owner_id and l.token_hash = app_private.key_hash(split_part(token, '.', 2))
    returning l.is_mailed into was_mailed;
  if not found then
    return null;
  end if;
  delete from app_private.password_links l where l.user_id = owner_id;
  perform app_private.set_password(owner_id, password_hash);
  perform app_private.audit('PASSWORD_SET', 'USER', owner_id, actor_id => owner_id);
  perform app_private.end_sessions(owner_id);
  if was_mailed then
    -- Possession of a mailed link proves the email. app_public.user_edit() deletes the links to an earlier email.
    update app_public.users u set email_verified = true where u.id = owner_id;
  else
    perform app_private.queue_verification(owner_id);
  end if;
  return owner_email;
end
$$;
comment on function app_private.set_first_password(text, text) is
  'Sets a user''s password by the token of a link, and ends the user''s links and sessions. Returns the email to log in with. Null if the token is wrong, used or expired.';
grant execute on function app_private.set_first_password(text, text) to app_host;
--! EndIncluded links-and-mail/app_private.set_first_password.sql
--! Included links-and-mail/app_private.verify_email.sql
create or replace function app_private.verify_email(token text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- A token is the user's id, a point, and a secret.
  owner_id constant bigint := case when token ~ '^[1-9][0-9]{0,9}\.' then split_part(token, '.', 1) end;
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
    where u.id = link.user_id and app_private.email_key(u.email) = link.email
    returning u.email into verified_email;
  if verified_email is not null then
    perform app_private.audit('EMAIL_VERIFIED', 'USER', link.user_id, actor_id => link.user_id);
  end if;
  return verified_email;
end
$$;
comment on function app_private.verify_email(text) is
  'Confirms a user''s email by the token of a mailed link, and ends the link. Returns the email. Null if the token is wrong, used or expired, or the email has changed.';
grant execute on function app_private.verify_email(text) to app_host;
--! EndIncluded links-and-mail/app_private.verify_email.sql
--! Included links-and-mail/app_public.email_verification_send.sql
create or replace function app_public.email_verification_send() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  if caller.email_verified then
    raise exception using errcode = 'LA409', message = 'Your email is confirmed already.';
  end if;
  perform app_private.count_own_mail(caller.id, caller.email);
  perform app_private.queue_verification(caller.id);
  return caller;
end
$$;
comment on function app_public.email_verification_send() is
  'Mails you another link to confirm your email. Nothing is mailed if mail is off. Returns you. Error CONFLICT if your email is confirmed, or after too many mails.';
grant execute on function app_public.email_verification_send() to app_user;
--! EndIncluded links-and-mail/app_public.email_verification_send.sql
--! Included links-and-mail/app_public.new_password_links.sql
create or replace function app_public.new_password_links(user_ids integer[]) returns setof app_public.password_link
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  max_users constant integer := 5000;
  lifetime constant interval := (select s.password_link_lifetime from app_private.settings s);
  owner_id integer;
  link app_public.password_link;
  secret text;
begin
  if cardinality(user_ids) > max_users then
    raise exception using errcode = 'LA400', message = 'userIds has more than 5,000 entries: ask for them in several parts.';
  end if;
  -- Locks in the order of ids prevent deadlocks. A password that is set meanwhile is visible below.
  perform app_private.lock_user(l.id) from (select distinct unnest(user_ids) as id order by 1) l;
  foreach owner_id in array array(select i.id from unnest(user_ids) with ordinality i (id, place) group by i.id order by min(i.place)) loop
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
      values (owner_id, app_private.key_hash(secret), link.expires_at)
      on conflict on constraint password_links_pkey
        do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
    perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);
    return next link;
  end loop;
end
$$;
comment on function app_public.new_password_links(integer[]) is
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, one for an id that comes twice, by which they set their password. An earlier link that an administrator made for them no longer works. For administrators; those in training make none for an administrator who is not. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_admin;
--! EndIncluded links-and-mail/app_public.new_password_links.sql

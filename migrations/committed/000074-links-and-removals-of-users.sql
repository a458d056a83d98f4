--! Previous: sha1:c26d6d930f4016fc10a601777651ecf37cc0e1ca
--! Hash: sha1:ce6c9c4db1e503d2701b32dcd960562d87dac070
--! Message: links and removals of users

--! split: 1-current.sql
--! Included users/app_private.password_link_email.sql
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
  'Returns the email of the user whose link has this token. Null if the token is wrong, used or expired. The host asks before it hashes a password, because hashing is expensive.';
grant execute on function app_private.password_link_email(text) to app_host;
--! EndIncluded users/app_private.password_link_email.sql
--! Included mail/app_private.verify_email.sql
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
--! EndIncluded mail/app_private.verify_email.sql
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
--! EndIncluded users/app_public.new_password_links.sql
--! Included users/app_private.delete_user.sql
create or replace function app_private.delete_user(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  is_named boolean;
begin
  if not exists (select from app_public.users u where u.id = delete_user.user_id) then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  is_named := exists (select from app_public.alerts a where a.user_id = delete_user.user_id)
    or exists (select from app_public.alert_versions v where v.user_id = delete_user.user_id);
  -- A statement for each of these tables, as they may be distributed.
  is_named := is_named or exists (select 1 from app_public.notifications n where n.user_id = delete_user.user_id);
  is_named := is_named or exists (select 1 from app_public.last_positions l where l.user_id = delete_user.user_id);
  if is_named then
    raise exception using errcode = 'foreign_key_violation',
      message = format('users %s cannot be deleted: alerts, positions or notifications refer to it, and they prove who was told and why.', user_id);
  end if;
  perform app_private.forget_account(delete_user.user_id, (select u.email from app_public.users u where u.id = delete_user.user_id));
  perform app_private.audit('USER_REMOVED', 'USER', delete_user.user_id);
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user and their account, for a database administrator: see app_private.forget_account(). Error LA404 for an unknown user, 23503 if the user published an alert, reported a position or was notified. A plain delete is refused, as it would leave the email and the devices reserved.';
--! EndIncluded users/app_private.delete_user.sql
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
  -- The block is undone by an error of its own after a dry run, or if an entry is refused. A code that ends in 000 would
  -- catch its whole class.
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
--! Included publication/app_private.repeated_publication.sql
create or replace function app_private.repeated_publication(input app_public.publication_input) returns app_public.held_publication
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where h.user_id = app_public.current_user_id() and h.key = input.key;
  if held.id is null then
    return null;
  end if;
  -- A new alert has an id once it is published.
  -- Without nulls, so that a request keeps its content when a later version of the API adds a field.
  if (jsonb_strip_nulls(held.new_alert::jsonb), jsonb_strip_nulls(held.changes::jsonb), held.all_clear)
      is distinct from (jsonb_strip_nulls(to_jsonb(input.new_alert)), jsonb_strip_nulls(to_jsonb(input.changes)), input.all_clear)
    or held.new_alert is null and held.alert_id is distinct from input.alert_id
  then
    raise exception using errcode = 'LA409',
      message = 'Another publication of yours has this key: look whether it went out, and use a new key for what differs.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.repeated_publication(app_public.publication_input) is
  'Returns the held publication of a request that its author repeats with its key, whatever became of it. Null if the key is new. Error LA409 if the request differs.';
--! EndIncluded publication/app_private.repeated_publication.sql
-- squawk-ignore require-concurrent-index-creation
create index users_by_name on app_public.users (lower(name), id);

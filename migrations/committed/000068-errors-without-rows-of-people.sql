--! Previous: sha1:80b00810853ab4b8ae59b96c23546fe782eeb4cc
--! Hash: sha1:7c3130f24070009d0ad3f4c6d13a56c58a495d0d
--! Message: errors without rows of people

--! split: 1-current.sql
-- The detail of a constraint's error has the row: an email, a place or a hash, and PostgreSQL logs it.
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
  insert into app_private.user_emails (email, user_id) values (app_private.email_key(added.email), added.id);
  return added;
exception when integrity_constraint_violation then
  -- PostgreSQL's own error has the row in its detail, for its log.
  get stacked diagnostics refused_by = constraint_name, missing = column_name;
  raise exception using errcode = sqlstate, constraint = refused_by, column = missing, message = sqlerrm;
end
$$;
comment on function app_private.add_user(text, text, text, boolean, boolean) is
  'Adds a user without a password, and reserves the email. The error of a row that is refused names its constraint or column, and nothing of the row, as PostgreSQL logs it.';
--! EndIncluded users/app_private.add_user.sql
--! Included users/app_private.set_password.sql
create or replace function app_private.set_password(user_id integer, password_hash text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  refused_by text;
  missing text;
begin
  -- An imported user has none yet.
  insert into app_private.user_credentials as c (user_id, password_hash) values (set_password.user_id, set_password.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
exception when integrity_constraint_violation then
  -- PostgreSQL's own error has the hash in its detail, for its log.
  get stacked diagnostics refused_by = constraint_name, missing = column_name;
  raise exception using errcode = sqlstate, constraint = refused_by, column = missing, message = sqlerrm;
end
$$;
comment on function app_private.set_password(integer, text) is
  'Stores the hash of a user''s password. The error of a hash that is refused does not hold it, as PostgreSQL logs it.';
--! EndIncluded users/app_private.set_password.sql
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created constant app_public.users := app_private.add_user(
    email, name, address, is_admin, coalesce((app_public.me()).is_training, false));
begin
  perform app_private.set_password(created.id, password_hash);
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
--! Included users/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  perform app_private.lock_user(owner.id);
  perform app_private.set_password(owner.id, password_hash);
  delete from app_private.password_links l where l.user_id = owner.id;
  perform app_private.audit('PASSWORD_CHANGED', 'USER', owner.id);
  perform app_private.end_sessions(owner.id, kept_id => app_private.current_session_id());
  return owner;
end
$$;
comment on function app_public.user_password_edit(text) is E'@behavior -mutationField\nReplaces your password by one that the host has hashed. The session of this request stays; your other sessions end. Returns you.';
grant execute on function app_public.user_password_edit(text) to app_user;
--! EndIncluded users/app_public.user_password_edit.sql
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
  perform app_private.set_password(changed.id, password_hash);
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators; those in training cannot reset that of an administrator who is not. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded users/app_public.user_password_reset.sql
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
  perform app_private.set_password(owner_id, password_hash);
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
  created := app_private.add_user(btrim(email), btrim(name), btrim(coalesce(address, '')));
  perform app_private.set_password(created.id, password_hash);
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
--! Included invitations/app_public.invitation_add.sql
create or replace function app_public.invitation_add(input app_public.invitation_input) returns app_public.invitation
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  lifetime constant interval := '14 days';
  longest constant interval := '1 year';
  -- 122 random bits, which fit a QR code that a phone reads from across a room.
  secret constant text := replace(gen_random_uuid()::text, '-', '');
  ends_at constant timestamptz := coalesce(input.expires_at, now() + lifetime);
  added app_private.invitations;
  refused_by text;
  missing text;
begin
  perform app_private.refuse_training_users();
  if (now() < ends_at and ends_at <= now() + longest) is not true then
    raise exception using errcode = 'LA400', message = 'The end of an invitation is not within the next year: choose another one.';
  end if;
  insert into app_private.invitations (name, secret_hash, places, made_by, expires_at)
    values (btrim(input.name), app_private.key_hash(secret), coalesce(input.places, 1), app_private.require_user_id(), ends_at)
    returning * into added;
  perform app_private.audit('INVITATION_MADE', 'INVITATION', added.id, jsonb_build_object('places', added.places));
  return app_private.invitation(added, secret);
exception when integrity_constraint_violation then
  -- PostgreSQL's own error has the row in its detail, for its log.
  get stacked diagnostics refused_by = constraint_name, missing = column_name;
  raise exception using errcode = sqlstate, constraint = refused_by, column = missing, message = sqlerrm;
end
$$;
comment on function app_public.invitation_add(app_public.invitation_input) is
  E'@argument input The invitation to make.\nMakes an invitation, by which people make their own user. Only this answer contains its secret. For administrators who are no training users.';
grant execute on function app_public.invitation_add(app_public.invitation_input) to app_admin;
--! EndIncluded invitations/app_public.invitation_add.sql
--! Included keys/app_public.device_key_add.sql
create or replace function app_public.device_key_add(name text) returns app_public.device_key
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  most_keys constant integer := 20;
  caller_id constant integer := app_private.require_user_id();
  -- 122 random bits. The user's id says on which machine of a cluster the key is.
  secret constant text := caller_id || '-' || replace(gen_random_uuid()::text, '-', '');
  added app_private.device_keys;
  refused_by text;
  missing text;
begin
  -- The row's lock makes two additions take turns. The later of them counts the other's key.
  update app_private.user_credentials c set password_hash = c.password_hash where c.user_id = caller_id;
  if (select count(*) from app_private.device_keys k where k.user_id = caller_id) >= most_keys then
    raise exception using errcode = 'LA409', message = format('You have %s device keys: revoke one first.', most_keys);
  end if;
  insert into app_private.device_keys (user_id, name, key_hash)
    values (caller_id, btrim(device_key_add.name), app_private.key_hash(secret))
    returning * into added;
  perform app_private.audit('DEVICE_KEY_ADDED', 'USER', caller_id, jsonb_build_object('device_key_id', added.id));
  return app_private.device_key(added, secret);
exception when integrity_constraint_violation then
  -- PostgreSQL's own error has the row in its detail, for its log.
  get stacked diagnostics refused_by = constraint_name, missing = column_name;
  raise exception using errcode = sqlstate, constraint = refused_by, column = missing, message = sqlerrm;
end
$$;
comment on function app_public.device_key_add(text) is
  E'@argument name A name to know the device by.\nMakes a device key, with which an app reports your positions without your password. Only this answer contains the key. Error CONFLICT if you have twenty.';
grant execute on function app_public.device_key_add(text) to app_user;
--! EndIncluded keys/app_public.device_key_add.sql
--! Included positions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := coalesce(
    app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now()),
    case when input.moving_activity is null then 'movingActivity is missing: send one of its values.' end);
  once record;
  is_history boolean;
  reported app_public.positions;
begin
  if fault is not null then
    raise exception using errcode = 'LA400', message = fault;
  end if;
  if input.client_id is not null then
    if app_private.client_id_fault(input.client_id) is not null then
      raise exception using errcode = 'LA400', message = app_private.client_id_fault(input.client_id);
    end if;
    once := app_private.keep_positions(caller_id, array[input]);
    return coalesce(once.kept[1], (app_private.positions_reported(caller_id, array[input], once.ids))[1]);
  end if;
  perform app_private.share_report_lock(caller_id);
  is_history := app_private.apply_report_settings(caller_id);
  if is_history then
    insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      values (caller_id, input.latitude, input.longitude, input.accuracy, input.moving_activity, taken_at)
      returning * into reported;
  else
    reported := row(
      nextval('app_public.positions_id_seq'), caller_id, now(), taken_at,
      input.latitude, input.longitude, input.accuracy, input.moving_activity);
  end if;
  perform app_private.apply_position_report(reported, is_history);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only. A position with a clientId that was reported before is not stored again, and the answer is the one that was. If only your last position is kept, the answer has an id too, and positions never lists it.';
grant execute on function app_public.new_position(app_public.position_input) to app_user;
--! EndIncluded positions/app_public.new_position.sql
-- A device's token has no blanks of any kind around it.
--! Included users/app_private.trim_blanks.sql
create or replace function app_private.trim_blanks(text text) returns text
language sql immutable parallel safe
as $$
  -- translate() leaves the blanks of the text, of which btrim() takes those at its ends.
  select pg_catalog.btrim(trim_blanks.text, pg_catalog.translate(trim_blanks.text, app_private.without_blanks(trim_blanks.text), ''))
$$;
comment on function app_private.trim_blanks(text) is
  'Returns a text without what app_private.without_blanks() removes at its beginning and end.';
--! EndIncluded users/app_private.trim_blanks.sql
--! Included deliveries/app_private.device_token.sql
create or replace function app_private.device_token(given text) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  subscription jsonb;
  trimmed constant text := app_private.trim_blanks(given);
begin
  if app_private.push_provider(trimmed) <> 'web_push' then
    return coalesce(app_private.trim_blanks(substring(trimmed from '^Expo(?:nent)?PushToken\[(.+)\]$')), trimmed);
  end if;
  begin
    subscription := trimmed::jsonb;
  exception when others then
    subscription := null;
  end;
  if subscription is null or not coalesce(
    subscription ->> 'endpoint' ~ '^https?://' and subscription #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_=-]+$'
      and subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_=-]+$', false)
  then
    raise exception using errcode = 'LA400',
      message = 'token is not a Web Push subscription: send the JSON of PushSubscription.toJSON(), with endpoint (a URL), keys.p256dh and keys.auth (base64url).';
  end if;
  return jsonb_build_object(
    'endpoint', subscription -> 'endpoint',
    'keys', jsonb_build_object('auth', subscription #> '{keys,auth}', 'p256dh', subscription #> '{keys,p256dh}'))::text;
end
$$;
comment on function app_private.device_token(text) is
  'Returns a device''s token as the database stores it, without blanks around it. Of an Expo token it keeps what stands between the brackets, which is the bare form. Of a Web Push subscription it keeps only the endpoint and the keys, so that one device has one token however its JSON is written. Error LA400 for JSON that is no subscription.';
--! EndIncluded deliveries/app_private.device_token.sql
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
  perform app_private.take_device_token(new_token, owner.id);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, new_token, app_private.push_provider(app_private.trim_blanks(input.token)))
    on conflict (user_id, token) do update set provider = excluded.provider, created_at = excluded.created_at;
  -- Each new installation of an app leaves an old token behind.
  perform app_private.remove_devices(owner.id, array(
    select d.id from app_private.devices d where d.user_id = owner.id order by d.created_at desc, d.id desc offset 20));
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

--! Previous: sha1:2783e30fafa6e30330b10e7587cb7276a8ec702b
--! Hash: sha1:d4ade1d5cbd4f0c3adf968dc0ffc54fe8fb533e9
--! Message: training as a role

set local check_function_bodies = off; -- Functions call later ones.

-- Who is in training has at most the role of an approver: what managers do needs no check of its own.
alter policy revoke_all on app_private.device_keys using (app_private.manages(user_id));
drop function app_private.add_user(text, text, text, boolean, boolean);
--! Included authorities/app_private.begin_role_change.sql
create or replace function app_private.begin_role_change(user_id integer, authority_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- The lock serializes two managers who demote each other, so that one remains.
  perform from app_private.settings for update;
  if begin_role_change.authority_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  perform app_private.require_managed(begin_role_change.user_id);
end
$$;
comment on function app_private.begin_role_change(integer, integer) is
  'Begins a change of what a user may do for an authority. Error LA404 unless the user of this request manages both.';
--! EndIncluded authorities/app_private.begin_role_change.sql
--! Included authorities/app_private.my_authorities.sql
create or replace function app_private.my_authorities(least_role app_public.authority_role) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with recursive mine as (
    select m.authority_id as id from app_public.memberships m
      where m.user_id = app_public.current_user_id() and m.role >= least_role
        -- Nobody in training manages.
        and (least_role < 'MANAGER' or not exists (select from app_public.users u where u.id = m.user_id and u.is_training))
    union
    select a.id from app_public.authorities a join mine on a.parent_id = mine.id
  )
  select array(select mine.id from mine order by mine.id)
$$;
comment on function app_private.my_authorities(app_public.authority_role) is
  'Returns the ids of the authorities in which the user of this request has this role or a higher one, themselves or by an authority above. Policies call it in a sub-select, once for each statement.';
grant execute on function app_private.my_authorities(app_public.authority_role) to app_user;
--! EndIncluded authorities/app_private.my_authorities.sql
--! Included authorities/app_public.authority_add.sql
create or replace function app_public.authority_add(input app_public.authority_input) returns app_public.authorities
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  parent_id constant integer := coalesce(input.parent_id, app_private.my_authority());
  added app_public.authorities;
begin
  if parent_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.authorities (name, area, parent_id)
    values (btrim(input.name), case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end, parent_id)
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.id);
  return added;
end
$$;
comment on function app_public.authority_add(app_public.authority_input) is
  E'@argument input The authority to make.\nMakes an authority below one that you manage. For managers. Error CONFLICT if another authority has the name.';
grant execute on function app_public.authority_add(app_public.authority_input) to app_manager;
--! EndIncluded authorities/app_public.authority_add.sql
--! Included authorities/app_public.authority_edit.sql
create or replace function app_public.authority_edit(id integer, input app_public.authority_edit) returns app_public.authorities
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  edited app_public.authorities;
begin
  -- Nobody widens the area in which they may warn: that is for managers of the authority above. The rule of approval is their own.
  if not exists (
      select from app_public.authorities a
        where a.id = authority_edit.id and case when input.name is null and input.area is null then a.id else coalesce(a.parent_id, a.id) end = any (app_private.my_authorities('MANAGER'))) then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  update app_public.authorities a
    set name = coalesce(btrim(input.name), a.name),
      area = case when input.area is null then a.area else public.st_multi(app_private.area_of_geojson(input.area)) end,
      approval = coalesce(input.approval, a.approval), approval_above = coalesce(input.approval_above, a.approval_above),
      approves_exercises = coalesce(input.approves_exercises, a.approves_exercises)
    where a.id = authority_edit.id
    returning a.* into edited;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', edited.id);
  return edited;
end
$$;
comment on function app_public.authority_edit(integer, app_public.authority_edit) is
  E'@argument id The id of the authority.\n@argument input The fields to change.\nChanges the name or the area of an authority, for managers of the authority above, or its rule of approval, for its own managers.';
grant execute on function app_public.authority_edit(integer, app_public.authority_edit) to app_manager;
--! EndIncluded authorities/app_public.authority_edit.sql
--! Included authorities/app_public.membership_remove.sql
create or replace function app_public.membership_remove(user_id integer, authority_id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.begin_role_change(membership_remove.user_id, membership_remove.authority_id);
  delete from app_public.memberships m
    where m.user_id = membership_remove.user_id and m.authority_id = membership_remove.authority_id;
  return app_private.end_role_change(membership_remove.user_id, membership_remove.authority_id, null);
end
$$;
comment on function app_public.membership_remove(integer, integer) is
  E'@argument userId The user''s id.\n@argument authorityId The authority''s id.\nEnds what a user may do for an authority, from their next request on. For managers of both. Error NOT_FOUND for others, CONFLICT for the last manager of the service.';
grant execute on function app_public.membership_remove(integer, integer) to app_manager;
--! EndIncluded authorities/app_public.membership_remove.sql
--! Included authorities/app_public.membership_set.sql
create or replace function app_public.membership_set(user_id integer, authority_id integer, role app_public.authority_role)
returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.begin_role_change(membership_set.user_id, membership_set.authority_id);
  insert into app_public.memberships as m (user_id, authority_id, role)
    values (membership_set.user_id, membership_set.authority_id, membership_set.role)
    on conflict on constraint memberships_pkey do update set role = excluded.role;
  return app_private.end_role_change(membership_set.user_id, membership_set.authority_id, membership_set.role);
end
$$;
comment on function app_public.membership_set(integer, integer, app_public.authority_role) is
  E'@argument userId The user''s id.\n@argument authorityId The authority''s id.\n@argument role What they may do.\nSets what a user may do for an authority, from their next request on. For managers of both. Error NOT_FOUND for others, CONFLICT for the last manager of the service.';
grant execute on function app_public.membership_set(integer, integer, app_public.authority_role) to app_manager;
--! EndIncluded authorities/app_public.membership_set.sql
--! Included authorities/app_public.mutual_aid_add.sql
create or replace function app_public.mutual_aid_add(input app_public.mutual_aid_input) returns app_public.mutual_aids
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  granting_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.mutual_aids;
begin
  if granting_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  if not exists (select from app_public.authorities a where a.id = input.to_authority_id and a.id <> granting_id) then
    raise exception using errcode = 'LA404', constraint = 'no_other_authority', message = 'There is no other authority with this id.';
  end if;
  if (now() < input.ends_at and input.ends_at <= now() + interval '1 year') is not true then
    raise exception using errcode = 'LA400', constraint = 'aid_end', message = 'The end of mutual aid is not within the next year: choose another one.';
  end if;
  insert into app_public.mutual_aids (authority_id, to_authority_id, area, ends_at, user_id)
    values (granting_id, input.to_authority_id, case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end,
      input.ends_at, app_public.current_user_id())
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.authority_id, jsonb_build_object(
    'mutual_aid_id', added.id, 'to_authority_id', added.to_authority_id, 'ends_at', added.ends_at));
  return added;
end
$$;
comment on function app_public.mutual_aid_add(app_public.mutual_aid_input) is
  E'@argument input The mutual aid to grant.\nGrants another authority an area of your own: until the end, its alerts may lie there, and its members see the people there. For managers of the authority that grants it. Error CONFLICT for an area outside of that authority''s.';
grant execute on function app_public.mutual_aid_add(app_public.mutual_aid_input) to app_manager;
--! EndIncluded authorities/app_public.mutual_aid_add.sql
--! Included authorities/app_public.mutual_aid_end.sql
create or replace function app_public.mutual_aid_end(id integer) returns app_public.mutual_aids
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  ended app_public.mutual_aids;
begin
  update app_public.mutual_aids g set ended_at = clock_timestamp()
    where g.id = mutual_aid_end.id and g.ended_at is null and g.ends_at > clock_timestamp()
      and g.authority_id = any (app_private.my_authorities('MANAGER'))
    returning g.* into ended;
  if ended.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_mutual_aid', message = 'There is no mutual aid with this id that you grant now.';
  end if;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', ended.authority_id, jsonb_build_object(
    'mutual_aid_id', ended.id, 'to_authority_id', ended.to_authority_id, 'ended', true));
  return ended;
end
$$;
comment on function app_public.mutual_aid_end(integer) is
  E'@argument id The id of the mutual aid.\nEnds mutual aid, from the next request on. Alerts that stand may be ended, not moved or extended. For managers of the authority that grants it. Error NOT_FOUND for one that has ended.';
grant execute on function app_public.mutual_aid_end(integer) to app_manager;
--! EndIncluded authorities/app_public.mutual_aid_end.sql
--! Included device-keys/app_public.device_key_revoke.sql
create or replace function app_public.device_key_revoke(id integer) returns app_public.device_key
language plpgsql volatile strict
as $$
declare
  revoked app_public.device_key;
begin
  perform app_private.require_user_id();
  delete from app_private.device_keys k where k.id = device_key_revoke.id
    returning k.id, k.name, k.created_at, k.last_used_at into revoked.id, revoked.name, revoked.created_at, revoked.last_used_at;
  if revoked.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_device_key', message = 'You have no device key with this id.';
  end if;
  return revoked;
end
$$;
comment on function app_public.device_key_revoke(integer) is
  E'@argument id The id of the device key.\nRevokes one of your device keys: the next report with it is refused. Administrators can revoke anyone''s. Returns the key without its secret. Error NOT_FOUND for an unknown id, and for the key of someone else.';
grant execute on function app_public.device_key_revoke(integer) to app_user;
--! EndIncluded device-keys/app_public.device_key_revoke.sql
--! Included invitations/app_public.invitation_add.sql
create or replace function app_public.invitation_add(input app_public.invitation_input) returns app_public.invitation
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  lifetime constant interval := '14 days';
  max_lifetime constant interval := '1 year';
  -- 122 random bits, which fit a QR code that a phone reads from across a room.
  secret constant text := replace(gen_random_uuid()::text, '-', '');
  ends_at constant timestamptz := coalesce(input.expires_at, now() + lifetime);
  added app_private.invitations;
  constraint_violated text;
  column_violated text;
begin
  if (now() < ends_at and ends_at <= now() + max_lifetime) is not true then
    raise exception using errcode = 'LA400', constraint = 'invitation_end', message = 'The end of an invitation is not within the next year: choose another one.';
  end if;
  insert into app_private.invitations (name, secret_hash, places, made_by, expires_at)
    values (btrim(input.name), app_private.key_hash(secret), coalesce(input.places, 1), app_private.require_user_id(), ends_at)
    returning * into added;
  perform app_private.audit('INVITATION_MADE', 'INVITATION', added.id, jsonb_build_object('places', added.places));
  return app_private.invitation(added, secret);
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.invitation_add(app_public.invitation_input) is
  E'@argument input The invitation to make.\nMakes an invitation, by which people make their own user. Only this answer contains its secret. For administrators.';
grant execute on function app_public.invitation_add(app_public.invitation_input) to app_manager;
--! EndIncluded invitations/app_public.invitation_add.sql
--! Included invitations/app_public.invitation_revoke.sql
create or replace function app_public.invitation_revoke(id integer) returns app_public.invitation
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  revoked app_private.invitations;
begin
  update app_private.invitations i set revoked_at = now()
    where i.id = invitation_revoke.id and i.revoked_at is null
      and i.authority_id = any (app_private.my_authorities('MANAGER'))
    returning i.* into revoked;
  if revoked.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_invitation', message = 'There is no invitation with this id that is not revoked.';
  end if;
  perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked.id);
  return app_private.invitation(revoked);
end
$$;
comment on function app_public.invitation_revoke(integer) is
  E'@argument id The id of the invitation.\nRevokes an invitation: nobody joins by it any more. Who has joined stays. For administrators. Error NOT_FOUND for an unknown id, and for one that is revoked.';
grant execute on function app_public.invitation_revoke(integer) to app_manager;
--! EndIncluded invitations/app_public.invitation_revoke.sql
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
    raise exception using errcode = 'LA400', constraint = 'too_many_user_ids', message = 'userIds has more than 5,000 entries: ask for them in several parts.';
  end if;
  -- Locks in the order of ids prevent deadlocks. A password that is set meanwhile is visible below.
  perform app_private.lock_user(l.id) from (select distinct unnest(user_ids) as id order by 1) l;
  foreach owner_id in array array(select i.id from unnest(user_ids) with ordinality i (id, place) group by i.id order by min(i.place)) loop
    perform app_private.require_managed(owner_id);
    if not exists (select from app_public.users u where u.id = owner_id) then
      raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
    end if;
    -- Otherwise an administrator's stolen token could take over any user. userPasswordReset asks for a password.
    if exists (select from app_private.user_credentials c where c.user_id = owner_id) then
      raise exception using errcode = 'LA409', constraint = 'has_password', message = 'This user already has a password: give them a new one instead.';
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
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, one for an id that comes twice, by which they set their password. An earlier link that an administrator made for them no longer works. For administrators. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_manager;
--! EndIncluded links-and-mail/app_public.new_password_links.sql
--! Included privacy/app_private.user_erase.sql
create or replace function app_private.user_erase(id integer) returns app_private.erasure
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_managed(user_erase.id);
  return app_private.erase_person(user_erase.id);
end
$$;
comment on function app_private.user_erase(integer) is
  'Erases a person, for administrators. See app_private.erase_person().';
grant execute on function app_private.user_erase(integer) to app_manager;
--! EndIncluded privacy/app_private.user_erase.sql
--! Included sessions/app_private.authenticate.sql
-- plpgsql, because it runs at the start of every request and keeps its plan from one to the next.
create or replace function app_private.authenticate(
  token_user_id integer, inout session_id bigint, out role text, out user_id text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  highest app_public.authority_role;
  is_everywhere boolean;
begin
  -- Most users have no role, so a request of theirs looks for nothing more.
  select 'app_user', u.id::text, (
      select max(case when u.is_training then least(m.role, 'APPROVER') else m.role end)
        from app_public.memberships m where m.user_id = u.id)
    into authenticate.role, authenticate.user_id, highest
    from app_public.sessions s
    join app_public.users u on u.id = s.user_id
    where s.user_id = authenticate.token_user_id and s.id = authenticate.session_id
      and s.expires_at > now() and (u.is_admin or not s.is_admin);
  if authenticate.role is null then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.session_id := null;
  elsif highest is not null then
    -- An administrator manages the service itself.
    is_everywhere := exists (
      select from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
        where m.user_id = authenticate.token_user_id and m.role >= highest and a.area is null and (highest <> 'MANAGER' or a.id = 1));
    authenticate.role := case
      when is_everywhere and highest = 'MANAGER' then 'app_admin'
      else 'app_' || lower(highest::text) || case when is_everywhere then '_everywhere' else '' end
    end;
  end if;
end
$$;
comment on function app_private.authenticate(integer, bigint) is
  'Returns the role, the user id and the session id of a verified token. If its session has ended: app_anonymous, an empty user id and no session id.';
grant execute on function app_private.authenticate(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.authenticate.sql
--! Included users/app_private.add_user.sql
create or replace function app_private.add_user(
  email text, name text, address text, is_admin boolean default false
) returns app_public.users
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  added app_public.users;
  constraint_violated text;
  column_violated text;
begin
  insert into app_public.users (email, name, address, is_admin)
    values (add_user.email, add_user.name, add_user.address, add_user.is_admin)
    returning * into added;
  return added;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_private.add_user(text, text, text, boolean) is
  'Inserts a user without a password. The error of an invalid row names the constraint or the column, but no value, as PostgreSQL logs it.';
--! EndIncluded users/app_private.add_user.sql
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created constant app_public.users := app_private.add_user(email, name, address, is_admin);
begin
  perform app_private.set_password(created.id, password_hash);
  perform app_private.audit('USER_CREATED', 'USER', created.id, jsonb_build_object('is_admin', created.is_admin));
  perform app_private.queue_verification(created.id);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_manager;
--! EndIncluded users/app_public.new_user.sql
--! Included users/app_public.user_edit.sql
-- Security definer, as it ends links and queues mails. So it checks by itself whose user it is.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  may_edit constant boolean := caller.id = user_edit.id or caller.is_admin and app_private.manages(user_edit.id);
  edited app_public.users;
  previous_key text;
  constraint_violated text;
  column_violated text;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and may_edit then
    raise exception using errcode = 'LA403', constraint = 'own_choice', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if may_edit then
    previous_key := app_private.email_key(app_private.lock_user(user_edit.id));
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
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id that you may edit.';
  end if;
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if app_private.email_key(edited.email) <> previous_key then
    -- Deletes links that were mailed to the previous address, and the job of an unsent mail.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(previous_key), 'hex'));
    -- The limit keeps a user from sending mails to any number of addresses. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
      -- The counter commits asynchronously, which an edit must not.
      perform app_private.commit_synchronously();
    end if;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included users/app_public.user_password_reset.sql
create or replace function app_public.user_password_reset(id integer, password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.require_managed(user_password_reset.id);
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.lock_user(changed.id);
  perform app_private.set_password(changed.id, password_hash);
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_manager;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included users/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  was_admin boolean;
  changed app_public.users;
begin
  perform app_private.require_managed(user_rights.id);
  -- The lock serializes two administrators who demote each other, so that one remains.
  perform from app_private.settings for update;
  select u.is_admin into was_admin from app_public.users u where u.id = user_rights.id;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_manager();
  perform app_private.require_trained_administrator();
  if changed.is_admin <> was_admin then
    -- A demotion ends the sessions: this one, and one by an earlier SQL update of users, which left sessions.is_admin.
    delete from app_public.sessions s where s.user_id = changed.id and (was_admin or s.is_admin);
    update app_public.sessions s set is_admin = changed.is_admin where s.user_id = changed.id;
    perform pg_notify('token_revoked', changed.id::text);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', changed.id,
    jsonb_build_object('is_admin', changed.is_admin, 'is_tester', changed.is_tester) || app_private.database_login());
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_manager;
--! EndIncluded users/app_public.user_rights.sql
--! Included users/app_public.user_training.sql
create or replace function app_public.user_training(id integer, is_training boolean) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.require_managed(user_training.id);
  -- The same lock as in user_rights(), so that one administrator remains who is not in training.
  perform from app_private.settings for update;
  update app_public.users u set is_training = user_training.is_training where u.id = user_training.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_trained_administrator();
  perform app_private.audit('TRAINING_CHANGED', 'USER', changed.id, jsonb_build_object('is_training', changed.is_training));
  return changed;
end
$$;
comment on function app_public.user_training(integer, boolean) is
  E'@argument id The user''s id.\n@argument isTraining True to begin the training, false to end it.\nBegins or ends a user''s training: meanwhile every alert of theirs is an exercise, and they have at most the rights of an approver. For administrators. Error CONFLICT for the last administrator who is not in training.';
grant execute on function app_public.user_training(integer, boolean) to app_manager;
--! EndIncluded users/app_public.user_training.sql
--! Included users/app_public.users_import.sql
create or replace function app_public.users_import(users app_public.user_import[], dry_run boolean default false)
returns setof app_public.user_import_line
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  max_users constant integer := 5000;
  entry app_public.user_import;
  line app_public.user_import_line;
  lines app_public.user_import_line[] := '{}';
  has_errors boolean := false;
  violated text;
  is_duplicate constant boolean[] := array(
    select row_number() over (partition by app_private.email_key(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > max_users then
    raise exception using errcode = 'LA400', constraint = 'too_many_users', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- After a dry run, or if an entry is invalid, LA200 rolls the block back. A handler for a code that ends in 000 would catch
  -- its whole class.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false))
          returning u.id into line.user_id;
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics violated = column_name;
          line.user_id := null;
          line.error := format('%s is missing.', violated);
          line.reason := 'MISSING';
        when check_violation or unique_violation then
          get stacked diagnostics violated = constraint_name;
          line.user_id := null;
          if violated = 'users_email_key' and is_duplicate[cardinality(lines) + 1] then
            violated := 'email_twice';
          end if;
          line.reason := upper(violated);
          line.error := case violated
            when 'email_twice' then 'This email comes twice in the list: leave one of them out.'
            when 'users_email_key' then obj_description('app_public.users_email_key'::regclass)
            else (select obj_description(c.oid) from pg_constraint c
              where c.conname = violated and c.conrelid = 'app_public.users'::regclass)
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA200';
    end if;
  exception when sqlstate 'LA200' then
    -- The rollback has removed the rows with these ids.
    lines := array(select row(l.index, null, l.error, l.reason)::app_public.user_import_line from unnest(lines) with ordinality as l order by l.ordinality);
  end;
  return query select l.index, l.user_id, l.error, l.reason from unnest(lines) with ordinality as l order by l.ordinality;
end
$$;
comment on function app_public.users_import(app_public.user_import[], boolean) is
  E'@argument users The users to create, at most 5,000.\n@argument dryRun True to check the users and create none.\nCreates many users, all of them or none. They have no password until they set one by a link: see newPasswordLinks. Returns a line for each entry, in their order. If a line has an error, no user was created. For administrators.';
grant execute on function app_public.users_import(app_public.user_import[], boolean) to app_manager;
--! EndIncluded users/app_public.users_import.sql
drop function app_private.protect_administrator(integer);

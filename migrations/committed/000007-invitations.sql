--! Previous: sha1:0bb8c64345219994056b201dfbf6de37a035e701
--! Hash: sha1:5de8401178f1f9cc5ebdb204cda84771a355a5bc
--! Message: Invitations

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.invitation as (
  id integer,
  name text,
  secret text,
  places integer,
  used integer,
  made_by integer,
  created_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
comment on type app_public.invitation is
  'What people make their own user by. It works until it is full, over or revoked.';
comment on column app_public.invitation.id is E'@notNull\nThe id of the invitation.';
comment on column app_public.invitation.name is E'@notNull\nThe name that administrators know it by.';
comment on column app_public.invitation.secret is
  'What people join with. Only the answer of invitationAdd has it: the service keeps its hash. The link is /join/# and the secret.';
comment on column app_public.invitation.places is E'@notNull\nHow many people can join by it.';
comment on column app_public.invitation.used is E'@notNull\nHow many have joined.';
comment on column app_public.invitation.made_by is E'@notNull\nThe id of the administrator who made it.';
comment on column app_public.invitation.created_at is E'@notNull\nWhen it was made.';
comment on column app_public.invitation.expires_at is
  E'@notNull\nUntil when people can join.';
comment on column app_public.invitation.revoked_at is
  'When an administrator revoked it. Null if nobody did.';

create type app_public.invitation_input as (
  name text,
  places integer,
  expires_at timestamptz
);
comment on type app_public.invitation_input is E'@inputTypeName InvitationInput\nAn invitation to make.';
comment on column app_public.invitation_input.name is
  E'@notNull\nA name for administrators to know it by, such as where its poster hangs.';
comment on column app_public.invitation_input.places is
  'How many people can join by it, from 1 to 100,000. 1 if left out.';
comment on column app_public.invitation_input.expires_at is
  'Until when they can: within the next year. 14 days from now if left out.';

create table app_private.invitations (
  id integer not null generated always as identity,
  name text not null,
  secret_hash bytea not null,
  places integer not null,
  used integer not null default 0,
  made_by integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint invitations_places check ((places >= 1) and (places <= 100000)),
  constraint invitations_used check ((used >= 0) and (used <= places)),
  constraint invitations_pkey primary key (id),
  constraint invitations_secret_hash_key unique (secret_hash),
  constraint invitations_name check ((char_length(name) <= 100) and (app_private.without_blanks(name) <> '') and (name !~ '[[:cntrl:]]'))
);
alter table app_private.invitations enable row level security;

comment on table app_private.invitations is 'Invitations by which people create their own user.';
comment on column app_private.invitations.id is 'The id of the invitation.';
comment on column app_private.invitations.name is 'The name that administrators know it by.';
comment on column app_private.invitations.secret_hash is
  'The SHA-256 hash of the secret, which the table does not reveal.';
comment on column app_private.invitations.places is 'How many people can join by it.';
comment on column app_private.invitations.used is 'How many have joined.';
comment on column app_private.invitations.made_by is
  'The administrator who made it. No foreign key: the row outlasts them.';
comment on column app_private.invitations.created_at is 'When it was made.';
comment on column app_private.invitations.expires_at is 'Until when people can join.';
comment on column app_private.invitations.revoked_at is 'When an administrator revoked it.';
comment on constraint invitations_places on app_private.invitations is
  'places is not from 1 to 100,000: send how many people may join.';
comment on constraint invitations_used on app_private.invitations is 'used is more than places: the invitation is full.';
comment on constraint invitations_name on app_private.invitations is
  'name is empty, has more than 100 characters or contains a control character: send a short name such as "Town hall".';

create table app_private.joined_users (
  user_id integer not null,
  invitation_id integer not null,
  joined_at timestamptz not null default now(),
  constraint joined_users_pkey primary key (user_id),
  constraint joined_users_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
create index joined_users_invitation_id on app_private.joined_users (invitation_id);
alter table app_private.joined_users enable row level security;

comment on table app_private.joined_users is 'Who has joined, and by which invitation.';
comment on column app_private.joined_users.user_id is 'The user.';
comment on column app_private.joined_users.invitation_id is 'The invitation.';
comment on column app_private.joined_users.joined_at is 'When they joined.';

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
  'Returns how many seconds somebody at this address has to wait before they join, and whether the invitation is open. Error 23505 if it is, and the email is taken. The host calls it before it hashes a password, because hashing is expensive.';
grant execute on function app_private.begin_joining(text, text, cidr) to app_host;
--! EndIncluded invitations/app_private.begin_joining.sql
--! Included invitations/app_private.end_invitations.sql
create or replace function app_private.end_invitations() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  revoked_id integer;
begin
  for revoked_id in
    update app_private.invitations i set revoked_at = now()
      where i.made_by = old.id and i.revoked_at is null and now() < i.expires_at and i.used < i.places
      returning i.id
  loop
    perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked_id);
  end loop;
  return null;
end
$$;
comment on function app_private.end_invitations() is
  'A trigger: revokes the open invitations of someone who is no administrator any more. It runs as the owner, for whoever may change the user.';
--! EndIncluded invitations/app_private.end_invitations.sql
--! Included invitations/app_private.invitation.sql
create or replace function app_private.invitation(invitation app_private.invitations, secret text default null) returns app_public.invitation
language sql immutable parallel safe
as $$
  select row(
    invitation.id, invitation.name, secret, invitation.places, invitation.used, invitation.made_by, invitation.created_at,
    invitation.expires_at, invitation.revoked_at)::app_public.invitation
$$;
comment on function app_private.invitation(app_private.invitations, text) is
  'Returns an invitation as the API shows it. The secret is null, except just after it was made.';
--! EndIncluded invitations/app_private.invitation.sql
--! Included invitations/app_private.invitation_is_open.sql
create or replace function app_private.invitation_is_open(secret text) returns boolean
language plpgsql stable strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return exists (
    select from app_private.invitations i
      where i.secret_hash = app_private.key_hash(secret) and i.revoked_at is null and now() < i.expires_at and i.used < i.places);
end
$$;
comment on function app_private.invitation_is_open(text) is
  'True if an invitation is open. False if it is unknown, revoked, expired or full.';
grant execute on function app_private.invitation_is_open(text) to app_host;
--! EndIncluded invitations/app_private.invitation_is_open.sql
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
  -- The row lock serializes concurrent joins, so that the number of places is never exceeded.
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
  'Creates a user, who is no administrator, by an invitation, with a password that the host has hashed, and counts the place. Returns the id. Null if the invitation is unknown, revoked, over or full.';
grant execute on function app_private.take_invitation(text, text, text, text, text) to app_host;
--! EndIncluded invitations/app_private.take_invitation.sql
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
  perform app_private.refuse_training_users();
  if (now() < ends_at and ends_at <= now() + max_lifetime) is not true then
    raise exception using errcode = 'LA400', message = 'The end of an invitation is not within the next year: choose another one.';
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
  E'@argument input The invitation to make.\nMakes an invitation, by which people make their own user. Only this answer contains its secret. For administrators who are no training users.';
grant execute on function app_public.invitation_add(app_public.invitation_input) to app_admin;
--! EndIncluded invitations/app_public.invitation_add.sql
--! Included invitations/app_public.invitation_revoke.sql
create or replace function app_public.invitation_revoke(id integer) returns app_public.invitation
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  revoked app_private.invitations;
begin
  perform app_private.refuse_training_users();
  update app_private.invitations i set revoked_at = now()
    where i.id = invitation_revoke.id and i.revoked_at is null
    returning i.* into revoked;
  if revoked.id is null then
    raise exception using errcode = 'LA404', message = 'There is no invitation with this id that is not revoked.';
  end if;
  perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked.id);
  return app_private.invitation(revoked);
end
$$;
comment on function app_public.invitation_revoke(integer) is
  E'@argument id The id of the invitation.\nRevokes an invitation: nobody joins by it any more. Who has joined stays. For administrators who are no training users. Error NOT_FOUND for an unknown id, and for one that is revoked.';
grant execute on function app_public.invitation_revoke(integer) to app_admin;
--! EndIncluded invitations/app_public.invitation_revoke.sql
--! Included invitations/app_public.invitations.sql
create or replace function app_public.invitations("limit" integer default 20, "offset" integer default 0) returns app_public.invitation[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if invitations."limit" < 0 or invitations."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select app_private.invitation(i) from app_private.invitations i
      order by i.id desc limit least(coalesce(invitations."limit", 20), 1000) offset invitations."offset");
end
$$;
comment on function app_public.invitations(integer, integer) is
  E'@itemsNotNull\n@argument limit The most invitations to return. More than 1000 is cut to 1000.\n@argument offset The number of invitations to skip.\nThe invitations of all administrators, the newest first. For administrators.';
grant execute on function app_public.invitations(integer, integer) to app_admin;
--! EndIncluded invitations/app_public.invitations.sql

create trigger end_invitations_when_demoted after update of is_admin on app_public.users for each row when ((old.is_admin and (not new.is_admin))) execute function app_private.end_invitations();
comment on trigger end_invitations_when_demoted on app_public.users is
  'Revokes the open invitations of a former administrator.';

create trigger end_invitations_when_removed after delete on app_public.users for each row when (old.is_admin) execute function app_private.end_invitations();
comment on trigger end_invitations_when_removed on app_public.users is
  'Revokes the open invitations of a removed or erased administrator.';

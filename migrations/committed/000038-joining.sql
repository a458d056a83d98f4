--! Previous: sha1:898275cf8727741650c2052d2622a424f6df2d7d
--! Hash: sha1:bf4459d0f4b6d7eef57060bdab30daa8c628bb6f
--! Message: Joining

-- People make their own user by an invitation of an administrator.
alter type app_public.audit_action add value if not exists 'INVITATION_MADE' after 'ENTRIES_PURGED';
alter type app_public.audit_action add value if not exists 'INVITATION_REVOKED' after 'INVITATION_MADE';
alter type app_public.audit_action add value if not exists 'USER_JOINED' after 'INVITATION_REVOKED';
alter type app_public.audit_action add value if not exists 'EMAIL_VERIFIED' after 'USER_JOINED';
alter type app_public.audit_object add value if not exists 'INVITATION' after 'AREA';
comment on type app_public.audit_action is
  E'@value LOGGED_IN The actor began a session.\n@value LOGIN_FAILED Somebody gave a wrong password. Once a minute for each user; without an object for emails that nobody has.\n@value SESSION_ENDED One session of the user ended.\n@value SESSIONS_ENDED A new password ended sessions of the user.\n@value PASSWORD_CHANGED The actor changed their own password.\n@value PASSWORD_RESET An administrator changed a user''s password.\n@value PASSWORD_SET A user set their password by a link.\n@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.\n@value DEVICE_KEY_ADDED The actor made a device key.\n@value DEVICE_KEY_REVOKED A device key of the user was revoked.\n@value USER_CREATED A user was created.\n@value USER_IMPORTED A user was created by an import.\n@value USER_EDITED A user was edited. The facts name the fields.\n@value USER_REMOVED A user was removed.\n@value USER_ERASED A person was erased. The facts have the numbers of positions and notifications.\n@value USER_EXPORTED All that is held of a person was exported.\n@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.\n@value TRAINING_CHANGED A user''s training began or ended.\n@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED A version of an alert was published.\n@value ALERT_CANCELLED An alert was cancelled.\n@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.\n@value PUBLICATION_HELD A publication was held, to be taken back or to go out.\n@value PUBLICATION_TAKEN_BACK A held publication was taken back.\n@value DRAFT_CREATED A draft was shared.\n@value DRAFT_EDITED A shared draft was edited.\n@value DRAFT_REMOVED A shared draft was removed, or published.\n@value TEMPLATE_CREATED A template was saved.\n@value TEMPLATE_EDITED A template was edited.\n@value TEMPLATE_REMOVED A template was removed.\n@value AREA_CREATED An area was saved.\n@value AREA_EDITED A saved area was edited.\n@value AREA_REMOVED A saved area was removed.\n@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.\n@value PEOPLE_READ An administrator read positions, notifications or names of other people. The facts name the fields.\n@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.\n@value ENTRIES_PURGED Entries past the retention were deleted.\n@value INVITATION_MADE An administrator made an invitation.\n@value INVITATION_REVOKED An administrator revoked an invitation.\n@value USER_JOINED A user made themselves by an invitation.\n@value EMAIL_VERIFIED A user confirmed their email by a mailed link.\nWhat an entry of the audit log records.';
comment on type app_public.audit_object is
  E'@value USER A user.\n@value ALERT An alert.\n@value HELD_PUBLICATION A held publication.\n@value DRAFT A shared draft.\n@value TEMPLATE A template of alerts.\n@value AREA A saved area.\n@value INVITATION An invitation.\nWhat an action was done to.';

create type app_public.invitation_input as (
  name text,
  places integer,
  expires_at timestamptz
);
comment on type app_public.invitation_input is E'@inputTypeName InvitationInput\nAn invitation to make.';
comment on column app_public.invitation_input.name is E'@notNull\nA name for administrators to know it by, such as where its poster hangs.';
comment on column app_public.invitation_input.places is 'How many people can join by it, from 1 to 100,000. 1 if left out.';
comment on column app_public.invitation_input.expires_at is 'Until when they can, in seconds since 1970-01-01 UTC: within the next year. 14 days from now if left out.';

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
comment on type app_public.invitation is 'What people make their own user by. It works until it is full, over or revoked.';
comment on column app_public.invitation.id is E'@notNull\nThe id of the invitation.';
comment on column app_public.invitation.name is E'@notNull\nThe name that administrators know it by.';
comment on column app_public.invitation.secret is 'What people join with. Only the answer of invitationAdd has it: the service keeps its hash. The link is /join/# and the secret.';
comment on column app_public.invitation.places is E'@notNull\nHow many people can join by it.';
comment on column app_public.invitation.used is E'@notNull\nHow many have joined.';
comment on column app_public.invitation.made_by is E'@notNull\nThe id of the administrator who made it.';
comment on column app_public.invitation.created_at is E'@notNull\nWhen it was made, in seconds since 1970-01-01 UTC.';
comment on column app_public.invitation.expires_at is E'@notNull\nUntil when people can join, in seconds since 1970-01-01 UTC.';
comment on column app_public.invitation.revoked_at is 'When an administrator revoked it, in seconds since 1970-01-01 UTC. Null if nobody did.';

create table app_private.invitations (
  id integer generated always as identity primary key,
  name text not null
    constraint invitations_name check (char_length(name) <= 100 and name ~ '[^[:space:]]' and name !~ '[[:cntrl:]]'),
  secret_hash bytea not null
    constraint invitations_secret_hash_key unique,
  places integer not null
    constraint invitations_places check (places between 1 and 100000),
  used integer not null default 0
    constraint invitations_used check (used between 0 and places),
  made_by integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
comment on table app_private.invitations is 'What people make their own user by.';
comment on column app_private.invitations.id is 'The id of the invitation.';
comment on column app_private.invitations.name is 'The name that administrators know it by.';
comment on column app_private.invitations.secret_hash is 'The SHA-256 hash of the secret. So nobody who reads this table can join.';
comment on column app_private.invitations.places is 'How many people can join by it.';
comment on column app_private.invitations.used is 'How many have joined.';
comment on column app_private.invitations.made_by is 'The administrator who made it. No foreign key: the row outlasts them.';
comment on column app_private.invitations.created_at is 'When it was made.';
comment on column app_private.invitations.expires_at is 'Until when people can join.';
comment on column app_private.invitations.revoked_at is 'When an administrator revoked it.';
comment on constraint invitations_name on app_private.invitations is 'name is empty, has more than 100 characters or contains a control character: send a short name such as "Town hall".';
comment on constraint invitations_places on app_private.invitations is 'places is not from 1 to 100,000: send how many people may join.';
comment on constraint invitations_used on app_private.invitations is 'used is more than places: the invitation is full.';
alter table app_private.invitations enable row level security;

create table app_private.joined_users (
  -- No foreign key: app_private.delete_user() deletes the row.
  user_id integer primary key,
  invitation_id integer not null,
  joined_at timestamptz not null default now()
);
comment on table app_private.joined_users is 'Who has joined, and by which invitation.';
comment on column app_private.joined_users.user_id is 'The user.';
comment on column app_private.joined_users.invitation_id is 'The invitation.';
comment on column app_private.joined_users.joined_at is 'When they joined.';
create index joined_users_invitation_id on app_private.joined_users (invitation_id);
alter table app_private.joined_users enable row level security;

alter table app_private.settings add column silent_after interval not null default '2 days'
  constraint settings_silent_after check (silent_after > '0');
comment on column app_private.settings.silent_after is 'How long after their last position someone counts as fallen silent.';

-- The table has a row for each counter.
alter table app_private.login_limits drop constraint login_limits_counter;
alter table app_private.login_limits add constraint login_limits_counter -- squawk-ignore constraint-missing-not-valid
  check (counter in ('account', 'account and address', 'address', 'join', 'mail by address', 'mail by email'));
comment on constraint login_limits_counter on app_private.login_limits is 'counter is unknown: the counters are part of the service.';
insert into app_private.login_limits (counter, free_failures, longest_delay, forgiven_every) values
  ('join', 50, '1 minute', '5 seconds'),
  ('mail by address', 20, '10 minutes', '1 minute'),
  ('mail by email', 3, '1 hour', '20 minutes');
comment on table app_private.login_limits is
  'How many failed logins, refused attempts to join and mails are free, and how long the next one has to wait then. A database administrator updates it.';
comment on table app_private.login_failures is
  'Failed logins, refused attempts to join, and mails that were asked for. They count for all hosts. Emails that nobody has are counted in the same way.';

--! Included users/app_private.attempt_wait.sql
create or replace function app_private.attempt_wait(counter text, key text) returns integer
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(greatest(0, ceil(extract(epoch from
      f.last_at + least(l.longest_delay, interval '1 second' * 2 ^ least(c.failures - l.free_failures, 20)::float8) - now())))::integer), 0)
    from app_private.login_limits l
    join app_private.login_failures f on f.counter = l.counter and f.key = app_private.key_hash(attempt_wait.key)
    cross join lateral (
      select ceil(f.failures - extract(epoch from now() - f.last_at) / extract(epoch from l.forgiven_every)) as failures) c
    where l.counter = attempt_wait.counter and c.failures >= l.free_failures
$$;
comment on function app_private.attempt_wait(text, text) is
  'Returns how many seconds the next attempt under this counter and key has to wait because of earlier ones. 0 if it may go on.';
--! EndIncluded users/app_private.attempt_wait.sql
--! Included users/app_private.count_attempt.sql
create or replace function app_private.count_attempt(counter text, key text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A count that a crash of PostgreSQL loses does no harm.
  perform set_config('synchronous_commit', 'off', true);
  insert into app_private.login_failures as f (counter, key, failures, last_at)
    values (count_attempt.counter, app_private.key_hash(count_attempt.key), 1, now())
    on conflict on constraint login_failures_pkey do update
      set last_at = now(), failures = 1 + greatest(0, f.failures - extract(epoch from now() - f.last_at) / (
        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter));
  -- Made-up emails must not fill the disk between two runs of the job.
  if random() < 0.001 then
    perform app_private.purge_logins();
  end if;
end
$$;
comment on function app_private.count_attempt(text, text) is
  'Counts an attempt to join that was refused, or a mail that was asked for.';
grant execute on function app_private.count_attempt(text, text) to app_host;
--! EndIncluded users/app_private.count_attempt.sql
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
end
$$;
comment on function app_public.invitation_add(app_public.invitation_input) is
  E'@argument input The invitation to make.\nMakes an invitation, by which people make their own user. Only this answer contains its secret. For administrators who are no training users.';
grant execute on function app_public.invitation_add(app_public.invitation_input) to app_admin;
--! EndIncluded invitations/app_public.invitation_add.sql
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
  'True if somebody can join by this invitation now. False if it is unknown, revoked, over or full.';
grant execute on function app_private.invitation_is_open(text) to app_host;
--! EndIncluded invitations/app_private.invitation_is_open.sql
--! Included invitations/app_private.begin_joining.sql
create or replace function app_private.begin_joining(secret text, email text, address cidr) returns table (retry_after integer, is_open boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
begin
  begin_joining.retry_after := app_private.attempt_wait('join', address::text);
  begin_joining.is_open := begin_joining.retry_after = 0 and app_private.invitation_is_open(begin_joining.secret);
  if begin_joining.is_open and exists (
      select from app_private.user_emails e where e.email = lower(btrim(begin_joining.email))) then
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
  insert into app_private.user_emails (email, user_id) values (lower(created.email), created.id);
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
--! Included users/app_private.delete_user.sql
create or replace function app_private.delete_user(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
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
  'Deletes a user and their account, for a database administrator: see app_private.forget_account(). Error 23503 if the user published an alert, reported a position or was notified. A plain delete is refused, as it would leave the email and the devices reserved.';
--! EndIncluded users/app_private.delete_user.sql

alter table app_public.users add column email_verified boolean not null default false;
comment on column app_public.users.email_verified is 'True if the user has confirmed the email by a link that was mailed to it.';
alter type app_public.user_overview
  add attribute joined_by integer,
  add attribute app text,
  add attribute is_silent boolean,
  add attribute email_verified boolean;
comment on column app_public.user_overview.joined_by is 'The id of the invitation that the user joined by. Null for a user that an administrator created.';
comment on column app_public.user_overview.app is 'The name of the device key that the last position came with. Null if it came with a login, or there is none.';
comment on column app_public.user_overview.is_silent is E'@notNull\nTrue if the last position was taken longer ago than the service''s silentAfter: the user fell silent.';
comment on column app_public.user_overview.email_verified is E'@notNull\nTrue if the user has confirmed the email by a link that was mailed to it.';
drop function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, app_public.user_sort, integer, integer);
--! Included users/app_public.users_overview.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  joined_by integer default null, is_silent boolean default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        l.taken_at, page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- The use of a key is noted to about a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(l.taken_at < silent_since, false), page.email_verified)::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or l.taken_at >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (l.taken_at >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(l.taken_at < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then l.taken_at end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken at this time or later.\n@argument notReportedSince Only users whose last position was taken before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_admin;
--! EndIncluded users/app_public.users_overview.sql
--! Included positions/app_public.last_reported_at.sql
create or replace function app_public.last_reported_at() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller_id constant integer := app_private.require_user_id();
begin
  return (select l.created_at from app_public.last_positions l where l.user_id = caller_id);
end
$$;
comment on function app_public.last_reported_at() is
  'When your last position arrived, by any app, in seconds since 1970-01-01 UTC. Null before the first one.';
grant execute on function app_public.last_reported_at() to app_user;
--! EndIncluded positions/app_public.last_reported_at.sql

-- Mail. Links hold secrets, so only their hashes are stored, and the job that mails a link makes it.


alter table app_private.password_links add column is_mailed boolean not null default false;
comment on column app_private.password_links.is_mailed is 'True if it was mailed to the user, who may have a password. False if an administrator hands it over.';
comment on table app_private.password_links is
  'Links by which users set a password: their first one, or a new one by mail. A user has at most one, and its row goes when it is used.';

create table app_private.email_links (
  -- No foreign key: app_private.delete_user() deletes the row.
  user_id integer primary key,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null
);
comment on table app_private.email_links is 'Links by which users confirm their email. A user has at most one, and its row goes when it is used.';
comment on column app_private.email_links.user_id is 'The user.';
comment on column app_private.email_links.email is 'The email in lower case that it was mailed to.';
comment on column app_private.email_links.token_hash is 'The SHA-256 hash of the token''s secret.';
comment on column app_private.email_links.expires_at is 'Until when the link works.';
alter table app_private.email_links enable row level security;

create table app_private.mail_outcome (
  is_only boolean primary key default true
    constraint mail_outcome_is_only check (is_only),
  at timestamptz not null default now(),
  why text,
  failing_since timestamptz
);
comment on table app_private.mail_outcome is 'What the mail server last said, in one row. Empty if mail was never on.';
comment on column app_private.mail_outcome.is_only is 'True, so that there is one row.';
comment on column app_private.mail_outcome.at is 'When it was asked.';
comment on column app_private.mail_outcome.why is 'Why it took no mail. Null if it took one.';
comment on column app_private.mail_outcome.failing_since is 'Since when it has taken none. Null if it takes them.';
comment on constraint mail_outcome_is_only on app_private.mail_outcome is 'mail_outcome has one row.';
alter table app_private.mail_outcome enable row level security;

--! Included mail/app_private.begin_mail.sql
create or replace function app_private.begin_mail() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app_private.mail_outcome default values on conflict on constraint mail_outcome_pkey do nothing;
end
$$;
comment on function app_private.begin_mail() is 'Records that mails go out, so that they are queued from now on.';
--! EndIncluded mail/app_private.begin_mail.sql
--! Included mail/app_private.queue_verification.sql
create or replace function app_private.queue_verification(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- Nobody runs the job if mail was never on.
  if not exists (select from app_private.mail_outcome) then
    return;
  end if;
  perform graphile_worker.add_job(
    'send_mail', json_build_object('kind', 'verification', 'userId', queue_verification.user_id),
    max_attempts => 8, job_key => 'verification:' || queue_verification.user_id);
end
$$;
comment on function app_private.queue_verification(integer) is
  'Queues the mail by which a user confirms their email. The job makes its link when it is sent, so that no table holds a secret. Does nothing if mail was never on.';
--! EndIncluded mail/app_private.queue_verification.sql
--! Included mail/app_private.ask_for_password_mail.sql
create or replace function app_private.ask_for_password_mail(email text, address cidr) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  asked constant text := lower(btrim(ask_for_password_mail.email));
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
--! Included mail/app_private.make_password_mail.sql
create or replace function app_private.make_password_mail(email text) returns table (address text, token text)
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  lifetime constant interval := '1 hour';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  owner_id integer;
begin
  select u.id, u.email into owner_id, make_password_mail.address
    from app_private.user_emails e join app_public.users u on u.id = e.user_id
    where e.email = lower(make_password_mail.email);
  if owner_id is null then
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
--! Included mail/app_private.make_verification_mail.sql
create or replace function app_private.make_verification_mail(user_id integer) returns table (address text, token text)
language plpgsql volatile set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  lifetime constant interval := '3 days';
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  select u.email into make_verification_mail.address
    from app_public.users u where u.id = make_verification_mail.user_id and not u.email_verified;
  if address is null then
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
--! Included mail/app_private.verify_email.sql
create or replace function app_private.verify_email(token text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- A token is the user's id, a point, and a secret.
  owner_id constant integer := case when token ~ '^[1-9][0-9]{0,8}\.' then split_part(token, '.', 1) end;
  linked_email text;
  verified_email text;
begin
  delete from app_private.email_links l
    where l.user_id = owner_id and l.token_hash = app_private.key_hash(split_part(token, '.', 2)) and now() < l.expires_at
    returning l.email into linked_email;
  update app_public.users u set email_verified = true
    where u.id = owner_id and lower(u.email) = linked_email
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
--! Included mail/app_public.email_verification_send.sql
create or replace function app_public.email_verification_send() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
  wait constant integer := app_private.attempt_wait('mail by email', lower(caller.email));
begin
  if caller.email_verified then
    raise exception using errcode = 'LA409', message = 'Your email is confirmed already.';
  end if;
  if wait > 0 then
    raise exception using errcode = 'LA409', message = format('Too many mails were asked for: try again in %s seconds.', wait);
  end if;
  perform app_private.count_attempt('mail by email', lower(caller.email));
  perform app_private.queue_verification(caller.id);
  return caller;
end
$$;
comment on function app_public.email_verification_send() is
  'Mails you another link to confirm your email. Nothing is mailed if mail is off. Returns you. Error CONFLICT if your email is confirmed, or after too many mails.';
grant execute on function app_public.email_verification_send() to app_user;
--! EndIncluded mail/app_public.email_verification_send.sql
--! Included mail/app_private.note_mail_outcome.sql
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
comment on function app_private.note_mail_outcome(text) is 'Records whether the mail server takes mails now: why it does not, or null.';
--! EndIncluded mail/app_private.note_mail_outcome.sql
--! Included mail/app_private.failing_mail.sql
create or replace function app_private.failing_mail() returns json
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select json_build_object('since', o.failing_since, 'why', o.why) from app_private.mail_outcome o where o.why is not null
$$;
comment on function app_private.failing_mail() is 'Returns since when and why the mail server took no mail last. Null if it did.';
grant execute on function app_private.failing_mail() to app_admin;
--! EndIncluded mail/app_private.failing_mail.sql
--! Included users/app_private.set_first_password.sql
create or replace function app_private.set_first_password(token text, password_hash text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_email constant text := app_private.password_link_email(token);
  owner_id integer;
  was_mailed boolean;
begin
  -- The row's lock makes two uses of a link take turns. The second one finds it gone.
  delete from app_private.password_links l
    where owner_email is not null and l.user_id = split_part(token, '.', 1)::integer
    returning l.user_id, l.is_mailed into owner_id, was_mailed;
  if owner_id is null then
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
--! Included users/app_public.user_edit.sql
-- Security definer, to reserve the email. So it checks by itself what the policies of users say.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  edited app_public.users;
  before constant text := (select lower(u.email) from app_public.users u where u.id = user_edit.id);
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and caller.is_admin then
    raise exception using errcode = 'LA403', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if caller.id = user_edit.id or caller.is_admin then
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
  if not app_private.has_email(edited.id, edited.email) then
    delete from app_private.user_emails e where e.user_id = edited.id;
    insert into app_private.user_emails (email, user_id) values (lower(edited.email), edited.id);
  end if;
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
  insert into app_private.user_emails (email, user_id) values (lower(created.email), created.id);
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
--! Included users/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
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
drop function app_private.readiness();
--! Included upkeep/app_private.readiness.sql
create or replace function app_private.readiness(
  out migration text, out job_lag double precision, out failing_pushes json, out failing_mail json
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select m.filename into strict migration from graphile_migrate.migrations m order by m.filename desc limit 1;
  select coalesce(extract(epoch from clock_timestamp() - min(j.run_at)), 0) into job_lag
    from graphile_worker.jobs j
    where j.run_at <= clock_timestamp() and j.locked_at is null and j.attempts < j.max_attempts;
  failing_pushes := app_private.failing_pushes();
  failing_mail := app_private.failing_mail();
end
$$;
comment on function app_private.readiness() is
  'Returns what GET /readyz says of the database: its last migration, how many seconds the oldest job that is due has waited, and since when and why each provider fails that took no push last, and the mail server if it took no mail. An error if no migration has run.';
grant execute on function app_private.readiness() to app_host;
--! EndIncluded upkeep/app_private.readiness.sql

--! Included erasure/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
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
--! Included export/app_private.export_page.sql
-- Each part has a statement of its own: its plan reads one user's rows by an index, and no others.
create or replace function app_private.export_page(
  token_user_id integer, session_id bigint, user_id integer, part text, after bigint, most integer,
  out is_allowed boolean, out items text[], out last_id bigint
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, export_page.user_id), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(json_build_object(
        'id', u.id, 'email', u.email, 'name', u.name, 'address', u.address, 'isAdmin', u.is_admin, 'isTester', u.is_tester,
        'isTraining', u.is_training, 'createdAt', u.created_at,
        'emailVerified', u.email_verified, 'lastPositionOnly', u.last_position_only,
        'joinedBy', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'hasPassword', exists (select from app_private.user_credentials c where c.user_id = export_page.user_id),
        'passwordLinkExpiresAt', (select l.expires_at from app_private.password_links l where l.user_id = export_page.user_id))::text)
      into items from app_public.users u where u.id = export_page.user_id;
  when 'lastPosition' then
    select array_agg(json_build_object(
        'createdAt', l.created_at, 'takenAt', l.taken_at, 'latitude', l.latitude, 'longitude', l.longitude,
        'accuracy', l.accuracy, 'movingActivity', l.moving_activity)::text)
      into items from app_public.last_positions l where l.user_id = export_page.user_id;
  when 'quietHours' then
    select array_agg(json_build_object('from', q.starts, 'to', q.ends, 'timeZone', q.time_zone)::text)
      into items from app_public.quiet_hours q where q.user_id = export_page.user_id;
  when 'sessions' then
    select array_agg(json_build_object(
        'id', s.id, 'createdAt', s.created_at, 'usedAt', s.used_at, 'expiresAt', s.expires_at, 'isAdmin', s.is_admin,
        'client', s.client)::text order by s.id)
      into items from app_public.sessions s where s.user_id = export_page.user_id;
  when 'loginAddresses' then
    select array_agg(json_build_object('address', a.address, 'lastAt', a.last_at)::text order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = export_page.user_id;
  when 'devices' then
    select array_agg(json_build_object(
        'id', d.id, 'provider', d.provider, 'createdAt', d.created_at, 'leftAt', d.left_at)::text order by d.created_at, d.id)
      into items
      from (
        select v.id, v.provider, v.created_at, null::timestamptz as left_at from app_private.devices v where v.user_id = export_page.user_id
        union all
        select l.id, l.provider, l.created_at, l.left_at from app_private.left_devices l where l.user_id = export_page.user_id
      ) d;
  when 'deviceKeys' then
    select array_agg(json_build_object(
        'id', k.id, 'name', k.name, 'createdAt', k.created_at, 'lastUsedAt', k.last_used_at)::text order by k.id)
      into items from app_private.device_keys k where k.user_id = export_page.user_id;
  when 'positions' then
    select array_agg(json_build_object(
        'id', p.id, 'createdAt', p.created_at, 'takenAt', p.taken_at, 'latitude', p.latitude, 'longitude', p.longitude,
        'accuracy', p.accuracy, 'movingActivity', p.moving_activity)::text order by p.id), max(p.id)
      into items, last_id
      from (
        select o.* from app_public.positions o where o.user_id = export_page.user_id and o.id > after order by o.id limit most
      ) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = export_page.user_id and n.id > after order by n.id limit most
    )
    select array_agg(json_build_object(
        'id', p.id, 'alertId', p.alert_id, 'version', p.version, 'kind', p.kind, 'level', p.level, 'createdAt', p.created_at,
        'seenAt', p.seen_at, 'title', a.title, 'event', a.event, 'status', a.status,
        'text', case
          when p.kind = 'ALL_CLEAR' then coalesce(v.all_clear, a.all_clear)
          when p.level = 'ONE' then coalesce(v.text1, a.text1)
          when p.level = 'TWO' then coalesce(v.text2, a.text2)
          else coalesce(v.text3, a.text3) end,
        'placeKept', p.place_kept, 'latitude', case when p.place_kept then p.latitude end,
        'longitude', case when p.place_kept then p.longitude end, 'accuracy', p.accuracy, 'takenAt', p.taken_at,
        'movingActivity', case when p.place_kept then p.moving_activity end,
        'distanceClass', p.distance_class, 'rule', p.rule)::text order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version;
  when 'deliveries' then
    select array_agg(json_build_object(
        'id', d.id, 'notificationId', d.notification_id, 'deviceId', d.device_id, 'provider', d.provider, 'state', d.state,
        'createdAt', d.created_at, 'sentAt', d.sent_at, 'acceptedAt', d.accepted_at, 'settledAt', d.settled_at,
        'attempts', d.attempts, 'why', app_private.push_reason(d.why))::text order by d.id), max(d.id)
      into items, last_id
      from (
        select o.* from app_private.deliveries o where o.user_id = export_page.user_id and o.id > after order by o.id limit most
      ) d;
  when 'auditEntries' then
    select array_agg(json_build_object(
        'id', e.id, 'createdAt', e.created_at, 'action', e.action, 'isYours', coalesce(e.actor_id = export_page.user_id, false),
        -- Of what others do, only what concerns this person.
        'objectType', e.object_type, 'objectId', e.object_id, 'fields', e.facts -> 'fields')::text order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = export_page.user_id and a.id > after order by a.id limit most)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = export_page.user_id and a.id > after order by a.id limit most)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(export_page.user_id)
            and a.id > after order by a.id limit most)
        order by id limit most
      ) e;
  when 'alertVersions' then
    select array_agg(json_build_object(
        'alertId', v.alert_id, 'version', v.version, 'createdAt', v.created_at)::text order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = export_page.user_id;
  when 'heldPublications' then
    select array_agg(json_build_object(
        'id', h.id, 'createdAt', h.created_at, 'dueAt', h.due_at, 'state', h.state, 'alertId', h.alert_id)::text order by h.id)
      into items from app_private.held_publications h where export_page.user_id in (h.user_id, h.settled_by);
  when 'sharedDrafts' then
    select array_agg(json_build_object(
        'id', d.id, 'name', d.name, 'createdAt', d.created_at, 'updatedAt', d.updated_at, 'content', d.content)::text order by d.id)
      into items from app_public.shared_drafts d where export_page.user_id in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(json_build_object(
        'id', m.id, 'name', m.name, 'createdAt', m.created_at, 'updatedAt', m.updated_at)::text order by m.id)
      into items from app_public.alert_templates m where m.user_id = export_page.user_id;
  when 'savedAreas' then
    select array_agg(json_build_object(
        'id', s.id, 'name', s.name, 'createdAt', s.created_at, 'updatedAt', s.updated_at)::text order by s.id)
      into items from app_public.saved_areas s where s.user_id = export_page.user_id;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next items of a part of what is held of a user, as JSON, and the id of the last one; with the first page, after is 0. Secrets are left out: passwords, device tokens and keys. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded export/app_private.export_page.sql
